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
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import CLASSES
from idioprobe.data.sources.nctti.read import SENTENCES, Nctti, comp_scale
from idioprobe.make.judgments.annotations import (
    TARGETS,
    UNIT,
    classify_paraphrases,
    has_annotators,
    proposals,
    ratings_from,
    without_low_agreement,
)
from idioprobe.papers.reported import load_reported
from idioprobe.stats.agreement import Level, krippendorff_alpha, most_common
from idioprobe.stats.bootstrap import Array
from idioprobe.stats.correlation import spearman

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
GROUP_SIZES = {2: "two", 3: "three"}
LOW_AGREEMENT = (0.2, 0.4)
SMALL_SPREAD, LARGE_SPREAD = 0.6, 1.0
EXAMPLE = ("en", "disc jockey")
RHO = "ρ(type, token)"

_NUMBERS = ("one", "two", "three")


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


@dataclass(frozen=True)
class Figure:
    """One figure, its n, and the digits it is shown in where the paper prints none."""

    section: str
    group: str
    figure: str
    value: float
    n: int
    digits: int = 2


def figures(nctti: Nctti, annotations: pl.DataFrame | None = None, level: Level = "ordinal") -> pl.DataFrame:
    """All figures beside what the paper prints; those of a table of annotations where one is given.

    `level` is the scale that α takes the scores for. `differs` says that a value rounded to
    the printed digits is not the printed one; a figure that is undefined has no value.
    """
    languages = nctti.scores["language"].unique(maintain_order=True).to_list()
    if annotations is not None:
        strange = sorted(set(annotations["language"]) - set(languages))
        if strange:
            raise DatasetError(
                f"The annotations are in {', '.join(strange)}, NCTTI here is in {', '.join(languages)}; "
                "name one of these in the table's column language."
            )
    rows = []
    for language in languages:
        part = Nctti(*(t.filter(pl.col("language") == language) for t in (nctti.scores, nctti.paraphrases)))
        found = [*_of_scores(part.scores), *_across(part.scores), *_of_paraphrases(part), *_example(part.scores)]
        if annotations is not None and language in annotations["language"]:
            found += _of_annotations(part, annotations.filter(pl.col("language") == language), level)
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


def _groups(table: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    for label in CLASSES:
        part = table.filter(pl.col("class") == label)
        if not part.is_empty():
            yield label, part


def _with_token(scores: pl.DataFrame) -> pl.DataFrame:
    return scores.with_columns(token=pl.mean_horizontal(f"mean{number}" for number in SENTENCES))


def _of_scores(scores: pl.DataFrame) -> Iterator[Figure]:
    scores = _with_token(scores)
    for group, part in _groups(scores):
        yield Figure("classes", group, "expressions", len(part), len(part), 0)
    for group, part in [("all", scores), *_groups(scores)]:
        yield _type_token("type_token", group, part)
    for group, part in _groups(scores):
        yield from _mean_and_sd("class_means", group, "expression", part["token"])
        types = part["type"].drop_nulls().to_numpy()
        yield Figure("class_means", group, "type mean", _mean(types), len(types), 1)


def _type_token(section: str, group: str, scores: pl.DataFrame) -> Figure:
    both = scores.drop_nulls(["type", "token"])
    rho, _ = spearman(both["type"].to_numpy(), both["token"].to_numpy())
    return Figure(section, group, RHO, rho, len(both))


def _mean_and_sd(section: str, group: str, target: str, values: pl.Series) -> Iterator[Figure]:
    known = values.drop_nulls().to_numpy()
    yield Figure(section, group, f"{target} mean", _mean(known), len(known))
    yield Figure(section, group, f"{target} sd", float(known.std(ddof=1)) if len(known) > 1 else math.nan, len(known))


def _mean(values: Array) -> float:
    return float(values.mean()) if len(values) else math.nan


def _across(scores: pl.DataFrame) -> Iterator[Figure]:
    means = scores.select(f"mean{number}" for number in SENTENCES).drop_nulls().to_numpy()
    spread = means.std(axis=1, ddof=1)
    yield Figure("across", "all", "% with sd < 0.6", 100 * _mean(spread < SMALL_SPREAD), len(spread), 1)
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
    yield from _by_sentences("paraphrases", of_token, expressions)


def _by_sentences(section: str, of_token: pl.DataFrame, expressions: int) -> Iterator[Figure]:
    """How many expressions have paraphrases of their own in just one, two or three sentences."""
    held = of_token.group_by("expression").agg(pl.col("sentence").n_unique())["sentence"]
    for number, name in enumerate(_NUMBERS, 1):
        figure = f"expressions, {name} sentence{'s' if number > 1 else ''}"
        yield Figure(section, "token", figure, float((held == number).sum()), expressions, 0)


def _example(scores: pl.DataFrame) -> Iterator[Figure]:
    language, expression = EXAMPLE
    for row in scores.filter(language=language, expression=expression).iter_rows(named=True):
        for number in SENTENCES:
            yield Figure("example", "token", f"mean, sentence {number}", _number(row[f"mean{number}"]), 1)
        yield Figure("example", "type", "type score", _number(row["type"]), 1)


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _of_annotations(nctti: Nctti, annotations: pl.DataFrame, level: Level) -> Iterator[Figure]:
    rated = _rated(nctti, annotations)
    unknown = rated.filter(pl.col("class").is_null())["expression"].n_unique()
    if unknown:
        yield Figure("raw_means", "unknown", "expressions not in NCTTI", unknown, rated["expression"].n_unique(), 0)
    whole = rated.filter(pl.col("target") == "expression")
    for group, part in [("all", whole), *_groups(whole)] if len(whole) else []:
        yield _type_token("raw_type_token", group, part)
    for group, part in _groups(rated):
        for target in TARGETS.values():
            yield from _mean_and_sd("raw_means", group, target, part.filter(pl.col("target") == target)["token"])
    if not has_annotators(annotations):
        return
    total = len(annotations)
    sentences = annotations.select(UNIT).n_unique()
    annotators = annotations["annotator"].n_unique()
    yield Figure("annotations", "all", "annotations", total, total, 0)
    yield Figure("annotations", "all", "annotators", annotators, total, 0)
    yield Figure("annotations", "all", "sentences", sentences, total, 0)
    yield Figure("annotations", "all", "per sentence", total / sentences, sentences, 1)
    yield Figure("annotations", "all", "per annotator", total / annotators, annotators, 1)
    yield from _agreement(annotations, level)
    yield from _proposed(annotations)
    for threshold in LOW_AGREEMENT:
        yield from _without_low(nctti, annotations, threshold, level)


def _rated(nctti: Nctti, annotations: pl.DataFrame) -> pl.DataFrame:
    """Mean rating of each expression over its sentences, by target, with the experts' class and the type score."""
    labels = comp_scale(nctti)
    types = {expression.lower(): score for expression, score in nctti.scores.select("expression", "type").iter_rows()}
    ratings = ratings_from(annotations).group_by(*UNIT[:2], "target", maintain_order=True)
    table = ratings.agg(token=pl.col("mean").mean())
    return table.with_columns(
        pl.Series("class", [labels.get((a, b.lower())) for a, b in table.select(UNIT[:2]).iter_rows()], pl.String),
        pl.Series("type", [types.get(name.lower()) for name in table["expression"]], pl.Float64),
    )


def _agreement(annotations: pl.DataFrame, level: Level) -> Iterator[Figure]:
    """α for the two and three annotators with most sentences in common, and for all annotators together."""
    names = sorted(annotations["annotator"].unique())
    rows = annotations["annotator"].replace_strict({name: at for at, name in enumerate(names)}).to_numpy()
    columns = annotations.select(pl.struct(UNIT).rank("dense"))[:, 0].to_numpy().astype(np.int64) - 1
    present = np.full((len(names), columns.max() + 1), np.nan)
    present[rows, columns] = 1
    scores = {target: np.full_like(present, np.nan) for target in TARGETS.values()}
    for column, target in TARGETS.items():
        scores[target][rows, columns] = annotations[column].to_numpy()
    for size, name in GROUP_SIZES.items():
        members, shared = most_common(present, names, size)
        units = ~np.isnan(present[list(members)]).any(axis=0) if members else np.zeros(present.shape[1], dtype=bool)
        yield Figure("agreement", f"{name} annotators", "sentences in common", shared, len(names), 0)
        for target, values in scores.items():
            alpha = krippendorff_alpha(values[list(members)][:, units], level)
            yield Figure("agreement", f"{name} annotators", f"α of {target}", alpha, shared)
    for target, values in scores.items():
        yield Figure("agreement", "all annotators", f"α of {target}", krippendorff_alpha(values, level), len(names))


def _proposed(annotations: pl.DataFrame) -> Iterator[Figure]:
    expressions = annotations["expression"].n_unique()
    people = (
        proposals(annotations).group_by("expression", "paraphrase").agg(pl.col("annotator").n_unique())["annotator"]
    )
    if people.is_empty():
        return
    section = "raw_paraphrases"
    yield Figure(section, "all", "different paraphrases", len(people), expressions, 0)
    yield Figure(section, "all", "per expression", len(people) / expressions, expressions)
    for fewest in (3, 5):
        yield Figure(section, "all", f"by {fewest} annotators or more", float((people >= fewest).sum()), expressions, 0)
    classified = classify_paraphrases(annotations)
    of_token = classified.drop_nulls("sentence")
    yield Figure(section, "type", "paraphrases", len(classified) - len(of_token), expressions, 0)
    yield Figure(section, "token", "paraphrases", len(of_token), expressions, 0)
    yield from _by_sentences(section, of_token, expressions)


def _without_low(nctti: Nctti, annotations: pl.DataFrame, threshold: float, level: Level) -> Iterator[Figure]:
    kept, removed = without_low_agreement(annotations, threshold)
    section, group = "low_agreement", f"ρ < {threshold}"
    yield Figure(section, group, "annotators removed", len(removed), annotations["annotator"].n_unique(), 0)
    if kept.is_empty():
        return
    for found in _agreement(kept, level):
        yield Figure(section, group, f"{found.figure}, {found.group}", found.value, found.n, found.digits)
    yield _type_token(section, group, _rated(nctti, kept).filter(pl.col("target") == "expression"))
