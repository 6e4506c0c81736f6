"""How frequent a combination is: the average that random replacements are matched on."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from idioprobe.stats.association import pmi, ppmi

Frequency = Callable[[str], float]


def wordfreq_frequency(language: str) -> Frequency | None:
    """Relative frequencies from `wordfreq`; None where it does not know the language.

    For a phrase, wordfreq combines the frequencies of its words (a half of their harmonic
    mean for two) rather than counting the phrase; counts of one's own are better.
    """
    import wordfreq

    if not any(language.split("-")[0] == known.split("-")[0] for known in wordfreq.available_languages()):
        return None

    def frequency(text: str) -> float:
        return float(wordfreq.word_frequency(text, language))

    try:
        frequency("x")
    except ImportError:  # Chinese, Japanese and Korean need a word splitter that is not installed.
        return None
    return frequency


def zipf_frequency(language: str) -> Callable[[str], float | None]:
    """Zipf frequencies from `wordfreq`: 3 is once in a million words, 4 ten times; None for what it does not know."""
    frequency = wordfreq_frequency(language)

    def zipf(text: str) -> float | None:
        known = frequency(text) if frequency else 0.0
        return round(math.log10(known) + 9, 4) if known > 0 else None

    return zipf


@dataclass(frozen=True)
class Figures:
    """What a corpus says of an expression, as far as it is known."""

    frequency: float | None = None
    average_frequency: float | None = None
    pmi: float | None = None
    ppmi: float | None = None


@dataclass(frozen=True)
class Counts:
    """How often words and whole expressions occur in a corpus, and how many words it has.

    Called with a text, it is a frequency: 0 for what was not counted. `given` is what a table says itself.
    """

    known: Mapping[str, float]
    total: float
    summed: bool = False
    """Whether the size of the corpus is but the sum of the words that were counted."""
    given: Mapping[str, Figures] = field(default_factory=dict)

    def __call__(self, text: str) -> float:
        """How often a text occurs."""
        return self.known.get(text.casefold(), 0.0)

    def figures(self, expression: str, parts: Sequence[str] = ()) -> Figures:
        """What is known of an expression: its own row first, else from those of its parts, where there are two.

        >>> Counts({"red tape": 4.0, "red": 8.0, "tape": 16.0}, 1024.0).figures("red tape", ["red", "tape"]).pmi
        5.0
        """
        own = self.given.get(expression.casefold(), Figures(self.known.get(expression.casefold())))
        each = [self.known.get(text.casefold()) for text in parts or words(expression)]
        counts = [count for count in (own.frequency, *each) if count is not None]
        if own.frequency is None or len(counts) <= len(each):
            return own
        average = sum(counts) / len(counts) if own.average_frequency is None else own.average_frequency
        own = replace(own, average_frequency=average)
        if len(each) != 2 or own.pmi is not None or own.ppmi is not None:
            return own
        if counts[0] > min(counts[1:]) or max(counts[1:]) > self.total:
            return own
        given = [np.asarray(value) for value in (*counts, self.total)]
        exact = float(pmi(*given))
        return replace(own, pmi=exact if math.isfinite(exact) else None, ppmi=float(ppmi(*given)))


def average_frequency(expression: str, frequency: Frequency) -> float:
    """f_avg = (f_NC + f_w1 + f_w2) / 3, or over however many words there are beside articles and their like.

    >>> average_frequency("a b", {"a b": 1.0, "a": 2.0, "b": 6.0}.__getitem__)
    3.0
    """
    if isinstance(frequency, Counts) and (known := frequency.figures(expression).average_frequency) is not None:
        return known
    parts = [expression, *_content(words(expression), frequency)]
    return sum(map(frequency, parts)) / len(parts)


def words(expression: str) -> list[str]:
    """The words of an expression, split at spaces and hyphens."""
    return expression.replace("-", " ").split()


FUNCTION_WORD = 5e-3
"""A word that makes up more than this of all text, such as an article, says nothing about an expression."""


def content_words(text: str, frequency: Frequency | None) -> frozenset[str]:
    """The words of a text but the most frequent of the language, in small letters.

    >>> sorted(content_words("Spill the beans", {"spill": 1e-6, "the": 5e-2, "beans": 1e-5}.__getitem__))
    ['beans', 'spill']
    """
    return frozenset(_content(sorted(_casefolded(text)), frequency))


def _content(found: list[str], frequency: Frequency | None) -> list[str]:
    if frequency is None or isinstance(frequency, Counts):
        return found
    return [word for word in found if frequency(word) < FUNCTION_WORD] or found


def by_nearness(
    own: frozenset[str], pool: Iterable[str], distance: Callable[[str], tuple[float, str]]
) -> Iterator[str]:
    """The combinations of a pool that have none of an expression's own words, the nearest first.

    Ties go by the alphabet, so the order depends on nothing but its input.

    >>> list(by_nearness(frozenset({"red", "car"}), ["red hat", "big dog", "old cat"], lambda text: (0.0, text)))
    ['big dog', 'old cat']
    """
    candidates = [(distance(text), text) for text in pool if own.isdisjoint(_casefolded(text))]
    heapq.heapify(candidates)
    while candidates:
        yield heapq.heappop(candidates)[1]


@lru_cache(maxsize=100_000)
def _casefolded(expression: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in words(expression))
