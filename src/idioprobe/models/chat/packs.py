"""Questions in tokens, packed into trees in which a beginning that several of them share is there once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from idioprobe.core.requests import Question
from idioprobe.models.common.passes.tree import Tree


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
