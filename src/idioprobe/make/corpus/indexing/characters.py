"""What each character is, as a table by code point, and characters in arrays of UTF-8 bytes."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import numpy as np
import numpy.typing as npt
import polars as pl

from idioprobe.make.corpus.tokens import Tokeniser, fold

WORD, MARK, CAPITAL, BLANK, JOINER, BASE, ODD = (1 << bit for bit in range(7))
"""What a character is: part of a word, a mark on the character before it, a capital, white space, what joins two runs
to a word, no part of a word but one that a mark makes another sign of (as = is made ≠), and one that is no longer what
it was when it is folded."""
FRONT = 16
"""How many bytes there are before a text in an array."""
_BACK = 24
_ASSIGNED = (range(1, 0xD800), range(0xE000, 0x40001), range(0xE0000, 0xE1000))
"""Where letters, marks and digits are, and one code of those above, which are all alike: for nobody or private use."""

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]


@cache
def classes(rule: Tokeniser) -> Bytes:
    """What each code point is, by the rule."""
    codes = np.concatenate([np.arange(part.start, part.stop) for part in _ASSIGNED])
    written = codes.astype("<u4").tobytes().decode("utf-32-le")
    table = np.zeros(sys.maxunicode + 1, np.uint8)
    characters = pl.Series(list(written))
    patterns = {WORD: rule.run, MARK: r"\p{M}", CAPITAL: r"[\p{Lu}\p{Lt}]", BLANK: r"\s"}
    for bit, pattern in patterns.items():
        table[codes[characters.str.contains(pattern).to_numpy()]] |= bit
    table[0x40001:0xE0000] = table[0xE1000:] = table[0x40000]
    table[[ord(joiner) for joiner in rule.joiners]] |= JOINER
    for code in codes[(table[codes] & WORD) == 0].tolist():
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            table[int(parts[0], 16)] |= BASE
    spaced = fold("\n".join(written.replace("\n", " "))).split("\n")
    for character, folded in zip(written, spaced, strict=True):
        if folded != character:
            kept = table[ord(character)] & (WORD | JOINER)
            if any(table[ord(other)] & (WORD | JOINER) != kept for other in folded):
                table[ord(character)] |= ODD
    return table


@cache
def ascii_classes(rule: Tokeniser) -> bytes:
    """The same for single bytes, as `bytes.translate` takes it; those that are not ASCII are nothing."""
    return classes(rule)[:128].tobytes() + bytes(128)


def padded(text: bytes) -> bytes:
    """A text with line breaks before it and nothing behind it, so that its neighbours may be looked at."""
    return b"\n" * FRONT + text + bytes(_BACK + -len(text) % 8)


def leads(array: Bytes) -> Places:
    """Where characters begin that are not ASCII."""
    return np.flatnonzero(array >= 0xC0)


def code_points(array: Bytes, at: Places) -> npt.NDArray[np.int32]:
    """The characters that begin at these places."""
    lead = array[at].astype(np.int32)
    found = lead.copy()
    for least, bits in ((0xC0, 0x1F), (0xE0, 0x0F), (0xF0, 0x07)):
        longer = np.flatnonzero(lead >= least)
        if not len(longer):
            break
        whole = lead[longer] & bits
        for step in range(1, {0xC0: 2, 0xE0: 3, 0xF0: 4}[least]):
            whole = (whole << 6) | (array[at[longer] + step] & 0x3F)
        found[longer] = whole
    return found


def before(array: Bytes, at: Places) -> npt.NDArray[np.int32]:
    """The characters that end just before these places."""
    start = at - 1
    for _ in range(3):
        start = start - ((array[start] & 0xC0) == 0x80)
    return code_points(array, start)


def eight(words: npt.NDArray[np.uint64], at: Places) -> npt.NDArray[np.uint64]:
    """The eight bytes from each place on as one integer; `words` is the array seen as integers."""
    which, shift = at >> 3, ((at & 7) << 3).view(np.uint64)
    found = words.take(which, mode="clip")
    found >>= shift
    which += 1
    shift ^= np.uint64(63)
    behind = words.take(which, mode="clip")
    behind <<= np.uint64(1)
    behind <<= shift
    found |= behind
    return found
