"""What a model answers: a vector, a text, or the reason why there is neither. Three kinds, never told by guessing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.requests import Request

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

NO_VECTOR = Failure("the model returned no vector")
IN_WORDS = Failure("the model answered in words, not with a vector")


Vectors = Mapping[Request, Vector | Failure]

Answers = Callable[[Set[Request]], Mapping[Request, Answer]]
"""Gives the answers to some requests: those to all requests of a large dataset would not fit into memory."""


def vectors_only(answers: Answers) -> Callable[[Set[Request]], Vectors]:
    """What those who compare vectors are given: a text is no vector, and they are told so."""

    def vectors(requests: Set[Request]) -> Vectors:
        found = dict(answers(requests))
        in_words = [request for request, answer in found.items() if isinstance(answer, Text)]
        return cast("Vectors", found | dict.fromkeys(in_words, IN_WORDS) if in_words else found)

    return vectors
