"""What is in a folder of results, whole or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from idioprobe.core.errors import ResultsError
from idioprobe.run.results import load_result, result_folders


@dataclass(frozen=True)
class Listed:
    """One result folder in a line; of one that cannot be read, `problem` says why."""

    folder: str
    dataset: str = ""
    model: str = ""
    family: str = ""
    languages: str = ""
    suites: str = ""
    views: str = ""
    items: int | None = None
    dropped: int | None = None
    date: str = ""
    idioprobe: str = ""
    problem: str = ""


def list_results(paths: Sequence[Path]) -> list[Listed]:
    """All results in some folders or below them, by dataset and model; broken ones last."""
    folders: dict[Path, None] = {}
    for path in paths:
        folders |= dict.fromkeys(result_folders(path))
    listed = [_listed(folder) for folder in folders]
    return sorted(listed, key=lambda one: (bool(one.problem), one.dataset, one.model, one.folder))


def _listed(folder: Path) -> Listed:
    try:
        info = load_result(folder).manifest
    except ResultsError as error:
        return Listed(str(folder), problem=str(error))
    config, counts = info.config, info.counts
    return Listed(
        str(folder),
        info.dataset.name,
        info.model.name,
        info.model.family,
        ", ".join(info.dataset.languages),
        ", ".join(config.suites),
        ", ".join(info.views),
        counts.items,
        counts.dropped,
        info.day,
        info.idioprobe,
    )
