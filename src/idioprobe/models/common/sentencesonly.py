"""Any object with `encode(list of texts)`: vectors of sentences, and nothing else is known of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.encoder import Encoded, Facts, Identity, Spans
from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import NATIVE, View

TEXTS_AT_ONCE = 256
PROBES = (
    "The eager beaver met another eager beaver, and the beaver was glad.",
    "He kicked the bucket last week.",
    "She gave the idea up after a month.",
    "A lame duck cannot pass laws.",
    "lame duck",
    "duck",
    "O avô dela é um pé frio.",
    "Das ist Schnee von gestern.",
    "Meter la pata no es lo mismo que pisar un charco.",
    "Numbers: 1, 2, 3; 4.5 %.",
    "?",
    "The committee will meet on Thursday afternoon to discuss the new budget for the library.",
)
"""Texts whose vectors tell one object from another."""


class SentencesOnly:
    """An object that encodes texts, of which only the vectors can be seen.

    It is known by what it makes of some texts. Nobody can tell whether it makes the same of all others, so its
    vectors are made anew for every run.
    """

    fleeting = True

    def __init__(self, model: Any) -> None:
        self.model = model

    @cached_property
    def identity(self) -> Identity:
        """From the vectors of some texts."""
        seen = self._vectors(PROBES).astype("<f4").tobytes().hex()
        name = str(getattr(self.model, "name", "") or type(self.model).__name__)
        return Identity("live", name, fingerprint(["sentences only", name, seen]), details={"loaded": "in memory"})

    def facts(self) -> Facts:
        """Sentences, in the object's own way."""
        return Facts(0, self._vectors(PROBES[:1]).shape[1], units=("sentence",), pools=(NATIVE,))

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """The object has its own batches; it is given some texts at a time, so that progress can be told."""
        del spans, batch_tokens
        for at in range(0, len(texts), TEXTS_AT_ONCE):
            part = list(texts[at : at + TEXTS_AT_ONCE])
            rows = [(Request(text), vector) for text, vector in zip(part, self._vectors(part), strict=True)]
            yield Encoded(len(part), {view: rows for view in views if view.unit == "sentence"}, {})

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        made = self.model.encode(list(texts))
        try:
            rows = _numbers(made) if hasattr(made, "shape") else np.stack([_numbers(one) for one in made])
        except (TypeError, ValueError) as error:
            raise ModelError(f"{self._called()} returns no vectors: {error}") from error
        if rows.ndim != 2 or len(rows) != len(texts) or not rows.shape[1]:
            raise ModelError(
                f"{self._called()} returns an array of shape {tuple(rows.shape)} for {len(texts)} texts; "
                "it has to return one vector for each."
            )
        return rows

    def _called(self) -> str:
        return f"{type(self.model).__name__}.encode(list of texts)"


def _numbers(made: Any) -> NDArray[np.float32]:
    """An array, or a tensor wherever it is."""
    if hasattr(made, "detach"):
        made = made.detach().cpu().float()
        made = made.to_dense() if made.is_sparse else made
    elif hasattr(made, "toarray"):
        made = made.toarray()
    return np.asarray(made, dtype=np.float32)
