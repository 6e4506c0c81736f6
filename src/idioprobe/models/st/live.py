"""A sentence-transformers model that is in memory, such as one in training."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoded, Facts, Identity, Spans
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.common.prompts import resolve_prompt
from idioprobe.models.common.weights import (
    borrowed,
    settings_text,
    size_of,
    tokenizer_digest,
    told_name,
    weights_digest,
)
from idioprobe.models.known import known_model
from idioprobe.models.st.encoder import accepted, encoded, encoded_none, facts_of
from idioprobe.models.st.reading import Batch
from idioprobe.models.st.sentencemodel import SentenceModel

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


@dataclass(frozen=True)
class _Prepared:
    """Tokenized texts, and for which question to which tokenizer they were."""

    key: tuple[object, ...]
    batches: list[Batch]
    refused: dict[str, str]


class LiveSentenceTransformer:
    """A `SentenceTransformer` as it is at this moment; texts that it is asked for again are not tokenized again."""

    def __init__(
        self, model: SentenceTransformer, *, prompt: str | None = None, prompt_name: str | None = None
    ) -> None:
        self.model = model
        own = {str(name): str(text or "") for name, text in (getattr(model, "prompts", None) or {}).items()}
        self.prompt = resolve_prompt(prompt, prompt_name, own, getattr(model, "default_prompt_name", None))
        self._prepared: _Prepared | None = None

    @cached_property
    def identity(self) -> Identity:
        """From the weights, and all else of the model that decides a vector."""
        model = self.model
        weights = weights_digest(model)
        decides = [weights, settings_text(model), tokenizer_digest(model.tokenizer), self.prompt]
        decides += [str(model.max_seq_length), str(model.truncate_dim)]
        name = told_name(getattr(model, "config", None), type(model).__name__)
        known = known_model(name)
        details = {"weights_sha256": weights, **size_of(model), "loaded": "in memory"}
        if self.prompt:
            details["prompt"] = self.prompt
        return Identity(
            family="st",
            name=known.name if known else name,
            fingerprint=fingerprint(["st in memory", *decides]),
            languages=known.languages if known else None,
            details=details,
        )

    @property
    def device_used(self) -> str:
        """Where the model runs."""
        return str(self.model.device)

    def facts(self) -> Facts:
        """Sentences as the model pools them; targets from the token vectors, where the model has them."""
        with self._borrowed() as loaded:
            return facts_of(loaded)

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """Texts of like length together; one that the model would cut is refused."""
        with self._borrowed() as loaded:
            prepared = self._prepare(loaded, texts, spans, batch_tokens)
            if prepared.refused:
                yield encoded_none(prepared.refused, spans, views)
            for batch, sentences, targets in loaded.forward_all(prepared.batches):
                yield encoded(batch.texts, sentences, targets, spans, views)

    def token_vectors(self, requests: Set[Request]) -> Mapping[Request, Answer] | None:
        """Means of the input embeddings."""
        with self._borrowed() as loaded:
            return loaded.look_up(requests, self.prompt)

    @contextmanager
    def _borrowed(self) -> Iterator[SentenceModel]:
        with borrowed(self.model, self.model.tokenizer):
            yield SentenceModel(self.model, borrowed=True)

    def _prepare(
        self, loaded: SentenceModel, texts: Sequence[str], spans: Spans, batch_tokens: int | None
    ) -> _Prepared:
        """The texts' tokens, made once for as long as texts, tokenizer and length stay the same."""
        tokenizer = self.model.tokenizer
        words = len(tokenizer) if hasattr(tokenizer, "__len__") else 0
        key = (tuple(texts), spans, batch_tokens, id(tokenizer), words, loaded.max_tokens)
        if self._prepared is None or self._prepared.key != key:
            taken, refused = accepted(loaded, texts, self.prompt)
            batches = list(loaded.batches(taken, spans, self.prompt, batch_tokens, targets=bool(spans)))
            self._prepared = _Prepared(key, batches, refused)
        return self._prepared
