"""How rows become charts. Every chart is a wrapped facet of panels, without data of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Literal

import altair as alt

from idioprobe.core.tables import CLASSES
from idioprobe.report.figures.ideals import ideal_of
from idioprobe.report.figures.spec import HEADING_SIZE, ROWS, SHADES, Look
from idioprobe.run.references import LABELS

Measures = tuple[tuple[str, str], ...]
AnyChart = alt.FacetChart | alt.VConcatChart
Chart = Callable[[Look], AnyChart]

SEPARATOR = "\t"
QUANTILES = (5, 25, 50, 75, 95)
NARROW_BOX = 0.02
"""A box that is narrower shows its median as a bar: a gap would hide all of it."""
CONDITION_NAMES = {"nat": "naturalistic", "neut": "neutral", "neut_long": "long neutral"}
CLASS_NAMES = {"C": "compositional", "PC": "partly compositional", "NC": "idiomatic"}
UNIT_NAMES = {"sentence": "Sentence", "target": "Expression"}
UNIT_ORDER = tuple(UNIT_NAMES)
NEUTRAL = "#888888"
"""A grey that is visible on white and on black."""
PLACE = ("panel", "model", "slice", "language", "condition", "unit", "measure", "beyond")
ARROWS: dict[str, Literal["left", "right"]] = {"←": "left", "→": "right"}
"""At which end of an axis a reference lies beyond it."""
QUIET = 0.6
"""How dark the names of reference models are, against those of models."""


def panels(
    layers: Sequence[alt.Chart],
    look: Look,
    by: Sequence[str],
    measures: Measures = (),
    transforms: Callable[[alt.Chart], alt.Chart] | None = None,
    *,
    height: Any,
    stacked: bool = False,
    **resolve: Any,
) -> alt.FacetChart:
    """One panel for every combination of the columns `by`, wrapped.

    Transforms are made on an empty chart: altair copies the whole chart for each of them.
    """
    inner = alt.layer(*layers).properties(width=look.panel_width, height=height)
    header = alt.Header(title=None, labelExpr=_heading(len(by), look, stacked=stacked))
    chart = inner.facet(facet=alt.Facet("panel:N").header(header), columns=look.panels, data=alt.NamedData(name=ROWS))
    steps = alt.Chart().transform_calculate(panel=_panel(by, measures))
    chart.transform = (transforms(steps) if transforms else steps).transform
    return chart.resolve_scale(**resolve) if resolve else chart


def models_down() -> alt.Y:
    """Models from top to bottom, the names of reference models paler."""
    pale = {"condition": {"test": _of_reference("datum.value"), "value": QUIET}, "value": 1}
    y: alt.Y = alt.Y("model:N").sort(None).title(None)
    return y.axis(labelOpacity=pale)


def _of_reference(name: str) -> str:
    """Whether it is the name of a reference model."""
    return f"(indexof({json.dumps(list(LABELS.values()))}, {name}) >= 0)"


def line_at(value: float) -> alt.Chart:
    """A thin reference line; without the aggregate there would be one for every row."""
    chart: alt.Chart = alt.Chart().transform_aggregate(n="count()").mark_rule(strokeWidth=0.75, opacity=0.6)
    return chart.encode(x=alt.datum(value))


def _panel(by: Sequence[str], measures: Measures) -> str:
    """The panel's name: each part with its position before it, which sorts it and is not shown."""
    orders: dict[str, Sequence[str]] = {"measure": [label for _, label in measures], "unit": UNIT_ORDER}
    parts = []
    for name in by:
        shown = f"datum['{name}']"
        if name in orders:
            parts.append(f"100 + indexof({json.dumps(list(orders[name]), ensure_ascii=False)}, {shown})")
            if name == "unit":
                shown = f"({json.dumps(UNIT_NAMES)}[{shown}] || {shown})"
        else:
            parts.append("''")
        parts.append(shown)
    return f" + {json.dumps(SEPARATOR)} + ".join(parts)


def _heading(count: int, look: Look, *, stacked: bool) -> str:
    """From the panel's name what is shown of it, in lines no wider than the panel where words end in time."""
    parts = [f"split(datum.label, {json.dumps(SEPARATOR)})[{2 * i + 1}]" for i in range(count)]
    text = (" + '\\n' + " if stacked else " + ' · ' + ").join(parts)
    fitting = look.letters(HEADING_SIZE)
    pieces = rf"(.{{1,{fitting}}}(?:[ ,/+-]|$)|[^ ,/+\n-]+(?:[ ,/+-]|$))"
    return f"split(trim(replace({text}, regexp({json.dumps(pieces)}, 'gm'), '$1\\n')), regexp(' *\\n+'))"


def _lookup(table: dict[str, Any], key: str) -> str:
    return f"({json.dumps(table, ensure_ascii=False)})[{key}]"


def distribution(
    measures: Measures,
    title: str,
    by: Literal["measure", "class", "language"] = "measure",
    facets: tuple[str, ...] = ("slice",),
    conditions: tuple[str, ...] = ("nat", "neut"),
    *,
    grey: bool = True,
) -> Chart:
    """Box plots: a thin line from the 5th to the 95th percentile, a box over the middle half, the median.

    `by` gives the boxes of a model their colours and places: its measures; the classes; or the
    languages, in lighter shades for less natural sentences (`conditions`). `grey` puts the ideal
    ranges behind them.
    """

    def chart(look: Look) -> alt.FacetChart:
        limits = _limits(by, measures, look) if grey else {}
        base = alt.Chart().encode(y=models_down(), **places(by, measures, look))
        x = (
            alt.X("q50:Q")
            .title(title)
            .scale(zero=True, nice=True)
            .axis(tickCount=5, format="~g", labelFlush=False, grid=True)
        )
        colour = colour_of(by, measures, look)
        shade = shades(conditions, look) if by == "language" else {}
        tooltip = [
            alt.Tooltip("model:N"),
            alt.Tooltip("measure:N"),
            alt.Tooltip("slice:N"),
            *([alt.Tooltip("class:N")] if by == "class" else []),
            *(alt.Tooltip(f"q{q}:Q", title=name, format=".3f") for q, name in _quantile_names()),
            alt.Tooltip("mean:Q", format=".3f"),
            alt.Tooltip("n:Q"),
        ]
        layers = [
            *([_ideal(base)] if limits else []),
            line_at(0),
            *(
                base.mark_rule(strokeWidth=1).encode(alt.X(low), alt.X2(high), colour, tooltip=tooltip, **shade)
                for low, high in (("q5:Q", "q25:Q"), ("q75:Q", "q95:Q"))
            ),
            base.mark_bar().encode(alt.X("q25:Q"), alt.X2("q75:Q"), colour, tooltip=tooltip, **shade),
            base.transform_filter(f"datum.q75 - datum.q25 <= {NARROW_BOX} && !datum.beyond")
            .mark_tick(thickness=2)
            .encode(x, colour, tooltip=tooltip, **shade),
            base.transform_filter(f"datum.q75 - datum.q25 > {NARROW_BOX}")
            .mark_tick(thickness=1.2)
            .encode(x, tooltip=tooltip),
            *(
                base.transform_filter(f"indexof(datum.beyond || '', '{arrow}') >= 0")
                .mark_text(align=align, fontSize=look.row_number_size)
                .encode(x, alt.Text("beyond:N"), colour, tooltip=tooltip)
                for arrow, align in ARROWS.items()
            ),
        ]
        height = {"step": look.row, "for": "offset"}
        return panels(layers, look, facets, measures, _quantiles(by, limits), height=height)

    return chart


def _quantile_names() -> list[tuple[int, str]]:
    return [(q, "median" if q == 50 else f"{q} %") for q in QUANTILES]


def places(by: str, measures: Measures, look: Look) -> dict[str, Any]:
    """Where within the row of a model a mark stands."""
    orders: dict[str, Any] = {
        "measure": [label for _, label in measures],
        "class": list(reversed(look.classes)),
        "language": "ascending",
    }
    field = "slice" if by == "language" else by
    return {"yOffset": alt.YOffset(f"{field}:N").sort(orders[by]).scale(paddingInner=0.25, paddingOuter=0.4)}


def colour_of(by: str, measures: Measures, look: Look) -> alt.Color:
    """The colours of measures, classes or languages, with their legend."""
    colours = look.colours
    if by == "class":
        named = {label: CLASS_NAMES.get(label, label) for label in look.classes}
        legend = alt.Legend(labelExpr=_lookup(named, "datum.label"), columns=look.legend_columns, symbolOpacity=1)
        shown = colours.of_classes(look.classes)
        scale = alt.Scale(domain=list(reversed(look.classes)), range=list(reversed(shown)))
        return alt.Color("class:N").scale(scale).legend(legend)
    if by == "language":
        legend = alt.Legend(labelExpr="upper(datum.label)", columns=look.legend_columns, symbolOpacity=1)
        scale = alt.Scale(domain=list(look.languages), range=colours.of_languages(look.languages))
        return alt.Color("language:N").scale(scale).legend(legend)
    labels = [label for _, label in measures]
    scale = alt.Scale(domain=labels, range=colours.of_measures([name for name, _ in measures]))
    return alt.Color("measure:N").scale(scale).legend(columns=2 * look.legend_columns, symbolOpacity=1)


def shades(conditions: Sequence[str], look: Look) -> dict[str, Any]:
    """Lighter for less natural sentences; grey circles in the legend, no language's colour and not the ideal."""
    conditions = conditions if look.conditions is None else [name for name in SHADES if name in look.conditions]
    scale = alt.Scale(type="ordinal", domain=list(conditions), range=[SHADES[name] for name in conditions])
    legend = alt.Legend(
        labelExpr=_lookup(CONDITION_NAMES, "datum.label"),
        symbolFillColor=NEUTRAL,
        symbolType="circle",
        columns=look.legend_columns,
    )
    return {"opacity": alt.Opacity("condition:O").sort(list(conditions)).scale(scale).legend(legend)}


def _ideal(base: alt.Chart) -> alt.Chart:
    """Grey ranges; the column of one value puts them into the legend."""
    fill = alt.Fill("ideal:N").scale(domain=["ideal"], range=[NEUTRAL]).legend(symbolOpacity=0.3)
    models = f"isValid(datum.ideal_low) && !{_of_reference('datum.model')}"
    chart = base.transform_filter(models).transform_calculate(ideal="'ideal'")
    bars: alt.Chart = chart.mark_bar(opacity=0.3)
    return bars.encode(alt.X("ideal_low:Q"), alt.X2("ideal_high:Q"), fill=fill)


def _limits(by: str, measures: Measures, look: Look) -> dict[str, Any]:
    """The ideal ranges, by measure and class: what papers say of a class holds for the one at its end of the order."""
    ends = {look.classes[0]: CLASSES[0], look.classes[-1]: CLASSES[-1]}
    groups = {label: ends.get(label, label) for label in reversed(look.classes)} if by == "class" else {"": ""}
    return {
        f"{shown}{label}": found
        for name, shown in measures
        for label, group in groups.items()
        if (found := ideal_of(name, group))
    }


def _quantiles(by: str, limits: dict[str, Any]) -> Callable[[alt.Chart], alt.Chart]:
    """Quantiles, mean and n of every box, and its ideal range, from the rows."""
    keys: list[Any] = [*PLACE, *(["class"] if by == "class" else [])]
    key = "datum.measure" + (" + datum['class']" if by == "class" else "")
    valid = "isValid(datum.value)" + (" && isValid(datum['class'])" if by == "class" else "")

    def apply(chart: alt.Chart) -> alt.Chart:
        chart = (
            chart.transform_filter(valid)
            .transform_joinaggregate(n="count()", mean="mean(value)", groupby=keys)
            .transform_quantile(
                "value", probs=[q / 100 for q in QUANTILES], as_=["prob", "value"], groupby=[*keys, "n", "mean"]
            )
            .transform_calculate(quantile="'q' + round(100 * datum.prob)")
            .transform_pivot("quantile", value="value", groupby=[*keys, "n", "mean"])
        )
        if not limits:
            return chart
        return chart.transform_calculate(
            ideal_low=f"({_lookup(limits, key)} || [])[0]", ideal_high=f"({_lookup(limits, key)} || [])[1]"
        )

    return apply
