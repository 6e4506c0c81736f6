"""What an ideal model would show, by measure: the papers' panels of ideal values as ranges.

The papers draw these panels as illustrations and give no numbers. Where a prediction has a level
(≈ 1, ≈ 0) the range is the one in which it holds (docs/measures.md); "moderate" lies between.
"""

from __future__ import annotations

from idioprobe.suites.predictions import Thresholds

Range = tuple[float, float]

HIGH: Range = (Thresholds().level_one, 1.0)
MODERATE: Range = (0.3, 0.7)
LOW: Range = (-Thresholds().level_zero, Thresholds().level_zero)

IDEALS: dict[str, Range] = {
    "sim_syn": HIGH,
    "sim_comp": MODERATE,
    "sim_words": MODERATE,
    "sim_words_alt": MODERATE,
    "sim_rand": LOW,
    "sim_syn_rand": LOW,
    "aff_syn_words": (0.0, 1.0),
    "aff_syn_comp": (0.0, 1.0),
    "aff_syn_rand": HIGH,
    "simr_syn": HIGH,
    "simr_words": (0.0, 0.7),
}
"""Over all expressions."""

CLASS_IDEALS: dict[tuple[str, str], Range] = {
    **{
        (measure, label): limits
        for measure in ("sim_comp", "sim_words", "sim_words_alt", "simr_words")
        for label, limits in (("C", HIGH), ("PC", MODERATE), ("NC", LOW))
    },
    **{
        (measure, label): limits
        for measure in ("aff_syn_words", "aff_syn_comp")
        for label, limits in (("C", LOW), ("PC", MODERATE), ("NC", HIGH))
    },
}
"""Where the class matters; elsewhere a class is like all expressions."""


def ideal_of(measure: str, label: str | None = None) -> Range | None:
    """The ideal range of a measure, or of one class in it.

    >>> ideal_of("aff_syn_words", "NC")
    (0.9, 1.0)
    """
    return CLASS_IDEALS.get((measure, label or ""), IDEALS.get(measure))
