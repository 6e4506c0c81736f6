"""What an ideal model would show, by measure, where a paper states it."""

from __future__ import annotations

from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.measure import Range


def ideal_of(measure: str, label: str | None = None) -> Range | None:
    """The ideal range of a measure, or of one class in it.

    >>> ideal_of("simr_words", "NC")
    (-0.1, 0.1)
    """
    return BY_NAME[measure].ideal_of(label) if measure in BY_NAME else None
