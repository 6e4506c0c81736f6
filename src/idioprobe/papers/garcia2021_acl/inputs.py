"""What tables about NCTTI itself are made from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

from idioprobe.core.errors import ConfigError
from idioprobe.data.registry import DataDirs, folders_of, load_dataset
from idioprobe.data.sources.nctti.read import read_nctti
from idioprobe.make.judgments.annotations import read_annotations
from idioprobe.papers.garcia2021_acl.datatables import NcttiData
from idioprobe.papers.garcia2021_acl.nctti import figures
from idioprobe.report.tables.grid import Grid
from idioprobe.report.tables.spec import Files
from idioprobe.stats.agreement import Level


def nctti_data(data_dirs: DataDirs, annotations: Path | None = None, level: str = "ordinal") -> NcttiData:
    """NCTTI from a local copy, with the figures that a raw table of annotations adds."""
    if level not in get_args(Level):
        raise ConfigError(f"`level` {level}: one of {', '.join(get_args(Level))}.")
    nctti = read_nctti(folders_of("nctti", data_dirs)[0])
    languages = nctti.scores["language"].unique().to_list()
    raw = read_annotations(annotations, languages[0] if len(languages) == 1 else None) if annotations else None
    made = figures(nctti, raw, level)  # type: ignore[arg-type]
    return NcttiData(nctti, made, load_dataset("nctti", data_dirs), annotations)


def from_nctti(make: Callable[..., Grid], name: str, *more: object) -> Callable[..., Grid]:
    """A table about NCTTI as one that is made from the user's files."""

    def made(files: Files, **options: object) -> Grid:
        return make(name, nctti_data(files.data_dirs, files.annotations), *more, **options)

    return made
