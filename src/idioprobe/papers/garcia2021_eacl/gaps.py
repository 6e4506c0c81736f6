"""Between which naturalistic and neutral sentences an expression differs most and least (G1 §4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.papers.common.axes import LANGUAGES
from idioprobe.papers.common.scores import scores_at
from idioprobe.report.tables.fitting import languages_of, spoken
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.report.tables.grid import Cell, Grid, Row

LISTED = 5
NAMED = ("bad apple", "bad hat", "melting pot")
"""Expressions whose gaps the text gives beside the largest and the smallest."""
P4 = {"measure": "ctx_in_out", "unit": "target"}


class Gap(NamedTuple):
    """An expression in and out of context: its P4 in naturalistic and in neutral sentences, and its class."""

    name: str
    natural: float
    neutral: float
    label: str

    @property
    def size(self) -> float:
        """How far the two are apart."""
        return abs(self.neutral - self.natural)

    def cell(self, n: int) -> Cell:
        """As the table shows it."""
        label = f" ({self.label})" if self.label else ""
        return Cell(f"{self.name}{label} {self.natural:.2f} / {self.neutral:.2f}", self.size, n=n)


def gaps(inputs: Inputs, expressions: Sequence[str] = (), top: int | None = None, **_: Any) -> Grid:
    """The largest and smallest gaps of P4, then those of single expressions; by language and model."""
    rows: list[Row] = []
    for language in spoken(LANGUAGES, languages_of(inputs)):
        code = language.where["language"]
        found = [_gaps(model, inputs, code) for model in inputs.models]
        if any(found):
            rows += _rows(language.label, found, top or LISTED, expressions or NAMED)
    if not rows:
        raise ConfigError(
            "G1-gaps compares P4 in naturalistic and in neutral sentences, target unit; these results lack one of them "
            "(idioprobe run --condition nat,neut)."
        )
    columns = tuple((model.label,) for model in inputs.models)
    notes = (
        "Expression (class), then P4 averaged over its naturalistic sentences / in the neutral one; ordered by how far "
        "the two are apart. Word vectors have 1 in both, and so no gap.",
    )
    return Grid("G1-gaps", "Gaps of P4", columns, tuple(rows), notes)


def _gaps(model: Model, inputs: Inputs, language: str) -> list[Gap]:
    """The largest first; none for a model whose vectors do not depend on the sentence."""
    if model.kind == "static":
        return []
    natural, neutral = (
        dict(
            scores_at(model, {**P4, "language": language, "condition": condition})
            .group_by("expression")
            .agg(pl.col("value").mean())
            .iter_rows()
        )
        for condition in ("nat", "neut")
    )
    classes = dict(
        inputs.material.expressions.filter(pl.col("language") == language).select("expression", "class").iter_rows()
    )
    both = [Gap(name, natural[name], neutral[name], classes.get(name) or "") for name in natural if name in neutral]
    return sorted(both, key=lambda gap: (-gap.size, gap.name))


def _rows(language: str, found: Sequence[Sequence[Gap]], count: int, named: Sequence[str]) -> Iterator[Row]:
    for end, step in (("largest", 1), ("smallest", -1)):
        for rank in range(min(count, max(map(len, found)))):
            cells = tuple(gaps[::step][rank].cell(len(gaps)) if rank < len(gaps) else Cell() for gaps in found)
            yield Row((language, end, str(rank + 1)), cells)
    for name in named:
        mine = [next((gap for gap in gaps if gap.name.lower() == name.lower()), None) for gaps in found]
        if any(mine):
            cells = tuple(gap.cell(len(gaps)) if gap else Cell() for gap, gaps in zip(mine, found, strict=True))
            yield Row((language, "named", name), cells)
