"""What a user adds to a dataset: annotations of its sentences, frequency and association of its expressions."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import EXPRESSIONS, RATINGS, TARGET
from idioprobe.data.components import component_roles, parse_components
from idioprobe.data.counts import read_counts
from idioprobe.data.dataset import Dataset, Header
from idioprobe.make.judgments.ratings import rated
from idioprobe.make.judgments.table import read_annotations

_KEY = ["language", "key", "sentence", "target", "rating"]


def with_annotations(data: Dataset, path: Path, language: str | None = None) -> Dataset:
    """The dataset with ratings from a table of answers, or a study; they take the place of its own."""
    only = language or (data.languages[0] if len(data.languages) == 1 else None)
    return with_ratings(data, rated(read_annotations(path, only)), path)


def with_ratings(data: Dataset, ratings: pl.DataFrame, path: Path) -> Dataset:
    """The dataset with these ratings in the place of its own of the same sentences; `path` is where they come from.

    Ratings of components whose role no expression of the dataset has are left out, which is noted.
    """
    roles = component_roles(data.expressions)
    strange = sorted(set(ratings["target"]) - {TARGET, *roles})
    added = ratings.filter(~pl.col("target").is_in(strange)).with_columns(key=_key())
    names = data.expressions.select("language", name="expression", key=_key())
    known = added.join(names, on=["language", "key"]).with_columns(expression=pl.col("name"))
    if known.is_empty():
        raise DatasetError(f"{path}: none of its expressions is in {data.name} ({', '.join(data.languages)}).")
    kept = data.ratings.with_columns(key=_key()).join(known, on=_KEY, how="anti", nulls_equal=True)
    table = pl.concat([kept.select(list(RATINGS)), known.select(list(RATINGS)).cast(RATINGS)])  # type: ignore[arg-type]
    notes = [f"{len(known)} ratings come from {path.name}."]
    left = added.select("language", "key").n_unique() - known.select("language", "key").n_unique()
    notes += [f"{left} expressions of {path.name} are not in {data.name}."] if left else []
    notes += (
        [f"No expression of {data.name} has the components {', '.join(strange)} of {path.name}."] if strange else []
    )
    return replace(data, ratings=table, header=_noted(data, notes))


def with_association(data: Dataset, path: Path) -> Dataset:
    """The dataset with frequency, f_avg, PMI and PPMI of its expressions from a table of counts, where it has them."""
    table = read_counts(path)
    counts = {code: table.of(code) for code in data.languages}
    rows = []
    found = 0
    for row in data.expressions.iter_rows(named=True):
        parts = [one.word for one in parse_components(row["components"])]
        mine = {
            n: v for n, v in asdict(counts[row["language"]].figures(row["expression"], parts)).items() if v is not None
        }
        found += bool(mine)
        rows.append({**row, **(dict.fromkeys(("frequency", "pmi", "ppmi")) | mine if mine else {})})
    if not found:
        raise DatasetError(f"{path}: none of its expressions is in {data.name}.")
    notes = [f"Frequency and PPMI of {found} of {len(rows)} expressions come from {path.name}."]
    known = {name.casefold() for name in data.expressions["expression"]}
    left = sum(1 for one in table.rows if one.expression.casefold() not in known)
    notes += [f"{left} expressions of {path.name} are not in {data.name}."] if left else []
    return replace(data, expressions=pl.DataFrame(rows, schema=EXPRESSIONS), header=_noted(data, notes))


def _key() -> pl.Expr:
    return pl.col("expression").str.to_lowercase()


def _noted(data: Dataset, notes: list[str]) -> Header:
    return data.header.model_copy(update={"notes": [*data.header.notes, *notes]})
