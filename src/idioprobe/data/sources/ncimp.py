"""NCIMP: noun compounds in English and Portuguese, in naturalistic and neutral sentences."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.data.dataset import Dataset, Header, shares_word
from idioprobe.data.schema import CLASSES, COMPOUNDS, LABELLINGS, LENGTHS, RATINGS, STIMULI
from idioprobe.data.sources.cells import Target, locate, swapped, without
from idioprobe.data.sources.flaws import KEPT, LEFT_OUT, PUT_RIGHT, UNCORRELATED, Flaw, flaw_table
from idioprobe.data.sources.lengthen import lengthen
from idioprobe.data.sources.ncimp_columns import COLUMNS, DISTINCT, Column, tag_column
from idioprobe.data.sources.ncimp_ratings import SHEET, read_scores
from idioprobe.data.sources.stimuli import alone, item_name, rows
from idioprobe.data.textfile import open_text
from idioprobe.errors import DatasetError

LANGUAGES = {"en": "EN", "pt": "PT"}
NEUTRAL_CONDITIONS = ("none", "neut", "neut_plural")
"""In this order: the expression alone says which of its words is the head."""
PAIRS = (("head", "modifier"), ("head_alt", "modifier_alt"))
"""Roles whose columns are filed under each other in some rows."""
SENTENCES = (1, 2, 3)

Classes = Mapping[tuple[str, str], str]


@dataclass
class _Reading:
    """What has been gathered from the files so far."""

    stimuli: list[dict[str, Any]] = field(default_factory=list)
    components: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    synonyms: dict[tuple[str, str], str] = field(default_factory=dict)
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    flaws: list[Flaw] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_ncimp(folders: Sequence[Path], comp_scale: Classes, labelling: str | None, header: Header) -> Dataset:
    """The dataset from all files that the folders hold; the first folder with a file provides it.

    `comp_scale` has NCTTI's classes by language and lower-cased compound, as far as they are at hand.
    """
    reading = _Reading()
    for language, folder in LANGUAGES.items():
        neutral = _find(folders, f"dataset/{folder}/neutral.csv", reading)
        if neutral:
            _read_file(neutral, language, NEUTRAL_CONDITIONS, None, reading)
        for number in SENTENCES:
            name = f"dataset/{folder}/naturalistics_examplesent{number}.csv"
            path = _find(folders, name, reading)
            if path:
                _read_file(path, language, ("nat",), number, reading)
    if not reading.stimuli:
        raise DatasetError(f"{folders[0]} has the layout of NCIMP but none of its sentence files.")
    _alone_without_neutral(reading)
    _state_parts(reading)
    sheet_path = _find(folders, SHEET, reading)
    sheet = read_scores(sheet_path) if sheet_path else None
    stimuli = pl.DataFrame(reading.stimuli, schema=STIMULI)
    labellings = _labellings(reading, sheet, comp_scale)
    chosen = _choose(labelling, labellings, reading)
    compounds = _compounds(reading, stimuli, labellings.filter(pl.col("labelling") == chosen))
    ratings = _ratings(reading, sheet, compounds)
    return Dataset(
        header.model_copy(update={"labelling": chosen, "notes": reading.notes}),
        stimuli,
        compounds,
        ratings,
        flaw_table(reading.flaws),
        labellings,
        _lengths(reading, sheet),
    )


def _find(folders: Sequence[Path], name: str, reading: _Reading) -> Path | None:
    """A file in the first folder that has it; files of other content elsewhere are mentioned."""
    found = [folder / name for folder in folders if (folder / name).is_file()]
    if not found:
        reading.notes.append(f"{name} is not there: nothing of it takes part.")
        return None
    for other in found[1:]:
        if other.read_bytes() != found[0].read_bytes():
            reading.notes.append(f"{name}: {found[0]} is read; {other} differs and is not.")
    return found[0]


def _read_file(path: Path, language: str, conditions: tuple[str, ...], number: int | None, reading: _Reading) -> None:
    for row in _rows(path):
        name = " ".join(row["compound"].split())
        key = (language, name.lower())
        name = reading.names.setdefault(key, name)
        for condition in conditions:
            cells = dict(_cells(row, path, language, name, condition, number, reading))
            if condition == "none" and ("head", 0) in cells and ("modifier", 0) in cells:
                reading.components[key] = (cells["head", 0].written, cells["modifier", 0].written)
            if condition == "none" and ("syn", 0) in cells:
                reading.synonyms[key] = cells["syn", 0].written
            item = item_name(language, name, condition, number)
            if ("original", 0) not in cells:
                continue
            if condition in ("nat", "neut"):
                _uncross(cells, _components_of(language, key, row, reading), path, item, reading)
            reading.stimuli += rows(language, name, condition, number, _without_repetition(cells))
            if condition == "neut":
                _derive(cells, (language, name), path, reading)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with open_text(path, DatasetError) as stream:
        reader = csv.DictReader(stream)
        if "compound" not in (reader.fieldnames or ()):
            raise DatasetError(
                f"{path}: the column 'compound' is missing; found {', '.join(reader.fieldnames or ()) or 'none'}."
            )
        for row in reader:
            if (row["compound"] or "").strip():
                yield row


def _cells(
    row: dict[str, str],
    path: Path,
    language: str,
    name: str,
    condition: str,
    number: int | None,
    reading: _Reading,
) -> Iterator[tuple[tuple[str, int], Target]]:
    """The targets of a row in one condition; a cell that cannot be used is listed."""
    item = item_name(language, name, condition, number)
    for column, what in COLUMNS[condition].items():
        if column not in row:
            continue

        def flawed(flaw: str, handling: str, column: str = column, what: Column = what) -> None:
            reading.flaws.append(_flaw(path, item, flaw, handling, (what.role, what.index), column))

        text, tags = row[column], row.get(tag_column(column))
        if not (text or "").strip():
            flawed("the cell is empty", LEFT_OUT)
            continue
        try:
            target = locate(text, tags) if tags else _whole(text, condition)
        except ValueError as error:
            flawed(str(error), LEFT_OUT)
            continue
        if "nan" in target.text.split():
            flawed("'nan' stands where a word is missing", KEPT)
        yield (what.role, what.index), target


def _whole(text: str, condition: str) -> Target:
    if condition != "none":
        raise ValueError("the sentence has no tag list")
    text = " ".join(text.split())
    return Target(text, 0, len(text))


def _flaw(path: Path, item: str, flaw: str, handling: str, filler: tuple[str, int], column: str | None = None) -> Flaw:
    language, name, place = item.split("/")
    condition = place.rstrip("123")
    return Flaw(
        file="/".join(path.parts[-3:]),
        flaw=flaw,
        handling=handling,
        column=column,
        item=item,
        compound=name,
        language=language,
        condition=condition,
        sentence=int(place[len(condition) :]) if place != condition else None,
        role=filler[0],
        index=filler[1],
    )


def _components_of(
    language: str, key: tuple[str, str], row: dict[str, str], reading: _Reading
) -> tuple[str, str] | None:
    """Head and modifier; without a neutral file, English compounds end in their head."""
    if key not in reading.components and language == "en":
        words = row["compound"].split()
        if len(words) > 1:
            reading.components[key] = (words[-1], " ".join(words[:-1]))
    return reading.components.get(key)


def _uncross(
    cells: dict[tuple[str, int], Target],
    components: tuple[str, str] | None,
    path: Path,
    item: str,
    reading: _Reading,
) -> None:
    """Exchange the columns of head and modifier where each keeps the other's component."""
    if components is None:
        return
    head, modifier = components
    for pair in PAIRS:
        for index in range(5):
            first, second = (cells.get((role, index)) for role in pair)
            if first is None or second is None:
                continue
            kept = (head, modifier) if pair == PAIRS[0] else (modifier, head)
            if swapped(first.written, second.written, *kept):
                cells[pair[0], index], cells[pair[1], index] = second, first
                what = f"the columns for {pair[0]} and {pair[1]} are exchanged"
                reading.flaws.append(_flaw(path, item, what, PUT_RIGHT, (pair[0], index)))


def _without_repetition(cells: Mapping[tuple[str, int], Target]) -> dict[tuple[str, int], Target]:
    seen: set[tuple[str, str]] = set()
    kept = {}
    for (role, index), target in cells.items():
        if role in DISTINCT:
            if (role, target.text.lower()) in seen:
                continue
            seen.add((role, target.text.lower()))
        kept[role, index] = target
    return kept


def _derive(cells: dict[tuple[str, int], Target], who: tuple[str, str], path: Path, reading: _Reading) -> None:
    """What no file has: the long neutral sentence; the words' synonyms alone."""
    language, name = who
    item = item_name(language, name, "neut_long")
    long = {}
    for (role, index), short in cells.items():
        target = lengthen(short, language)
        if target is not None:
            long[role, index] = target
            continue
        what = "the short sentence has another shape, no long one is made"
        reading.flaws.append(_flaw(path, item, what, LEFT_OUT, (role, index)))
    if ("original", 0) in long:
        reading.stimuli += rows(language, name, "neut_long", None, _without_repetition(long), derived=True)
    components = reading.components.get((language, name.lower()))
    if components:
        reading.stimuli += rows(language, name, "none", None, _words_alone(cells, components), derived=True)


def _words_alone(cells: Mapping[tuple[str, int], Target], components: tuple[str, str]) -> dict[tuple[str, int], Target]:
    """The synonyms of single words, taken out of the targets in which they stand beside the other word."""
    synonyms: dict[tuple[str, int], str] = {}
    for (role, index), target in _without_repetition(cells).items():
        if role in ("modifier_alt", "head_alt"):
            rest = without(components[0] if role == "modifier_alt" else components[1], target.written)
            if rest:
                synonyms[role.replace("_alt", "_syn"), index] = rest
    return alone(synonyms)


def _alone_without_neutral(reading: _Reading) -> None:
    """Where there is no neutral file: the expression and its words without context, from its sentences."""
    table = pl.DataFrame(reading.stimuli, schema=STIMULI)
    there = set(table.filter(pl.col("condition") == "none").select("language", "compound").iter_rows())
    for (language, name), part in table.group_by("language", "compound", maintain_order=True):
        components = reading.components.get((str(language), str(name).lower()))
        if (language, name) in there or components is None:
            continue
        items: dict[str, dict[tuple[str, int], Target]] = {}
        for item, role, index, *target in part.select("item", "role", "index", "text", "start", "end").iter_rows():
            items.setdefault(item, {})[role, index] = Target(*target)
        cells = min(items.values(), key=lambda c: len(c["original", 0].written))
        words = {("original", 0): str(name), ("head", 0): components[0], ("modifier", 0): components[1]}
        targets = alone(words) | _words_alone(cells, components)
        reading.stimuli += rows(str(language), str(name), "none", None, targets, derived=True)


def _state_parts(reading: _Reading) -> None:
    """Say which sentence files hold fewer compounds than their language has."""
    table = pl.DataFrame(reading.stimuli, schema=STIMULI).filter(pl.col("role") == "original")
    for language in sorted(table["language"].unique()):
        here = table.filter(pl.col("language") == language)
        total = here["compound"].n_unique()
        for (number,), part in here.filter(pl.col("condition") == "nat").group_by("sentence", maintain_order=True):
            if part["compound"].n_unique() < total:
                reading.notes.append(
                    f"Naturalistic sentence {number} in {language}: {part['compound'].n_unique()} of {total} compounds."
                )


def _labellings(reading: _Reading, sheet: pl.DataFrame | None, comp_scale: Classes) -> pl.DataFrame:
    labels = []
    for (language, key), name in reading.names.items():
        if (language, key) in comp_scale:
            labels.append((name, language, "CompScale", comp_scale[language, key]))
    if sheet is not None:
        per_compound = sheet.unique(["language", "key"], keep="first", maintain_order=True)
        for labelling in ("ClassType", "ClassToken"):
            for language, key, label in per_compound.select("language", "key", labelling).iter_rows():
                if (language, key) in reading.names and label in CLASSES:
                    labels.append((reading.names[language, key], language, labelling, label))
    return pl.DataFrame(labels, schema=LABELLINGS, orient="row")


def _choose(wanted: str | None, labellings: pl.DataFrame, reading: _Reading) -> str:
    there = labellings["labelling"].unique().to_list()
    order = [name for name in ("CompScale", "ClassType", "ClassToken") if name in there]
    if wanted is not None and wanted not in order:
        remedy = "; CompScale comes with NCTTI: name a copy with --data-dir, or idioprobe data fetch nctti"
        raise DatasetError(
            f"--labelling {wanted}: there is {', '.join(order) or 'none'}{remedy if wanted == 'CompScale' else ''}."
        )
    if wanted is None and order and order[0] != "CompScale":
        reading.notes.append(
            f"Classes are NCIMP's {order[0]}; the four probing papers use CompScale, which comes with NCTTI "
            "(--data-dir, or idioprobe data fetch nctti)."
        )
    return wanted or (order[0] if order else "")


def _compounds(reading: _Reading, stimuli: pl.DataFrame, classes: pl.DataFrame) -> pl.DataFrame:
    labels = {(language, name): label for name, language, _, label in classes.iter_rows()}
    written = set(stimuli.select("language", "compound").unique().iter_rows())
    table = []
    for (language, key), name in reading.names.items():
        if (language, name) not in written:
            continue
        head, modifier = reading.components.get((language, key), (None, None))
        synonym = reading.synonyms.get((language, key)) or _synonym_written(stimuli, language, name)
        overlap = shares_word(name, synonym) if synonym else None
        table.append((name, language, modifier, head, labels.get((language, name)), overlap, None, None))
    return pl.DataFrame(table, schema=COMPOUNDS, orient="row")


def _synonym_written(stimuli: pl.DataFrame, language: str, name: str) -> str | None:
    found = stimuli.filter(
        (pl.col("language") == language) & (pl.col("compound") == name) & (pl.col("role") == "syn")
    ).head(1)
    return next((text[start:end] for text, start, end in found.select("text", "start", "end").iter_rows()), None)


def _ratings(reading: _Reading, sheet: pl.DataFrame | None, compounds: pl.DataFrame) -> pl.DataFrame:
    given: list[tuple[Any, ...]] = []
    rated = set()
    if sheet is not None:
        for row in sheet.iter_rows(named=True):
            key = (row["language"], row["key"])
            if key not in reading.names:
                continue
            start = (reading.names[key], row["language"])
            if key not in rated:
                rated.add(key)
                given.append((*start, None, "compound", "type", row["CompositionalityType"], None, None))
                given.append((*start, None, "compound", "token_mean", row["CompositionalityTokenSents"], None, None))
            if row["number"] is not None:
                given.append((*start, row["number"], "compound", "token", row["CompositionalityToken"], None, None))
    for name, language in compounds.select("compound", "language").iter_rows():
        if (language, name.lower()) not in rated:
            reading.flaws.append(
                Flaw(SHEET, "no rating in the published sheet", UNCORRELATED, compound=name, language=language)
            )
    table = pl.DataFrame(given, schema=RATINGS, orient="row")
    for name, language, sentence, rating in (
        table.filter(pl.col("mean").is_null()).select("compound", "language", "sentence", "rating").iter_rows()
    ):
        reading.flaws.append(
            Flaw(SHEET, f"no {rating} rating", UNCORRELATED, compound=name, language=language, sentence=sentence)
        )
    return table.filter(pl.col("mean").is_not_null())


def _lengths(reading: _Reading, sheet: pl.DataFrame | None) -> pl.DataFrame:
    if sheet is None:
        return pl.DataFrame(schema=LENGTHS)
    lengths = [
        (item_name(language, reading.names[language, key], "nat", number), length)
        for language, key, number, length in sheet.filter(pl.col("number").is_not_null())
        .select("language", "key", "number", "naturalistics_sentence_length")
        .iter_rows()
        if (language, key) in reading.names and length is not None
    ]
    return pl.DataFrame(lengths, schema=LENGTHS, orient="row")
