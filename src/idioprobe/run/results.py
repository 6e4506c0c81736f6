"""The result of a run: its tables, and the folder they are kept in."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
from pydantic import ValidationError

from idioprobe.core.errors import ConfigError, OldResultsError, ResultsError
from idioprobe.core.files import replace_folder
from idioprobe.core.frames import (
    as_pandas,
    quote_cells,
    read_csv,
    read_parquet,
    unquote_cells,
    write_csv,
    write_parquet,
)
from idioprobe.core.tables import (
    ADDED_COLUMNS,
    CONTRASTS,
    DROPPED,
    EXPRESSIONS,
    LENGTHS,
    PREDICTIONS,
    RATINGS,
    SCORES,
    STIMULI,
    SUMMARY,
)
from idioprobe.data.components import as_now
from idioprobe.data.oldforms import with_spans
from idioprobe.run.config import RESULT_FORMAT
from idioprobe.run.items import items_table
from idioprobe.run.manifest import Manifest, ModelRecord
from idioprobe.suites.base import Schema
from idioprobe.suites.catalogue import SUITES
from idioprobe.suites.headline import FORMER, SPOKEN, VERDICTS, Headline, main_score

MANIFEST = "run.json"
FORMER_FORMAT = 3
REDEFINED = frozenset({"pref_words"})
"""Measures that were something else in results of that format."""
"""Read too: its headline is the share of sentences nearer to the meaning than to the words."""
_LONGEST_NAME = 150
DATA: Mapping[str, Schema] = {
    "stimuli": STIMULI,
    "expressions": EXPRESSIONS,
    "ratings": RATINGS,
    "lengths": LENGTHS,
}
"""What was measured, as Parquet."""
CSV: Mapping[str, Schema] = {
    "summary": SUMMARY,
    "predictions": PREDICTIONS,
    "contrasts": CONTRASTS,
    "dropped": DROPPED,
}
"""What came of it, as CSV."""
BESIDE: Mapping[str, Schema] = {
    "references": {
        name: SUMMARY[name]
        for name in (
            *("model", "language", "condition", "unit", "group", "measure", "statistic", "rating"),
            *("value", "n", "p", "method"),
        )
    },
    "controls": SCORES,
}
"""What the reference models get on the same data, and every measure of ordinary words, as Parquet."""
ADDED = ("contrasts", "references", "controls")
"""Tables that older results do not have."""
ITEMS = "items"
"""For people, as CSV: written with the others, and made from them again wherever it is needed."""


@dataclass(frozen=True)
class Score:
    """What a model is ranked by: 0 by its words or by guessing, 1 for every idiom.

    `value` is None where the model cannot tell meaning from noise; `tokens` is what its own tokens get, added up.
    """

    name: str
    value: float | None
    interval: tuple[float, float] | None
    n: int
    unit: str
    tokens: float | None
    verdict: str


@dataclass(frozen=True, repr=False)
class Result:
    """One model on one dataset: polars tables by name, and the manifest, which says how they were made."""

    manifest: Manifest
    tables: Mapping[str, pl.DataFrame]

    def table(self, name: str) -> pl.DataFrame:
        """A table by name; empty where the suite that makes it did not run."""
        found = self.tables.get(name)
        return pl.DataFrame(schema=_schemas(SUITES)[name]) if found is None else found

    @property
    def info(self) -> dict[str, Any]:
        """The manifest as plain values, as `run.json` has it."""
        return self.manifest.model_dump(mode="json")

    @property
    def headline(self) -> list[Headline]:
        """The scores in each language, view and unit, with all that they rest on; as `run.json` has them."""
        return self.manifest.headline

    @property
    def score(self) -> Score | None:
        """What the model is ranked by, in the first language and the view that is shown; None where there is none."""
        from idioprobe.run.views import shown_view

        here = [one for one in self.headline if one.language == self.headline[0].language]
        shown = [one for one in here if one.view == shown_view(self)] if here else []
        first = main_score(shown or here)
        if first is None:
            return None
        return Score(
            first.name,
            first.value,
            None if first.ci_low is None or first.ci_high is None else (first.ci_low, first.ci_high),
            first.n,
            first.unit,
            first.tokens.value if first.tokens else None,
            VERDICTS[first.verdict] if first.verdict else "",
        )

    @property
    def summary(self) -> pl.DataFrame:
        """Every statistic, with its n, interval and method."""
        return self.table("summary")

    @property
    def predictions(self) -> pl.DataFrame:
        """Every linguistic prediction, and whether it holds."""
        return self.table("predictions")

    @property
    def contrasts(self) -> pl.DataFrame:
        """Languages, conditions, with and without synonym overlap against each other, with intervals."""
        return self.table("contrasts")

    @property
    def scores(self) -> pl.DataFrame:
        """Every measure of every item."""
        return self.table("scores")

    @property
    def similarities(self) -> pl.DataFrame:
        """Every comparison of two vectors."""
        return self.table("similarities")

    @property
    def references(self) -> pl.DataFrame:
        """The same statistics of the reference models: chance, word by word, and the ideal."""
        return self.table("references")

    @property
    def controls(self) -> pl.DataFrame:
        """Every measure of every ordinary word that was measured as a control."""
        return self.table("controls")

    @property
    def dropped(self) -> pl.DataFrame:
        """What was left out, and why."""
        return self.table("dropped")

    @property
    def stimuli(self) -> pl.DataFrame:
        """The texts that were compared."""
        return self.table("stimuli")

    @property
    def expressions(self) -> pl.DataFrame:
        """The expressions that they are about."""
        return self.table("expressions")

    @property
    def ratings(self) -> pl.DataFrame:
        """Human ratings of the expressions."""
        return self.table("ratings")

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of expressions, the idiomatic one first."""
        return tuple(self.manifest.dataset.classes)

    @property
    def items(self) -> pl.DataFrame:
        """The sentences that were measured, one a row, with a column for each measure; as `items.csv` has them."""
        return items_table(self.tables)

    def to_pandas(self, name: str = "summary") -> Any:
        """A table by name as a pandas DataFrame; `items` too."""
        return as_pandas(self.items if name == ITEMS else self.table(name))

    def __repr__(self) -> str:
        from idioprobe.run.notebook import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from idioprobe.run.notebook import as_html

        return as_html(self)

    def folder(self, out: Path) -> Path:
        """Where below `out` this result belongs."""
        return result_folder(out, self.manifest.dataset.name, self.manifest.model, self.manifest.digits)

    def named(self, name: str) -> Result:
        """The same under another name for tables, figures and pages."""
        return replace(self, manifest=self.manifest.model_copy(update={"label": name}))

    def save(self, out: str | Path = "results") -> Path:
        """Write all files, whole or not at all, and return their folder."""
        folder = self.folder(Path(out))
        with replace_folder(folder) as temporary:
            for name, table in self.tables.items():
                if name in CSV:
                    write_csv(quote_cells(table), _path(temporary, name))
                else:
                    write_parquet(table, _path(temporary, name))
            write_csv(quote_cells(self.items), temporary / f"{ITEMS}.csv")
            text = json.dumps(self.info, indent=2, ensure_ascii=False)
            (temporary / MANIFEST).write_text(text + "\n", encoding="utf-8")
        return folder


def _path(folder: Path, table: str) -> Path:
    return folder / f"{table}.{'csv' if table in CSV else 'parquet'}"


def _schemas(suites: Iterable[str]) -> dict[str, Schema]:
    """The tables of a result of some suites."""
    own = {name: schema for suite in suites for name, schema in SUITES[suite].tables.items()}
    return {**DATA, **own, **CSV, **BESIDE}


def result_folder(out: Path, dataset: str, model: ModelRecord, digits: str) -> Path:
    """`out/<dataset>/<family>--<model>-<digits>`, safe as a path whatever the names are."""
    return out / _slug(dataset) / f"{model.family}--{_slug(model.name.replace('/', '--'))}-{digits}"


def _slug(text: str) -> str:
    """Names of files have at most 255 bytes, with what is put around this one."""
    slug = re.sub(r"[^\w.\-]+", "_", text).encode()[:_LONGEST_NAME].decode("utf-8", "ignore")
    return slug.strip("._") or "unnamed"


def defined_apart(one: Result, other: Result) -> frozenset[str]:
    """The measures that are not the same in two results, because one of them is of the format before."""
    return REDEFINED if one.manifest.format != other.manifest.format else frozenset()


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
        raw = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if not isinstance(raw, dict):
            raise ValueError(f"{MANIFEST} is not a JSON object")
        if raw["format"] == FORMER_FORMAT:
            raw = {**raw, **{name: [*map(_formerly, raw.get(name, ()))] for name in ("headline", "references")}}
        elif raw["format"] != RESULT_FORMAT:
            said = f"{folder} has result format {raw['format']}; this version reads {RESULT_FORMAT}; "
            if isinstance(raw["format"], int) and raw["format"] > RESULT_FORMAT:
                raise ResultsError(said + "update idioprobe.")
            raise OldResultsError(said + "run it again, and remove this folder.")
        manifest = Manifest.model_validate(raw)
        tables = {
            name: _read_table(folder, name, schema)
            for name, schema in _schemas(manifest.config.suites).items()
            if name not in ADDED or _path(folder, name).is_file()
        }
        if tables["summary"].is_empty():
            raise ValueError("summary.csv: no row, so nothing was scored")
    except _UNREADABLE as error:
        raise ResultsError(
            f"{folder} is not a whole result folder ({_first_line(error)}); "
            "compute it again with idioprobe run --force."
        ) from error
    return Result(manifest, tables)


def _formerly(record: dict[str, Any]) -> dict[str, Any]:
    """A headline, or those of a reference, from a result of the format before: another measure, by another name."""
    if "headline" in record:
        return {**record, "headline": [*map(_formerly, record["headline"])]}
    return record if record["measure"] == SPOKEN else {**record, "name": FORMER}


_UNREADABLE = (
    *(OSError, RecursionError, pl.exceptions.PolarsError, ValidationError),
    *(ValueError, KeyError, TypeError, AttributeError, OverflowError),
)
"""What reading a folder raises that somebody else has written in."""


def _read_table(folder: Path, name: str, schema: Schema) -> pl.DataFrame:
    """A table in the columns and types that it was written with; columns that older results lack are empty."""
    path = _path(folder, name)
    if name in CSV:
        with path.open(encoding="utf-8") as file:
            header = next(csv.reader(file), [])
        if header != list(schema):
            raise ValueError(f"{path.name}: the columns are not {', '.join(schema)}")
        return unquote_cells(read_csv(path, schema))
    table = with_spans(read_parquet(path))
    if name == "expressions":
        table = as_now(table)
    table = table.with_columns(
        pl.lit(None, schema[c]).alias(c) for c in ADDED_COLUMNS if c in schema and c not in table.columns
    )
    for column, dtype in schema.items():
        if table.schema.get(column) != dtype:
            found = table.schema.get(column)
            raise ValueError(f"{path.name}: the column {column} {f'holds {found}' if found else 'is missing'}")
    return table.select(list(schema))


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        key = " ".join(".".join(map(str, first["loc"])).split())
        return f"{MANIFEST}: {key}: {first['msg']}"
    return f"no {error}" if isinstance(error, KeyError) else (str(error).splitlines() or [type(error).__name__])[0]
