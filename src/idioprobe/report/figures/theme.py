"""Fonts, and the colours of everything that is not data, for light and dark.

No chart colours its reference lines (rules) or the gaps of medians (ticks): they have the colours
given here, so that a page can change from light to dark.
"""

from __future__ import annotations

from typing import Any

from idioprobe.report.figures.spec import AXIS_TITLE_SIZE, HEADING_SIZE

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""vl-convert brings the first; the others have the same widths, so that a chart looks the same without it."""


def config(ink: str, faint: str, ground: str) -> dict[str, Any]:
    """A Vega-Lite configuration in some colours."""
    text = {
        "labelColor": ink,
        "titleColor": ink,
        "labelFontSize": 7,
        "titleFontSize": AXIS_TITLE_SIZE,
        "titleFontWeight": "normal",
    }
    return {
        "font": FONT,
        "background": "transparent",
        "view": {"stroke": None},
        "axis": {
            **text,
            "gridColor": faint,
            "gridWidth": 0.5,
            "domain": False,
            "ticks": False,
            "labelPadding": 3,
            "titlePadding": 4,
            "labelLimit": 110,
        },
        "axisY": {"grid": False},
        "legend": {
            **text,
            "orient": "bottom",
            "direction": "horizontal",
            "title": None,
            "symbolSize": 45,
            "symbolType": "square",
            "symbolStrokeWidth": 0,
            "columnPadding": 8,
            "offset": 6,
            "padding": 0,
        },
        "header": {
            "labelColor": ink,
            "labelFontSize": HEADING_SIZE,
            "labelFontWeight": "bold",
            "labelPadding": 3,
            "title": None,
        },
        "title": {"color": ink, "subtitleColor": ink, "fontSize": 9, "subtitleFontSize": 7, "anchor": "start"},
        "facet": {"spacing": 12},
        "rule": {"color": ink},
        "tick": {"color": ground},
    }


CONFIGS = {
    "light": config(ink="#222222", faint="#e3e3e3", ground="#ffffff"),
    "dark": config(ink="#e6e6e6", faint="#3a3a3a", ground="#111111"),
}
"""By theme."""
