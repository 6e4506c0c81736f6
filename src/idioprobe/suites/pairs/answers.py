"""The answers at the places of pairs, as rows of matrices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.answers import NO_VECTOR, Failure, Vectors
from idioprobe.core.requests import Request

Places = NDArray[np.int64]
Rows = NDArray[np.float64]

AT_ONCE = 512
"""Pairs whose vectors are in memory at once as float64: few enough for the processor's own memory."""


class Answered:
    """What a model answered at each place: vectors of one length in one matrix, or why there is none."""

    def __init__(self, requests: Sequence[Request], used: Places, vectors: Vectors) -> None:
        """Of the places used; the others have no answer."""
        self.length = np.zeros(len(requests), dtype=np.int64)
        self.failures: dict[int, str] = {}
        self._row = np.zeros(len(requests), dtype=np.int64)
        found: dict[int, list[NDArray[np.float32]]] = {}
        places: dict[int, list[int]] = {}
        for place in used.tolist():
            answer = vectors.get(requests[place], NO_VECTOR)
            if isinstance(answer, Failure):
                self.failures[place] = answer.reason
            else:
                found.setdefault(len(answer), []).append(answer)
                places.setdefault(len(answer), []).append(place)
        for length, own in places.items():
            self.length[own], self._row[own] = length, np.arange(len(own))
        self._matrices = {length: np.concatenate(rows).reshape(-1, length) for length, rows in found.items() if length}

    def rows(self, places: Places) -> NDArray[np.float32]:
        """The vectors at some places, which have one length."""
        return self._matrices[int(self.length[places[0]])][self._row[places]]


class Sides:
    """The two vectors of each pair; the second may be a sum."""

    def __init__(self, vectors: Answered, left: Places, right: Places, plus: Places) -> None:
        """`plus` has a row for each pair; it is below 0 where nothing is added."""
        self._vectors, self._left, self._right, self._plus = vectors, left, right, plus
        length = vectors.length
        added_lengths = np.where(plus >= 0, length[np.maximum(plus, 0)], length[right][:, np.newaxis])
        alike = (added_lengths == length[right][:, np.newaxis]).all(axis=1)
        self._length_right = np.where(alike, length[right], 0)
        self._comparable = (length[left] > 0) & (length[left] == self._length_right)

    def by_length(self, rows: Places) -> Iterator[Places]:
        """Those of the rows that have two vectors of one length, by that length."""
        usable = rows[self._comparable[rows]]
        lengths = self._vectors.length[self._left[usable]]
        for length in dict.fromkeys(lengths.tolist()):
            yield usable[lengths == length]

    def left(self, rows: Places) -> Rows:
        """The first vectors of rows of one length."""
        return self._vectors.rows(self._left[rows]).astype(np.float64)

    def right(self, rows: Places) -> Rows:
        """The second vectors of rows of one length."""
        out = self._vectors.rows(self._right[rows])
        for more in self._plus[rows].T:
            added = more >= 0
            if added.any():
                out[added] += self._vectors.rows(more[added])
        return out.astype(np.float64)

    def failure_left(self, row: int) -> str | None:
        """Why the first of a pair has no vector."""
        return self._vectors.failures.get(int(self._left[row]))

    def failure_right(self, row: int) -> str | None:
        """Why the second of a pair has no vector, or none that can be added."""
        places = [int(self._right[row]), *(place for place in self._plus[row].tolist() if place >= 0)]
        for place in places:
            if place in self._vectors.failures:
                return self._vectors.failures[place]
        lengths = [int(self._vectors.length[place]) for place in places]
        if len(set(lengths)) > 1:
            other = next(length for length in lengths if length != lengths[0])
            return f"vectors of different length ({lengths[0]} and {other}) cannot be added"
        return None

    def lengths(self, row: int) -> tuple[int, int]:
        """How long the two vectors are."""
        return int(self._vectors.length[self._left[row]]), int(self._length_right[row])

    def is_zero(self, row: int) -> bool:
        """Whether one of the two is a vector of zeros."""
        one = np.array([row])
        return not (self.left(one).any() and self.right(one).any())
