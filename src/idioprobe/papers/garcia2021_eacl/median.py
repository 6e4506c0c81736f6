"""Whether it matters that judgments are averaged, rather than their median taken (G1 §3.1, footnote 2)."""

from __future__ import annotations

from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.make.judgments.answers import UNIT, has_annotators, targets_of
from idioprobe.make.judgments.table import read_annotations
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.spec import Files
from idioprobe.stats.correlation import spearman

NEEDED = "a raw table of annotations, a row for each annotator (`annotations`); no public file has them"
LEVELS = {"per expression": UNIT[:2], "per sentence": UNIT}
LABELS = {"expression": "NC", "head": "Head", "modifier": "Modifier"}


def mean_and_median(files: Files, **_: Any) -> Grid:
    """ρ between mean and median of the judgments: of all of an expression, and of each of its sentences."""
    if files.annotations is None:
        raise ConfigError(f"G1-median needs {NEEDED}.")
    annotations = read_annotations(files.annotations)
    if not has_annotators(annotations):
        raise ConfigError(f"G1-median needs {NEEDED}; {files.annotations} holds means.")
    annotations = annotations.drop_nulls("sentence")
    judged = targets_of(annotations)
    rows = []
    for language in annotations["language"].unique().sort():
        mine = annotations.filter(pl.col("language") == language)
        for level, unit in LEVELS.items():
            cells = tuple(_cell(mine, column, unit) for column in judged)
            rows.append(Row((language.upper(), level), cells))
    columns = tuple((LABELS.get(target, target.capitalize()),) for target in judged.values())
    notes = ("Spearman's ρ between the mean and the median of the annotators' scores.",)
    return Grid("G1-median", "Mean and median of judgments", columns, tuple(rows), notes)


def _cell(annotations: pl.DataFrame, column: str, unit: tuple[str, ...]) -> Cell:
    scores = (
        annotations.drop_nulls(column).group_by(unit).agg(mean=pl.col(column).mean(), median=pl.col(column).median())
    )
    rho, p = spearman(scores["mean"].to_numpy(), scores["median"].to_numpy())
    return Cell(f"{rho:.2f}", rho, p, len(scores)) if rho == rho else Cell(n=len(scores))
