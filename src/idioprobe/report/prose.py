"""Words that terminal, page and documentation share."""

from __future__ import annotations

from collections.abc import Iterator

from idioprobe.suites.measure import Measure

SYMBOLS = {
    "rho_zero": "ρ ≈ 0",
    "rho_positive": "ρ > 0",
    "rho_negative": "ρ < 0",
    "level_one": "≈ 1",
    "level_zero": "≈ 0",
    "level_low": "low",
}
"""Predictions in short."""


def two_digits(value: float) -> str:
    """A number as tables have it; what rounds to nothing has no sign.

    >>> two_digits(0.123), two_digits(-0.001)
    ('0.12', '0.00')
    """
    text = f"{value:.2f}"
    return "0.00" if text == "-0.00" else text


def predicted(measure: Measure) -> Iterator[str]:
    """What linguistics expects of a measure, in short."""
    for prediction in measure.predictions:
        than = prediction.than or (f"in {prediction.than_condition}" if prediction.than_condition else None)
        what = SYMBOLS.get(prediction.kind) or f"> {than or format(prediction.floor, 'g')}"
        yield f"{what} for {prediction.group}" if prediction.group != "all" else what
