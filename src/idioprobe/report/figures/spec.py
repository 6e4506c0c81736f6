"""What a figure is: data about it, and a chart that waits for rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal

from idioprobe.core.tables import CLASSES
from idioprobe.report.figures.palettes import PALETTES, Palette

if TYPE_CHECKING:
    import altair as alt

ROWS = "rows"
"""The name under which a chart expects its rows."""
COLUMN_WIDTHS = {1: 3.3 * 72, 2: 6.8 * 72}
"""Widths in points of a figure over one and over two columns of a page."""
NARROW = 260
LETTER = 0.55
"""About how wide a letter of a title is, as a part of its size."""
FEWEST_LETTERS = 10
"""No line of a title is asked to be shorter."""
AXIS_TITLE_SIZE, HEADING_SIZE = 7, 8
SHADES = {"nat": 1.0, "neut": 0.6, "neut_long": 0.3}
"""How dark the marks of a condition are; figures can be drawn of each."""

Kind = Literal["scores", "ratio", "correlogram", "epsilon", "layers", "sample"]
"""Tables of rows: `scores` is one row per model, item and measure; the others are small and made beforehand."""
Spread = Literal["interval", "sd"]
SPREADS: Mapping[Spread, str] = {
    "interval": "95 % interval",
    "sd": "one standard deviation of the resamples on either side",
}
"""What the lines of ratios can show, in words."""


@dataclass(frozen=True)
class Look:
    """How wide a chart is, how many panels stand side by side, and in which colours.

    Colours of text, axes and reference lines are no part of it: they are in `theme.CONFIGS`, so
    that one chart serves light and dark.
    """

    panel_width: float = 180
    panels: int = 2
    palette: str = "okabe"
    languages: tuple[str, ...] = ("en", "pt")
    """Those that have a colour, in the order of the legend."""
    classes: tuple[str, ...] = CLASSES
    """From idiomatic to compositional."""
    conditions: tuple[str, ...] | None = None
    """Those in the legend; default: those of the paper's figure."""
    spread: Spread = "interval"
    """What the lines of ratios show."""
    row: float = 7
    """Height of one box or point."""
    number_size: float = 6.5
    """Size of numbers inside a chart, where they have the room."""

    @property
    def row_number_size(self) -> float:
        """Size of a number that has a row of its own: digits are lower than the row, and do not touch those below."""
        return min(self.number_size, 1.3 * self.row)

    def letters(self, size: float) -> int:
        """About how many letters of a size are as wide as a panel."""
        return max(int(self.panel_width / (LETTER * size)), FEWEST_LETTERS)

    def wrapped(self, title: str) -> list[str]:
        """The title of an axis, in lines no wider than a panel."""
        return wrap(title, self.letters(AXIS_TITLE_SIZE), break_long_words=False)

    @property
    def legend_columns(self) -> int:
        """Long entries of a legend side by side; 0 is all of them."""
        return 1 if self.panels * self.panel_width < NARROW else 0

    @property
    def colours(self) -> Palette:
        """The colours by name."""
        return PALETTES[self.palette]


@dataclass(frozen=True)
class Figure:
    """One figure of the catalogue.

    `measures` maps the name of a measure to the label it is shown with, in the order shown. `fixed`
    says what the figure is about: rows with other units or conditions do not belong to it.
    `chart` makes the chart without data; its rows go in under the name `ROWS`.
    """

    name: str
    source: str
    title: str
    reading: str
    ideal: str
    chart: Callable[[Look], alt.FacetChart | alt.VConcatChart]
    measures: tuple[tuple[str, str], ...] = ()
    fixed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    data: Kind = "scores"
    suite: str = "probes"
    needs: str = ""
    """What else it takes, in words."""
    across: float = 1
    """Panels side by side in one column of a page; 1.5: one, and three in two columns."""
    of_models: bool = True
    """Models are its rows, so that the reference models can stand below them."""
    by_class: bool = False
    """Its colours are classes, so that expressions without one are not drawn."""

    @property
    def every_view(self) -> bool:
        """Whether it is drawn from all views of a result, not from one."""
        return self.data in ("epsilon", "layers", "sample")

    @property
    def references(self) -> bool:
        """Whether the reference models are drawn below the models."""
        return self.of_models and self.data in ("scores", "ratio")

    def spec(self, look: Look) -> dict[str, Any]:
        """The chart as Vega-Lite, without data and without a configuration.

        It is not checked here: that takes longer than all else, and a chart does not depend on the data.
        """
        spec = self.chart(look).to_dict(validate=False)
        spec.pop("config", None)  # altair's own theme
        return spec


def about(figure: Figure, classes: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What a figure is about, with the classes of a dataset in place of the papers'."""
    out = dict(figure.fixed)
    if set(CLASSES) <= set(out.get("group", ())):
        out["group"] = (*(name for name in out["group"] if name not in CLASSES), *reversed(classes))
    return out
