"""How frequent a combination is: the average that random replacements are matched on."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from idioprobe.core.csvfile import AT_MOST, open_csv
from idioprobe.core.errors import LexiconError

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


def counted_frequency(path: Path) -> Frequency:
    """Counts from a table `text,count`, of words and of whole expressions; 0 for what it lacks."""
    file = open_csv(path, LexiconError, AT_MOST, strict=False)
    if not {"text", "count"} <= set(file.header):
        raise LexiconError(f"{path}:1: a table of counts needs the columns text and count.")
    counts: dict[str, float] = {}
    for line, cells in file.rows:
        row = dict.fromkeys(file.header, "") | dict(zip(file.header, cells, strict=False))
        counts[row["text"].strip().casefold()] = _count(path, line, row)
    return lambda text: counts.get(text.casefold(), 0.0)


def _count(path: Path, line: int, row: dict[str, str]) -> float:
    try:
        count = float(row["count"])
    except ValueError:
        count = math.nan
    if not (math.isfinite(count) and count >= 0):
        raise LexiconError(f"{path}:{line}: {row['count']!r} is not a number; write how often {row['text']!r} occurs.")
    return count


def average_frequency(expression: str, frequency: Frequency) -> float:
    """f_avg = (f_NC + f_w1 + f_w2) / 3, or over however many words there are.

    >>> average_frequency("a b", {"a b": 1.0, "a": 2.0, "b": 6.0}.__getitem__)
    3.0
    """
    parts = [expression, *words(expression)]
    return sum(map(frequency, parts)) / len(parts)


def words(expression: str) -> list[str]:
    """The words of an expression, split at spaces and hyphens."""
    return expression.replace("-", " ").split()


def nearest(expression: str, level: float, pool: dict[str, float], count: int = 5) -> list[str]:
    """The combinations of a pool nearest in average frequency that share no word with the expression.

    Ties go by the alphabet, so the choice depends on nothing but its input.

    >>> nearest("red car", 2.0, {"red hat": 2.0, "big dog": 5.0, "old cat": 1.0}, 1)
    ['old cat']
    """
    own = _casefolded(expression)
    candidates = (text for text in pool if own.isdisjoint(_casefolded(text)))
    return heapq.nsmallest(count, candidates, key=lambda text: (abs(pool[text] - level), text))


@lru_cache(maxsize=100_000)
def _casefolded(expression: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in words(expression))
