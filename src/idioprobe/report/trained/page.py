"""The page of a training: one HTML file that needs no other."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any

import polars as pl

from idioprobe import __version__
from idioprobe.core.errors import MissingExtraError, install
from idioprobe.report.trained.words import SCORE_TITLES, SCORES, answer, sentences, shown, title

MOST_EXPRESSIONS = 200


def trained_page(
    about: Mapping[str, Any],
    changes: pl.DataFrame,
    items: pl.DataFrame,
    history: pl.DataFrame,
    groups: Mapping[str, str],
) -> str:
    """The page, with everything that datasets and models say escaped."""
    try:
        from jinja2 import Environment
    except ImportError as error:
        raise MissingExtraError(f"The page needs {error.name}: {install('report')}.") from error
    source = resources.files("idioprobe.report.trained").joinpath("page.html.j2").read_text(encoding="utf-8")
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(source)
    rows = [_row(row) for row in changes.to_dicts()]
    return template.render(
        about=about,
        version=__version__,
        answer=answer(changes),
        sentences=sentences(changes)[1:],
        plots=[_plot(rows, unit, groups) for unit in SCORE_TITLES],
        rows=rows,
        groups=groups,
        expressions=_expressions(items),
        history=history.to_dicts(),
    )


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """A change as it is shown."""
    numbers = {f"{name}_shown": shown(row, name).replace(" points", "") for name in ("before", "after", "difference")}
    ends = [{**row, "difference": row[f"{end}_seed"], "difference_low": None} for end in ("lowest", "highest")]
    seeds = " to ".join(shown(end, "difference").replace(" points", "") for end in ends)
    return {**row, **numbers, "seeds_shown": seeds, "title": title(row["measure"], row["unit"])}


def _plot(rows: list[dict[str, Any]], unit: str, groups: Mapping[str, str]) -> dict[str, Any]:
    """The idiom score of each group in a unit, as dots with intervals on a line to 100."""
    own = [row for row in rows if row["unit"] == unit and row["measure"] == SCORES[0]]
    order = list(groups)
    return {"unit": SCORE_TITLES[unit], "rows": sorted(own, key=lambda row: order.index(row["group"]))}


def _expressions(items: pl.DataFrame) -> list[dict[str, Any]]:
    """Every idiomatic expression that was unseen in some seed: by how much its meaning came nearer."""
    own = items.filter(group="unseen", unit="sentence", measure="aff_syn_words").drop_nulls(["before", "after"])
    table = own.group_by("expression").agg(pl.col("before", "after").mean(), pl.col("seed").n_unique().alias("seeds"))
    table = table.with_columns(difference=pl.col("after") - pl.col("before"))
    return table.sort("difference", "expression", descending=[True, False]).head(MOST_EXPRESSIONS).to_dicts()
