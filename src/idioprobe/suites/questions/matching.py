"""Whether a paraphrase is one that people gave: in the same words, or but for case, articles, hyphens and number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from idioprobe.data.grammar.plurals import pluralise
from idioprobe.suites.questions.parsing import bare, without_article


def same(one: str, other: str) -> bool:
    """Whether two phrases are written alike, but for case and what stands around them.

    >>> same("Hard worker.", "hard worker"), same("hard-worker", "hard worker")
    (True, False)
    """
    return bare(one) == bare(other)


def normalised(phrase: str) -> str:
    """A phrase without case, articles and hyphens.

    >>> normalised("The Hard-Worker")
    'hard worker'
    """
    return without_article(" ".join(bare(phrase).replace("-", " ").replace("‑", " ").split()))


def matches(answers: Iterable[str], given: Iterable[str], language: str) -> bool:
    """Whether one of the answers is one of the phrases that people gave, in the singular or the plural.

    >>> matches(["hard-workers", "nuisance"], ["a hard worker"], "en")
    True
    """
    people = [normalised(phrase) for phrase in given]
    return any(_alike(normalised(answer), phrase, language) for answer in answers for phrase in people)


def matches_exactly(answers: Iterable[str], given: Iterable[str]) -> bool:
    """Whether one of the answers is written as people wrote it, but for case and punctuation around it."""
    people = list(given)
    return any(same(answer, phrase) for answer in answers for phrase in people)


def _alike(one: str, other: str, language: str) -> bool:
    return one == other or other == _plural(one, language) or one == _plural(other, language)


@lru_cache(maxsize=100_000)
def _plural(phrase: str, language: str) -> str | None:
    return pluralise(phrase, language) if phrase else None
