"""From answers to judgments: agreement, annotators, ratings, paraphrases, suggested classes; all in one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import TARGET
from idioprobe.make.judgments.agreement import AGREEMENT, ALL, agreement, by_level
from idioprobe.make.judgments.answers import Answers, has_annotators
from idioprobe.make.judgments.filters import ANNOTATORS, Filter, Filtered, filtered
from idioprobe.make.judgments.paraphrases import count_paraphrases
from idioprobe.make.judgments.ratings import (
    EXPRESSION,
    Thresholds,
    TypeToken,
    by_expression,
    departures,
    rated,
    suggestions,
    thirds,
    type_and_token,
)

PARAPHRASES_COUNTED: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "level": pl.String(),
    "sentence": pl.Int64(),
    "paraphrase": pl.String(),
    "frequency": pl.Int64(),
    "annotators": pl.Int64(),
    "sentences": pl.List(pl.Int64()),
}


@dataclass(frozen=True)
class Judgments:
    """What people said, as tables; ratings are of the annotators that count, those `before` of all, and so is α.

    Where annotators were removed by their agreement, α is of answers held out of the choice (`held_out` in its table).

    `expressions` has the class that the `thresholds` suggest of each expression, and its own, if it has one.
    """

    answers: Answers
    counted: pl.DataFrame
    """The answers that count."""
    annotators: pl.DataFrame
    agreement: pl.DataFrame
    agreement_before: pl.DataFrame
    ratings: pl.DataFrame
    before: pl.DataFrame
    expressions: pl.DataFrame
    departures: pl.DataFrame
    type_token: list[TypeToken]
    thresholds: Thresholds
    paraphrases: pl.DataFrame
    wanted: Filter = field(default_factory=Filter)
    notes: list[str] = field(default_factory=list)

    @property
    def removed(self) -> pl.DataFrame:
        """The annotators that do not count."""
        return self.annotators.drop_nulls("removed")


@dataclass(frozen=True)
class Beside:
    """What a dataset says of the same expressions: its name, type ratings and classes, by language and expression."""

    name: str
    types: Mapping[tuple[str, str], float] = field(default_factory=dict)
    classes: Mapping[tuple[str, str], str] = field(default_factory=dict)


def judge(
    answers: Answers,
    wanted: Filter | None = None,
    beside: Beside | None = None,
    thresholds: Thresholds | None = None,
    *,
    resamples: int = 1000,
) -> Judgments:
    """All that follows from answers; `beside` is for type ratings and classes that the answers do not have."""
    wanted = wanted or Filter()
    thresholds = thresholds or thirds(answers.scale)
    table, notes = answers.table, list(answers.notes)
    before = rated(table)
    if has_annotators(table):
        chosen = filtered(table, wanted)
        counted, annotators = chosen.answers, chosen.annotators
        if counted.is_empty():
            raise DatasetError(
                f"All {annotators['annotator'].n_unique():,} annotators are removed "
                f"({'; '.join(annotators['removed'].unique().sort())}); ask for less."
            )
        if chosen.removed.is_empty() and (wanted.min_agreement, wanted.min_items) != (None, None):
            notes.append("The filters remove nobody.")
        alphas = _agreement(chosen, resamples)
        first = agreement(table, resamples, of_few=False) if len(counted) < len(table) else alphas
        paraphrases = count_paraphrases(counted)
        if annotators["annotator"].n_unique() == 1:
            name = annotators["annotator"][0]
            notes.append(f"There is one annotator, {name}: agreement needs two at least.")
        elif alphas.filter(annotators=ALL).is_empty():
            notes.append("One annotator is left: agreement needs two at least.")
        elif not (alphas["sentences"] > 0).any():
            notes.append("No two annotators scored the same sentence: their agreement is undefined.")
    else:
        counted, annotators = table, pl.DataFrame(schema=ANNOTATORS)
        alphas = first = pl.DataFrame(schema=AGREEMENT)
        paraphrases = pl.DataFrame(schema=PARAPHRASES_COUNTED)
        notes.append(
            "The table holds means: agreement, annotators and paraphrases need one row for each annotator "
            "(a column annotator)."
        )
    ratings = rated(counted)
    expressions = by_expression(ratings, counted)
    classes = beside.classes if beside else {}
    suggested = suggestions(expressions, thresholds)
    own = [classes.get((language, name)) for language, name in suggested.select(EXPRESSION).iter_rows()]
    suggested = suggested.with_columns(pl.Series("class", own, dtype=pl.String))
    return Judgments(
        answers,
        counted,
        annotators,
        alphas,
        first,
        ratings,
        before,
        expressions.join(suggested.drop("rating"), on=EXPRESSION, how="left", maintain_order="left"),
        departures(ratings),
        _type_token(expressions, beside, resamples),
        thresholds,
        paraphrases,
        wanted,
        notes,
    )


def _agreement(chosen: Filtered, resamples: int) -> pl.DataFrame:
    """α of the annotators that count, of answers that they were not chosen by.

    Where some were removed because they disagree, that of all is of answers held out of the choice, and the few who
    have most sentences in common are found among everybody before it. Of a single annotator there is none.
    """
    if chosen.held_out is chosen.answers:
        return agreement(chosen.answers, resamples)
    every = agreement(chosen.held_out, resamples, of_few=False).with_columns(held_out=True)
    several = [key for *key, part in by_level(chosen.answers) if part["annotator"].n_unique() > 1]
    left = pl.DataFrame(several, schema={"language": pl.String, "level": pl.String}, orient="row")
    every = every.join(left, on=("language", "level"), how="semi", maintain_order="left")
    few = agreement(chosen.unselected, resamples).filter(pl.col("annotators") != ALL)
    return pl.concat([every, few]).sort("language", "level", maintain_order=True)


def _type_token(expressions: pl.DataFrame, beside: Beside | None, resamples: int) -> list[TypeToken]:
    """ρ of both levels: type ratings of the same answers where they have any, else those of the dataset."""
    found = type_and_token(expressions, "the same answers", resamples)
    if beside and beside.types:
        done = {one.language for one in found}
        others = expressions.filter(~pl.col("language").is_in(list(done)), pl.col("target") == TARGET)
        types = [beside.types.get((language, name)) for language, name in others.select(EXPRESSION).iter_rows()]
        others = others.with_columns(pl.Series("type", types, dtype=pl.Float64))
        found += type_and_token(others, beside.name, resamples)
    return found


def changes(judged: Judgments) -> pl.DataFrame:
    """Ratings before and after annotators were removed, the greatest change first."""
    keys = ["language", "expression", "sentence", "target"]
    both = judged.before.select(*keys, before="mean", n_before="n").join(
        judged.ratings.select(*keys, "mean", "n"), on=keys, how="left", nulls_equal=True
    )
    changed = both.with_columns(change=pl.col("mean") - pl.col("before"))
    return changed.sort(-pl.col("change").abs(), *keys, nulls_last=True)
