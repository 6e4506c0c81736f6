"""What a user should know but need not act on."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable

Notice = Callable[[str], None]
"""Told one line at a time."""


def some(names: Iterable[str], shown: int = 2) -> str:
    """The first of some names, and how many more there are.

    >>> some(["a b", "c d"]), some(["a b", "c d", "e f", "g h"]), some(map(repr, "ab"), shown=1)
    ('a b, c d', 'a b, c d and 2 more', "'a' and 1 more")
    """
    listed = list(names)
    more = f" and {len(listed) - shown:,} more" if len(listed) > shown else ""
    return ", ".join(listed[:shown]) + more


def ignore(_: str) -> None:
    """A notice that nobody reads."""


class OldFormWarning(FutureWarning):
    """Something is written as an older version wrote it: still read, with a word on how it is written now."""


class LeftOutWarning(UserWarning):
    """Something that was asked for cannot be used and is left out; the rest is done."""


def old_form(message: str) -> None:
    """Say that something is written in an older form; the same line is said once."""
    _warn(message, OldFormWarning)


def left_out(message: str) -> None:
    """Say that something is left out, and why."""
    _warn(message, LeftOutWarning)


def _warn(message: str, category: type[Warning]) -> None:
    """Python shows it as a warning at the line of the user's own that led to it, the command line as a notice."""
    level, frame = 2, inspect.currentframe()
    frame = frame.f_back if frame else None
    while frame and str(frame.f_globals.get("__name__")).partition(".")[0] == "idioprobe":
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)
