"""What a user adds to a dataset: annotations of its sentences, frequency and association of its expressions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import EXPRESSIONS, RATINGS
from idioprobe.data.dataset import Dataset, Header
from idioprobe.make.corpus.association import read_association, read_averages
from idioprobe.make.judgments.annotations import ratings_from, read_annotations

_KEY = ["language", "key", "sentence", "target", "rating"]


def with_annotations(data: Dataset, path: Path, language: str | None = None) -> Dataset:
    """The dataset with ratings per sentence from a table of annotations; they take the place of its own."""
    only = language or (data.languages[0] if len(data.languages) == 1 else None)
    added = ratings_from(read_annotations(path, only)).with_columns(rating=pl.lit("token"), key=_key())
    names = data.expressions.select("language", name="expression", key=_key())
    known = added.join(names, on=["language", "key"]).with_columns(expression=pl.col("name"))
    if known.is_empty():
        raise DatasetError(f"{path}: none of its expressions is in {data.name} ({', '.join(data.languages)}).")
    kept = data.ratings.with_columns(key=_key()).join(known, on=_KEY, how="anti", nulls_equal=True)
    ratings = pl.concat([kept.select(list(RATINGS)), known.select(list(RATINGS)).cast(RATINGS)])  # type: ignore[arg-type]
    note = f"{len(known)} ratings come from {path.name}."
    left = added.select("language", "key").n_unique() - known.select("language", "key").n_unique()
    notes = [note] + ([f"{left} expressions of {path.name} are not in {data.name}."] if left else [])
    return replace(data, ratings=ratings, header=_noted(data, notes))


def with_association(data: Dataset, path: Path) -> Dataset:
    """The dataset with frequency, PMI and PPMI of its expressions, and f_avg where it is given, from a user's table."""
    averages = read_averages(path)
    table = read_association(path).with_columns(key=_key())
    figures = ("frequency", "pmi", "ppmi")
    given = {(row["language"], row["key"]): {name: row[name] for name in figures} for row in table.to_dicts()}
    rows = []
    found = 0
    for row in data.expressions.iter_rows(named=True):
        key = row["expression"].lower()
        mine = given.get((row["language"], key)) or given.get((None, key))
        found += mine is not None
        average = averages.get((row["language"], key), averages.get((None, key)))
        rows.append({**row, **(mine or {}), **({} if average is None else {"average_frequency": average})})
    if not found:
        raise DatasetError(f"{path}: none of its expressions is in {data.name}.")
    notes = [f"Frequency and PPMI of {found} of {len(rows)} expressions come from {path.name}."]
    left = len(set(table["key"]) - {name.lower() for name in data.expressions["expression"]})
    notes += [f"{left} expressions of {path.name} are not in {data.name}."] if left else []
    return replace(data, expressions=pl.DataFrame(rows, schema=EXPRESSIONS), header=_noted(data, notes))


def _key() -> pl.Expr:
    return pl.col("expression").str.to_lowercase()


def _noted(data: Dataset, notes: list[str]) -> Header:
    return data.header.model_copy(update={"notes": [*data.header.notes, *notes]})
