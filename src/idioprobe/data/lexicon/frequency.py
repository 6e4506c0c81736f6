"""How frequent a combination is: the average that random replacements are matched on."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from idioprobe.core.csvfile import AT_MOST, open_csv
from idioprobe.core.errors import LexiconError
from idioprobe.core.notices import old_form
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
class Counts:
    """How often words and whole expressions occur in a corpus, and how many words it has.

    Called with a text, it is a frequency: 0 for what was not counted.
    """

    known: Mapping[str, float]
    total: float
    summed: bool = False
    """Whether the size of the corpus is but the sum of the words that were counted."""

    def __call__(self, text: str) -> float:
        """How often a text occurs."""
        return self.known.get(text.casefold(), 0.0)

    def association(self, expression: str, parts: Sequence[str]) -> tuple[float | None, float | None, float | None]:
        """Frequency, PMI and PPMI of an expression of two parts, as far as all of them were counted.

        >>> Counts({"red tape": 4.0, "red": 8.0, "tape": 16.0}, 1024.0).association("red tape", ["red", "tape"])
        (4.0, 5.0, 5.0)
        """
        both, *others = (self.known.get(text.casefold()) for text in (expression, *parts))
        if both is None or len(others) != 2 or None in others:
            return both, None, None
        one, other = (float(count or 0) for count in others)
        if both > min(one, other) or max(one, other) > self.total:
            return both, None, None
        counts = [np.asarray(value) for value in (both, one, other, self.total)]
        exact = float(pmi(*counts))
        return both, exact if math.isfinite(exact) else None, float(ppmi(*counts))


def counted_frequency(path: Path) -> Counts:
    """Counts from the table that `corpus stats` writes: `expression,frequency`, an expression or a word a row.

    The columns `frequency1`, `frequency2`, … count its words, where these have no row of their own. The size
    of the corpus is in the column `total`; where there is none, it is the sum of all single words.
    """
    file = open_csv(path, LexiconError, AT_MOST, strict=False)
    header = _current(path, file.header)
    if not {"expression", "frequency"} <= set(header):
        raise LexiconError(f"{path}:1: a table of counts needs the columns expression and frequency.")
    counts: dict[str, float] = {}
    of_words: dict[str, float] = {}
    total: float | None = None
    for line, cells in file.rows:
        row = dict.fromkeys(header, "") | dict(zip(header, cells, strict=False))
        text = row["expression"]
        counts[text.strip().casefold()] = _count(path, line, row["frequency"], f"how often {text!r} occurs")
        for number, word in enumerate(text.casefold().split(), 1):
            if row.get(f"frequency{number}", "").strip():
                of_words[word] = _count(path, line, row[f"frequency{number}"], f"how often {word!r} occurs")
        if row.get("total", "").strip():
            given = _count(path, line, row["total"], "how many words the corpus has")
            if total not in (None, given):
                raise LexiconError(f"{path}:{line}: total {given:g}, but {total:g} above; one corpus has one size.")
            total = given
    counts = of_words | counts
    if total is not None:
        return Counts(counts, total)
    return Counts(counts, sum(count for text, count in counts.items() if len(words(text)) == 1), summed=True)


_OLD_COLUMNS = {"text": "expression", "count": "frequency"}


def _current(path: Path, header: list[str]) -> list[str]:
    """The columns under the names that they have now."""
    if not _OLD_COLUMNS.keys() <= set(header) or set(_OLD_COLUMNS.values()) & set(header):
        return header
    old_form(f"{path}: the columns text and count are called expression and frequency now; rename them.")
    return [_OLD_COLUMNS.get(name, name) for name in header]


def _count(path: Path, line: int, text: str, what: str) -> float:
    try:
        count = float(text)
    except ValueError:
        count = math.nan
    if not (math.isfinite(count) and count >= 0):
        raise LexiconError(f"{path}:{line}: {text!r} is not a number; write {what}.")
    return count


def average_frequency(expression: str, frequency: Frequency) -> float:
    """f_avg = (f_NC + f_w1 + f_w2) / 3, or over however many words there are beside articles and their like.

    >>> average_frequency("a b", {"a b": 1.0, "a": 2.0, "b": 6.0}.__getitem__)
    3.0
    """
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
