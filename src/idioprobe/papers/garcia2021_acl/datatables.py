"""Tables about NCTTI itself: agreement, correlations, class means, an annotated example."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import TARGET
from idioprobe.data.sources.nctti.read import Nctti
from idioprobe.papers.garcia2021_acl.figure import RHO
from idioprobe.report.tables.grid import Cell, Grid, Row

LANGUAGES = {"en": "English", "pt": "Portuguese"}
GROUPS = {"all": "All", "NC": "Idiomatic", "PC": "Partial", "C": "Compositional"}
TARGETS = {"expression": "NC", "head": "Head", "modifier": "Modifier"}
NUMBERS = {"two": "2", "three": "3"}
OWN_FILES = "From NCTTI's own files."
Sentence = tuple[str, str, int]
"""Language, expression in lower case, number."""
DATASET_NEEDED = "a dataset that has them (`dataset`)"
TYPES_NEEDED = f"type ratings: answers of the level type in the table, or {DATASET_NEEDED}"
TYPES, KINDS = "type ratings", "classes"
ANNOTATIONS_NEEDED = "a raw table of annotations (`annotations`); no public file has them"


@dataclass(frozen=True)
class Described:
    """Raw annotations: their file, what they are about, in which languages and of what they have scores.

    `about` is where classes and type ratings come from; nothing where nobody gave any. `typed` annotations have
    type ratings of their own.
    """

    file: str
    about: str
    languages: Mapping[str, str]
    targets: Mapping[str, str]
    typed: bool = False


@dataclass(frozen=True)
class NcttiData:
    """The figures that follow from NCTTI, or from raw annotations, if there are any; NCTTI's tables and sentences.

    `origin` is where tables in NCTTI's layout come from, if they are not NCTTI's.
    """

    figures: pl.DataFrame
    published: Nctti | None = None
    sentences: Mapping[Sentence, str] = field(default_factory=dict)
    annotations: Described | None = None
    origin: str = ""

    @property
    def nctti(self) -> Nctti:
        """NCTTI's own tables."""
        if self.published is None:
            raise ConfigError("NCTTI is not at hand; fetch it: idioprobe data fetch nctti.")
        return self.published

    @property
    def languages(self) -> Mapping[str, str]:
        """The languages that a table has, with their names."""
        if self.annotations:
            return self.annotations.languages
        if not self.origin:
            return LANGUAGES
        there = self.nctti.scores["language"].unique(maintain_order=True)
        return {code: LANGUAGES.get(code, code.upper()) for code in there}

    @property
    def targets(self) -> Mapping[str, str]:
        """What a table has ratings of, with their names."""
        return self.annotations.targets if self.annotations else TARGETS

    def section(self, published: str, raw: str) -> str:
        """Where the figures of a table are: all from the annotations, or all from the published file."""
        return raw if self.annotations else published

    def source(self, *also: str) -> str:
        """A note about where the ratings of a table come from, and what stays of the dataset (`also`)."""
        if self.annotations is None:
            return f"From {self.origin}." if self.origin else OWN_FILES
        mine = "Token and type ratings" if self.annotations.typed and TYPES in also else "Token ratings"
        others = [what for what in also if not (self.annotations.typed and what == TYPES)]
        lacking = f"; nobody gave {' or '.join(others)} (name the dataset with `dataset`)." if others else "."
        theirs = f"; {' and '.join(others)} from {self.annotations.about}." if others else "."
        return f"{mine} from {self.annotations.file}" + (theirs if self.annotations.about else lacking)


def _figure(data: NcttiData, section: str, language: str, group: str, figure: str) -> Cell:
    found = data.figures.filter(
        pl.col("section") == section,
        pl.col("language") == language,
        pl.col("group") == group,
        pl.col("figure") == figure,
    )
    if found.is_empty() or found["value"][0] is None:
        return Cell()
    value = found["value"][0]
    return Cell(f"{value:.2f}", value, n=found["n"][0])


def agreement(name: str, data: NcttiData, **_: Any) -> Grid:
    """Krippendorff's α of the two and three annotators with most sentences in common."""
    if data.figures.filter(pl.col("section") == "agreement").is_empty():
        raise ConfigError(f"{name} needs {ANNOTATIONS_NEEDED}.")
    rows = tuple(
        Row(
            (label,),
            tuple(
                _figure(data, "agreement", language, f"{size} annotators", f"α of {target}")
                for language in data.languages
                for size in NUMBERS
            ),
        )
        for target, label in data.targets.items()
    )
    columns = _by_language_and_size(data)
    return Grid(name, "Krippendorff's α for two and three annotators", columns, rows, (data.source(),))


def _by_language_and_size(data: NcttiData) -> tuple[tuple[str, ...], ...]:
    return tuple((label, size) for label in data.languages.values() for size in NUMBERS.values())


def type_and_token(name: str, data: NcttiData, **_: Any) -> Grid:
    """ρ of type ratings and the mean of token ratings, overall and by class."""
    grid = _type_and_token(name, data)
    if (data.annotations or data.origin) and _is_empty(grid):
        raise ConfigError(f"{name} needs {TYPES_NEEDED}.")
    return grid


def _is_empty(grid: Grid) -> bool:
    return all(cell.value is None for row in grid.rows for cell in row.cells)


def _type_and_token(name: str, data: NcttiData) -> Grid:
    section = data.section("type_token", "raw_type_token")
    rows = tuple(
        Row((label,), tuple(_figure(data, section, language, group, RHO) for language in data.languages))
        for group, label in GROUPS.items()
    )
    columns = tuple((label,) for label in data.languages.values())
    return Grid(name, "ρ of type and token ratings", columns, rows, (data.source(TYPES, KINDS),))


def agreement_and_correlation(name: str, data: NcttiData, **_: Any) -> Grid:
    """Both of the above side by side, each with labels of its own; without raw annotations the left part is empty."""
    correlation = _type_and_token(name, data)
    known = not data.figures.filter(pl.col("section") == "agreement").is_empty()
    alphas = agreement(name, data).rows if known else ()
    blank = Row(("",), (Cell(),) * len(_by_language_and_size(data)))
    rows = tuple(
        Row((*left.labels, *right.labels), (*left.cells, Cell(right.labels[0]), *right.cells))
        for left, right in zip_longest(alphas, correlation.rows, fillvalue=blank)
    )
    columns = (
        *(("(a) Krippendorff's α", *labels) for labels in _by_language_and_size(data)),
        ("(b) ρ of type and token", "", ""),
        *(("(b) ρ of type and token", *labels, "") for labels in correlation.columns),
    )
    lacking = () if known else (f"Empty: the agreement (left part) needs {ANNOTATIONS_NEEDED}.",)
    if data.annotations and _is_empty(correlation):
        lacking = (*lacking, f"Empty: the correlation (right part) needs {TYPES_NEEDED}.")
    notes = (*correlation.notes, *lacking)
    return Grid(name, "Agreement, and ρ of type and token ratings", columns, rows, notes, 1)


def class_means(name: str, data: NcttiData, **_: Any) -> Grid:
    """Mean and spread of the scores of expression, head and modifier by class."""
    first = "Expression" if data.annotations and data.targets.get(TARGET) != TARGETS[TARGET] else "Noun Compound"
    names = {**data.targets, **({TARGET: first} if TARGET in data.targets else {})}
    section = data.section("class_means", "raw_means")
    columns = tuple(
        (label, shown, what)
        for label in names.values()
        for shown in data.languages.values()
        for what in ("Mean", "StD")
    )
    rows = tuple(
        Row(
            (label,),
            tuple(
                _figure(data, section, language, group, f"{target} {what}")
                for target in names
                for language in data.languages
                for what in ("mean", "sd")
            ),
        )
        for group, label in (("NC", "Idiom."), ("PC", "Partial"), ("C", "Comp."))
    )
    empty = all(cell.value is None for row in rows for cell in row.cells[4:])
    lacking = (f"Empty: head and modifier need {ANNOTATIONS_NEEDED}.",) if empty and not data.annotations else ()
    title = "Class means of expression, head and modifier"
    grid = Grid(name, title, columns, rows, (data.source(KINDS), *lacking))
    if data.annotations and _is_empty(grid):
        raise ConfigError(f"{name} needs the classes of these expressions: {DATASET_NEEDED}.")
    return grid


def all_paraphrases(data: NcttiData, expression: str) -> Grid:
    """An expression's sentences with their means and all that was said in their place."""
    return _annotated("paraphrases", data, (expression,), "; ".join)


def annotated_example(
    name: str, data: NcttiData, example: Mapping[str, Sequence[str]], expressions: tuple[str, ...] = (), **_: Any
) -> Grid:
    """Sentences with their mean and one paraphrase; below, the type score and the most common paraphrase.

    `example` has the expression of the paper with the paraphrases that it shows; of others, the first listed is shown.
    """
    shown = {paraphrase for paraphrases in example.values() for paraphrase in paraphrases}

    def one(said: Sequence[str]) -> str:
        return next((text for text in said if text in shown), said[0] if said else "")

    return _annotated(name, data, expressions or tuple(example), one)


def _annotated(name: str, data: NcttiData, expressions: Sequence[str], of: Callable[[list[str]], str]) -> Grid:
    wanted = {c.lower() for c in expressions}
    scores = data.nctti.scores.filter(pl.col("expression").str.to_lowercase().is_in(sorted(wanted)))
    if scores.is_empty():
        hint = "; name others with `expressions`" if data.origin else ""
        whose = data.origin or "NCTTI"
        raise ConfigError(f"{name} is about {', '.join(sorted(wanted))}, which {whose} does not have{hint}.")
    without = "(its text is not at hand)" if data.origin else "(a corpus reference; no text is published)"
    numbers = sorted(int(column[4:]) for column in scores.columns if column.startswith("mean"))
    rows = []
    for row in scores.iter_rows(named=True):
        expression, language = row["expression"], row["language"]
        said = data.nctti.paraphrases.filter(language=language, expression=expression)
        for number in numbers:
            tokens = said.filter(pl.col("sentence") == number)["paraphrase"].to_list()
            text = data.sentences.get((language, expression.casefold(), number), without)
            cells = (Cell(text), _mean(row[f"mean{number}"]), Cell(of(tokens)))
            rows.append(Row((expression, f"sentence {number}"), cells))
        types = said.filter(pl.col("sentence").is_null())["paraphrase"]
        common = types.mode(maintain_order=True)[0] if len(types) else ""
        last = f"[{expression}] at the type level, with its most common paraphrase"
        rows.append(Row((expression, "type level"), (Cell(last), _mean(row["type"]), Cell(common))))
    columns = (("Sentence",), ("Mean",), ("Paraphrase",))
    note = f"From {data.origin}." if data.origin else OWN_FILES
    return Grid(name, "Sentences with their ratings and paraphrases", columns, tuple(rows), (note,), 2)


def _mean(value: float | None) -> Cell:
    return Cell() if value is None else Cell(f"{round(value, 2):g}", value)
