"""The result of a run: its tables, and the folder they are kept in."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError, ResultsError
from idioprobe.core.files import replace_folder
from idioprobe.core.tables import DROPPED, PREDICTIONS, SUMMARY
from idioprobe.run.config import RESULT_FORMAT
from idioprobe.suites.epsilon.epsilon import EPSILON

PARQUET = ("stimuli", "expressions", "ratings", "similarities", "scores")
MANIFEST = "run.json"
EPSILON_FILE = "epsilon.parquet"
"""Written where the suite `epsilon` ran."""
CSV: dict[str, dict[str, pl.DataType]] = {"summary": SUMMARY, "predictions": PREDICTIONS, "dropped": DROPPED}


@dataclass(frozen=True)
class Result:
    """One model on one dataset: polars tables, and `info`, which says how they were made."""

    info: dict[str, Any]
    stimuli: pl.DataFrame
    expressions: pl.DataFrame
    ratings: pl.DataFrame
    similarities: pl.DataFrame
    scores: pl.DataFrame
    summary: pl.DataFrame
    predictions: pl.DataFrame
    dropped: pl.DataFrame
    epsilon: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=EPSILON))

    def folder(self, out: Path) -> Path:
        """Where below `out` this result belongs."""
        return result_folder(out, self.info["dataset"]["name"], self.info["model"], self.info["digits"])

    def save(self, out: str | Path = "results") -> Path:
        """Write all files, whole or not at all, and return their folder."""
        folder = self.folder(Path(out))
        with replace_folder(folder) as temporary:
            for name in PARQUET:
                getattr(self, name).write_parquet(temporary / f"{name}.parquet")
            if "epsilon" in self.info["config"]["suites"]:
                self.epsilon.write_parquet(temporary / EPSILON_FILE)
            for name in CSV:
                getattr(self, name).write_csv(temporary / f"{name}.csv")
            text = json.dumps(self.info, indent=2, ensure_ascii=False, sort_keys=False)
            (temporary / MANIFEST).write_text(text + "\n", encoding="utf-8")
        return folder


def result_folder(out: Path, dataset: str, model: dict[str, Any], digits: str) -> Path:
    """`out/<dataset>/<family>--<model>-<digits>`, safe as a path whatever the names are."""
    name = f"{model['family']}--{_slug(model['name'].replace('/', '--'))}-{digits}"
    return out / _slug(dataset) / name


def _slug(text: str) -> str:
    return re.sub(r"[^\w.\-]+", "_", text).strip("._") or "unnamed"


def result_folders(path: Path) -> list[Path]:
    """The folder itself if it is a result, else those below it; what a killed run left unfinished is passed over."""
    if not path.is_dir():
        raise ConfigError(f"{path} is not a folder; name result folders, or a folder that holds some.")
    if (path / MANIFEST).is_file():
        return [path]
    below = sorted(found.parent for found in path.rglob(MANIFEST))
    return [folder for folder in below if not any(part.startswith(".") for part in folder.relative_to(path).parts)]


def load_result(folder: str | Path) -> Result:
    """Read a result folder back."""
    folder = Path(folder)
    try:
        info = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if info["format"] != RESULT_FORMAT:
            newer = isinstance(info["format"], int) and info["format"] > RESULT_FORMAT
            raise ResultsError(
                f"{folder} has result format {info['format']}; this version reads {RESULT_FORMAT}; "
                + ("update idioprobe." if newer else "run it again.")
            )
        tables = {name: pl.read_parquet(folder / f"{name}.parquet") for name in PARQUET}
        tables |= {name: pl.read_csv(folder / f"{name}.csv", schema=schema) for name, schema in CSV.items()}
        if (folder / EPSILON_FILE).is_file():
            tables["epsilon"] = pl.read_parquet(folder / EPSILON_FILE)
    except (OSError, ValueError, KeyError, TypeError, pl.exceptions.PolarsError) as error:
        raise ResultsError(
            f"{folder} is not a whole result folder ({str(error).splitlines()[0]}); run again with --force."
        ) from error
    return Result(info, **tables)
