"""How many decimals are kept, so that equal vectors are equally similar whatever the last bit says, and printed."""

from __future__ import annotations

DECIMALS = 10


def p_text(p: float) -> str:
    """A p-value in three decimals; it is never 0.

    >>> p_text(0.04), p_text(0.0004)
    ('0.040', '<0.001')
    """
    return "<0.001" if p < 0.0005 else f"{p:.3f}"
