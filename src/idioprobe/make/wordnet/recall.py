"""How many of the synonyms that people chose for the words of a dataset a wordnet finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.data.components import components_of
from idioprobe.data.dataset import Dataset
from idioprobe.make.draft.parts import PARTS_OF_ROLE
from idioprobe.make.wordnet.related import Frequency, Wanted, candidates
from idioprobe.make.wordnet.wordnet import Wordnet

AT = (1, 5, 20)


@dataclass(frozen=True)
class Chosen:
    """A word of an expression, the synonym that people chose for it, and the rank that it is found at, from 1."""

    expression: str
    role: str
    word: str
    synonym: str
    rank: int | None


@dataclass(frozen=True)
class Recall:
    """What was looked for, and where it was found."""

    language: str
    chosen: tuple[Chosen, ...]

    def at(self, number: int) -> float:
        """The share of synonyms among the first so many candidates."""
        return sum(1 for one in self.chosen if one.rank and one.rank <= number) / len(self.chosen)

    def missed(self, number: int = AT[-1]) -> list[Chosen]:
        """Those that are not."""
        return [one for one in self.chosen if not one.rank or one.rank > number]


def recall(data: Dataset, language: str, sources: Sequence[Wordnet], frequency: Frequency | None = None) -> Recall:
    """The main synonym of each word of a dataset's expressions, and its rank among the candidates."""
    own = components_of(data.expressions)
    given = data.stimuli.filter(
        pl.col("language") == language, pl.col("role").str.ends_with("_syn"), pl.col("index") == 0
    )
    found = []
    for expression, role, synonym in given.select("expression", "role", "text").iter_rows():
        role = role.removesuffix("_syn")
        words = {one.role: one.word for one in own[language, expression]}
        if role not in words or role not in PARTS_OF_ROLE:
            continue
        others = tuple(word for other, word in words.items() if other != role)
        ranked = candidates(Wanted(words[role], PARTS_OF_ROLE[role], others), sources, frequency, most=AT[-1])
        ranks = {one.word.casefold(): rank for rank, one in enumerate(ranked, 1)}
        found.append(Chosen(expression, role, words[role], synonym, ranks.get(synonym.casefold())))
    if not found:
        raise DatasetError(f"{data.name} has no synonyms of the words of its expressions in {language}.")
    return Recall(language, tuple(found))
