"""Which sentences may have which expressions: one pass over the text for all of them.

Every expression has a clue, the beginning that all forms of one of its words share, and a second one in the same
sentence; the first is the one that occurs least often, in whatever words. Hyperscan looks for all clues at once and
reads the text at nearly the same speed for one as for a thousand; what is left is checked word by word.
"""

from __future__ import annotations

import os
import threading
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.errors import MissingExtraError, install
from idioprobe.make.corpus.folded import NOT_PLAIN
from idioprobe.make.corpus.matching import Sought
from idioprobe.make.corpus.tokens import fold

_CLUE_BITS = 24
"""How many bits a clue's number has; the others are for the place of a hit."""
_SHORT = 3
_ENDING = 2
"""A shared beginning may be so much shorter than the shortest form that it stands for."""


class Clues:
    """What is looked for; `words` has all words of the corpus, with their `count`."""

    def __init__(self, wanted: Sequence[Sought], words: pl.LazyFrame) -> None:
        slots = [list(_slots(one)) for one in wanted]
        counts = _counts(words, {clue for of_one in slots for of_form in of_one for slot in of_form for clue in slot})
        rows = [
            (number, first, second)
            for number, of_one in enumerate(slots)
            for of_form in of_one
            for first, second in _clues(of_form, counts)
        ]
        firsts = list(dict.fromkeys(first for _, first, _ in rows))
        ids = {first: at for at, first in enumerate(firsts)}
        self._table = pl.DataFrame(
            [(ids[first], number, second) for number, first, second in rows],
            schema={"clue": pl.UInt32(), "number": pl.UInt32(), "second": pl.String()},
            orient="row",
        )
        self._database = _compiled(firsts)
        self._of_thread = threading.local()

    def pairs(self, texts: pl.Series) -> pl.DataFrame:
        """The sentences and expressions that may go together, in order: `row` of the text, `number` of the sought."""
        haystack = _comparable(texts)
        rows, ids = self._hits(haystack)
        hits = pl.DataFrame({"row": rows, "clue": ids}, schema={"row": pl.UInt32(), "clue": pl.UInt32()}).unique()
        near = hits.join(self._table, on="clue")
        near = near.with_columns(text=haystack.gather(near["row"]))
        near = near.filter(pl.col("text").str.contains(pl.col("second"), literal=True))
        return near.select("row", "number").unique().sort("row", "number")

    def _hits(self, haystack: pl.Series) -> tuple[np.ndarray, np.ndarray]:
        joined: bytes | None = haystack.str.join("\n").cast(pl.Binary).item() if len(haystack) else None
        if not joined or self._database is None:
            return np.empty(0, np.uint32), np.empty(0, np.uint32)
        hits = array("Q")
        keep = hits.append

        def hit(clue: int, _start: int, end: int, _flags: int, _context: object) -> None:
            keep(end << _CLUE_BITS | clue)

        self._database.scan(joined, match_event_handler=hit, scratch=self._scratch())
        found = np.frombuffer(hits, np.int64)
        lines = np.cumsum(haystack.str.len_bytes().to_numpy().astype(np.int64) + 1)
        rows = np.searchsorted(lines, found >> _CLUE_BITS, side="left")
        return rows.astype(np.uint32), (found & ((1 << _CLUE_BITS) - 1)).astype(np.uint32)

    def _scratch(self) -> Any:
        """Hyperscan's memory for one scan at a time, so each thread has its own."""
        import hyperscan

        if not hasattr(self._of_thread, "scratch"):
            self._of_thread.scratch = hyperscan.Scratch(self._database)
        return self._of_thread.scratch


def _comparable(texts: pl.Series) -> pl.Series:
    """The texts folded; most need only small letters, which is fast."""
    small = texts.str.to_lowercase()
    beyond_ascii = (texts.str.len_bytes() != texts.str.len_chars()).arg_true()
    rows = beyond_ascii.filter(texts.gather(beyond_ascii).str.contains(NOT_PLAIN))
    if rows.is_empty():
        return small
    return small.scatter(rows, [fold(text) for text in texts.gather(rows)])


Slot = list[str]
"""The beginnings of which a sentence has one where a word of the expression should be."""


def _slots(wanted: Sought) -> Iterator[list[Slot]]:
    """The words of an expression in their order, for each number of words that it may have."""
    by_length: defaultdict[int, list[tuple[str, ...]]] = defaultdict(list)
    for pattern in wanted.patterns:
        by_length[len(pattern.parts)].append(pattern.parts)
    for forms in by_length.values():
        yield [_beginnings(sorted(set(words))) for words in zip(*forms, strict=True)]


def _counts(words: pl.LazyFrame, clues: Collection[str]) -> dict[str, int]:
    """How often each clue occurs in the corpus, inside words too."""
    if not clues:
        return {}
    inside = pl.col("word").str.extract_many(sorted(clues), overlapping=True)
    counted = words.select(clue=inside, count=pl.col("count").cast(pl.Int64)).filter(pl.col("clue").list.len() > 0)
    return dict(counted.explode("clue").group_by("clue").agg(pl.col("count").sum()).collect().iter_rows())


def _clues(slots: list[Slot], counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """What every sentence with the expression has: one of these pairs.

    The second is empty, and so in every sentence, where there is but one word.
    """
    rarest = sorted(slots, key=lambda slot: sum(counts.get(clue, 0) for clue in slot))
    seconds = rarest[1] if len(rarest) > 1 else [""]
    return ((first, second) for first in rarest[0] for second in seconds)


def _beginnings(words: list[str]) -> list[str]:
    """The beginning that words share, if it says enough; else those that no other begins with.

    >>> _beginnings(["kick", "kicked", "kicking"]), _beginnings(["gave", "give", "given"])
    (['kick'], ['gave', 'give'])
    """
    shared = os.path.commonprefix(words)  # noqa: RUF071 (they are words, not paths)
    if len(shared) >= max(_SHORT, min(map(len, words)) - _ENDING):
        return [shared]
    kept: list[str] = []
    for word in sorted(words, key=len):
        if not any(word.startswith(other) for other in kept):
            kept.append(word)
    return sorted(kept)


def _compiled(clues: Sequence[str]) -> Any:
    if not clues:
        return None
    try:
        import hyperscan
    except ImportError as error:
        raise MissingExtraError(f"Finding expressions needs {error.name}: {install('corpus')}.") from error
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    encoded = [clue.encode() for clue in clues]
    database.compile(expressions=encoded, ids=list(range(len(encoded))), elements=len(encoded), flags=0, literal=True)
    return database
