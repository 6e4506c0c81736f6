"""How a reference model reads the texts of a dataset: as units, of which each has one vector.

Variants of an item differ in the target alone: around it they are read as the original is, so that
an article or an ending that agrees with the target makes no difference.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

import polars as pl

from idioprobe.core.requests import Span, parse_spans
from idioprobe.models.common.spelling import NO_SPACES, is_word, words_near

Spans = tuple[Span, ...]
Units = tuple[str, ...]

ORIGINAL = "original"
COMPONENTWISE, REPLACED = "words", "_alt"
"""The role in which each component is replaced by a synonym, and how those end in which some are."""
SYNONYM = "_syn"
"""How the role of a component's synonym, alone, ends: it is that of the component, alone, before that."""
SYNONYMS = ("syn", "syn2")


def plain_units(text: str, spans: Spans = ()) -> Units:
    """The words of a text, or of parts of it; where a script puts no spaces between words, its characters.

    >>> plain_units("A Black sheep, 黑羊", ((2, 13),))
    ('black', 'sheep')
    >>> plain_units("黑羊")
    ('黑', '羊')
    """
    start, end = (spans[0][0], spans[-1][1]) if spans else (0, len(text))
    near = _places(text, start, end)
    if len(spans) > 1:
        near = tuple(place for place in near if any(place[0] < b and place[1] > a for a, b in spans))
    return tuple(unit for at, until, unit in near if at < end and until > start)


@lru_cache(maxsize=256)
def _places(text: str, first: int, last: int) -> tuple[tuple[int, int, str], ...]:
    """Where the units in and around a part of a text are; the same few are asked for again and again."""
    found: list[tuple[int, int, str]] = []
    for start, end, word in words_near(text, first, last):
        unit = _unit(word)
        if unit is None:
            found += [(start + at, start + at + 1, one) for at, one in enumerate(word) if is_word(one)]
        elif unit:
            found.append((start, end, unit))
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def _unit(word: str) -> str | None:
    """The unit that a word is; none where its characters are units, empty where it is no word."""
    if NO_SPACES.search(word):
        return None
    return sys.intern(unicodedata.normalize("NFC", word).casefold()) if is_word(word) else ""


@dataclass
class Readings:
    """The units of known texts (in parts) and targets, and which have one vector; others are read word by word."""

    sentences: dict[str, Sequence[Units]] = field(default_factory=dict)
    targets: dict[tuple[str, Spans], Units] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)

    def units(self, text: str, spans: Spans) -> Units:
        """The units of a text, or of a target in it."""
        known = self.targets.get((text, spans)) if spans else _joined(self.sentences.get(text))
        units = plain_units(text, spans) if known is None else known
        return units if self.same.keys().isdisjoint(units) else tuple(map(self.representative, units))

    def representative(self, unit: str) -> str:
        """The unit whose vector it has."""
        while unit in self.same:
            unit = self.same[unit]
        return unit

    def add(self, text: str, spans: Spans, parts: Sequence[Units], *, unite: bool) -> None:
        """Read a text as what stands before its target, the target, and what stands behind or between its parts.

        A text that is known already stays as it is; with `unite`, what it is read as now has the same vector.
        """
        target, sentence = self.targets.setdefault((text, spans), parts[1]), self.sentences.setdefault(text, parts)
        if unite:
            self._unite(target, parts[1])
            self._unite(_joined(sentence) or (), _joined(parts) or ())

    def _unite(self, one: Units, other: Units) -> None:
        if len(one) != len(other):
            return
        for a, b in zip(map(self.representative, one), map(self.representative, other), strict=True):
            if a != b:
                self.same[max(a, b)] = min(a, b)


def _joined(parts: Sequence[Units] | None) -> Units | None:
    return None if parts is None else tuple(chain.from_iterable(parts))


def read_stimuli(stimuli: pl.DataFrame, *, whole: bool) -> Readings:
    """The readings of a dataset's texts; `whole` takes an expression for one unit, the same as its synonym.

    A text may be the original of one item and a random filler of another. Originals come first,
    then their synonyms, then what replaces their words, and fillers of other kinds last: they
    are read as they are known by then.
    """
    readings = Readings()
    for _, essential, text, spans, parts in sorted(_read(stimuli, _synonyms(stimuli) if whole else {}), key=_turn):
        readings.add(text, spans, parts, unite=essential)
    return readings


Read = tuple[int, bool, str, Spans, tuple[Units, Units, Units]]
"""When it is its turn, whether what it is read as is the same as any other reading; the text, its target, its parts."""


def _turn(read: Read) -> int:
    return read[0]


def _read(stimuli: pl.DataFrame, synonyms: dict[tuple[str, str], str]) -> Iterator[Read]:
    columns = ("item", "expression", "language", "role", "text", "spans")
    places = {written: parse_spans(written) for written in stimuli["spans"].unique()}
    for rows in stimuli.select(columns).partition_by("item", maintain_order=True):
        read = [(*about, text, places[spans]) for _, *about, text, spans in rows.rows()]
        known = {role: (text, spans) for _, _, role, text, spans in reversed(read)}
        original = known.get(ORIGINAL)
        frame = _around(*original) if original else None
        for expression, language, role, text, spans in read:
            units, turn = plain_units(text, spans), 3
            if (role == COMPONENTWISE or role.endswith(REPLACED)) and original:
                units, turn = plain_units(*original), 2
            elif role.endswith(SYNONYM) and role.removesuffix(SYNONYM) in known:
                units, turn = plain_units(*known[role.removesuffix(SYNONYM)]), 2
            elif role in (ORIGINAL, *SYNONYMS) and (expression, language) in synonyms:
                units, turn = (synonyms[expression, language],), 1
            before, behind = frame or _around(text, spans)
            parts = (before, units, behind)
            yield 0 if role == ORIGINAL else turn, turn < 3 or role == ORIGINAL, text, spans, parts


def _around(text: str, spans: Spans) -> tuple[Units, Units]:
    """The units before a target, and those between its parts and behind it."""
    ends = [0, *(at for span in spans for at in span), len(text)]
    before, *behind = (plain_units(text, (gap,)) for gap in zip(ends[::2], ends[1::2], strict=True))
    return before, tuple(unit for between in behind for unit in between)


def _synonyms(stimuli: pl.DataFrame) -> dict[tuple[str, str], str]:
    """The synonym of each expression as one unit: as it is alone, else as it is in the first sentence."""
    found: dict[tuple[str, str], str] = {}
    rows = stimuli.filter(pl.col("role") == SYNONYMS[0]).sort(pl.col("condition") != "none", maintain_order=True)
    for expression, language, text, spans in rows.select("expression", "language", "text", "spans").iter_rows():
        found.setdefault((expression, language), " ".join(plain_units(text, parse_spans(spans))))
    return found
