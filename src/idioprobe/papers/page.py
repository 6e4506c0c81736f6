"""Published models on a page, beside those run here."""

from __future__ import annotations

from typing import Any

import polars as pl

from idioprobe.papers.beside import differs
from idioprobe.papers.papers import PAPERS, paper_of
from idioprobe.papers.reported import load_published
from idioprobe.papers.subject import as_cell
from idioprobe.papers.tables import find_table
from idioprobe.report.page.groups import Group
from idioprobe.report.tables.spec import LayoutTable

TABLES = ("H2", "H3", "H5", "H6", "H10", "H11", "H12", "H13", "W1")
"""Tables with a level, a ρ or an effect by model, language, condition, unit and measure."""
STATISTICS = ("mean", "rho_type", "effect_percent")


def published_rows(group: Group) -> list[list[Any]]:
    """Printed cells of the languages that the group has, as rows of the page's table of models."""
    languages = {language for result in group.results for language in result.info["dataset"]["languages"]}
    rows = load_published().filter(
        pl.col("table").is_in(TABLES),
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


def published_warnings(group: Group) -> list[str]:
    """Where the results here were made in another way than the papers'."""
    models = group.inputs.models
    found: dict[str, dict[str, None]] = {}
    for name in TABLES:
        table, paper = find_table(name), paper_of(name)
        if not isinstance(table, LayoutTable) or paper is None:
            continue
        for model in models:
            if table.suite in model.result.info["config"]["suites"]:
                for warning in differs(model, table, paper):
                    found.setdefault(f"{paper.citation}: {warning}", {})[model.label] = None
    return [
        f"{said}." if len(whose) == len(models) else f"{said} ({', '.join(whose)})." for said, whose in found.items()
    ]


def _label(row: dict[str, Any]) -> str:
    view = f", {row['view']}" if row["view"] and row["view"] != "native" else ""
    return f"{row['model']} ({PAPERS[row['source']].citation.replace('(', '').replace(')', '')}{view})"
