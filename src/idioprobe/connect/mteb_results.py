"""Results that mteb keeps of our tasks, as results of ours: for the page, beside those of `idioprobe run`."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from pydantic import ValidationError

from idioprobe.core.errors import ResultsError
from idioprobe.core.frames import packed, unpacked
from idioprobe.run.config import make_config
from idioprobe.run.manifest import Manifest
from idioprobe.run.plan import select
from idioprobe.run.results import Result

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset

KEPT = ("similarities", "scores", "lengths", "summary", "predictions", "contrasts", "dropped", "references")
"""The tables that a score of mteb's keeps; texts are taken from the dataset again."""
RECORD, TASK = "idioprobe", "IdiomScore-"

Find = Callable[[str], "Dataset"]
"""From the name of a dataset to the dataset."""


def as_record(result: Result) -> dict[str, Any]:
    """A result without the texts of its dataset, in plain JSON."""
    tables = {name: result.tables[name] for name in KEPT if name in result.tables}
    return {
        "run": result.info,
        "tables": {name: base64.b64encode(packed(table)).decode("ascii") for name, table in tables.items()},
    }


def read_mteb(path: Path, find: Find) -> list[Result]:
    """The results of our tasks in a result folder of mteb's, or in one of its files; others are passed over."""
    files = [path] if path.is_file() else sorted(path.rglob(f"{TASK}*.json")) if path.is_dir() else []
    found = [result for file in files for result in _read_file(file, find)]
    if not found:
        raise ResultsError(
            f"{path} holds no results of our tasks: give mteb's cache or result folder, with files {TASK}….json in it."
        )
    return found


def _read_file(path: Path, find: Find) -> Iterator[Result]:
    try:
        scores = json.loads(path.read_text(encoding="utf-8"))["scores"]
        records = [score[RECORD] for several in scores.values() for score in several]
        for record in records:
            yield _result(record, path, find)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ValidationError, pl.exceptions.PolarsError) as e:
        raise ResultsError(f"{path} is no whole result of a task of ours: {str(e).splitlines()[0]}.") from e


def _result(record: Mapping[str, Any], path: Path, find: Find) -> Result:
    manifest = Manifest.model_validate(record["run"])
    data = find(manifest.dataset.name)
    if data.digest() != manifest.dataset.sha256:
        raise ResultsError(
            f"{path} was measured on another {manifest.dataset.name} (sha256 {manifest.dataset.sha256[:8]}…) than "
            f"the one here ({data.digest()[:8]}…); name that dataset or its folder as `dataset`."
        )
    config = make_config({"conditions": tuple(manifest.config.conditions), "limit": manifest.config.limit})
    texts = select(data, manifest.config.languages, config)
    kept = {name: unpacked(base64.b64decode(raw)) for name, raw in record["tables"].items() if name in KEPT}
    own = {"stimuli": texts.stimuli, "expressions": texts.expressions, "ratings": texts.ratings}
    return Result(manifest, {**own, **kept})
