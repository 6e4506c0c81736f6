"""How a reference model reads the texts of a dataset: as units, of which each has one vector.

Variants of an item differ in the target alone: around it they are read as the original is, so that
an article or an ending that agrees with the target makes no difference.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import polars as pl

from idioprobe.models.common.spelling import NO_SPACES, is_word, words_of

Span = tuple[int, int]
Units = tuple[str, ...]

ORIGINAL = "original"
COMPONENTWISE = frozenset({"words", "words_alt", "modifier_alt", "head_alt"})
"""Roles in which each component is kept or replaced by a synonym."""
SYNONYM_OF = {"modifier_syn": "modifier", "head_syn": "head"}
"""Synonyms of a component, alone, and the component alone."""
SYNONYMS = ("syn", "syn2")


def plain_units(text: str, span: Span | None = None) -> Units:
    """The words of a text, or of a part of it; where a script puts no spaces between words, its characters.

    >>> plain_units("A Black sheep, 黑羊", (2, 13))
    ('black', 'sheep')
    >>> plain_units("黑羊")
    ('黑', '羊')
    """
    start, end = span or (0, len(text))
    return tuple(unit for at, until, unit in _places(text) if at < end and until > start)


def _places(text: str) -> Iterator[tuple[int, int, str]]:
    for start, end, word in words_of(text):
        if NO_SPACES.search(word):
            yield from ((start + at, start + at + 1, one) for at, one in enumerate(word) if is_word(one))
        elif is_word(word):
            yield start, end, unicodedata.normalize("NFC", word).casefold()


@dataclass
class Readings:
    """The units of known texts and targets, and which units have one vector; others are read word by word."""

    sentences: dict[str, Units] = field(default_factory=dict)
    targets: dict[tuple[str, Span], Units] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)

    def units(self, text: str, span: Span | None) -> Units:
        """The units of a text, or of a target in it."""
        known = self.sentences.get(text) if span is None else self.targets.get((text, span))
        return tuple(map(self.representative, plain_units(text, span) if known is None else known))

    def representative(self, unit: str) -> str:
        """The unit whose vector it has."""
        while unit in self.same:
            unit = self.same[unit]
        return unit

    def add(self, text: str, span: Span, parts: Sequence[Units]) -> None:
        """Read a text as what stands before its target, the target, and what stands behind it.

        A text of several items may be read in several ways: what it is read as has one vector then.
        """
        self._unite(self.targets.setdefault((text, span), parts[1]), parts[1])
        whole = tuple(unit for part in parts for unit in part)
        self._unite(self.sentences.setdefault(text, whole), whole)

    def _unite(self, one: Units, other: Units) -> None:
        if len(one) != len(other):
            return
        for a, b in zip(map(self.representative, one), map(self.representative, other), strict=True):
            if a != b:
                self.same[max(a, b)] = min(a, b)


def read_stimuli(stimuli: pl.DataFrame, *, whole: bool) -> Readings:
    """The readings of a dataset's texts; `whole` takes an expression for one unit, the same as its synonym."""
    readings = Readings()
    synonyms = _synonyms(stimuli) if whole else {}
    columns = ("item", "expression", "language", "role", "text", "start", "end")
    for rows in stimuli.select(columns).partition_by("item", maintain_order=True):
        read = [(expression, language, role, text, (a, b)) for _, expression, language, role, text, a, b in rows.rows()]
        known = {role: (text, span) for _, _, role, text, span in reversed(read)}
        original = known.get(ORIGINAL)
        for expression, language, role, text, span in read:
            units = plain_units(text, span)
            if role in COMPONENTWISE and original:
                units = plain_units(*original)
            elif SYNONYM_OF.get(role) in known:
                units = plain_units(*known[SYNONYM_OF[role]])
            elif role in (ORIGINAL, *SYNONYMS) and (expression, language) in synonyms:
                units = (synonyms[expression, language],)
            frame, (start, end) = original or (text, span)
            readings.add(text, span, (plain_units(frame, (0, start)), units, plain_units(frame, (end, len(frame)))))
    return readings


def _synonyms(stimuli: pl.DataFrame) -> dict[tuple[str, str], str]:
    """The synonym of each expression as one unit: as it is alone, else as it is in the first sentence."""
    found: dict[tuple[str, str], str] = {}
    rows = stimuli.filter(pl.col("role") == SYNONYMS[0]).sort(pl.col("condition") != "none", maintain_order=True)
    for expression, language, text, start, end in rows.select(
        "expression", "language", "text", "start", "end"
    ).iter_rows():
        found.setdefault((expression, language), " ".join(plain_units(text, (start, end))))
    return found
