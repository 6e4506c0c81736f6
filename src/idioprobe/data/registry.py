"""Datasets by name."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path

import polars as pl

from idioprobe.data.build import build_dataset
from idioprobe.data.dataset import Dataset
from idioprobe.data.folder import read_folder
from idioprobe.data.forms import Form
from idioprobe.data.grammar import base_language
from idioprobe.data.lexicon import read_lexicon
from idioprobe.errors import DatasetError

STARTER_LANGUAGES = ("en", "pt")


def load_dataset(name: str | Path = "starter", data_dir: str | Path | None = None) -> Dataset:
    """A dataset by name, or from a folder in the documented format; `data_dir` is looked into first."""
    if data_dir is not None and not Path(data_dir).is_dir():
        raise DatasetError(f"--data-dir {data_dir} is not a folder.")
    if data_dir is not None and (Path(data_dir) / name).is_dir():
        return read_folder(Path(data_dir) / name)
    if str(name) == "starter":
        return load_starter()
    path = Path(name).expanduser()
    if path.is_file():
        raise DatasetError(f"{path} is a file; build a dataset from it first: idioprobe data build {path} -o DIR.")
    if not path.exists():
        raise DatasetError(f"There is no dataset {str(name)!r}; name a dataset folder, or starter.")
    return read_folder(path)


def load_starter() -> Dataset:
    """The starter set, built from the lexicons that the package carries."""
    parts = []
    for language in STARTER_LANGUAGES:
        with as_file(files("idioprobe.data.starter") / f"{language}.toml") as path:
            parts.append(build_dataset(read_lexicon(path), name="starter").dataset)
    header = parts[0].header.model_copy(
        update={
            "description": "English and Portuguese noun compounds in minimal pairs, written for idioprobe.",
            "licence": "Apache-2.0",
        }
    )
    return replace(
        parts[0],
        header=header,
        stimuli=pl.concat([part.stimuli for part in parts]),
        compounds=pl.concat([part.compounds for part in parts]),
        ratings=pl.concat([part.ratings for part in parts]),
    )


def starter_pool(language: str) -> tuple[Form, ...]:
    """The starter's random combinations, for lexicons that bring none of their own."""
    code = base_language(language)
    if code not in STARTER_LANGUAGES:
        return ()
    with as_file(files("idioprobe.data.starter") / f"{code}.toml") as path:
        return read_lexicon(path).pool[code]
