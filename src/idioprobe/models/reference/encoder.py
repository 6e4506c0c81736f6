"""Encoders without weights: vectors are drawn from a hash, the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.encoder import Encoded, Facts, Identity, Spans, requests_for
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.data.dataset import Dataset
from idioprobe.models.common.reasons import NO_TOKEN, NO_TOKEN_OF_TARGET
from idioprobe.models.reference.reading import Readings, read_stimuli

DIMENSION = 512
TEXTS_AT_ONCE = 1024

Vector = NDArray[np.float64]


def drawn(name: str) -> Vector:
    """Numbers from -1 to 1 that the name alone decides."""
    raw = hashlib.shake_256(name.encode("utf-8", "surrogatepass")).digest(4 * DIMENSION)
    return np.frombuffer(raw, dtype="<i4") / 2.0**31


class ReferenceEncoder:
    """A model whose numbers are known in advance, made for a dataset."""

    def __init__(self, name: str, dataset: Dataset) -> None:
        self._dataset = dataset
        digest = dataset.digest()
        self._drawn: dict[str, Vector] = {}
        self._identity = Identity(
            family="reference",
            name=name,
            fingerprint=fingerprint(["reference", name, digest]),
            details={"dataset_sha256": digest},
        )

    @property
    def identity(self) -> Identity:
        """The name, and the dataset that it was made for."""
        return self._identity

    def facts(self) -> Facts:
        """No layers; a word's vector does not depend on its context, but chance's does."""
        return Facts(0, DIMENSION, pools=("mean",), contextual=self._by_chance)

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """Text by text."""
        del batch_tokens
        for at in range(0, len(texts), TEXTS_AT_ONCE):
            part = texts[at : at + TEXTS_AT_ONCE]
            made = {view: [(r, self._vector(r)) for t in part for r in requests_for(t, spans, view)] for view in views}
            yield Encoded(
                len(part),
                {view: [(r, v) for r, v in rows if not isinstance(v, str)] for view, rows in made.items()},
                {view: [(r, v) for r, v in rows if isinstance(v, str)] for view, rows in made.items()},
            )

    @property
    def _by_chance(self) -> bool:
        """Every request has a vector of its own."""
        return self.identity.name == "random"

    @cached_property
    def _readings(self) -> Readings:
        return read_stimuli(self._dataset.stimuli, whole=self.identity.name == "whole")

    def _vector(self, request: Request) -> NDArray[np.float32] | str:
        if self._by_chance:
            place = " ".join(map(str, request.spans or (None,)))
            return drawn(f"{place}\0{request.text}").astype(np.float32)
        units = self._readings.units(request.text, request.spans)
        if not units:
            return NO_TOKEN if request.whole else NO_TOKEN_OF_TARGET
        mean: Vector = np.mean([self._unit(unit) for unit in units], axis=0)
        return mean.astype(np.float32)

    def _unit(self, unit: str) -> Vector:
        if unit not in self._drawn:
            self._drawn[unit] = drawn(unit)
        return self._drawn[unit]
