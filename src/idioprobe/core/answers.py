"""What a model answers: a vector, a text, or the reason why there is neither. Three kinds, never told by guessing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class Text:
    """What a model said."""

    text: str


@dataclass(frozen=True)
class Failure:
    """Why a request has no answer."""

    reason: str


Answer = Vector | Text | Failure
