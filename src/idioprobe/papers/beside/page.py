"""What the papers report, on a page beside what was run here."""

from __future__ import annotations

from typing import Any

import polars as pl

from idioprobe.core.views import NATIVE
from idioprobe.papers.beside.compare import differs
from idioprobe.papers.beside.subject import as_cell
from idioprobe.papers.common.paper import Paper
from idioprobe.papers.registry import all_papers
from idioprobe.papers.reported import load_reported
from idioprobe.papers.tables import find_table
from idioprobe.report.page.groups import Group
from idioprobe.report.page.render import Reported
from idioprobe.report.tables.spec import LayoutTable

STATISTICS = ("mean", "rho_type", "effect_percent")


def reported_beside(group: Group) -> Reported:
    """What a page shows of the papers beside a group."""
    return Reported(_rows(group), _warnings(group))


def _tables() -> list[tuple[Paper, str]]:
    return [(paper, name) for paper in all_papers().values() for name in paper.on_page]


def _rows(group: Group) -> list[list[Any]]:
    """Printed cells of the languages that the group has, as rows of the page's table of models."""
    languages = {language for result in group.results for language in result.manifest.dataset.languages}
    rows = load_reported().filter(
        pl.col("table").is_in([name for _, name in _tables()]),
        pl.col("model").is_not_null(),
        pl.col("statistic").is_in(STATISTICS),
        pl.col("language").is_in(sorted(languages)),
        pl.col("state") != "missing",
    )
    key = ("language", "condition", "unit", "measure", "statistic", "group")
    return [
        [_label(row), *(row[name] for name in key), row["value"], as_cell(row).text, row["doubt"]]
        for row in rows.iter_rows(named=True)
    ]


def _warnings(group: Group) -> list[str]:
    """Where the results here were made in another way than the papers'."""
    models = group.inputs.models
    found: dict[str, dict[str, None]] = {}
    for paper, name in _tables():
        table = find_table(name)
        if not isinstance(table, LayoutTable):
            continue
        for model in models:
            if table.suite in model.result.manifest.config.suites:
                for warning in differs(model, table, paper):
                    found.setdefault(f"{paper.citation}: {warning}", {})[model.label] = None
    return [
        f"{said}." if len(whose) == len(models) else f"{said} ({', '.join(whose)})." for said, whose in found.items()
    ]


def _label(row: dict[str, Any]) -> str:
    view = f", {row['view']}" if row["view"] and row["view"] != NATIVE else ""
    return f"{row['model']} ({all_papers()[row['source']].citation.replace('(', '').replace(')', '')}{view})"
