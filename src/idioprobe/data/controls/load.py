"""Ordinary words and phrases that idioms are compared with: those that the package carries, and a dataset's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import CONTROL
from idioprobe.data.dataset import Dataset
from idioprobe.data.kept import kept
from idioprobe.data.languages.language import base_language

CONTROLS = "controls"
"""The name of the dataset."""
SHIPPED = ("en", "pt")
"""Languages whose controls come with the package."""
CONDITION = "nat"
"""They stand in natural sentences only."""


def without_controls(data: Dataset) -> Dataset:
    """A dataset without the controls of its own, which are no part of what is measured of it."""
    if CONTROL not in data.types:
        return data
    others = [name for name in data.types if name != CONTROL]
    if not others:
        raise DatasetError(
            f"{data.name} holds nothing but controls, which are measured beside other expressions; name a dataset of "
            "these."
        )
    return data.of_types(others)


def controls_of(data: Dataset, languages: Sequence[str], cache_dir: Path | None = None) -> Dataset | None:
    """Controls in these languages: a dataset's own where it has some of a language, else those of the package.

    What is built of the package's is kept in `cache_dir` for the next time.
    """
    own = data.of_types([CONTROL]) if CONTROL in data.types else None
    parts = [part for language in languages if (part := _of_language(own, language, cache_dir)) is not None]
    return _joined(parts) if parts else None


def load_controls(cache_dir: Path | None = None) -> Dataset:
    """All controls that the package carries."""
    return _joined([shipped(language, cache_dir) for language in SHIPPED])


def shipped(language: str, cache_dir: Path | None = None) -> Dataset:
    """The controls of one language."""
    return kept(cache_dir, f"{CONTROLS}-{language}", (), lambda: _built(language))


@cache
def _built(language: str) -> Dataset:
    """Built once from the lexicon of the language."""
    from idioprobe.data.lexicon.build import build_dataset
    from idioprobe.data.lexicon.read import read_lexicon

    with as_file(files("idioprobe.data.controls") / f"{language}.toml") as path:
        made = build_dataset(read_lexicon(path), name=CONTROLS).dataset
    about = {"description": "Ordinary words and phrases in minimal pairs, written for idioprobe."}
    header = made.header.model_copy(update={**about, "licence": "Apache-2.0"})
    return replace(made, header=header, stimuli=made.stimuli.filter(pl.col("condition") == CONDITION))


def _of_language(own: Dataset | None, language: str, cache_dir: Path | None) -> Dataset | None:
    if own is not None and language in own.languages:
        return own.select([language], [CONDITION], None)
    if base_language(language) not in SHIPPED:
        return None
    found = shipped(base_language(language), cache_dir)
    spoken = pl.lit(language).alias("language")
    return replace(
        found, stimuli=found.stimuli.with_columns(spoken), expressions=found.expressions.with_columns(spoken)
    )


def _joined(parts: Sequence[Dataset]) -> Dataset:
    stimuli, expressions = (pl.concat([getattr(part, name) for part in parts]) for name in ("stimuli", "expressions"))
    return replace(parts[0], stimuli=stimuli, expressions=expressions, ratings=parts[0].ratings.clear())
