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
from idioprobe.models.reference.reading import Readings, Units, read_stimuli

DIMENSION = 512
TEXTS_AT_ONCE = 256

Vector = NDArray[np.float64]


def drawn(name: str) -> Vector:
    """Numbers from -1 to 1 that the name alone decides."""
    raw = hashlib.shake_256(name.encode("utf-8", "surrogatepass")).digest(4 * DIMENSION)
    return np.frombuffer(raw, dtype="<i4") / 2.0**31


def _place(request: Request) -> str:
    """What tells a request from all others."""
    return f"{' '.join(map(str, request.spans or (None,)))}\0{request.text}"


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
        """Some texts after the other."""
        del batch_tokens
        for at in range(0, len(texts), TEXTS_AT_ONCE):
            part = texts[at : at + TEXTS_AT_ONCE]
            asked = {view: [r for text in part for r in requests_for(text, spans, view)] for view in views}
            read = {view: self._read(requests) for view, requests in asked.items()}
            yield Encoded(
                len(part),
                {
                    view: list(zip(known, self._vectors(units, known), strict=True))
                    for view, (known, units) in read.items()
                },
                {
                    view: [(r, NO_TOKEN if r.whole else NO_TOKEN_OF_TARGET) for r in asked[view] if r not in set(known)]
                    for view, (known, _) in read.items()
                    if len(known) < len(asked[view])
                },
            )

    @property
    def _by_chance(self) -> bool:
        """Every request has a vector of its own."""
        return self.identity.name == "random"

    @cached_property
    def _readings(self) -> Readings:
        return read_stimuli(self._dataset.stimuli, whole=self.identity.name == "whole")

    def _read(self, requests: Sequence[Request]) -> tuple[list[Request], list[Units]]:
        """The requests that have units, and these; by chance each is a unit of its own."""
        if self._by_chance:
            return list(requests), [(_place(request),) for request in requests]
        units = [self._readings.units(request.text, request.spans) for request in requests]
        return [r for r, own in zip(requests, units, strict=True) if own], [own for own in units if own]

    def _vectors(self, units: Sequence[Units], requests: Sequence[Request]) -> Sequence[NDArray[np.float32]]:
        """The mean of the units of each request."""
        if self._by_chance or not requests:
            return [drawn(one).astype(np.float32) for (one,) in units]
        from scipy.sparse import csr_array

        names = {unit: at for at, unit in enumerate(dict.fromkeys(unit for own in units for unit in own))}
        each = np.stack([self._unit(name) for name in names])
        lengths = np.array([len(own) for own in units])
        columns = [names[unit] for own in units for unit in own]
        table = (np.ones(len(columns)), columns, np.append(0, np.cumsum(lengths)))
        sums = csr_array(table, shape=(len(units), len(names))) @ each
        return list((sums / lengths[:, np.newaxis]).astype(np.float32))

    def _unit(self, unit: str) -> Vector:
        if unit not in self._drawn:
            self._drawn[unit] = drawn(unit)
        return self._drawn[unit]
