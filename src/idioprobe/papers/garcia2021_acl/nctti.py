"""The figures that Garcia et al. (ACL 2021) print about NCTTI, worked out anew from its files.

Definitions, chosen because they come nearest to the printed values:

- An expression's token score is the mean of its three sentence means. Means and spreads by class
  are over expressions, with n − 1 (over sentences the spreads come out .02 to .10 too large).
- The spread of an expression across its sentences is the standard deviation (n − 1) of its three
  sentence means (with n, 95.6 % of the Portuguese expressions would stay below 0.6, not 91.1 %).
- Type-level paraphrases count as often as they stand there: 1,506 English ones are 1,184 different.

From raw annotations, α is that of the two and the three annotators who have most sentences in
common, on just these sentences.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict
from functools import lru_cache
from typing import Any, NamedTuple

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.nctti.read import SENTENCES, Nctti
from idioprobe.make.judgments.agreement import GROUP_SIZES
from idioprobe.make.judgments.answers import UNIT
from idioprobe.papers.garcia2021_acl.figure import (
    RHO,
    Figure,
    by_sentences,
    class_groups,
    mean,
    mean_and_sd,
    type_token,
)
from idioprobe.papers.garcia2021_acl.raw import of_annotations
from idioprobe.papers.reported import load_reported
from idioprobe.stats.agreement import Level

SECTIONS = {
    "classes": "Class sizes",
    "type_token": "Type against token scores",
    "class_means": "Scores by class",
    "across": "Scores across the three sentences of an expression",
    "paraphrases": "Paraphrases",
    "example": "Example: disc jockey",
    "annotations": "Annotations",
    "agreement": "Agreement",
    "raw_type_token": "Type against token scores, from the annotations",
    "raw_means": "Scores by class, from the annotations",
    "raw_paraphrases": "Paraphrases, from the annotations",
    "low_agreement": "Without annotators of low agreement",
}
"""Sections of the figures, with their titles; those from `annotations` on need a table of annotations."""

FIGURES: dict[str, pl.DataType] = {
    "section": pl.String(),
    "language": pl.String(),
    "group": pl.String(),
    "figure": pl.String(),
    "value": pl.Float64(),
    "n": pl.Int64(),
    "printed": pl.Float64(),
    "where": pl.String(),
    "note": pl.String(),
    "differs": pl.Boolean(),
    "digits": pl.Int64(),
}
SMALL_SPREAD, LARGE_SPREAD = 0.6, 1.0
EXAMPLE = ("en", "disc jockey")


class Printed(NamedTuple):
    """What the paper prints for English and Portuguese, in its own digits, and where."""

    where: str
    en: str | None
    pt: str | None


def _from_tables() -> dict[tuple[str, ...], Printed]:
    """The figures that stand in the paper's tables 1 to 4, from what is kept of them."""
    cells: dict[tuple[tuple[str, ...], str], dict[str, str]] = {}
    for name in ("G2-1", "G2-2", "G2-3", "G2-4"):
        for row in load_reported(name).iter_rows(named=True):
            for key in _figures_of(row):
                cells.setdefault((key, f"Table {name[-1]}"), {})[row["language"]] = row["printed"]
    return {key: Printed(where, texts.get("en"), texts.get("pt")) for (key, where), texts in cells.items()}


def _figures_of(row: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Under which section, group and figure a reported cell stands."""
    group, unit, statistic = row["group"], row["unit"], row["statistic"]
    if row["table"] == "G2-1":
        size, annotators = group.split(" ")
        yield "agreement", f"{GROUP_SIZES[int(size)]} {annotators}", f"α of {unit}"
    elif row["table"] == "G2-2":
        yield from ((section, group, RHO) for section in ("type_token", "raw_type_token"))
    elif row["table"] == "G2-3":
        yield from (
            (section, group, f"{unit} {statistic}") for section in ("class_means", "raw_means")[unit != "expression" :]
        )
    else:
        figures = {"type level": ("type", "type score")}
        yield "example", *figures.get(row["row"], ("token", f"mean, {row['row']}"))


_IN_THE_TEXT: dict[tuple[str, ...], Printed] = {
    ("classes", "NC", "expressions"): Printed("§3.1", "103", "60"),
    ("classes", "PC", "expressions"): Printed("§3.1", "88", "60"),
    ("classes", "C", "expressions"): Printed("§3.1", "89", "60"),
    ("class_means", "NC", "type mean"): Printed("Table 3, caption", "1.1", "1.3"),
    ("class_means", "PC", "type mean"): Printed("Table 3, caption", "2.4", "2.5"),
    ("class_means", "C", "type mean"): Printed("Table 3, caption", "4.2", "3.9"),
    ("across", "all", "% with sd < 0.6"): Printed("§4.4", "85.7", "91.1"),
    ("across", "all", "expressions with sd > 1"): Printed("§4.4", "5", "4"),
    ("paraphrases", "type", "paraphrases"): Printed("§3.3", "1506", "743"),
    ("paraphrases", "token", "paraphrases"): Printed("§3.3", "353", "192"),
    ("paraphrases", "token", "expressions, one sentence"): Printed("§3.3", "118", "61"),
    ("paraphrases", "token", "expressions, two sentences"): Printed("§3.3", "69", "38"),
    ("paraphrases", "token", "expressions, three sentences"): Printed("§3.3", "16", "6"),
    ("paraphrases", "type", "per expression"): Printed("§3.3", "5.4", "4.1"),
    ("paraphrases", "token", "per expression"): Printed("§3.3", "1.3", "1.1"),
    ("paraphrases", "token", "per sentence"): Printed("§3.3", "0.42", None),
    ("annotations", "all", "annotations"): Printed("§3.2", "8725", "5091"),
    ("annotations", "all", "annotators"): Printed("§3.2", "412", "33"),
    ("annotations", "all", "sentences"): Printed("§3.2", "840", "540"),
    ("annotations", "all", "per sentence"): Printed("§3.2", "10.4", "9.4"),
    ("annotations", "all", "per annotator"): Printed("§3.2", "21", "154"),
    ("agreement", "two annotators", "sentences in common"): Printed("§3.3", "199", "131"),
    ("agreement", "three annotators", "sentences in common"): Printed("§3.3", "76", "60"),
    ("raw_paraphrases", "all", "different paraphrases"): Printed("§3.3", "9690", "6579"),
    ("raw_paraphrases", "all", "per expression"): Printed("§3.3", "34.60", None),
    ("raw_paraphrases", "all", "by 3 annotators or more"): Printed("§3.3", None, "764"),
    ("raw_paraphrases", "all", "by 5 annotators or more"): Printed("§3.3", "3554", "314"),
    ("raw_paraphrases", "type", "paraphrases"): Printed("§3.3", "1506", "743"),
    ("raw_paraphrases", "token", "paraphrases"): Printed("§3.3", "353", "192"),
    ("raw_paraphrases", "token", "expressions, one sentence"): Printed("§3.3", "118", "61"),
    ("raw_paraphrases", "token", "expressions, two sentences"): Printed("§3.3", "69", "38"),
    ("raw_paraphrases", "token", "expressions, three sentences"): Printed("§3.3", "16", "6"),
}


@lru_cache(maxsize=1)
def printed_figures() -> dict[tuple[str, ...], Printed]:
    """What the paper prints in tables and text, by section, group and figure."""
    return {**_from_tables(), **_IN_THE_TEXT}


_UNKNOWN = "no reason found"
NOTES: dict[tuple[str, ...], str] = {
    ("classes", "expressions"): "the paper gives the sizes of PC and C the other way round",
    ("type_token", "en", "PC", RHO): "the file lacks the type score of small fry; with the 0.73 of NCS, ρ is 0.78",
    ("type_token", "pt", "all", RHO): f"{_UNKNOWN}; Pearson's r would be 0.90",
    ("class_means", "expression mean"): f"{_UNKNOWN}; the rounding of the file's sentence means hardly explains it",
    ("class_means", "expression sd"): f"{_UNKNOWN}; over sentences, or with n, it differs more",
    ("class_means", "type mean"): "the paper quotes Cordeiro et al. (2019), whose classes may be others",
    ("across", "% with sd < 0.6"): f"{_UNKNOWN}; with n instead of n − 1, the file gives 92.5 (en) and 95.6 (pt)",
    ("across", "expressions with sd > 1"): f"{_UNKNOWN}; with n instead of n − 1, the file gives 4 (en) and 0 (pt)",
    ("paraphrases", "paraphrases"): "with repetitions",
    ("paraphrases", "different paraphrases"): "each counted once for an expression, or for its sentence",
    ("raw_paraphrases", "paraphrases"): "each counted once; the published file repeats some English ones",
    ("low_agreement", RHO): "footnote 6 of the paper: almost as in table 2",
}
"""Why a figure differs from print, or how it is counted: by section and figure, or for one language and group."""


def figures(
    nctti: Nctti, annotations: pl.DataFrame | None = None, level: Level = "ordinal", *, published: bool = True
) -> pl.DataFrame:
    """All figures beside what the paper prints; those of a table of annotations where one is given.

    Where it is not the `published` NCTTI but another dataset that annotations are about, theirs are all.

    `level` is the scale that α takes the scores for. `differs` says that a value rounded to
    the printed digits is not the printed one; a figure that is undefined has no value.
    """
    languages = nctti.scores["language"].unique(maintain_order=True).to_list()
    if annotations is not None:
        strange = sorted(set(annotations["language"]) - set(languages))
        if strange:
            raise DatasetError(
                f"The annotations are in {', '.join(strange)}, {'NCTTI here' if published else 'the dataset'} is in "
                f"{', '.join(languages)}; "
                "name one of these in the table's column language."
            )
    rows = []
    for language in languages:
        scores = nctti.scores.filter(pl.col("language") == language)
        found: list[Figure] = []
        if published:
            part = Nctti(scores, nctti.paraphrases.filter(pl.col("language") == language))
            found += [*_of_scores(scores), *_across(scores), *_of_paraphrases(part), *_example(scores)]
        if annotations is not None and language in annotations["language"]:
            found += of_annotations(scores, annotations.filter(pl.col("language") == language), level)
        rows += [_beside_print(figure, language) for figure in found]
    order = pl.col("section").replace_strict({name: at for at, name in enumerate(SECTIONS)})
    return pl.DataFrame(rows, schema=FIGURES).sort(order, maintain_order=True)


def _beside_print(found: Figure, language: str) -> dict[str, object]:
    key = (found.section, found.group, found.figure)
    printed = printed_figures().get(key)
    text = getattr(printed, language, None) if printed else None
    digits = len(text.partition(".")[2]) if text is not None else found.digits
    defined = math.isfinite(found.value)
    half = 0.5 * 10**-digits
    return {
        **asdict(found),
        "language": language,
        "value": found.value if defined else None,
        "printed": float(text) if text is not None else None,
        "where": printed.where if printed and text is not None else None,
        "note": NOTES.get((found.section, language, found.group, found.figure))
        or NOTES.get((found.section, found.figure)),
        "differs": defined and text is not None and abs(found.value - float(text)) > half + 1e-9,
        "digits": digits,
    }


def _with_token(scores: pl.DataFrame) -> pl.DataFrame:
    return scores.with_columns(token=pl.mean_horizontal(f"mean{number}" for number in SENTENCES))


def _of_scores(scores: pl.DataFrame) -> Iterator[Figure]:
    scores = _with_token(scores)
    for group, part in class_groups(scores):
        yield Figure("classes", group, "expressions", len(part), len(part), 0)
    for group, part in [("all", scores), *class_groups(scores)]:
        yield type_token("type_token", group, part)
    for group, part in class_groups(scores):
        yield from mean_and_sd("class_means", group, "expression", part["token"])
        types = part["type"].drop_nulls().to_numpy()
        yield Figure("class_means", group, "type mean", mean(types), len(types), 1)


def _across(scores: pl.DataFrame) -> Iterator[Figure]:
    means = scores.select(f"mean{number}" for number in SENTENCES).drop_nulls().to_numpy()
    spread = means.std(axis=1, ddof=1)
    yield Figure("across", "all", "% with sd < 0.6", 100 * mean(spread < SMALL_SPREAD), len(spread), 1)
    yield Figure("across", "all", "expressions with sd > 1", float((spread > LARGE_SPREAD).sum()), len(spread), 0)


def _of_paraphrases(nctti: Nctti) -> Iterator[Figure]:
    expressions = len(nctti.scores)
    of_type = nctti.paraphrases.filter(pl.col("sentence").is_null())
    of_token = nctti.paraphrases.filter(pl.col("sentence").is_not_null())
    for group, part in (("type", of_type), ("token", of_token)):
        distinct = part.select(*UNIT, pl.col("paraphrase").str.to_lowercase()).n_unique()
        yield Figure("paraphrases", group, "paraphrases", len(part), expressions, 0)
        yield Figure("paraphrases", group, "different paraphrases", distinct, expressions, 0)
        yield Figure("paraphrases", group, "per expression", len(part) / expressions, expressions, 1)
    sentences = expressions * len(SENTENCES)
    yield Figure("paraphrases", "token", "per sentence", len(of_token) / sentences, sentences)
    yield from by_sentences("paraphrases", of_token, expressions)


def _example(scores: pl.DataFrame) -> Iterator[Figure]:
    language, expression = EXAMPLE
    for row in scores.filter(language=language, expression=expression).iter_rows(named=True):
        for number in SENTENCES:
            yield Figure("example", "token", f"mean, sentence {number}", _number(row[f"mean{number}"]), 1)
        yield Figure("example", "type", "type score", _number(row["type"]), 1)


def _number(value: float | None) -> float:
    return math.nan if value is None else value
