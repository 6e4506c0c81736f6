"""The requests of a run as a file, for a model that lives elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.files import replace_file
from idioprobe.core.frames import is_formula, write_csv, write_parquet
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.parts.form import store_key
from idioprobe.core.requests import Request, format_spans, request_id
from idioprobe.data.dataset import Dataset
from idioprobe.run.config import RunConfig
from idioprobe.run.floor import words_wanted
from idioprobe.run.plan import asked_languages, controls_beside, make_plan, of_types, select

REQUESTS: dict[str, pl.DataType] = {"id": pl.String(), "text": pl.String(), "spans": pl.String()}
"""One request: the target at `spans` in `text`, or the whole text where that is null."""


def requests_table(data: Dataset, config: RunConfig, notice: Notice = ignore) -> pl.DataFrame:
    """All that a run with these options asks a model for, in the units asked for; text by text.

    A text stands before the targets in it, so that one pass over the table can embed them together.
    """
    found = sorted(_requests(data, config, notice))
    rows = [(request_id(request), request.text, format_spans(request.spans) or None) for request in found]
    return pl.DataFrame(rows, schema=REQUESTS, orient="row")


def request_names(data: Dataset, config: RunConfig) -> dict[bytes, str]:
    """The ids of all that a run asks for, by the keys that stores know them by."""
    return {store_key(request): request_id(request) for request in _requests(data, config, ignore)}


def _requests(data: Dataset, config: RunConfig, notice: Notice) -> set[Request]:
    part = of_types(data, config)
    languages = asked_languages(part, config) or part.languages
    beside = controls_beside(data, languages, config)
    plan = make_plan(select(part, languages, config), languages, config, notice, controls=beside)
    found = {request for unit in config.units for request in plan.everything[unit]}
    if config.floor:
        found |= words_wanted(plan, config.units)
    if not found:
        raise ConfigError(
            f"`suites` {','.join(config.suites)} asks for nothing of {data.name} in the unit {', '.join(config.units)}."
        )
    return found


def write_requests(table: pl.DataFrame, path: Path) -> None:
    """Write requests in the format that the file's name says, whole or not at all."""
    write = writer_of(path)
    with replace_file(path) as temporary:
        write(table, temporary)


def writer_of(path: Path) -> Callable[[pl.DataFrame, Path], object]:
    """What writes a file of that name."""
    if path.suffix.lower() not in WRITERS:
        raise ConfigError(f"`out` {path}: name it {', '.join(f'requests{end}' for end in WRITERS)} or the like.")
    return WRITERS[path.suffix.lower()]


def _write_jsonl(table: pl.DataFrame, path: Path) -> None:
    """In ASCII, with other characters escaped: whoever opens it in another encoding still reads the same texts."""
    with path.open("w", encoding="ascii", newline="\n") as file:
        for row in table.iter_rows(named=True):
            file.write(json.dumps(row) + "\n")


def _write_csv(table: pl.DataFrame, path: Path) -> None:
    """Texts as they are: to keep a spreadsheet from running one would change the text, and so its vector."""
    formula = next((text for text in table["text"] if is_formula(text)), None)
    if formula is not None:
        raise ConfigError(
            f"`out`: the text {formula[:60]!r} begins as a formula does, which a spreadsheet would run, "
            "and must not change; write .jsonl or .parquet instead of .csv."
        )
    write_csv(table, path)


WRITERS: dict[str, Callable[[pl.DataFrame, Path], object]] = {
    ".jsonl": _write_jsonl,
    ".csv": _write_csv,
    ".parquet": write_parquet,
}
"""Formats by the end of the file's name."""
