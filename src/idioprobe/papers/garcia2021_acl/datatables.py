"""Tables about NCTTI itself: agreement, correlations, class means, an annotated example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.data.dataset import Dataset
from idioprobe.data.sources.nctti.read import Nctti
from idioprobe.papers.garcia2021_acl.nctti import RHO
from idioprobe.report.tables.examples import marked
from idioprobe.report.tables.grid import Cell, Grid, Row

LANGUAGES = {"en": "English", "pt": "Portuguese"}
GROUPS = {"all": "All", "NC": "Idiomatic", "PC": "Partial", "C": "Compositional"}
TARGETS = {"expression": "NC", "head": "Head", "modifier": "Modifier"}
NUMBERS = {"two": "2", "three": "3"}
ANNOTATIONS_NEEDED = "a raw table of annotations (`annotations`); no public file has them"


@dataclass(frozen=True)
class NcttiData:
    """NCTTI's tables, the figures that follow from them, and its sentences."""

    nctti: Nctti
    figures: pl.DataFrame
    dataset: Dataset


def _figure(data: NcttiData, sections: Sequence[str], language: str, group: str, figure: str) -> Cell:
    for section in sections:
        found = data.figures.filter(
            pl.col("section") == section,
            pl.col("language") == language,
            pl.col("group") == group,
            pl.col("figure") == figure,
        )
        if len(found) and found["value"][0] is not None:
            value = found["value"][0]
            return Cell(f"{value:.2f}", value, n=found["n"][0])
    return Cell()


def agreement(name: str, data: NcttiData, **_: Any) -> Grid:
    """Krippendorff's α of the two and three annotators with most sentences in common."""
    if data.figures.filter(pl.col("section") == "agreement").is_empty():
        raise ConfigError(f"{name} needs {ANNOTATIONS_NEEDED}.")
    columns = tuple((LANGUAGES[language], NUMBERS[size]) for language in LANGUAGES for size in NUMBERS)
    rows = tuple(
        Row(
            (label,),
            tuple(
                _figure(data, ["agreement"], language, f"{size} annotators", f"α of {target}")
                for language in LANGUAGES
                for size in NUMBERS
            ),
        )
        for target, label in TARGETS.items()
    )
    return Grid(name, "Krippendorff's α for two and three annotators", columns, rows)


def type_and_token(name: str, data: NcttiData, **_: Any) -> Grid:
    """ρ of type ratings and the mean of token ratings, overall and by class."""
    rows = tuple(
        Row((label,), tuple(_figure(data, ["type_token"], language, group, RHO) for language in LANGUAGES))
        for group, label in GROUPS.items()
    )
    columns = tuple((label,) for label in LANGUAGES.values())
    return Grid(name, "ρ of type and token ratings", columns, rows)


def agreement_and_correlation(name: str, data: NcttiData, **_: Any) -> Grid:
    """Both of the above in one; without raw annotations, the correlations alone."""
    correlation = type_and_token(name, data)
    if data.figures.filter(pl.col("section") == "agreement").is_empty():
        note = f"The agreement (left part) needs {ANNOTATIONS_NEEDED}."
        return Grid(name, correlation.title, correlation.columns, correlation.rows, (note,))
    alphas = agreement(name, data)
    blank = (Cell(),)
    rows = (
        *(Row(("α", *row.labels), (*row.cells, *blank * 2)) for row in alphas.rows),
        *(Row(("ρ", *row.labels), (*blank * 4, *row.cells)) for row in correlation.rows),
    )
    columns = (*alphas.columns, *((label[0], "ρ") for label in correlation.columns))
    return Grid(name, "Agreement, and ρ of type and token ratings", columns, rows)


def class_means(name: str, data: NcttiData, **_: Any) -> Grid:
    """Mean and spread of the scores of expression, head and modifier by class."""
    names = {"expression": "Noun Expression", "head": "Head", "modifier": "Modifier"}
    columns = tuple(
        (label, LANGUAGES[language], what)
        for label in names.values()
        for language in LANGUAGES
        for what in ("Mean", "StD")
    )
    rows = tuple(
        Row(
            (label,),
            tuple(
                _figure(data, ["class_means", "raw_means"], language, group, f"{target} {what}")
                for target in names
                for language in LANGUAGES
                for what in ("mean", "sd")
            ),
        )
        for group, label in (("NC", "Idiom."), ("PC", "Partial"), ("C", "Comp."))
    )
    empty = all(cell.value is None for row in rows for cell in row.cells[4:])
    notes = (f"Empty: head and modifier need {ANNOTATIONS_NEEDED}.",) if empty else ()
    return Grid(name, "Class means of expression, head and modifier", columns, rows, notes)


def annotated_example(name: str, data: NcttiData, expression: str, expressions: tuple[str, ...] = (), **_: Any) -> Grid:
    """An expression's sentences with their mean and a token-level paraphrase; below, its type score and paraphrase."""
    wanted = {c.lower() for c in expressions or (expression,)}
    scores = data.nctti.scores.filter(pl.col("expression").str.to_lowercase().is_in(sorted(wanted)))
    if scores.is_empty():
        raise ConfigError(f"{name} is about {', '.join(sorted(wanted))}, which NCTTI does not have.")
    rows = []
    for row in scores.iter_rows(named=True):
        own = data.dataset.stimuli.filter(
            pl.col("language") == row["language"],
            pl.col("expression") == row["expression"],
            pl.col("condition") == "nat",
            pl.col("role") == "original",
        )
        texts = {n: marked(*rest) for n, *rest in own.select("sentence", "text", "start", "end").iter_rows()}
        said = data.nctti.paraphrases.filter(
            pl.col("language") == row["language"], pl.col("expression") == row["expression"]
        )
        for number in (1, 2, 3):
            mean = row[f"mean{number}"]
            tokens = said.filter(pl.col("sentence") == number)["paraphrase"].to_list()
            text = texts.get(number, "(a corpus reference; no text is published)")
            level = Cell("" if mean is None else f"{mean:g}", mean)
            rows.append(Row((row["expression"],), (Cell(text), level, Cell("; ".join(tokens)))))
        types = said.filter(pl.col("sentence").is_null())["paraphrase"]
        common = types.mode(maintain_order=True)[0] if len(types) else ""
        score = row["type"]
        level = Cell("" if score is None else f"{score:g}", score)
        rows.append(Row((row["expression"],), (Cell("type level"), level, Cell(common))))
    columns = (("Sentence",), ("Mean",), ("Paraphrase",))
    return Grid(name, "Sentences with their ratings and paraphrases", columns, tuple(rows))
