"""The sentence files of NCIMP: rows into stimuli, what is wrong with them put right or listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.requests import parse_spans
from idioprobe.core.tables import STIMULI
from idioprobe.data.sources.cells import Target, locate, swapped, without
from idioprobe.data.sources.flaws import KEPT, LEFT_OUT, NOT_READ, PUT_RIGHT, Flaw
from idioprobe.data.sources.lengthen import NOT_LONG, lengthen
from idioprobe.data.sources.ncimp.columns import COLUMNS, DISTINCT, Column, tag_column, unread
from idioprobe.data.sources.publishedcsv import published_rows
from idioprobe.data.sources.stimuli import Item, alone, rows

NEUTRAL_CONDITIONS = ("none", "neut", "neut_plural")
"""In this order: the expression alone says which of its words is the head."""
PAIRS = (("head", "modifier"), ("head_alt", "modifier_alt"))
"""Roles whose columns are filed under each other in some rows."""


@dataclass
class Reading:
    """What has been gathered from the files so far."""

    stimuli: list[dict[str, Any]] = field(default_factory=list)
    components: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    synonyms: dict[tuple[str, str], str] = field(default_factory=dict)
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    flaws: list[Flaw] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_file(path: Path, language: str, conditions: tuple[str, ...], number: int | None, reading: Reading) -> None:
    """Gather what a file holds for some conditions; columns that no condition reads are checked and listed."""
    misfits: Counter[str] = Counter()
    count = 0
    idle: list[str] = []
    seen = set()
    for row in _rows(path):
        count += 1
        idle = idle or unread(list(row), conditions)
        misfits.update(column for column in idle if _misfit(row, column))
        name = " ".join(row["compound"].split())
        key = (language, name.lower())
        name = reading.names.setdefault(key, name)
        if key in seen:
            what = "the expression is there a second time"
            reading.flaws.append(
                Flaw(_place(path), what, LEFT_OUT, expression=name, language=language, sentence=number)
            )
            continue
        seen.add(key)
        for condition in conditions:
            item = Item(language, name, condition, number)
            cells = dict(_cells(row, path, item, reading))
            if condition == "none" and ("head", 0) in cells and ("modifier", 0) in cells:
                reading.components[key] = (cells["head", 0].written, cells["modifier", 0].written)
            if condition == "none" and ("syn", 0) in cells:
                reading.synonyms[key] = cells["syn", 0].written
            if ("original", 0) not in cells:
                continue
            if condition in ("nat", "neut"):
                _uncross(cells, _components_of(language, key, row, reading), path, item, reading)
            reading.stimuli += rows(*item, _without_repetition(cells))
            if condition == "neut":
                _derive(cells, (language, name), path, reading)
    for column in idle:
        place = _place(path)
        if misfits[column]:
            flaw = f"in {misfits[column]} of {count} rows the tag list is not as long as the sentence"
            reading.flaws.append(Flaw(place, flaw, f"{LEFT_OUT}, {NOT_READ}", column, language=language))
        else:
            reading.flaws.append(Flaw(place, "plays no role in any measure", NOT_READ, column, language=language))


def _misfit(row: dict[str, str], column: str) -> bool:
    """Whether a column that is not read has tags that do not fit its text."""
    text, tags = row[column], row.get(tag_column(column))
    if not tags or not (text or "").strip():
        return False
    try:
        locate(text, tags)
    except ValueError:
        return True
    return False


def _rows(path: Path) -> Iterator[dict[str, str]]:
    for _, row in published_rows(path, ["compound"]):
        if row["compound"].strip():
            yield row


def _cells(row: dict[str, str], path: Path, item: Item, reading: Reading) -> Iterator[tuple[tuple[str, int], Target]]:
    """The targets of a row in one condition; a cell that cannot be used is listed."""
    for column, what in COLUMNS[item.condition].items():
        if column not in row:
            continue

        def flawed(flaw: str, handling: str, column: str = column, what: Column = what) -> None:
            reading.flaws.append(_flaw(path, item, flaw, handling, (what.role, what.index), column))

        text, tags = row[column], row.get(tag_column(column))
        if not (text or "").strip():
            flawed("the cell is empty", LEFT_OUT)
            continue
        try:
            target = locate(text, tags) if tags else _whole(text, item.condition)
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


def _flaw(path: Path, item: Item, flaw: str, handling: str, filler: tuple[str, int], column: str | None = None) -> Flaw:
    return Flaw(
        file=_place(path),
        flaw=flaw,
        handling=handling,
        column=column,
        item=item.name,
        role=filler[0],
        index=filler[1],
        **item._asdict(),
    )


def _components_of(
    language: str, key: tuple[str, str], row: dict[str, str], reading: Reading
) -> tuple[str, str] | None:
    """Head and modifier; without a neutral file, English expressions end in their head."""
    if key not in reading.components and language == "en":
        words = row["compound"].split()
        if len(words) > 1:
            reading.components[key] = (words[-1], " ".join(words[:-1]))
    return reading.components.get(key)


def _uncross(
    cells: dict[tuple[str, int], Target],
    components: tuple[str, str] | None,
    path: Path,
    item: Item,
    reading: Reading,
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


def _derive(cells: dict[tuple[str, int], Target], who: tuple[str, str], path: Path, reading: Reading) -> None:
    """What no file has: the long neutral sentence; the words' synonyms alone."""
    language, name = who
    item = Item(language, name, "neut_long")
    long = {}
    for (role, index), short in cells.items():
        target = lengthen(short, language)
        if target is not None:
            long[role, index] = target
            continue
        reading.flaws.append(_flaw(path, item, NOT_LONG, LEFT_OUT, (role, index)))
    if ("original", 0) in long:
        reading.stimuli += rows(*item, _without_repetition(long), derived=True)
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


def alone_without_neutral(reading: Reading) -> None:
    """Where there is no neutral file: the expression and its words without context, from its sentences."""
    table = pl.DataFrame(reading.stimuli, schema=STIMULI)
    there = set(table.filter(pl.col("condition") == "none").select("language", "expression").iter_rows())
    for (language, name), part in table.group_by("language", "expression", maintain_order=True):
        components = reading.components.get((str(language), str(name).lower()))
        if (language, name) in there or components is None:
            continue
        items: dict[str, dict[tuple[str, int], Target]] = {}
        for item, role, index, text, spans in part.select("item", "role", "index", "text", "spans").iter_rows():
            items.setdefault(item, {})[role, index] = Target(text, *parse_spans(spans)[0])
        cells = min(items.values(), key=lambda c: len(c["original", 0].written))
        words = {("original", 0): str(name), ("head", 0): components[0], ("modifier", 0): components[1]}
        targets = alone(words) | _words_alone(cells, components)
        reading.stimuli += rows(str(language), str(name), "none", None, targets, derived=True)


def _place(path: Path) -> str:
    return "/".join(path.parts[-3:])
