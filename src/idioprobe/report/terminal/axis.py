"""The idiom score as one picture: from the words, or guessing, to every idiom."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from idioprobe.suites.headline import UNIT_WORDS, Headline, Level

WIDTH = 62
STEP = 20
LABEL = 9
"""Columns before the axis."""
SCORE, TOKENS, LOW, HIGH, LINE, ZERO = "●", "○", "├", "┤", "─", "┊"
KEYS = (f"{SCORE} score", f"{TOKENS} its tokens, added up", "0 words or guessing", "100 every idiom")


def axis(scores: Sequence[Headline]) -> Iterator[str]:
    """A row for each score with its interval and its tokens', above one scale; nothing for what has no score."""
    shown = [one for one in scores if one.value is not None]
    if not shown:
        return
    every = [end for one in shown for end in _ends(one)]
    lowest = min(-STEP, STEP * math.floor(100 * min(every) / STEP))
    for one in shown:
        yield f"{UNIT_WORDS[one.unit]:<{LABEL}}{_row(one, lowest)}"
    ticks = range(lowest, 101, STEP)
    scale = [" "] * (WIDTH + 3)
    for tick in ticks:
        text = str(tick)
        start = max(0, _column(tick / 100, lowest) - (len(text) - 1) // 2 - (len(text) > 1 and tick < 0))
        scale[start : start + len(text)] = text
    yield " " * LABEL + "".join(scale).rstrip()
    keys = KEYS if any(one.tokens for one in shown) else (KEYS[0], *KEYS[2:])
    yield " " * LABEL + "  ".join(keys)


def _ends(score: Headline) -> Iterator[float]:
    for one in (Level(score.value or 0.0, score.ci_low, score.ci_high), score.tokens):
        if one is not None:
            yield from (end for end in (one.value, one.ci_low) if end is not None)


def _column(value: float, lowest: int) -> int:
    """Where a value between the lowest and 1 is drawn.

    >>> _column(-0.2, -20), _column(1.0, -20)
    (0, 61)
    """
    return max(0, min(WIDTH - 1, round((100 * value - lowest) / (100 - lowest) * (WIDTH - 1))))


def _row(score: Headline, lowest: int) -> str:
    cells = [" "] * WIDTH
    cells[_column(0.0, lowest)] = cells[-1] = ZERO
    if score.ci_low is not None and score.ci_high is not None:
        first, last = _column(score.ci_low, lowest), _column(score.ci_high, lowest)
        cells[first : last + 1] = LINE * (last + 1 - first)
        cells[first], cells[last] = LOW, HIGH
    if score.tokens is not None:
        cells[_column(score.tokens.value, lowest)] = TOKENS
    cells[_column(score.value or 0.0, lowest)] = SCORE
    return "".join(cells).rstrip()
