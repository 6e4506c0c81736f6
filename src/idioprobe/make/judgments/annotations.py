"""Human annotations of expressions in sentences: a user's own table, checked, and what follows from it.

One row is what one annotator said of one expression in one sentence; a table without
annotators holds means. `docs/annotations.md` describes the columns.
"""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tablefile import Row, read_rows
from idioprobe.core.tables import RATINGS
from idioprobe.stats.correlation import TIED_DECIMALS, spearman

COLUMNS = {
    "annotator": "who gave the scores; without it the table holds means",
    "expression": "the expression",
    "language": "its language",
    "sentence": "1, 2 or 3",
    "score": "how far the expression means what its words say, 0 to 5",
    "head": "how much the head contributes, 0 to 5",
    "modifier": "how much the modifier contributes, 0 to 5",
    "paraphrases": "paraphrases in this sentence, separated by ;",
}
"""Columns of a table of annotations, with their meaning."""

ANNOTATIONS: dict[str, pl.DataType] = {
    "annotator": pl.String(),
    "expression": pl.String(),
    "language": pl.String(),
    "sentence": pl.Int64(),
    "score": pl.Float64(),
    "head": pl.Float64(),
    "modifier": pl.Float64(),
    "paraphrases": pl.List(pl.String()),
}
TARGETS = {"score": "expression", "head": "head", "modifier": "modifier"}
"""Columns with scores, and what each is a rating of."""

RATING_COLUMNS = ("expression", "language", "sentence", "target", "mean", "sd", "n")
UNIT = ("language", "expression", "sentence")
"""What annotators judge."""

SCALE = (0.0, 5.0)
SENTENCES_OF_A_TYPE = 3
"""A paraphrase proposed for so many sentences belongs to the type."""
TYPE_FREQUENCY = 3
"""So does one proposed for one sentence fewer, so often."""
TOKEN_FREQUENCY = 2
"""A paraphrase of one sentence counts when it was proposed so often."""


def read_annotations(path: Path, language: str | None = None) -> pl.DataFrame:
    """A table of annotations, or of means, in the columns of `ANNOTATIONS`; mistakes are named with file and line.

    `language` is for tables that do not name it themselves. The annotator is null throughout
    in a table of means. An expression goes by its first spelling whatever the case of the others.
    """
    rows = read_rows(path, ("expression", "sentence"), COLUMNS)
    columns = rows[0].cells
    if not any(column in columns for column in TARGETS):
        raise DatasetError(
            f"{path}:1: there is no column with scores; add {', '.join(TARGETS)}; found {', '.join(columns)}."
        )
    seen: dict[tuple[str | None, str, str, int], int] = {}
    spellings: dict[tuple[str, str], str] = {}
    table = []
    for row in rows:
        code = row.text("language") or language
        if not code:
            raise row.fail("language is missing, and the dataset has several; add a column language")
        expression = row.required("expression")
        expression = spellings.setdefault((code, expression.casefold()), expression)
        annotator = row.required("annotator") if "annotator" in columns else None
        sentence = _sentence(row)
        key = (annotator, code, expression, sentence)
        if key in seen:
            who = f"annotator {annotator!r}, " if annotator is not None else ""
            raise row.fail(f"{who}{expression!r}, sentence {sentence} is on line {seen[key]} already; keep one of them")
        seen[key] = row.line
        scores = {column: _score(row, column) for column in TARGETS}
        paraphrases = [" ".join(part.split()) for part in row.text("paraphrases").split(";") if part.strip()]
        if not paraphrases and all(score is None for score in scores.values()):
            raise row.fail("there is no score in this row; fill it in, or remove the row")
        table.append((annotator, expression, code, sentence, *scores.values(), paraphrases))
    return pl.DataFrame(table, schema=ANNOTATIONS, orient="row")


def _sentence(row: Row) -> int:
    text = row.required("sentence")
    if not re.fullmatch(r"0*[1-9]\d{0,8}(\.0+)?", text):
        raise row.fail(f"sentence {text!r} is not the number of a sentence; write 1, 2 or 3")
    return int(float(text))


def _score(row: Row, column: str) -> float | None:
    value = row.number(column)
    low, high = SCALE
    if value is not None and not low <= value <= high:
        raise row.fail(
            f"{column} {row.text(column)!r} lies outside the scale; write numbers from {low:g} (idiomatic) to {high:g}"
        )
    return value


def has_annotators(annotations: pl.DataFrame) -> bool:
    """Whether the table has one row for each annotator, rather than means."""
    return annotations["annotator"].is_not_null().any()


def ratings_from(annotations: pl.DataFrame) -> pl.DataFrame:
    """Mean, standard deviation (n − 1) and number of the scores of each sentence, as a dataset's ratings.

    One score has no standard deviation; means that were given as such have no n either.
    """
    scores = annotations.unpivot(on=list(TARGETS), index=list(UNIT), variable_name="target", value_name="mean")
    number = pl.len() if has_annotators(annotations) else pl.lit(None)
    return (
        scores.drop_nulls("mean")
        .group_by(*UNIT, pl.col("target").replace_strict(TARGETS))
        .agg(pl.col("mean").mean(), sd=pl.col("mean").std(), n=number)
        .sort(*UNIT, "target")
        .select(pl.col(column).cast(RATINGS[column]) for column in RATING_COLUMNS)
    )


def proposals(annotations: pl.DataFrame) -> pl.DataFrame:
    """Who proposed which paraphrase for which sentence, one row each.

    Paraphrases that differ in case or white space alone are one, in its first spelling, and
    what an annotator writes twice for one sentence counts once.
    """
    if not has_annotators(annotations):
        raise DatasetError("A table of means says nothing of paraphrases: give one row for each annotator.")
    each = annotations.select(*UNIT, "annotator", paraphrase="paraphrases").explode("paraphrase").drop_nulls()
    folded = pl.Series("folded", [text.casefold() for text in each["paraphrase"]], dtype=pl.String)
    return (
        each.with_columns(folded)
        .with_columns(pl.col("paraphrase").first().over("language", "expression", "folded"))
        .drop("folded")
        .unique(maintain_order=True)
    )


def classify_paraphrases(annotations: pl.DataFrame) -> pl.DataFrame:
    """Paraphrases that hold for the expression as such (sentence null), and those of one sentence.

    The frequency is how often a paraphrase was proposed, over annotators and sentences. Of the
    type: proposed for three sentences, or for two and three times in all. Of a sentence:
    proposed for it alone, and twice. All others are too rare to say.
    """
    whole = (
        proposals(annotations)
        .group_by("expression", "language", "paraphrase")
        .agg(pl.col("sentence").min(), sentences=pl.col("sentence").n_unique(), frequency=pl.len().cast(pl.Int64))
    )
    sentences, frequency = pl.col("sentences"), pl.col("frequency")
    of_type = (sentences >= SENTENCES_OF_A_TYPE) | (
        (sentences == SENTENCES_OF_A_TYPE - 1) & (frequency >= TYPE_FREQUENCY)
    )
    of_token = (sentences == 1) & (frequency >= TOKEN_FREQUENCY)
    return (
        whole.filter(of_type | of_token)
        .with_columns(sentence=pl.when(of_token).then("sentence"))
        .sort(*UNIT, -pl.col("frequency"), "paraphrase")
        .select("expression", "language", "sentence", "paraphrase", "frequency")
    )


def without_low_agreement(
    annotations: pl.DataFrame, threshold: float, target: str = "score"
) -> tuple[pl.DataFrame, list[str]]:
    """The annotations without annotators who disagree with the others, and who these are.

    An annotator is measured by Spearman's ρ between their scores and the mean of all others
    on the same sentences, in one language, and goes when ρ is below the threshold. One whose
    ρ is undefined (fewer than three shared sentences, or always the same score) stays.
    """
    shared = pl.col(target).count().over(UNIT)
    others = (pl.col(target).sum().over(UNIT) - pl.col(target)) / (shared - 1)
    compared = (
        annotations.drop_nulls(["annotator", target])
        .with_columns(others=others.round(TIED_DECIMALS))
        .filter(shared > 1)
    )
    low = [
        key
        for key, own in compared.group_by("language", "annotator")
        if spearman(own[target].to_numpy(), own["others"].to_numpy())[0] < threshold
    ]
    removed = pl.DataFrame(low, schema={"language": pl.String, "annotator": pl.String}, orient="row")
    kept = annotations.join(removed, on=["language", "annotator"], how="anti", maintain_order="left")
    return kept, sorted(removed["annotator"].unique())
