"""What an ideal model would show, by measure: the papers' panels of ideal values as ranges."""

from __future__ import annotations

from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.measure import Range


def ideal_of(measure: str, label: str | None = None) -> Range | None:
    """The ideal range of a measure, or of one class in it.

    >>> ideal_of("aff_syn_words", "NC")
    (0.9, 1.0)
    """
    return BY_NAME[measure].ideal_of(label) if measure in BY_NAME else None
