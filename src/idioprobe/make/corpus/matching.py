"""Where an expression is in a sentence: in any of its forms, with words between its parts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from idioprobe.core.requests import Span
from idioprobe.make.corpus.folded import Folded, folded

_TOGETHER = re.compile(r"[\s\-‐‑'’‘\"“”„«»]*")
"""What may be written between two parts that follow each other."""
_PARTS = re.compile(r"[.!?;:…][\"'’”»)\]]*\s")
"""What no expression goes beyond."""
_BLANKS = re.compile(r"[\s…]+")

_Place = tuple[int, int, tuple[Span, ...]]


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


class Match(NamedTuple):
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
        return Pattern(tuple(read.words), tuple(joint.strip() for joint in read.word.split(read.text)[1:-1]))
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
    at: dict[str, list[Span]] = {}
    found: list[_Place] = []
    for pattern in wanted.patterns:
        for part in pattern.parts:
            if part not in at:
                at[part] = _occurrences(sentence, part, whole=wanted.spaces)
            if not at[part]:
                break
        else:
            found += _all_places(sentence, pattern, at, gap)
    if len(found) > 1:
        found = _apart(sorted(set(found)))
    return [Match(tuple([sentence.span(*run) for run in runs]), between) for between, _, runs in found]


def _apart(found: list[_Place]) -> list[_Place]:
    """Those that do not overlap one before them, from left to right."""
    taken: list[Span] = []
    chosen: list[_Place] = []
    for place in found:
        whole = (place[2][0][0], place[2][-1][1])
        at = bisect_left(taken, whole)
        before_next = at == len(taken) or whole[1] <= taken[at][0]
        if before_next and (at == 0 or taken[at - 1][1] <= whole[0]):
            taken.insert(at, whole)
            chosen.append(place)
    return sorted(chosen, key=lambda place: place[2])


def _occurrences(sentence: Folded, part: str, *, whole: bool) -> list[Span]:
    """Where a part is, as a whole word unless words are written without spaces."""
    found = []
    text, length = sentence.text, len(part)
    start = text.find(part)
    while start >= 0:
        if not whole or sentence.is_whole(start, start + length):
            found.append((start, start + length))
        start = text.find(part, start + 1)
    return found


def _all_places(sentence: Folded, pattern: Pattern, at: Mapping[str, list[Span]], gap: int) -> list[_Place]:
    """Every way in which a form is there: words between its parts, minus its length, and its runs of parts."""
    parts = pattern.parts
    found: list[_Place] = []
    begun: list[_Place] = [(1, 0, (place,)) for place in at[parts[0]]]
    while begun:
        number, between, runs = begun.pop()
        if number == len(parts):
            found.append((between, -number, runs))
            continue
        start, end = runs[-1]
        following = at[parts[number]]
        for next_ in range(bisect_left(following, (end, end)), len(following)):
            place = following[next_]
            more = sentence.words_between(end, place[0], gap)
            if between + more > gap:
                break
            written = sentence.text[end : place[0]]
            if not more and _go_together(written, pattern.joints[number - 1]):
                begun.append((number + 1, between, (*runs[:-1], (start, place[1]))))
            elif more and not _PARTS.search(written):
                begun.append((number + 1, between + more, (*runs, place)))
    return found


def _go_together(written: str, joint: str) -> bool:
    """Whether two parts may have this between them, and no word."""
    return written == " " or _TOGETHER.fullmatch(written) is not None or (joint != "" and written.strip() == joint)
