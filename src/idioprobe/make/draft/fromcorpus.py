"""What an index of a corpus says of expressions: sentences, frequency and association, random combinations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from idioprobe.data.lexicon.fields import FIGURES
from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.find import Progress
from idioprobe.make.corpus.index import Index
from idioprobe.make.corpus.pool import NEAREST, nearest_combinations
from idioprobe.make.corpus.sample import Choice, sample
from idioprobe.make.corpus.stats import expression_stats
from idioprobe.make.draft.draft import Known
from idioprobe.make.draft.genders import genders_of, tagged
from idioprobe.make.draft.parts import Analysis

_AS_IN_LEXICONS = {"noun-adjective": "adjective-noun"}
"""Patterns that a lexicon calls otherwise: it does not say which of the two comes first."""
_NOMINAL = ("noun-noun", "adjective-noun")
_DIGITS = 4
_OFTEN = 2


@dataclass(frozen=True)
class FromCorpus:
    """What is known of each expression, those of which no sentence was found, random combinations by pattern."""

    known: dict[str, Known] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    pool: dict[str, list[str]] = field(default_factory=dict)


def from_corpus(
    index: Index,
    wanted: Sequence[Wanted],
    analyses: Mapping[str, Analysis],
    sentences: int,
    progress: Progress,
) -> FromCorpus:
    """All that an index says; a corpus without parts of speech has no combinations by pattern, counts no sentences."""
    marked: dict[str, list[str]] = {}
    if index.manifest.has_sentences:
        sampled = sample(index, wanted, Choice(best=sentences), progress=progress)
        marked = dict(sampled.table.group_by("expression", maintain_order=True).agg("marked").iter_rows())
    known = {
        row["expression"]: Known(
            tuple(marked.get(row["expression"], ())),
            {name: round(float(row[name]), _DIGITS) for name in FIGURES if row[name] is not None},
        )
        for row in expression_stats(index, wanted).iter_rows(named=True)
    }
    missing = [one.expression for one in wanted if one.expression not in marked]
    return FromCorpus(known, missing if index.manifest.has_sentences else [], _pool(index, wanted, analyses))


def _pool(index: Index, wanted: Sequence[Wanted], analyses: Mapping[str, Analysis]) -> dict[str, list[str]]:
    """The combinations nearest in average frequency to one of the expressions, each once, with their gender.

    They are listed under the pattern that the draft gives the expression, where `data build` looks for them.
    Two words that meet once may do so by chance, so those are taken only where there are no others.
    """
    if index.patterns is None:
        return {}
    given = {name: _as_in_corpora(one) for name, one in analyses.items() if one.pattern in _NOMINAL}
    found = nearest_combinations(index, wanted, pattern=given, least=_OFTEN).table
    enough = found["expression"].value_counts().filter(pl.col("count") >= NEAREST)["expression"].to_list()
    lacking = [one for one in wanted if one.expression not in enough]
    others = nearest_combinations(index, lacking, pattern=given).table
    columns = ("expression", "pattern", "combination")
    rows = [row for table in (found, others) for row in table.select(columns).iter_rows()]
    nouns = {text: text.split(" ")[0 if pattern.startswith("noun") else 1] for _, pattern, text in rows}
    genders = genders_of(nouns.values(), index.manifest.language, index)
    pool: dict[str, dict[str, None]] = {}
    for expression, pattern, text in rows:
        gender = genders.get(nouns[text]) if "noun" in pattern and "verb" not in pattern else None
        drafted = analyses.get(expression, Analysis()).pattern or _AS_IN_LEXICONS.get(pattern, pattern)
        pool.setdefault(drafted, {})[tagged(text, {text: gender} if gender else {})] = None
    return {pattern: list(texts) for pattern, texts in pool.items()}


def _as_in_corpora(analysis: Analysis) -> str:
    """A nominal pattern as a corpus has it, in the order of the words."""
    return (
        "noun-adjective"
        if analysis.pattern == "adjective-noun" and analysis.words and analysis.words[0][0] == "head"
        else analysis.pattern
    )
