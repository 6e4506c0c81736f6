"""A part of what a run asks for, for one of several machines: each request is in exactly one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from idioprobe.core.errors import ConfigError
from idioprobe.core.requests import Question
from idioprobe.suites.base import Wanted

T = TypeVar("T")


@dataclass(frozen=True)
class Shard:
    """One of `count` parts, numbered from 0.

    Texts are cut in alphabetical order, so that those with the same beginning, which a decoder reads once, are
    together; all that is wanted of a text is in one part.
    """

    number: int = 0
    count: int = 1

    def of(self, wanted: Wanted) -> Wanted:
        """What of all requests belongs to it."""
        if self.count == 1:
            return wanted
        every = [request for requests in wanted.values() for request in requests]
        texts = set(self._slice(sorted({r.text for r in every if not isinstance(r, Question)})))
        questions = set(self._slice(sorted({r for r in every if isinstance(r, Question)})))
        return {
            unit: {r for r in requests if (r in questions if isinstance(r, Question) else r.text in texts)}
            for unit, requests in wanted.items()
        }

    def _slice(self, ordered: Sequence[T]) -> Sequence[T]:
        at = [len(ordered) * number // self.count for number in (self.number, self.number + 1)]
        return ordered[at[0] : at[1]]


def parse_shard(text: str) -> Shard:
    """A part as it is written, K/N. Array jobs may count from 0 or from 1: N/N is the same part as 0/N.

    >>> parse_shard("3/8"), parse_shard("8/8")
    (Shard(number=3, count=8), Shard(number=0, count=8))
    """
    found = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    if not found or not 0 <= int(found[1]) <= int(found[2]) or not int(found[2]):
        raise ConfigError(f"`shard` {text}: write K/N with K from 0 to N - 1, or from 1 to N.")
    number, count = int(found[1]), int(found[2])
    return Shard(number % count, count)
