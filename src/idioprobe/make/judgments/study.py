"""What a study's folder gives: its answers, the scale they are on, and the sentences that people saw."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from idioprobe.make.annotate.database import opened, read_units
from idioprobe.make.annotate.settings import read_settings
from idioprobe.make.annotate.table import read_study
from idioprobe.make.judgments.answers import Known, Scale
from idioprobe.make.judgments.judge import Beside
from idioprobe.make.judgments.sources import Entry, Key, Source, fitting, marked_sentence


def study_answers(path: Path) -> pl.DataFrame:
    """The answers, in the columns of a table of answers; a study of another version is refused by its reader."""
    scale = read_settings(path).scale
    return read_study(path).with_columns(scale=pl.lit(str(Scale(scale.low, scale.high))))


def study_source(path: Path) -> Source:
    """The expressions of a study with their sentences, as a lexicon has them."""
    with opened(path) as database:
        units = read_units(database)
    texts: dict[Key, dict[int, str]] = {}
    words: dict[Key, dict[str, str]] = {}
    for unit in units.values():
        key = (unit.asked.language, unit.asked.expression)
        words[key] = {one.role: one.word for one in unit.asked.components}
        own = texts.setdefault(key, {})
        own |= {one.number: marked_sentence(one.text, one.spans) for one in unit.asked.sentences}
    entries = [
        Entry(
            *key,
            {"expression": key[1], **fitting(words[key], *key)}
            | {f"sentence{number}": text for number, text in sorted(own.items())},
        )
        for key, own in texts.items()
    ]
    sentences = {(code, name.casefold()): (name, frozenset(own)) for (code, name), own in texts.items()}
    roles = tuple(dict.fromkeys(role for own in words.values() for role in own))
    return Source(path.name, Known(path.name, sentences, roles), Beside(path.name), entries)
