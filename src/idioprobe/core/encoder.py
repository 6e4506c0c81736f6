"""What every model family offers: an identity, what it can do, and vectors for texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.answers import Answer
from idioprobe.core.requests import Question, Request, Span
from idioprobe.core.views import STATE_POOLS, UNITS, Unit, View

Spans = dict[str, list[tuple[Span, ...]]]
"""The targets wanted in each text, each by its spans: *gave the idea up* has two."""


def spans_of(targets: Iterable[Request], texts: Set[str]) -> Spans:
    """The targets in each of the texts, those of a text in order."""
    spans: Spans = {}
    for request in targets:
        if request.spans and request.text in texts:
            spans.setdefault(request.text, []).append(request.spans)
    for wanted in spans.values():
        wanted.sort()
    return spans


def requests_for(text: str, spans: Spans, view: View) -> list[Request]:
    """What a view is asked for in one text: the sentence, or each of its targets."""
    if view.unit == "sentence":
        return [Request(text)]
    return [Request(text, target) for target in spans.get(text, [])]


@dataclass(frozen=True)
class Identity:
    """Which model this is, precisely enough that its vectors can be kept and found again.

    `fingerprint` covers the weights and all else that decides a vector but the view and
    the text; `languages` is None where the model is not known to be limited to some.
    """

    family: str
    name: str
    fingerprint: str
    revision: str | None = None
    languages: frozenset[str] | None = None
    details: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Facts:
    """What a model can do: its hidden states (0: it has no layers), units and poolings.

    `default_view` is what its family takes in place of the usual one, where the user asks for none;
    `contextual` says whether a word's vector depends on what stands around it.
    """

    states: int
    dimension: int
    max_tokens: int | None = None
    units: tuple[Unit, ...] = UNITS
    pools: tuple[str, ...] = STATE_POOLS
    default_view: str | None = None
    contextual: bool = True


@dataclass(frozen=True)
class Encoded:
    """The vectors of one batch, and the requests that got none, with the reason."""

    texts: int
    vectors: dict[View, list[tuple[Request, NDArray[np.float32]]]]
    failed: dict[View, list[tuple[Request, str]]]


class Encoder(Protocol):
    """Turns texts into vectors. A class of your own that has these three is a model."""

    @property
    def identity(self) -> Identity:
        """Known without loading the model, so that stored vectors are found quickly."""
        ...

    def facts(self) -> Facts:
        """May load the model."""
        ...

    def encode(
        self,
        texts: Sequence[str],
        spans: Spans,
        views: Sequence[View],
        batch_tokens: int | None,
    ) -> Iterator[Encoded]:
        """Vectors for every text and every target in it, one forward pass for all views.

        That of a target is pooled over the subwords of all its spans.
        `batch_tokens` is how many tokens the user wants in a batch; None leaves it to the family.
        """
        ...


@runtime_checkable
class Responder(Protocol):
    """Answers questions in words. Its facts name the unit `answer`, and as poolings the ways that it has."""

    @property
    def identity(self) -> Identity:
        """Known without loading the model, so that stored answers are found quickly."""
        ...

    def facts(self) -> Facts:
        """May load the model."""
        ...

    def respond(
        self, questions: Sequence[Question], batch_tokens: int | None
    ) -> Iterator[list[tuple[Question, Answer]]]:
        """Answers, some at a time in any order: each is kept as soon as it is handed on.

        That of a question without options is a text; that of one with options a vector, the natural logarithm of
        each option's likelihood in their order; or the reason why there is none.
        """
        ...


Model = Encoder | Responder


@runtime_checkable
class LooksUpTokens(Protocol):
    """A family whose words or tokens have vectors of their own, before any context."""

    def token_vectors(self, requests: Set[Request]) -> Mapping[Request, Answer] | None:
        """The mean of the vectors of each request's tokens, or why it has none; None for a model without a table."""
        ...


@runtime_checkable
class CountsUnknownWords(Protocol):
    """A family with a vocabulary of whole words, in which words can be missing."""

    def unknown_words(self, texts: Iterable[str]) -> Counter[str]:
        """How often each unknown word occurs in the texts."""
        ...


@runtime_checkable
class CountsLookups(Protocol):
    """A family that finds words in more ways than one, and can tell how often it was which."""

    def lookup_counts(self, requests: Iterable[Request]) -> dict[str, int]:
        """What is worth counting in the manifest."""
        ...


@runtime_checkable
class GivesNotice(Protocol):
    """A family that may have something to say while it works."""

    notice: Callable[[str], None]


@runtime_checkable
class KnowsExpressions(Protocol):
    """A family that may have an entry of its own for a whole expression."""

    def check_expressions(
        self, written: Mapping[tuple[str, str], Sequence[Request]], notice: Callable[[str], None]
    ) -> dict[str, int]:
        """Say how many have one, as they are written in texts, by expression and language; counts for the manifest."""
        ...


@runtime_checkable
class HasRemarks(Protocol):
    """A family that knows of a model what a reader of its numbers should know too."""

    @property
    def remarks(self) -> Sequence[str]:
        """One line each."""
        ...


@runtime_checkable
class HoldsVectors(Protocol):
    """A family that can answer some requests only, and knows which before it is asked."""

    def check(self, wanted: Mapping[Unit, Set[Request]], notice: Callable[[str], None]) -> dict[str, int]:
        """Raise unless it can answer what a whole run wants; what is worth counting in the manifest."""
        ...


@runtime_checkable
class Fleeting(Protocol):
    """A model of which nobody can tell whether it has changed: its vectors are kept for no other run."""

    fleeting: bool
