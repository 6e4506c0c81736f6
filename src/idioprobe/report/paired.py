"""The paired difference of two models as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import ALL
from idioprobe.core.views import WAYS
from idioprobe.report.prose import two_digits
from idioprobe.report.tables.gather import gather
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.run.results import Result, defined_apart
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import BY_NAME, MEASURES
from idioprobe.suites.known import groups_of
from idioprobe.suites.paired import HIGHER, LOWER, TIED, compare_models

HEADLINE = ("sim_syn", "sim_words", "aff_syn_words", "aff_syn_rand", "simr_syn", "simr_words")
"""Measures that are compared unless the user names others."""
SHOWN = {"mean": "mean", "rho_type": "ρ", "rho_token": "ρ (token)"}
TIED_MARK = "≈"


def paired_differences(
    a: Result, b: Result, view: str | None = None, measures: Sequence[str] = (), *, everything: bool = False
) -> tuple[tuple[str, str], pl.DataFrame]:
    """The labels of two results, and how they differ; refused where they differ in more than the model."""
    strange = [name for name in measures if name not in BY_NAME or not BY_NAME[name].per_item]
    if strange:
        known = ", ".join(m.name for m in MEASURES if m.per_item)
        raise ConfigError(f"`measures` {', '.join(strange)}: one of {known}.")
    inputs = gather([a, b], view)
    first, second = inputs.models
    if first.view != second.view and {first.view, second.view} <= {*WAYS}:
        raise ConfigError(
            f"{first.label} has answers {first.view}, {second.label} {second.view}: these are different measures; "
            "choose one that both have with `view`."
        )
    apart = defined_apart(a, b)
    if another := sorted(apart.intersection(measures)):
        raise ConfigError(
            f"`measures` {', '.join(another)}: one of the two results is of an older version, in which that was "
            "another measure; run it again."
        )
    compared = measures or ([m.name for m in MEASURES if m.per_item] if everything else HEADLINE)
    config = a.manifest.config
    table = compare_models(
        first.scores,
        second.scores,
        inputs.material.expressions,
        inputs.material.ratings,
        Resampling(config.resamples, config.seed),
        measures=[name for name in compared if name not in apart],
        groups=groups_of(inputs.material.expressions, a.classes) if everything or measures else (ALL,),
        every_rating=everything,
        classes=a.classes,
    )
    if table.is_empty():
        raise ConfigError(
            f"{first.label} and {second.label} have no item in common for these measures; paired differences are of "
            "scores (suites probes, prediction, questions), over the languages, conditions and units that both ran on."
        )
    return (first.label, second.label), table


def paired_grid(labels: tuple[str, str], table: pl.DataFrame) -> Grid:
    """One row for each slice, group, measure and statistic: both numbers, their difference, its interval, n."""
    rows = []
    for row in table.iter_rows(named=True):
        group = "" if row["group"] == "all" else row["group"]
        statistic = SHOWN[row["statistic"]] + (f" with {row['rating']}" if row["rating"] else "")
        cells = [_number(row[name]) for name in ("a", "b", "difference")]
        bounds = (row["ci_low"], row["ci_high"])
        interval = "" if None in bounds else f"[{two_digits(bounds[0])}, {two_digits(bounds[1])}]"
        cells += [Cell(interval, row["difference"] if interval else None)]
        cells += [_verdict(row, labels[0]), Cell(str(row["n"]), row["n"])]
        left_out = row["only_a"] + row["only_b"]
        cells += [Cell(str(left_out) if left_out else "", left_out)]
        labelled = (
            f"{row['language']} {row['condition']}",
            row["unit"],
            f"{row['measure']} {group}".strip(),
            statistic,
        )
        rows.append(Row(labelled, tuple(cells)))
    columns = ((labels[0],), (labels[1],), ("difference",), ("95 %",), ("verdict",), ("n",), ("left out",))
    notes = (
        f"Differences {labels[0]} - {labels[1]} over the items that both have; left out: items of only one.",
        f"{table['method'][0].split('; ', 1)[1]}, the same for both models; "
        f"{TIED_MARK}: the interval contains 0, they cannot be told apart.",
    )
    return Grid("paired", f"{labels[0]} against {labels[1]} on the same items", columns, tuple(rows), notes)


def _number(value: float | None) -> Cell:
    return Cell() if value is None else Cell(two_digits(value), value)


def _verdict(row: dict[str, Any], first: str) -> Cell:
    """Whether the first model is better or worse, where a direction is; else whether its number is higher or lower."""
    verdict, better = row["verdict"], BY_NAME[row["measure"]].better
    if verdict not in (HIGHER, LOWER):
        return Cell(TIED_MARK if verdict == TIED else verdict)
    if better is None or row["statistic"] != "mean":
        return Cell(f"{first} {'higher' if verdict == HIGHER else 'lower'}")
    tone = "better" if (verdict == HIGHER) == (better == "higher") else "worse"
    return Cell(f"{first} {tone}", tone=tone)
