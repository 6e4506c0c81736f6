"""Texts in tokens as one sequence, in which a beginning that several of them share is there once.

Each token sees those before it in its own text and no others, so that a decoder computes for every text what it would
compute for it alone. Nothing is padded, and nothing is read twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ROOT = -1
_WINDOWS = ("sliding_window", "attention_chunk_size")
"""What configurations call the number of tokens that a token sees."""


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


def attention_window(config: Any) -> int | None:
    """How many tokens a token sees at most, where a model has such a limit; in a tree nothing limits it."""
    inner = config.get_text_config()
    limits = [getattr(inner, name, None) for name in _WINDOWS]
    return min((limit for limit in limits if isinstance(limit, int) and limit > 0), default=None)
