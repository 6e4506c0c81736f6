"""In which orders the options of a question are shown, so that their places count for nothing."""

from __future__ import annotations

from itertools import permutations

Order = tuple[int, ...]


def orders_of(count: int, how: str) -> list[Order]:
    """The orders of so many options: `balanced`, or `all` of them.

    >>> orders_of(2, "balanced"), len(orders_of(4, "balanced")), len(orders_of(4, "all"))
    ([(0, 1), (1, 0)], 4, 24)
    """
    return list(permutations(range(count))) if how == "all" else balanced(count)


def balanced(count: int) -> list[Order]:
    """A Latin square: each option is in each place once.

    For an even number it is that of Williams (1949), in which each option also follows each other one once.

    >>> balanced(4)
    [(0, 1, 3, 2), (1, 2, 0, 3), (2, 3, 1, 0), (3, 0, 2, 1)]
    """
    first = list(range(count))
    if count % 2 == 0:
        first = [(place + 1) // 2 if place % 2 else -(place // 2) for place in range(count)]
    return [tuple((option + turn) % count for option in first) for turn in range(count)]
