"""Texts that begin alike: a decoder reads their common beginning once, where that saves time.

Texts that share beginnings form a tree, which is one sequence. A token of it costs somewhat more than one of a text
that is read whole, as each is compared with all others of the tree; how much more depends on the machine, and is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from idioprobe.models.common.batches import token_batches
from idioprobe.models.common.passes.tree import Tree

USUAL_COST = 1.15
"""What a token of a tree costs, relative to one of a text read whole, where it is not measured."""
TRIED_FROM = 48
"""With fewer trees than that, trying one of them both ways takes longer than the answer saves."""

MOST_TIMES = 8
"""How many times as many tokens the texts of a tree may have: what is read out of it has to fit into memory."""


@dataclass(frozen=True)
class Group:
    """Texts, by their position, that form a tree of so many tokens; read whole they have `whole`."""

    members: tuple[int, ...]
    tokens: int
    whole: int


@dataclass(frozen=True)
class Planned:
    """Texts that go through the model together: as one tree, or each whole in a row of its own."""

    members: tuple[int, ...]
    shares: bool


def grouped(texts: Sequence[Sequence[int]], most_tokens: int) -> list[Group]:
    """All texts in trees of at most so many tokens; one that is longer is a tree of its own.

    Sorted texts with the same beginning stand next to each other.

    >>> grouped([[1, 2, 3, 4], [9, 9], [1, 2, 3, 5]], 5)
    [Group(members=(0, 2), tokens=5, whole=8), Group(members=(1,), tokens=2, whole=2)]
    """
    groups: list[Group] = []
    members: list[int] = []
    tree, whole, longest = Tree(), 0, 0
    for i in sorted(range(len(texts)), key=lambda i: (list(texts[i]), i)):
        longest = max(longest, len(texts[i]))
        large = (len(members) + 1) * longest > MOST_TIMES * most_tokens
        if members and (large or len(tree) + tree.lacks(texts[i]) > most_tokens):
            groups.append(Group(tuple(members), len(tree), whole))
            tree, whole, longest, members = Tree(), 0, len(texts[i]), []
        members.append(i)
        tree.add(texts[i])
        whole += len(texts[i])
    if members:
        groups.append(Group(tuple(members), len(tree), whole))
    return groups


def token_cost(shared_seconds: float, whole_seconds: float, tried: Group) -> float:
    """What a token of a tree costs, relative to one of a text read whole, from the time that a group took either way.

    >>> token_cost(3.0, 4.0, Group((0, 1), tokens=50, whole=100))
    1.5
    """
    return (shared_seconds / tried.tokens) / (whole_seconds / tried.whole)


def pays(group: Group, a_token_costs: float = USUAL_COST) -> bool:
    """Whether a group is read faster as a tree.

    >>> pays(Group((0, 1), 50, 100)), pays(Group((0, 1), 50, 100), a_token_costs=2.5)
    (True, False)
    """
    return len(group.members) > 1 and group.tokens * a_token_costs < group.whole


def plan(texts: Sequence[Sequence[int]], shared: Sequence[Group], most_tokens: int) -> Iterator[Planned]:
    """All texts: those of some groups as trees, the others whole, in batches by their length; an empty one is done.

    >>> [planned.members for planned in plan([[1, 2, 3], [1, 2], [], [7]], [Group((0, 1), 3, 5)], 100)]
    [(3,), (0, 1)]
    """
    apart = {i for group in shared for i in group.members}
    whole = [i for i, tokens in enumerate(texts) if tokens and i not in apart]
    for batch in token_batches([len(texts[i]) for i in whole], most_tokens):
        yield Planned(tuple(whole[at] for at in batch), shares=False)
    for group in shared:
        yield Planned(group.members, shares=True)
