"""The words of a text as places in its bytes, and as numbers; nothing is done word by word."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from idioprobe.make.corpus.indexing.characters import (
    BASE,
    FRONT,
    JOINER,
    MARK,
    ODD,
    WORD,
    Places,
    ascii_classes,
    before,
    classes,
    code_points,
    eight,
    leads,
    padded,
)
from idioprobe.make.corpus.tokens import Tokeniser, fold

LONG = 128
"""A word of more bytes is hashed by itself."""
_ROOM = 4
"""Places in the table for each word: with more it leaves the processor's cache, with fewer words meet too often."""
_MASKS = np.array([(1 << (8 * length)) - 1 for length in range(9)], np.uint64)
_MIX, _OTHER = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)

Keys = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Words:
    """Words as they are written, but for ASCII capitals: where they begin and end in the bytes of `text`."""

    text: bytes
    starts: Places
    ends: Places


def words_by_line(text: bytes, rule: Tokeniser, lines: int) -> tuple[Words, Places]:
    """The words of a text of so many lines, and how many each line has."""
    if not lines:
        text = b""
    if not rule.whole:
        return _by_pattern(text, rule, lines)
    words = _by_class(text, rule)
    array = np.frombuffer(words.text, np.uint8)
    breaks = np.flatnonzero(array == ord("\n"))[FRONT:]
    until = np.append(np.searchsorted(words.starts, breaks), len(words.starts))[:lines]
    return words, np.diff(until, prepend=0)


def _by_class(text: bytes, rule: Tokeniser, *, composed: bool = False, folded: bool = False) -> Words:
    """Runs of characters that words are made of.

    What is found in a text as it is, and folded later, is what is found in the folded text, with two exceptions, for
    which the text is composed or folded first: a mark behind what is no word may make another sign of it (≠), and
    few characters are something else when they are folded.
    """
    low = padded(text.lower())
    array = np.frombuffer(low, np.uint8)
    kinds = np.frombuffer(bytearray(low.translate(ascii_classes(rule))), np.uint8)
    in_word = (kinds & WORD).view(np.bool_)
    joiners = [(np.flatnonzero((kinds & JOINER) > 0), 1)] if rule.joiners else []
    if not text.isascii():
        lead = leads(array)
        codes = code_points(array, lead)
        kind = classes(rule)[codes]
        if not folded and (kind & ODD).any():
            return _by_class(fold(text.decode()).encode(), rule, composed=True, folded=True)
        is_word = (kind & WORD).view(np.bool_)
        for step, least in enumerate((0, 0, 0x800, 0x10000)):
            which = codes >= least if least else slice(None)
            in_word[lead[which] + step] = is_word[which]
        marks = lead[(kind & MARK) > 0]
        if not composed and (classes(rule)[before(array, marks)] & BASE).any():
            return _by_class(unicodedata.normalize("NFC", text.decode()).encode(), rule, composed=True)
        joiners.append((lead[(kind & JOINER) > 0], 3))
    joined = [(at[in_word[at - 1] & in_word[at + wide]], wide) for at, wide in joiners]
    for at, wide in joined:
        for step in range(wide):
            in_word[at + step] = True
    edges = np.flatnonzero(in_word[1:] != in_word[:-1])
    edges += 1
    return Words(low, edges[0::2].copy(), edges[1::2].copy())


def _by_pattern(text: bytes, rule: Tokeniser, lines: int) -> tuple[Words, Places]:
    """What a regular expression finds in the folded text."""
    folded = pl.Series("text", fold(text.decode()).split("\n") if lines else [], dtype=pl.String)
    found = folded.str.extract_all(rule.pattern)
    lengths = found.list.len().to_numpy().astype(np.int64)
    words = found.filter(found.list.len() > 0).explode() if lengths.any() else pl.Series([], dtype=pl.String)
    ends = FRONT + np.cumsum(words.str.len_bytes().to_numpy().astype(np.int64) + 1) - 1
    starts = np.concatenate([[FRONT], ends[:-1] + 1]) if len(words) else ends
    return Words(padded("\n".join(words.to_list()).encode()), starts, ends), lengths


class Vocabulary:
    """Numbers for words, from 0 on, in the order in which they are met: a hash table in arrays.

    A word of up to eight bytes is its own key. That of a longer one is a hash of 56 bits, and a second one of 64 is
    compared as well, so that two words are never taken for one.
    """

    def __init__(self) -> None:
        self.words: list[bytes] = []
        self._bits = 16
        self._second = np.zeros(1 << 15, np.uint64)
        self._clear()

    def _clear(self) -> None:
        self._keys = np.zeros(1 << self._bits, np.uint64)
        self._numbers = np.zeros(1 << self._bits, np.int32)

    def numbers(self, words: Words) -> Numbers:
        """The number of each word; new words get the next ones."""
        keys, second, long = _keys(words)
        found, missing = self._look_up(keys, second, long)
        while len(missing):
            _, first, often = np.unique(keys[missing], return_index=True, return_counts=True)
            self._add(words, missing[first[np.argsort(-often, kind="stable")]], keys, second)
            own = second[missing]
            found[missing], again = self._look_up(keys[missing], own, np.flatnonzero(own))
            missing = missing[again]
        return found

    def _slots(self, keys: Keys) -> npt.NDArray[np.int64]:
        return ((keys * _MIX) >> np.uint64(64 - self._bits)).view(np.int64)

    def _look_up(self, keys: Keys, second: Keys, long: Places) -> tuple[Numbers, Places]:
        """The numbers of words, and which of them have none yet; `long` are those with a second key."""
        slots = self._slots(keys)
        found = self._numbers.take(slots, mode="clip")
        differ = self._keys.take(slots, mode="clip") != keys
        differ[long] |= self._second[found[long]] != second[long]
        other = np.flatnonzero(differ)
        new = []
        slots = slots[other]
        while len(other):
            there = self._keys[slots]
            number = self._numbers[slots]
            empty = there == 0
            new.append(other[empty])
            hit = (there == keys[other]) & (self._second[number] == second[other]) & ~empty
            found[other[hit]] = number[hit]
            on = ~(empty | hit)
            other, slots = other[on], (slots[on] + 1) & (len(self._keys) - 1)
        return found, np.sort(np.concatenate(new)) if new else other

    def _add(self, words: Words, which: Places, keys: Keys, second: Keys) -> None:
        """Take up words that are not there, no two of them with the same key."""
        start, end = len(self.words), len(self.words) + len(which)
        edges = zip(words.starts[which].tolist(), words.ends[which].tolist(), strict=True)
        self.words += [words.text[first:last] for first, last in edges]
        if end > len(self._second):
            self._second = np.concatenate([self._second, np.zeros(max(end, len(self._second)), np.uint64)])
        self._second[start:end] = second[which]
        if _ROOM * end > len(self._keys):
            old, numbers = self._keys, self._numbers
            while _ROOM * end > 1 << self._bits:
                self._bits += 1
            self._clear()
            full = np.flatnonzero(old)
            full = full[np.argsort(numbers[full])]
            self._place(old[full], numbers[full])
        self._place(keys[which], np.arange(start, end, dtype=np.int32))

    def _place(self, keys: Keys, numbers: Numbers) -> None:
        """Find a place for each word; of several that want the same, the first has it, which is the most frequent."""
        keys, numbers = keys[::-1], numbers[::-1]
        slots = self._slots(keys)
        while len(keys):
            free = np.flatnonzero(self._keys[slots] == 0)
            self._keys[slots[free]] = keys[free]
            self._numbers[slots[free]] = numbers[free]
            # Of several that wanted the same place, the last one has it.
            on = self._numbers[slots] != numbers
            keys, numbers, slots = keys[on], numbers[on], (slots[on] + 1) & (len(self._keys) - 1)


def _keys(words: Words) -> tuple[Keys, Keys, Places]:
    """What tells a word: its key, never 0, and a second one, which is 0 for short words; and which words are long."""
    array = np.frombuffer(words.text, np.uint64)
    lengths = words.ends - words.starts
    keys = eight(array, words.starts)
    keys &= _MASKS.take(lengths, mode="clip")
    second = np.zeros(len(keys), np.uint64)
    all_long = np.flatnonzero(lengths > 8)
    very = lengths[all_long] > LONG
    for which in all_long[very].tolist():
        digest = hashlib.blake2b(words.text[words.starts[which] : words.ends[which]], digest_size=16).digest()
        keys[which] = max(int.from_bytes(digest[1:8], "little") << 8, 256)
        second[which] = int.from_bytes(digest[8:], "little")
    long = all_long[~very]
    if not len(long):
        return keys, second, all_long
    one, other = keys[long] * _MIX, keys[long] * _OTHER
    at, left = words.starts[long], lengths[long] - 8
    going = np.arange(len(long))
    while len(going):
        at = at + 8
        part = eight(array, at) & _MASKS.take(left, mode="clip")
        one[going] = _mixed(one[going] ^ part, _MIX)
        other[going] = _mixed(other[going] + part, _OTHER)
        left = left - 8
        on = left > 0
        going, at, left = going[on], at[on], left[on]
    keys[long] = np.maximum(one << np.uint64(8), np.uint64(256))
    second[long] = other
    return keys, second, all_long


def _mixed(values: Keys, by: np.uint64) -> Keys:
    values = values * by
    return values ^ (values >> np.uint64(29))
