"""Which token an answer goes on with: the likeliest, or one drawn by chance that depends on the question alone."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.requests import Question, request_key

SEED = 0
_FURTHEST = 41.0
"""Two draws of the noise never differ by more, so that a token whose score is that far behind is never chosen."""


class Draws:
    """The noise of one question, token after token; the question, its sample and the seed decide it."""

    def __init__(self, question: Question) -> None:
        digest = hashlib.sha256(request_key(question) + b"\0" + str(SEED).encode()).digest()
        self._random = np.random.Generator(np.random.Philox(key=int.from_bytes(digest[:16], "big")))

    def next(self, size: int) -> NDArray[np.float64]:
        """Numbers between 0 and 1, one for each token that could come next."""
        return self._random.random(size)


def scores(logits: NDArray[np.float64], temperature: float, uniform: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores whose highest is a draw from the softmax of `logits / temperature` (Gumbel's trick).

    Tokens that cannot be drawn have a score of minus infinity.
    """
    scaled = (logits - logits.max()) / temperature
    possible = np.flatnonzero(scaled >= -_FURTHEST)
    found = np.full(len(logits), -np.inf)
    clipped = np.clip(uniform[possible], 2.0**-53, 1 - 2.0**-53)
    found[possible] = scaled[possible] - np.log(-np.log(clipped))
    return found
