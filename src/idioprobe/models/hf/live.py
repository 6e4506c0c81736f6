"""A transformers model that is in memory, such as one in training, with its tokenizer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoded, Facts, Identity, Spans
from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.common.files.loading import Loaded
from idioprobe.models.common.reasons import NO_FAST_TOKENIZER
from idioprobe.models.common.weights import (
    borrowed,
    settings_text,
    size_of,
    tokenizer_digest,
    told_name,
    weights_digest,
)
from idioprobe.models.hf.encoder import encoded
from idioprobe.models.hf.transformer import Tokens, Transformer
from idioprobe.models.known import known_model


class LiveTransformer:
    """A model and its tokenizer as they are at this moment: its hidden states, whatever head stands on them.

    Texts that it is asked for again are not tokenized again.
    """

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model, self.tokenizer = _body(model), tokenizer
        self._name = told_name(getattr(self.model, "config", None), type(model).__name__)
        if not getattr(tokenizer, "is_fast", False):
            raise ModelError(NO_FAST_TOKENIZER.format(self._name, type(tokenizer).__name__))
        self._tokens: tuple[tuple[object, ...], list[Tokens]] | None = None

    @cached_property
    def identity(self) -> Identity:
        """From the weights, and all else of the model that decides a vector."""
        weights = weights_digest(self.model)
        decides = [weights, settings_text(self.model), tokenizer_digest(self.tokenizer)]
        known = known_model(self._name)
        return Identity(
            family="hf",
            name=known.name if known else self._name,
            fingerprint=fingerprint(["hf in memory", *decides]),
            languages=known.languages if known else None,
            details={"weights_sha256": weights, **size_of(self.model), "loaded": "in memory"},
        )

    @property
    def device_used(self) -> str:
        """Where the model runs."""
        return str(self.model.device)

    def facts(self) -> Facts:
        """What the model shows when it is tried."""
        with self._borrowed() as loaded:
            return loaded.facts

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """Texts of like length share a batch; a batch is one forward pass for all views."""
        with self._borrowed() as loaded:
            yield from encoded(loaded, self._tokenized(loaded, texts), spans, views, batch_tokens)

    def token_vectors(self, requests: Set[Request]) -> Mapping[Request, Answer] | None:
        """Means of the input embeddings."""
        with self._borrowed() as loaded:
            return loaded.look_up(requests)

    @contextmanager
    def _borrowed(self) -> Iterator[Transformer]:
        with borrowed(self.model, self.tokenizer):
            loaded = Loaded(self.tokenizer, self.model, self.model.device)
            yield Transformer(loaded, self._name, borrowed=True)

    def _tokenized(self, loaded: Transformer, texts: Sequence[str]) -> list[Tokens]:
        key = (tuple(texts), len(self.tokenizer))
        if self._tokens is None or self._tokens[0] != key:
            self._tokens = key, loaded.tokenize(texts)
        return self._tokens[1]


def _body(model: Any) -> Any:
    """The part that turns tokens into hidden states: without its head, its adapters' wrapping or its decoder."""
    if hasattr(model, "get_base_model"):  # a model of PEFT: the adapters stay inside
        model = model.get_base_model()
    body = getattr(model, "base_model", model)
    two_sided = hasattr(body, "encoder") and hasattr(body, "decoder")
    return body.get_encoder() if two_sided else body
