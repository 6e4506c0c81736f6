"""NCIMP in Italian: expressions of two and three words in naturalistic and neutral sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import (
    CLASSES,
    EXPRESSIONS,
    LABELLINGS,
    LENGTHS,
    NO_COUNTS,
    NOUN_COMPOUND,
    RATINGS,
    STIMULI,
    length_in_tokens,
)
from idioprobe.data.components import Component, format_components
from idioprobe.data.dataset import Dataset, Header
from idioprobe.data.languages.language import find_language
from idioprobe.data.sources.cells import Target
from idioprobe.data.sources.flaws import KEPT, LEFT_OUT, NOT_READ, PUT_RIGHT, UNCORRELATED, Flaw, flaw_table
from idioprobe.data.sources.lengthen import NOT_LONG, lengthen
from idioprobe.data.sources.ncimp_it.targets import (
    TWICE,
    components,
    inflected,
    original_target,
    replaced,
    replacement_target,
)
from idioprobe.data.sources.publishedcsv import published_rows
from idioprobe.data.sources.sheet import sheet_tables
from idioprobe.data.sources.stimuli import Item, alone, rows

LANGUAGE = "it"
SENTENCES, SYNONYMS = "files/NC_original.csv", "files/NC_PSyn.xlsx"
RANDOM, SHEET = "files/NC_PRand.xlsx", "files/human_compositionality_scores_IT.xlsx"
PLACES = (("nat", 1), ("nat", 2), ("nat", 3), ("neut", None))
"""The sentences of an expression: condition and number."""
GOLD = ("gold_syn_1", "gold_syn_2", "gold_syn_3")
WORDS = ("word_1", "word_2", "wordsyn")
SCORES = ("compound", "ClassToken", "CompositionalityToken", "MWE Synonym Overlap", "naturalistics_sentence_length")
LABELLING = "ClassToken"
IDIOMATIC = "I"
"""What the publishers call NC."""
STRANGER = "no sentence of the expression is published"
NOTES = (
    "The first word of an expression counts as its head and the last as its modifier, as in most of them; a "
    "preposition between them is no component.",
    "Variants with the head, the modifier or the words' synonyms in the sentence are derived: put in the expression's "
    "place as they are, as none are published. Articles do not agree with them.",
)

Targets = dict[tuple[str, int], Target]


@dataclass
class Reading:
    """What has been gathered so far; expressions by their name in lower case."""

    stimuli: list[dict[str, Any]] = field(default_factory=list)
    expressions: list[tuple[Any, ...]] = field(default_factory=list)
    ratings: list[tuple[Any, ...]] = field(default_factory=list)
    lengths: list[tuple[str, int]] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    notes: list[str] = field(default_factory=lambda: list(NOTES))

    def flawed(
        self,
        file: str,
        flaw: str,
        handling: str,
        item: Item,
        column: str | None = None,
        filler: tuple[str, int] = ("original", 0),
    ) -> None:
        """Note what is wrong with a cell."""
        self.flaws.append(Flaw(file, flaw, handling, column, item.name, *_where(item), *filler))


@dataclass(frozen=True)
class Sheet:
    """The sentences with a replacement, by expression: its own column says what replaces it."""

    file: str
    name: str
    role: str
    index: int
    column: str
    ending: str
    rows: Mapping[str, Mapping[str, Any]]


def read_ncimp_it(folder: Path, header: Header) -> Dataset:
    """The dataset from what the folder holds."""
    if not (folder / SENTENCES).is_file():
        raise DatasetError(f"{folder} has the layout of NCIMP in Italian but not its sentences, {SENTENCES}.")
    reading = Reading()
    sheets = [*_sheets(folder, SYNONYMS, "syn", "gold_syn", "PSyn", reading)]
    sheets += _sheets(folder, RANDOM, "rand", "PRand", "PRand", reading)
    scores = _scores(folder, reading)
    seen: dict[str, str] = {}
    if not find_language(LANGUAGE).long:
        reading.notes.append("There are no long neutral sentences: none are published, and none can be made.")
    for _, row in published_rows(folder / SENTENCES, ["NC", *map(_column, PLACES), *map(_tags, PLACES), *GOLD, *WORDS]):
        name = " ".join(row["NC"].split())
        if not name:
            continue
        if name.lower() in seen:
            what = "the expression is there a second time"
            reading.flaws.append(Flaw(SENTENCES, what, LEFT_OUT, expression=name, language=LANGUAGE))
            continue
        seen[name.lower()] = name
        _read_row(name, row, sheets, scores.get(name.lower(), []), reading)
    _state_strangers(sheets, scores, seen, reading)
    _state_columns(reading)
    return _dataset(reading, header)


def _dataset(reading: Reading, header: Header) -> Dataset:
    expressions = pl.DataFrame(reading.expressions, schema=EXPRESSIONS, orient="row")
    labelled = expressions.filter(pl.col("class").is_not_null())
    told = {"labelling": LABELLING if len(labelled) else "", "notes": reading.notes}
    return Dataset(
        header.model_copy(update=told),
        pl.DataFrame(reading.stimuli, schema=STIMULI),
        expressions,
        pl.DataFrame(reading.ratings, schema=RATINGS, orient="row"),
        flaw_table(reading.flaws),
        labelled.select("expression", "language", pl.lit(LABELLING).alias("labelling"), "class").cast(LABELLINGS),  # type: ignore[arg-type]
        pl.DataFrame(reading.lengths, schema=LENGTHS, orient="row"),
    )


def _sheets(folder: Path, file: str, role: str, column: str, ending: str, reading: Reading) -> Iterator[Sheet]:
    """The sheets of a file of variants, whose rows may come in any order."""
    path = folder / file
    if not path.is_file():
        reading.notes.append(f"{file} is missing, so nothing from it is used.")
        return
    for index, (name, table) in enumerate(sheet_tables(path).items()):
        needed = ("NC", column, *(f"{_column(place)}_{ending}" for place in PLACES))
        _require(path, table, needed)
        own = {_text(row["NC"]).lower(): row for row in table.iter_rows(named=True)}
        yield Sheet(file, name, role, index, column, ending, own)


def _scores(folder: Path, reading: Reading) -> dict[str, list[dict[str, Any]]]:
    """The rows of the ratings by expression: the first is of its first sentence, and so on."""
    path = folder / SHEET
    if not path.is_file():
        reading.notes.append(f"{SHEET} is missing, so there are neither classes nor ratings.")
        return {}
    table = next(iter(sheet_tables(path).values()))
    _require(path, table, SCORES)
    scores: dict[str, list[dict[str, Any]]] = {}
    for row in table.iter_rows(named=True):
        scores.setdefault(_text(row["compound"]).lower(), []).append(row)
    return scores


def _require(path: Path, table: pl.DataFrame, columns: tuple[str, ...]) -> None:
    missing = [column for column in columns if column not in table.columns]
    if missing:
        found = ", ".join(table.columns) or "none"
        raise DatasetError(f"{path}: the column {missing[0]!r} is missing; found {found}.")


def _read_row(
    name: str, row: Mapping[str, str], sheets: list[Sheet], scores: list[dict[str, Any]], reading: Reading
) -> None:
    """All that is published about an expression, and what is made of it."""
    for place in PLACES:
        item = Item(LANGUAGE, name, *place)
        original = _original(row, item, place, reading)
        if original is None:
            continue
        published: Targets = {("original", 0): original}
        mended: Targets = {}
        for sheet in sheets:
            _variant(sheet, item, place, original, (published, mended), reading)
        derived = _derived(original, name, row["wordsyn"], item, reading)
        reading.stimuli += rows(*item, published)
        reading.stimuli += rows(*item, mended | derived, derived=True)
        if place[0] == "neut":
            _lengthen(published | mended | derived, name, reading)
    synonym = _alone(name, row, sheets, reading)
    label = _rated(name, row, scores, reading)
    reading.expressions.append(_expression(name, label, synonym))
    shared = _shares_component(name, synonym)
    stated = {score["MWE Synonym Overlap"] for score in scores} - {None}
    if stated and stated != {int(bool(shared))}:
        what = "the sheet's overlap is not whether expression and synonym share a word"
        flaw = Flaw(SHEET, what, f"{NOT_READ}, worked out", "MWE Synonym Overlap", None, name, LANGUAGE)
        reading.flaws.append(flaw)


def _expression(name: str, label: str | None, synonym: str | None) -> tuple[Any, ...]:
    """The row of an expression."""
    head, modifier = components(name)
    written = format_components([Component("head", head), Component("modifier", modifier)])
    return (name, LANGUAGE, written, NOUN_COMPOUND, label, _shares_component(name, synonym), *NO_COUNTS)


def _shares_component(name: str, synonym: str | None) -> bool | None:
    """Whether a synonym has a component of the expression; a preposition that both have does not count."""
    if not synonym:
        return None
    words = set(synonym.lower().replace("'", " ").replace("’", " ").replace("-", " ").split())
    return any(word.lower() in words for word in components(name))


def _original(row: Mapping[str, str], item: Item, place: tuple[str, int | None], reading: Reading) -> Target | None:
    column = _column(place)
    if not row[column].strip():
        reading.flawed(SENTENCES, "the cell is empty", LEFT_OUT, item, column)
        return None
    try:
        target, flaws = original_target(row[column], row[_tags(place)], item.expression)
    except ValueError as error:
        reading.flawed(SENTENCES, str(error), LEFT_OUT, item, column)
        return None
    for flaw in flaws:
        reading.flawed(SENTENCES, flaw, PUT_RIGHT, item, column)
    if target.written.lower() != item.expression.lower():
        reading.flawed(SENTENCES, "the expression stands there in another form or spelling", KEPT, item, column)
    return target


def _variant(
    sheet: Sheet,
    item: Item,
    place: tuple[str, int | None],
    original: Target,
    into: tuple[Targets, Targets],
    reading: Reading,
) -> None:
    """A published variant of a sentence: among the published ones, or those that had to be mended."""
    row, column = sheet.rows.get(item.expression.lower()), f"{_column(place)}_{sheet.ending}"
    key, where = (sheet.role, sheet.index), f"{sheet.name}: {column}"
    if row is None or not _text(row[column]) or not _text(row[sheet.column]):
        what = "the expression is not there" if row is None else "the cell is empty"
        reading.flawed(sheet.file, what, LEFT_OUT, item, where, key)
        return
    filler = _text(row[sheet.column])
    try:
        target, flaws = replacement_target(_text(row[column]), filler, original)
    except ValueError as error:
        reading.flawed(sheet.file, str(error), LEFT_OUT, item, where, key)
        return
    for flaw in flaws:
        reading.flawed(sheet.file, flaw, PUT_RIGHT if flaw == TWICE else KEPT, item, where, key)
    into[TWICE in flaws][key] = target


def _derived(original: Target, name: str, words: str, item: Item, reading: Reading) -> Targets:
    """The sentence with one component, as it is written there, and with the synonyms of both."""
    head, modifier = components(original.written)
    fillers = {("head", 0): head, ("modifier", 0): modifier}
    if not words.strip():
        reading.flawed(SENTENCES, "the cell is empty", LEFT_OUT, item, "wordsyn", ("words", 0))
    elif inflected(original.written, name):
        what = "the words' synonyms are not known in the form that the sentence has"
        reading.flawed(SENTENCES, what, LEFT_OUT, item, "wordsyn", ("words", 0))
    else:
        fillers["words", 0] = " ".join(words.split())
    return {key: replaced(original, name, filler) for key, filler in fillers.items()}


def _lengthen(short: Targets, name: str, reading: Reading) -> None:
    """The long neutral sentences, where the language has a frame for them."""
    if not find_language(LANGUAGE).long:
        return
    item = Item(LANGUAGE, name, "neut_long")
    made = {key: lengthen(target, LANGUAGE) for key, target in short.items()}
    for key in [key for key, target in made.items() if target is None]:
        reading.flawed(SENTENCES, NOT_LONG, LEFT_OUT, item, "sentence_neut", key)
    long = {key: target for key, target in made.items() if target is not None}
    if ("original", 0) in long:
        reading.stimuli += rows(*item, long, derived=True)


def _alone(name: str, row: Mapping[str, str], sheets: list[Sheet], reading: Reading) -> str | None:
    """The expression and what may replace it without context; the synonym that stands in its sentences."""
    gold = [" ".join(row[column].split()) for column in GOLD if row[column].strip()]
    here = [(sheet, sheet.rows.get(name.lower())) for sheet in sheets]
    fillers = {(sheet.role, sheet.index): _text(own[sheet.column]) for sheet, own in here if own}
    synonym = fillers.get(("syn", 0))
    item = Item(LANGUAGE, name, "none")
    if synonym and synonym not in gold:
        what = "the synonym in the sentences is written in another way than the gold ones"
        reading.flawed(SYNONYMS, what, KEPT, item, "gold_syn", ("syn", 0))
    words = {column: " ".join(row.get(column, "").split()) for column in ("word_1", "word_x", "word_2", "wordsyn")}
    if words["wordsyn"].split() != f"{words['word_1']} {words['word_x']} {words['word_2']}".split():
        what = "the words' synonyms together are others than each alone"
        reading.flawed(SENTENCES, what, KEPT, item, "wordsyn", ("words", 0))
    others = [other for other in gold if _plain(other) != _plain(synonym or "")]
    fillers |= {("syn2", index): other for index, other in enumerate(others)}
    fillers |= {("words", 0): words["wordsyn"], ("head_syn", 0): words["word_1"], ("modifier_syn", 0): words["word_2"]}
    reading.stimuli += rows(*item, alone({("original", 0): name, **{k: v for k, v in fillers.items() if v}}))
    head, modifier = components(name)
    reading.stimuli += rows(*item, alone({("head", 0): head, ("modifier", 0): modifier}), derived=True)
    return synonym


def _rated(name: str, row: Mapping[str, str], scores: list[dict[str, Any]], reading: Reading) -> str | None:
    """Note the ratings and lengths of an expression's sentences; its class."""
    if not scores:
        flaw = Flaw(SHEET, "no rating in the published sheet", UNCORRELATED, expression=name, language=LANGUAGE)
        reading.flaws.append(flaw)
        return None
    for (condition, number), score in zip(PLACES[:3], scores, strict=False):
        item = Item(LANGUAGE, name, condition, number)
        mean, length = _number(score["CompositionalityToken"]), _number(score["naturalistics_sentence_length"])
        if mean is None:
            reading.flawed(SHEET, "no token rating", UNCORRELATED, item)
        else:
            reading.ratings.append((name, LANGUAGE, number, "expression", "token", mean, None, None))
        if length is not None:
            reading.lengths.append((item.name, int(length)))
            if int(length) != length_in_tokens(row[_column((condition, number))]):
                reading.flawed(SHEET, "the length is not that of the sentence in this place", KEPT, item)
    label = {IDIOMATIC: "NC"}.get(_text(scores[0]["ClassToken"]), _text(scores[0]["ClassToken"]))
    if len({_text(score["ClassToken"]) for score in scores}) > 1:
        what = "its sentences have several classes"
        reading.flaws.append(Flaw(SHEET, what, "the first is taken", LABELLING, None, name, LANGUAGE))
    return label if label in CLASSES else None


def _state_strangers(sheets: list[Sheet], scores: Mapping[str, Any], seen: Mapping[str, str], reading: Reading) -> None:
    """Expressions that only some of the files have, and sheets in another order than the sentences."""
    for sheet in sheets:
        if [name for name in sheet.rows if name in seen] != [name for name in seen if name in sheet.rows]:
            what = "the rows come in another order than the sentences"
            reading.flaws.append(Flaw(sheet.file, what, f"{PUT_RIGHT}, read by name", f"{sheet.name}: NC"))
        for name in [name for name in sheet.rows if name and name not in seen]:
            reading.flaws.append(Flaw(sheet.file, STRANGER, LEFT_OUT, expression=name, language=LANGUAGE))
    for name in [name for name in scores if name and name not in seen]:
        reading.flaws.append(Flaw(SHEET, STRANGER, LEFT_OUT, expression=name, language=LANGUAGE))


def _state_columns(reading: Reading) -> None:
    """What holds of whole columns."""
    short = [row for row in reading.stimuli if row["condition"] == "neut"]
    stops = {role: [row["text"].endswith(".") for row in short if row["role"] == role] for role in ("original", "syn")}
    if any(stops["original"]):
        what = "no space before the full stop, which the tags do not know of"
        handling = f"{PUT_RIGHT}, the target ends before it"
        reading.flaws.append(Flaw(SENTENCES, what, handling, "sentence_neut", language=LANGUAGE))
    if any(stops["original"]) and stops["syn"] and not any(stops["syn"]):
        what = "neutral variants lack the full stop that the original has"
        for file in (SYNONYMS, RANDOM):
            reading.flaws.append(Flaw(file, what, KEPT, "sentence_neut", language=LANGUAGE))
    reading.flaws.append(Flaw(SENTENCES, "plays no role in any measure", NOT_READ, "comp_score", language=LANGUAGE))
    reading.flaws.append(Flaw(SHEET, f"idiomatic expressions are called {IDIOMATIC}", "read as NC", LABELLING))


def _column(place: tuple[str, int | None]) -> str:
    return "sentence_" + "_".join(str(part) for part in place if part is not None)


def _tags(place: tuple[str, int | None]) -> str:
    return f"tag_{_column(place)}"


def _where(item: Item) -> tuple[str, str, str, int | None]:
    return item.expression, item.language, item.condition, item.sentence


def _text(value: object) -> str:
    return "" if value is None else " ".join(str(value).split())


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


def _number(value: object) -> float | None:
    try:
        number = float(str(value).replace(",", "."))
    except ValueError:
        return None
    return number if isfinite(number) else None
