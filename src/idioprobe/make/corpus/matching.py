"""Where an expression is in a sentence: in any of its forms, with words between its parts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from idioprobe.core.requests import Span
from idioprobe.make.corpus.folded import Folded, folded

_TOGETHER = re.compile(r"[\s\-‐‑'’‘\"“”„«»]*")
"""What may be written between two parts that follow each other."""
_PARTS = re.compile(r"[.!?;:…][\"'’”»)\]]*\s")
"""What no expression goes beyond."""
_BLANKS = re.compile(r"[\s…]+")

Places = tuple[tuple[int, int], ...]
"""For each part of a form the first and the last word that it is."""


@dataclass(frozen=True)
class Pattern:
    """A form as it is looked for: its parts, folded, and what is written between them."""

    parts: tuple[str, ...]
    joints: tuple[str, ...]


@dataclass(frozen=True)
class Sought:
    """An expression as it is looked for; `spaces` says whether spaces part the words of its language."""

    patterns: tuple[Pattern, ...]
    spaces: bool = True

    @cached_property
    def parts(self) -> frozenset[str]:
        """All that its parts may be."""
        return frozenset(part for pattern in self.patterns for part in pattern.parts)


@dataclass(frozen=True)
class Match:
    """Where an expression is: its spans in the sentence as it is, and how many words are between its parts."""

    spans: tuple[Span, ...]
    gap: int


def sought(forms: Sequence[str], *, spaces: bool = True) -> Sought:
    """Forms to look for, each once; those without a letter or digit are none.

    >>> sought(["eager beaver", "Eager-Beaver"]).parts == {"eager", "beaver"}
    True
    """
    patterns = (_pattern(form, spaces=spaces) for form in forms)
    return Sought(tuple(dict.fromkeys(pattern for pattern in patterns if pattern.parts)), spaces)


def _pattern(form: str, *, spaces: bool) -> Pattern:
    if spaces:
        read = folded(form)
        return Pattern(read.words, tuple(read.between(at, at + 1).strip() for at in range(len(read.words) - 1)))
    pieces = ("".join(folded(piece, spaces=False).words) for piece in _BLANKS.split(form))
    parts = tuple(piece for piece in pieces if piece)
    return Pattern(parts, ("",) * (len(parts) - 1))


def matches(sentence: Folded, wanted: Sought, gap: int) -> list[Match]:
    """Where an expression is, from left to right, with at most `gap` words between its parts in all.

    Of places that share a word, or of which one is inside the other, the one with fewer words between its
    parts counts; then the one with more parts; then the first.

    >>> matches(folded("Give it, I said: give it up!"), sought(["give up"]), 3)
    [Match(spans=((17, 21), (25, 27)), gap=1)]
    """
    at = _occurrences(sentence, wanted)
    found = sorted({place for pattern in wanted.patterns for place in _all_places(sentence, pattern, at, gap)})
    taken: list[tuple[int, int]] = []
    chosen = []
    for between, _, places in found:
        first, last = places[0][0], places[-1][1]
        if all(last < other_first or first > other_last for other_first, other_last in taken):
            taken.append((first, last))
            chosen.append((first, Match(_spans(sentence, places), between)))
    return [match for _, match in sorted(chosen, key=lambda pair: pair[0])]


def _occurrences(sentence: Folded, wanted: Sought) -> Mapping[str, list[tuple[int, int]]]:
    at: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    if wanted.spaces:
        for number, word in enumerate(sentence.words):
            if word in wanted.parts:
                at[word].append((number, number))
        return at
    joined = "".join(sentence.words)
    for part in wanted.parts:
        start = joined.find(part)
        while start >= 0:
            last = start + len(part) - 1
            if sentence.ends[last][1] - sentence.ends[start][0] == len(part):
                at[part].append((start, last))
            start = joined.find(part, start + 1)
    return at


def _all_places(
    sentence: Folded, pattern: Pattern, at: Mapping[str, list[tuple[int, int]]], gap: int
) -> Iterator[tuple[int, int, Places]]:
    """Every way in which a form is there: words between its parts, minus its length, and its places."""
    if any(part not in at for part in pattern.parts):
        return
    begun = [(0, (place,)) for place in at[pattern.parts[0]]]
    while begun:
        between, places = begun.pop()
        number, last = len(places), places[-1][1]
        if number == len(pattern.parts):
            yield between, -number, places
            continue
        for place in at[pattern.parts[number]]:
            if place[0] <= last:
                continue
            more = between + sentence.words_between(last, place[0])
            if more > gap:
                break
            if _may_join(sentence, last, place[0], pattern.joints[number - 1]):
                begun.append((more, (*places, place)))


def _may_join(sentence: Folded, one: int, other: int, joint: str) -> bool:
    written = sentence.between(one, other)
    if other == one + 1:
        return _TOGETHER.fullmatch(written) is not None or (joint != "" and written.strip() == joint)
    return _PARTS.search(written) is None


def _spans(sentence: Folded, places: Places) -> tuple[Span, ...]:
    """The places in characters; parts that follow each other are one span."""
    runs: list[tuple[int, int]] = []
    for first, last in places:
        if runs and first == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], last)
        else:
            runs.append((first, last))
    return tuple(sentence.span(first, last) for first, last in runs)
