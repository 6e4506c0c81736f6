"""A figure with its rows, as a chart and as a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import polars as pl

from idioprobe.core.errors import ConfigError, MissingExtraError, ResultsError, install
from idioprobe.core.memory import check_import
from idioprobe.core.tables import CLASSES
from idioprobe.report.figures.fonts import font_style
from idioprobe.report.figures.references import with_references
from idioprobe.report.figures.rows import rows
from idioprobe.report.figures.spec import COLUMN_WIDTHS, LETTER, ROWS, SHADES, SPREADS, Figure, Look, Spread
from idioprobe.report.figures.theme import CONFIGS
from idioprobe.report.tables.gather import Inputs

if TYPE_CHECKING:
    from idioprobe.report.figures.charts import AnyChart

FORMATS = ("pdf", "svg", "png")
VEGA_LITE = "6.4"
"""The version that altair writes, and that vl-convert draws with."""
NARROWEST, WIDEST_PANEL = 60.0, 420.0
TIGHT = 100.0
"""In panels narrower than this, what is above or beside them may be wider than they are."""
PAGE_HEIGHT, LOWEST_ROW = 640.0, 4.0
"""A figure that is higher than a page has lower rows, down to some."""
POINTS_PER_INCH = 72
FITTINGS = 2
"""How often the width is measured: after the second time the number of panels in a row is known."""
REFERENCES = "Below the models, a stroke is the mean of a reference: word by word, chance, ideal."
LISTED = 20
"""How many names a message lists."""
NO_NETWORK: list[str] = []


def static(figure: Figure, inputs: Inputs, look: Look | None = None) -> AnyChart:
    """The chart with its rows in it, in the light theme."""
    table = drawable(figure, inputs)
    return with_rows(figure, table, look or Look(languages=languages_of(table), classes=inputs.material.classes))


def drawable(figure: Figure, inputs: Inputs, where: Mapping[str, tuple[str, ...]] | None = None) -> pl.DataFrame:
    """The rows of a figure, of some languages, conditions, units, models or expressions only; an error if none.

    A figure that is about some conditions is drawn of others where these are asked for.

    The reference models are below the models, unless the figure is about some expressions only: they have no rows of
    single ones.
    """

    def narrowed(table: pl.DataFrame) -> pl.DataFrame:
        for name, values in (where or {}).items() if len(table) else ():
            if name not in table.columns:
                raise ConfigError(f"`{name}s` {','.join(values)}: {figure.name} tells no {name}s apart.")
            there = table[name].unique(maintain_order=True).to_list()
            table = table.filter(pl.col(name).str.to_lowercase().is_in([value.lower() for value in values]))
            if table.is_empty():
                raise ConfigError(f"`{name}s` {','.join(values)}: {figure.name} has {_listed(there)} here.")
        return table

    asked = (where or {}).get("condition", ())
    if "condition" in figure.fixed and set(asked) & set(SHADES) - set(figure.fixed["condition"]):
        figure = replace(figure, fixed={**figure.fixed, "condition": tuple(SHADES)})
    table = rows(figure, inputs, narrowed)
    if table.is_empty():
        raise ConfigError(f"{figure.name} cannot be drawn from these results: {missing(figure, inputs)}.")
    if not figure.references or "expression" in (where or {}):
        return table
    return with_references(figure, inputs, table)


def _listed(names: list[str]) -> str:
    more = [f"{len(names) - LISTED} more"] if len(names) > LISTED else []
    return ", ".join([*names[:LISTED], *more])


def missing(figure: Figure, inputs: Inputs) -> str:
    """What the results lack for a figure, in words."""
    results = [model.result for model in inputs.models]
    lacking = []
    suites = {suite for result in results for suite in result.manifest.config.suites}
    if figure.suite not in suites:
        return f"they lack the suite {figure.suite} (idioprobe run --suite {figure.suite})"
    if figure.by_class and not any(model.result.expressions["class"].drop_nulls().len() for model in inputs.models):
        lacking.append("they have no expressions with classes")
    if figure.needs:
        lacking.append(f"it takes {figure.needs}")
    for name in ("condition", "unit"):
        there = {value for result in results for value in result.summary[name].unique()}
        if not there.intersection(figure.fixed.get(name, there)):
            lacking.append(f"they lack the {name}s {', '.join(figure.fixed[name])}")
    there = {value for result in results for value in result.summary["measure"].unique()}
    gone = [name for name, _ in figure.measures if name not in there]
    if gone and figure.suite != "epsilon":
        lacking.append(f"they lack the measures {', '.join(gone)}")
    return "; ".join(lacking) or "all is undefined there, or dropped; dropped.csv says why"


def with_rows(figure: Figure, table: pl.DataFrame, look: Look) -> AnyChart:
    """The chart with these rows."""
    chart = _plain(figure, look)
    chart.datasets = {ROWS: table.to_dicts()}
    return chart


def _plain(figure: Figure, look: Look, *, title: float = 0) -> AnyChart:
    """The chart as it is printed, but for its rows; `title` is how wide its title may be, 0 for none."""
    try:
        import altair as alt
    except ImportError as error:
        raise MissingExtraError(f"Drawing figures needs altair: {install('report')}.") from error
    chart = figure.chart(look)
    chart.config = alt.Config.from_dict({**CONFIGS["light"], "background": "white", "aria": False})
    reading = figure.reading.replace(SPREADS["interval"], SPREADS[look.spread])
    chart.description = f"{figure.title}. {figure.source}. {reading}" + (f" {REFERENCES}" if figure.references else "")
    if title:
        after = "" if figure.source.startswith("idioprobe") else f"after {figure.source}"
        sizes = (CONFIGS["light"]["title"][name] for name in ("fontSize", "subtitleFontSize"))
        lines = [
            wrap(text, int(title / (LETTER * size))) for text, size in zip((figure.title, after), sizes, strict=True)
        ]
        chart.title = alt.TitleParams(lines[0], subtitle=lines[1])
    return chart


def fitted(
    figure: Figure,
    table: pl.DataFrame,
    columns: int,
    palette: str,
    *,
    title: bool = False,
    spread: Spread = "interval",
    classes: tuple[str, ...] = CLASSES,
    panels: int = 0,
) -> dict[str, Any]:
    """The chart as Vega-Lite, as wide as one or two columns of a page: panels take what labels leave.

    There are fewer `panels` side by side than the figure asks for where these would be too narrow.
    Rows are put in after the chart is checked: to check each of them would take seconds.
    """
    width, panels = COLUMN_WIDTHS[columns], panels or int(columns * figure.across)
    datasets = {ROWS: table.to_dicts()}
    look = Look(0.7 * width / panels, panels, palette, languages_of(table), classes, conditions_of(table), spread)

    def made(look: Look) -> dict[str, Any]:
        return {**_plain(figure, look, title=width if title else 0).to_dict(), "datasets": datasets}

    slope = float(panels)
    before: tuple[float, float] | None = None
    for _ in range(FITTINGS):
        used, height = measured(made(look))
        if before and look.panel_width != before[0]:
            slope = max((used - before[1]) / (look.panel_width - before[0]), 1.0)
        before = (look.panel_width, used)
        room = look.panel_width + (width - used) / slope
        row = look.row * min(1.0, PAGE_HEIGHT / height)
        look = replace(look, panel_width=min(max(room, NARROWEST), WIDEST_PANEL), row=max(row, LOWEST_ROW))
    if look.panels > 1 and look.panel_width < TIGHT and measured(made(look))[0] > width + 1:
        fewer = look.panels - 1
        return fitted(figure, table, columns, palette, title=title, spread=spread, classes=classes, panels=fewer)
    return made(look)


def languages_of(table: pl.DataFrame) -> tuple[str, ...]:
    """The languages of the rows, in alphabetical order."""
    return _values(table, "language")


def conditions_of(table: pl.DataFrame) -> tuple[str, ...]:
    """The conditions of the rows."""
    return _values(table, "condition")


def _values(table: pl.DataFrame, name: str) -> tuple[str, ...]:
    return tuple(sorted(table[name].drop_nulls().unique())) if name in table.columns else ()


def measured(spec: Mapping[str, Any]) -> tuple[float, float]:
    """How wide and high a chart comes out, in points."""
    size = re.search(r'<svg[^>]*? width="([\d.]+)" height="([\d.]+)"', _svg(spec))
    if size is None:
        raise ResultsError("vl-convert drew a chart without a size; is its version the one in pyproject.toml?")
    return float(size.group(1)), float(size.group(2))


def _svg(spec: Mapping[str, Any]) -> str:
    return str(_converter().vegalite_to_svg(dict(spec), vl_version=VEGA_LITE, allowed_base_urls=NO_NETWORK))


def write(spec: Mapping[str, Any], style: str, scale: float = 3.0) -> bytes:
    """The file of a chart; `scale` is for PNG, in pixels per point."""
    return WRITERS[style](spec, scale)


def _write_svg(spec: Mapping[str, Any], _: float) -> bytes:
    """With its size in points, as in PDF, and with its font."""
    text = re.sub(
        r'(<svg[^>]*?) width="([\d.]+)" height="([\d.]+)"([^>]*>)',
        lambda m: f'{m[1]} width="{m[2]}pt" height="{m[3]}pt"{m[4]}{font_style()}',
        _svg(spec),
        count=1,
    )
    return text.encode("utf-8")


def _write_pdf(spec: Mapping[str, Any], _: float) -> bytes:
    made = _converter().vegalite_to_pdf(dict(spec), vl_version=VEGA_LITE, allowed_base_urls=NO_NETWORK)
    return bytes(made)


def _write_png(spec: Mapping[str, Any], scale: float) -> bytes:
    made = _converter().vegalite_to_png(
        dict(spec), vl_version=VEGA_LITE, scale=scale, ppi=POINTS_PER_INCH, allowed_base_urls=NO_NETWORK
    )
    return bytes(made)


WRITERS: dict[str, Callable[[Mapping[str, Any], float], bytes]] = {
    "pdf": _write_pdf,
    "svg": _write_svg,
    "png": _write_png,
}


def _converter() -> Any:
    check_import("vl_convert")
    try:
        import vl_convert
    except ImportError as error:
        raise MissingExtraError(f"Drawing figures needs vl-convert: {install('report')}.") from error
    return vl_convert
