"""Which annotators count: how far each agrees with the others, and who is left out for what."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from idioprobe.make.judgments.agreement import drawn_anew
from idioprobe.make.judgments.answers import UNIT, judged_by
from idioprobe.stats.correlation import TIED_DECIMALS, spearman_rho

SAME_THROUGHOUT = 10
"""Who gives one score to so many sentences on which others differ has not judged them."""

FOLDS = 10
"""Into so many parts expressions are split where answers are held out of the choice of annotators."""

FAILED = "failed the checks"
CONSTANT = "one score throughout"

ANNOTATORS: dict[str, pl.DataType] = {
    "annotator": pl.String(),
    "language": pl.String(),
    "answers": pl.Int64(),
    "mean": pl.Float64(),
    "sd": pl.Float64(),
    "shared": pl.Int64(),
    "rho": pl.Float64(),
    "check": pl.Boolean(),
    "removed": pl.String(),
}
"""One annotator in one language: `rho` is that of their scores and the means of all others, on the `shared` sentences
that others scored too; `removed` says why they do not count."""

_KEY = ("language", "annotator")


@dataclass(frozen=True)
class Filter:
    """What an annotator must have to count; None asks for nothing."""

    min_agreement: float | None = None
    min_items: int | None = None
    keep_failed: bool = False


@dataclass(frozen=True)
class Filtered:
    """The answers that count, and every annotator with the reason why some do not.

    `unselected` are the answers before anybody was removed for what they answered; `held_out` those among which the
    agreement of the annotators that count may be measured (`held_out`, below).
    """

    answers: pl.DataFrame
    annotators: pl.DataFrame
    unselected: pl.DataFrame
    held_out: pl.DataFrame

    @property
    def removed(self) -> pl.DataFrame:
        """The annotators that do not count."""
        return self.annotators.drop_nulls("removed")


def leave_one_out(answers: pl.DataFrame, column: str | None = None) -> pl.DataFrame:
    """Each annotator with Spearman's ρ between their scores and the means of all others on the same sentences.

    Those who shared fewer than three sentences with others, or gave one score only, have no ρ.
    """
    column = column or judged_by(answers)
    shared = pl.col(column).count().over(UNIT)
    others = (pl.col(column).sum().over(UNIT) - pl.col(column)) / (shared - 1)
    compared = (
        answers.drop_nulls(["annotator", column]).with_columns(others=others.round(TIED_DECIMALS)).filter(shared > 1)
    )
    rows = []
    for key, own in compared.group_by(_KEY):
        mine, theirs = own[column].to_numpy(), own["others"].to_numpy()
        rho = spearman_rho(mine, theirs)
        constant = len(own) >= SAME_THROUGHOUT and np.ptp(mine) == 0 and np.ptp(theirs) > 0
        rows.append((*key, len(own), None if np.isnan(rho) else rho, constant))
    schema = {"language": pl.String, "annotator": pl.String, "shared": pl.Int64, "rho": pl.Float64}
    agreeing = pl.DataFrame(rows, schema={**schema, "constant": pl.Boolean}, orient="row")
    everyone = answers.group_by(_KEY).agg(
        answers=pl.len(),
        mean=pl.col(column).mean(),
        sd=pl.col(column).std(),
        check=pl.when(pl.col("check").is_not_null().any()).then(pl.col("check").all()),
    )
    return (
        everyone.join(agreeing, on=_KEY, how="left")
        .with_columns(pl.col("shared").fill_null(0), pl.col("constant").fill_null(value=False))
        .sort(_KEY)
    )


def filtered(answers: pl.DataFrame, wanted: Filter) -> Filtered:
    """The answers of annotators who have what is wanted; those who failed the checks go first, and are nobody's others.

    With `min_agreement` those go whose ρ is below it, and those who gave one score throughout to
    `SAME_THROUGHOUT` sentences or more. Others whose ρ is undefined stay.
    """
    reasons: dict[tuple[str, str], str] = {}
    first = leave_one_out(answers)
    if not wanted.keep_failed:
        failed = first.filter(~pl.col("check")).select(_KEY).rows()
        reasons |= dict.fromkeys(failed, FAILED)
    if wanted.min_items is not None:
        few = first.filter(pl.col("answers") < wanted.min_items).select(*_KEY, "answers").rows()
        reasons |= {(a, b): f"{n} of {wanted.min_items} items" for a, b, n in few if (a, b) not in reasons}
    unselected = _without(answers, reasons)
    among = leave_one_out(unselected) if reasons and not unselected.is_empty() else first
    kept = held = unselected
    if wanted.min_agreement is not None and not unselected.is_empty():
        disagreeing = _disagreeing(among, wanted.min_agreement)
        if disagreeing:
            kept, held = _without(unselected, disagreeing), held_out(unselected, wanted.min_agreement)
        reasons |= disagreeing
    annotators = _those_kept(first, among).with_columns(
        removed=pl.Series([reasons.get((a, b)) for a, b in first.select(_KEY).iter_rows()], dtype=pl.String)
    )
    columns = (pl.col(name).cast(kind) for name, kind in ANNOTATORS.items())
    return Filtered(kept, annotators.select(columns), unselected, held)


def _disagreeing(among: pl.DataFrame, least: float) -> dict[tuple[str, str], str]:
    """Who agrees too little with the others, and why that is so."""
    found = {}
    for language, name, rho, constant in among.select(*_KEY, "rho", "constant").iter_rows():
        if rho is not None and rho < least:
            found[language, name] = f"ρ below {least:g}"
        elif rho is None and constant:
            found[language, name] = CONSTANT
    return found


def held_out(answers: pl.DataFrame, least: float) -> pl.DataFrame:
    """Of each expression the answers of those who agree with the others about *other* expressions.

    Annotators who are chosen because they agree do agree on the answers that they were chosen by, even where all
    answer at random; on answers held out of the choice they agree as far as they would on new ones. Expressions are
    split into `FOLDS` parts, in the order of their names; sentences, where expressions are few.
    """
    column = judged_by(answers)
    parts = []
    for _, own in answers.group_by("language", maintain_order=True):
        units, of = (own.select(pl.struct(UNIT[:end]).rank("dense"))[:, 0].to_numpy() for end in (3, 2))
        _, first, unit = np.unique(units, return_index=True, return_inverse=True)
        fold = drawn_anew(of[first].astype(np.int64))[0][unit] % FOLDS
        for number in np.unique(fold):
            others = leave_one_out(own.filter(pl.Series(fold != number)), column)
            parts.append(_without(own.filter(pl.Series(fold == number)), _disagreeing(others, least)))
    return pl.concat(parts)


def _those_kept(first: pl.DataFrame, among: pl.DataFrame) -> pl.DataFrame:
    """Every annotator as at first, with ρ among those whom nothing else had removed."""
    if among is first:
        return first
    news = among.select(*_KEY, "rho", "shared")
    return (
        first.join(news, on=_KEY, how="left", suffix="_new", maintain_order="left")
        .with_columns(rho=pl.coalesce("rho_new", "rho"), shared=pl.coalesce("shared_new", "shared"))
        .drop("rho_new", "shared_new")
    )


def _without(answers: pl.DataFrame, reasons: dict[tuple[str, str], str]) -> pl.DataFrame:
    if not reasons:
        return answers
    gone = pl.DataFrame(list(reasons), schema=dict.fromkeys(_KEY, pl.String), orient="row")
    return answers.join(gone, on=_KEY, how="anti", maintain_order="left")


def without_low_agreement(answers: pl.DataFrame, threshold: float) -> tuple[pl.DataFrame, list[str]]:
    """The answers without annotators who disagree with the others, and who these are.

    An annotator is measured in one language, and goes when ρ is below the threshold, or for one score throughout.
    Others whose ρ is undefined stay.
    """
    low = _disagreeing(leave_one_out(answers), threshold)
    return _without(answers, low), sorted({name for _, name in low})
