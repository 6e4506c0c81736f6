"""NCIMP: noun compounds in English and Portuguese, in naturalistic and neutral sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    item_name,
)
from idioprobe.data.components import modifier_and_head
from idioprobe.data.dataset import Dataset, Header, shares_word
from idioprobe.data.sources.flaws import UNCORRELATED, Flaw, flaw_table
from idioprobe.data.sources.ncimp.files import NEUTRAL_CONDITIONS, Reading, alone_without_neutral, read_file
from idioprobe.data.sources.ncimp.ratings import SHEET, read_scores
from idioprobe.data.targets import target_texts

LANGUAGES = {"en": "EN", "pt": "PT"}
SENTENCES = (1, 2, 3)

Classes = Mapping[tuple[str, str], str]


def read_ncimp(folders: Sequence[Path], comp_scale: Classes, labelling: str | None, header: Header) -> Dataset:
    """The dataset from all files that the folders hold; the first folder with a file provides it.

    `comp_scale` has NCTTI's classes by language and lower-cased expression, as far as they are at hand.
    """
    reading = Reading()
    for language, folder in LANGUAGES.items():
        neutral = _find(folders, f"dataset/{folder}/neutral.csv", reading)
        if neutral:
            read_file(neutral, language, NEUTRAL_CONDITIONS, None, reading)
        for number in SENTENCES:
            name = f"dataset/{folder}/naturalistics_examplesent{number}.csv"
            path = _find(folders, name, reading)
            if path:
                read_file(path, language, ("nat",), number, reading)
    if not reading.stimuli:
        raise DatasetError(f"{folders[0]} has the layout of NCIMP but none of its sentence files.")
    alone_without_neutral(reading)
    _state_parts(reading)
    sheet_path = _find(folders, SHEET, reading)
    sheet = read_scores(sheet_path) if sheet_path else None
    stimuli = pl.DataFrame(reading.stimuli, schema=STIMULI)
    labellings = _labellings(reading, sheet, comp_scale)
    chosen = _choose(labelling, labellings, reading)
    expressions = _expressions(reading, stimuli, labellings.filter(pl.col("labelling") == chosen))
    ratings = _ratings(reading, sheet, expressions)
    return Dataset(
        header.model_copy(update={"labelling": chosen, "notes": reading.notes}),
        stimuli,
        expressions,
        ratings,
        flaw_table(reading.flaws),
        labellings,
        _lengths(reading, sheet),
    )


def _find(folders: Sequence[Path], name: str, reading: Reading) -> Path | None:
    """A file in the first folder that has it; files of other content elsewhere are mentioned."""
    found = [folder / name for folder in folders if (folder / name).is_file()]
    if not found:
        reading.notes.append(f"{name} is missing, so nothing from it is used.")
        return None
    for other in found[1:]:
        if other.read_bytes() != found[0].read_bytes():
            reading.notes.append(f"{name}: {found[0]} is read; {other} differs and is not.")
    return found[0]


def _state_parts(reading: Reading) -> None:
    """Say which sentence files hold fewer expressions than their language has."""
    table = pl.DataFrame(reading.stimuli, schema=STIMULI).filter(pl.col("role") == "original")
    for language in sorted(table["language"].unique()):
        here = table.filter(pl.col("language") == language)
        total = here["expression"].n_unique()
        for (number,), part in here.filter(pl.col("condition") == "nat").group_by("sentence", maintain_order=True):
            if part["expression"].n_unique() < total:
                here_now = part["expression"].n_unique()
                reading.notes.append(
                    f"Naturalistic sentence {number} in {language}: {here_now} of {total} expressions."
                )


def _labellings(reading: Reading, sheet: pl.DataFrame | None, comp_scale: Classes) -> pl.DataFrame:
    labels = []
    for (language, key), name in reading.names.items():
        if (language, key) in comp_scale:
            labels.append((name, language, "CompScale", comp_scale[language, key]))
    if sheet is not None:
        per_expression = sheet.unique(["language", "key"], keep="first", maintain_order=True)
        for labelling in ("ClassType", "ClassToken"):
            for language, key, label in per_expression.select("language", "key", labelling).iter_rows():
                if (language, key) in reading.names and label in CLASSES:
                    labels.append((reading.names[language, key], language, labelling, label))
    return pl.DataFrame(labels, schema=LABELLINGS, orient="row")


def _choose(wanted: str | None, labellings: pl.DataFrame, reading: Reading) -> str:
    there = labellings["labelling"].unique().to_list()
    order = [name for name in ("CompScale", "ClassType", "ClassToken") if name in there]
    if wanted is not None and wanted not in order:
        remedy = "; CompScale comes with NCTTI: name a copy with `data_dir`, or idioprobe data fetch nctti"
        raise DatasetError(
            f"`labelling` {wanted}: there is {', '.join(order) or 'none'}{remedy if wanted == 'CompScale' else ''}."
        )
    if wanted is None and order and order[0] != "CompScale":
        reading.notes.append(
            f"Classes are NCIMP's {order[0]}; the four probing papers use CompScale, which comes with NCTTI "
            "(`data_dir`, or idioprobe data fetch nctti)."
        )
    return wanted or (order[0] if order else "")


def _expressions(reading: Reading, stimuli: pl.DataFrame, classes: pl.DataFrame) -> pl.DataFrame:
    labels = {(language, name): label for name, language, _, label in classes.iter_rows()}
    written = set(stimuli.select("language", "expression").unique().iter_rows())
    table = []
    for (language, key), name in reading.names.items():
        if (language, name) not in written:
            continue
        head, modifier = reading.components.get((language, key), (None, None))
        synonym = reading.synonyms.get((language, key)) or _synonym_written(stimuli, language, name)
        overlap = shares_word(name, synonym) if synonym else None
        components = modifier_and_head(name, modifier, head)
        label = labels.get((language, name))
        table.append((name, language, components, NOUN_COMPOUND, label, overlap, *NO_COUNTS))
    return pl.DataFrame(table, schema=EXPRESSIONS, orient="row")


def _synonym_written(stimuli: pl.DataFrame, language: str, name: str) -> str | None:
    found = stimuli.filter(
        (pl.col("language") == language) & (pl.col("expression") == name) & (pl.col("role") == "syn")
    ).head(1)
    return next(iter(target_texts(found)), None)


def _ratings(reading: Reading, sheet: pl.DataFrame | None, expressions: pl.DataFrame) -> pl.DataFrame:
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
                given.append((*start, None, "expression", "type", row["CompositionalityType"], None, None))
                given.append((*start, None, "expression", "token_mean", row["CompositionalityTokenSents"], None, None))
            if row["number"] is not None:
                given.append((*start, row["number"], "expression", "token", row["CompositionalityToken"], None, None))
    for name, language in expressions.select("expression", "language").iter_rows():
        if (language, name.lower()) not in rated:
            reading.flaws.append(
                Flaw(SHEET, "no rating in the published sheet", UNCORRELATED, expression=name, language=language)
            )
    table = pl.DataFrame(given, schema=RATINGS, orient="row")
    for name, language, sentence, rating in (
        table.filter(pl.col("mean").is_null()).select("expression", "language", "sentence", "rating").iter_rows()
    ):
        reading.flaws.append(
            Flaw(SHEET, f"no {rating} rating", UNCORRELATED, expression=name, language=language, sentence=sentence)
        )
    return table.filter(pl.col("mean").is_not_null())


def _lengths(reading: Reading, sheet: pl.DataFrame | None) -> pl.DataFrame:
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
