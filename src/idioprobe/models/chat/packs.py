"""Texts in tokens, packed into one sequence in which a beginning that several of them share is there once.

Each token sees those before it in its own text and no others, so that a model computes for every text what it would
compute for it alone. Nothing is padded, and nothing is read twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.requests import Question

_ROOT = -1


@dataclass(frozen=True)
class Asked:
    """A question in tokens: the prompt, each option, and how many tokens the answer may have."""

    question: Question
    prompt: list[int]
    options: tuple[list[int], ...] = ()
    most: int = 0

    def paths(self) -> list[list[int]]:
        """What is to be read: the prompt, and of each option all tokens but the last, after which nothing is asked."""
        return [[*self.prompt, *option[:-1]] for option in self.options] or [self.prompt]

    def longest(self) -> int:
        """How many tokens are read at most, those of the answer included."""
        return max(len(path) for path in self.paths()) + self.most


class Tree:
    """The tokens of several texts as a tree, by their place in the sequence."""

    def __init__(self) -> None:
        self.tokens: list[int] = []
        self.depths: list[int] = []
        self._parents: list[int] = []
        self._children: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self.tokens)

    def add(self, path: Sequence[int]) -> list[int]:
        """Put a text in; where each of its tokens is.

        >>> tree = Tree()
        >>> tree.add([7, 8, 9]), tree.add([7, 8, 5]), tree.tokens, tree.depths
        ([0, 1, 2], [0, 1, 3], [7, 8, 9, 5], [0, 1, 2, 2])
        """
        at, places = _ROOT, []
        for depth, token in enumerate(path):
            parent, key = at, (at, token)
            at = self._children.get(key, len(self.tokens))
            if at == len(self.tokens):
                self._children[key] = at
                self.tokens.append(token)
                self.depths.append(depth)
                self._parents.append(parent)
            places.append(at)
        return places

    def lacks(self, path: Sequence[int]) -> int:
        """How many tokens of a text are not there yet."""
        at = _ROOT
        for depth, token in enumerate(path):
            found = self._children.get((at, token))
            if found is None:
                return len(path) - depth
            at = found
        return 0

    def sees(self) -> NDArray[np.bool_]:
        """For each token (row) those that it sees: itself, and all before it in its text.

        >>> tree = Tree()
        >>> _ = tree.add([7, 8]), tree.add([7, 9])
        >>> tree.sees().astype(int).tolist()
        [[1, 0, 0], [1, 1, 0], [1, 0, 1]]
        """
        seen = np.eye(len(self), dtype=bool)
        for at, parent in enumerate(self._parents):
            if parent != _ROOT:
                seen[at] |= seen[parent]
        return seen


@dataclass
class Pack:
    """Questions that are read together, and where in the tree the tokens of each of their paths are."""

    tree: Tree = field(default_factory=Tree)
    asked: list[Asked] = field(default_factory=list)
    places: list[list[list[int]]] = field(default_factory=list)

    def add(self, asked: Asked) -> None:
        """Take a question in."""
        self.asked.append(asked)
        self.places.append([self.tree.add(path) for path in asked.paths()])


def packs(asked: Sequence[Asked], budget: int) -> Iterator[Pack]:
    """All questions in packs of about so many tokens, those of the answers to be written included.

    Sorted, those that begin alike are neighbours. What is in a pack depends on the questions only, not on their order.
    """
    order = sorted(asked, key=lambda one: (one.prompt, one.options, one.question))
    pack = Pack()
    answers = 0
    for one in order:
        size = sum(pack.tree.lacks(path) for path in one.paths())
        if pack.asked and len(pack.tree) + size + answers + one.most > budget:
            yield pack
            pack, answers = Pack(), 0
        pack.add(one)
        answers += one.most
    if pack.asked:
        yield pack
