"""Encoders without weights: vectors are drawn from a hash, the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.answers import Answer, Failure
from idioprobe.core.encoder import Encoded, Facts, Identity, Spans, requests_for
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.data.dataset import Dataset
from idioprobe.models.common.reasons import NO_TOKEN, NO_TOKEN_OF_TARGET
from idioprobe.models.reference.reading import Readings, Units, read_stimuli

DIMENSION = 512
TEXTS_AT_ONCE = REQUESTS_AT_ONCE = 256

Vector = NDArray[np.float64]
Vector32 = NDArray[np.float32]

NO_UNIT = (Failure(NO_TOKEN_OF_TARGET), Failure(NO_TOKEN))
"""Why a target, and why a whole text, has no vector."""


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
            made: dict[View, list[tuple[Request, Vector32]]] = {}
            failed: dict[View, list[tuple[Request, str]]] = {}
            for view in views:
                answers = self.answers([r for text in part for r in requests_for(text, spans, view)])
                made[view] = [(request, a) for request, a in answers if not isinstance(a, Failure)]
                failed[view] = [(request, a.reason) for request, a in answers if isinstance(a, Failure)]
            yield Encoded(len(part), made, failed)

    def answers(self, requests: Sequence[Request]) -> list[tuple[Request, Vector32 | Failure]]:
        """The vector of each request, or why it has none; whatever the view, there is only one."""
        made: list[tuple[Request, Vector32 | Failure]] = []
        for at in range(0, len(requests), REQUESTS_AT_ONCE):
            part = requests[at : at + REQUESTS_AT_ONCE]
            units = self._units(part)
            vectors = iter(self._vectors([own for own in units if own]))
            made += (
                (request, next(vectors) if own else NO_UNIT[request.whole])
                for request, own in zip(part, units, strict=True)
            )
        return made

    def token_vectors(self, requests: Set[Request]) -> Mapping[Request, Answer]:
        """What adding up words gets: the reference that reads word by word."""
        return dict(ReferenceEncoder("words", self._dataset).answers(sorted(requests)))

    @property
    def _by_chance(self) -> bool:
        """Every request has a vector of its own."""
        return self.identity.name == "random"

    @cached_property
    def _readings(self) -> Readings:
        return read_stimuli(self._dataset.stimuli, whole=self.identity.name == "whole")

    def _units(self, requests: Sequence[Request]) -> list[Units]:
        """The units of each request; by chance each is a unit of its own."""
        if self._by_chance:
            return [(_place(request),) for request in requests]
        return [self._readings.units(request.text, request.spans) for request in requests]

    def _vectors(self, units: Sequence[Units]) -> Sequence[Vector32]:
        """The mean of the units of each request."""
        if self._by_chance or not units:
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
