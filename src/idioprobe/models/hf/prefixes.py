"""Texts that begin alike: a decoder needs to read their common beginning only once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SHORTEST = 2
"""A shorter common beginning is not worth a pass of its own."""


@dataclass(frozen=True)
class Group:
    """Texts, by their position, that share their first `prefix` tokens; 0: nothing is shared."""

    members: tuple[int, ...]
    prefix: int


def shared(first: Sequence[int], second: Sequence[int]) -> int:
    """How many tokens two texts share from the beginning.

    >>> shared([1, 2, 3], [1, 2, 4])
    2
    """
    count = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        count += 1
    return count


def group_by_prefix(texts: Sequence[Sequence[int]], most_tokens: int) -> list[Group]:
    """Groups of texts with a common beginning, each of at most so many tokens to be computed.

    Sorted texts with the same beginning stand next to each other. A group grows while the
    tokens that it saves grow; every text keeps at least one token of its own.

    >>> [(g.members, g.prefix) for g in group_by_prefix([[1, 2, 3, 4], [9, 9], [1, 2, 3, 5]], 100)]
    [((0, 2), 3), ((1,), 0)]
    """
    order = sorted(range(len(texts)), key=lambda i: (list(texts[i]), i))
    groups: list[Group] = []
    members: list[int] = []
    prefix = longest = 0
    for i in order:
        own = len(texts[i]) - 1
        if members:
            common = min(prefix, shared(texts[members[-1]], texts[i]), own)
            size = common + (len(members) + 1) * (max(longest, len(texts[i])) - common)
            saves_more = len(members) * common >= (len(members) - 1) * prefix
            if common >= SHORTEST and saves_more and size <= most_tokens:
                members.append(i)
                prefix, longest = common, max(longest, len(texts[i]))
                continue
            groups.append(_closed(members, prefix))
        members, prefix, longest = [i], own, len(texts[i])
    if members:
        groups.append(_closed(members, prefix))
    return groups


def _closed(members: list[int], prefix: int) -> Group:
    return Group(tuple(members), prefix if len(members) > 1 else 0)
