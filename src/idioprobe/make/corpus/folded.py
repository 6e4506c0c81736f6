"""Sentences as they are compared, and the way back to the sentence as it is."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from idioprobe.core.requests import Span
from idioprobe.make.corpus.tokens import JOINERS, fold

_PLAIN = (
    (0x01, 0x7F), (0xA0, 0xB4), (0xB6, 0xDE), (0xE0, 0x12F), (0x132, 0x148), (0x14A, 0x17E),
    (0x388, 0x38A), (0x38C, 0x38C), (0x38E, 0x38F), (0x391, 0x3A1), (0x3A4, 0x3A9), (0x3AC, 0x3AF), (0x3B1, 0x3C1),
    (0x3C3, 0x3C9), (0x3CC, 0x3CE), (0x400, 0x45F), (0x5D0, 0x5EA), (0x620, 0x64A), (0xE01, 0xE30), (0xE40, 0xE46),
    (0x2010, 0x2027), (0x2030, 0x203A), (0x20A0, 0x20BF), (0x3000, 0x3020), (0x3041, 0x3096), (0x30A1, 0x30FA),
    (0x30FC, 0x30FC), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xFF01, 0xFF5E),
)  # fmt: skip
"""Characters that are folded one by one, by making them small: most of what people write."""
NOT_PLAIN = "[^" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _PLAIN).replace("[", r"\[") + "]"
"""A character that is not, as a regular expression of Python and of Rust alike."""

_NOT_PLAIN = re.compile(NOT_PLAIN)
_WORD = re.compile(r"[^\W_]+")
_CHARACTER = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Folded:
    """A sentence folded; its words are runs of letters, marks and digits, or single ones in scripts without spaces."""

    text: str
    word: re.Pattern[str]
    places: Sequence[Span] | None = None
    """For each folded character where it comes from; None where that is the same place."""

    @property
    def words(self) -> list[str]:
        """Its words in their order."""
        return self.word.findall(self.text)

    def is_whole(self, start: int, end: int) -> bool:
        """Whether no word goes on before the start or behind the end."""
        before, after = self.text[start - 1 : start], self.text[end : end + 1]
        if self.places is None:
            return not (before.isalnum() or after.isalnum())
        return not (self.word.match(before) or self.word.match(after))

    def words_between(self, start: int, end: int, most: int) -> int:
        """How many words there are in a part of it, counted no further than one more than `most`.

        What a hyphen or an apostrophe joins is one word.
        """
        if end == start + 1 and self.text[start] == " ":
            return 0
        parted, at = -1, start
        for match in self.word.finditer(self.text, start, end):
            parted += self.text[at : match.start()] not in _JOINTS
            at = match.end()
            if parted > most:
                return parted
        if at == start:
            return 0
        return max(1, parted + (self.text[at:end] not in _JOINTS))

    def span(self, start: int, end: int) -> Span:
        """The same place in the sentence as it is."""
        return (start, end) if self.places is None else (self.places[start][0], self.places[end - 1][1])


_JOINTS = frozenset(JOINERS)


def folded(text: str, *, spaces: bool = True) -> Folded:
    """The sentence as it is compared.

    >>> folded("Die STRASSE, die Straße").words
    ['die', 'strasse', 'die', 'strasse']
    >>> folded("Eine Straße!").span(5, 12)
    (5, 11)
    """
    if text.isascii() or not _NOT_PLAIN.search(text):
        return Folded(text.lower(), _WORD if spaces else _CHARACTER)
    low, places = _one_by_one(text)
    return Folded(low, _with_marks(spaces), places)


def _one_by_one(text: str) -> tuple[str, list[Span]]:
    """The folded text, and for each of its characters the letter with its marks that it comes from."""
    pieces, places = [], []
    for match in _cluster().finditer(text):
        piece = fold(match[0])
        pieces.append(piece)
        places += [match.span()] * len(piece)
    return "".join(pieces), places


@cache
def _marks() -> str:
    """What belongs to the letter before it, as ranges: marks, and the vowels and finals of Hangul."""
    codes = [code for code in range(0x300, 0x1E950) if unicodedata.category(chr(code)).startswith("M")]
    codes += [*range(0x1160, 0x1200), *(code for code in range(0xE0100, 0xE01F0) if code <= sys.maxunicode)]
    ranges: list[list[int]] = []
    for code in sorted(codes):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


@cache
def _cluster() -> re.Pattern[str]:
    return re.compile(f".[{_marks()}]*", re.S)


@cache
def _with_marks(spaces: bool) -> re.Pattern[str]:
    return re.compile(rf"(?:[^\W_]|[{_marks()}]){'+' if spaces else ''}")
