"""Where sentences end in running text."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from idioprobe.make.corpus.indexing.characters import (
    BLANK,
    CAPITAL,
    FRONT,
    Bytes,
    Places,
    before,
    classes,
    code_points,
    eight,
    padded,
)
from idioprobe.make.corpus.tokens import UNICODE_WORDS

ABBREVIATIONS = (
    "Mr", "Mrs", "Ms", "Dr", "Drs", "Dra", "Prof", "Profa", "St", "Sr", "Sra", "Srs", "Jr", "Gen", "Col", "Capt", "Lt",
    "Rev", "Hon", "No", "Nr", "Fig", "Vol", "Ed", "Av", "etc", "vs", "cf", "ca", "bzw", "e.g", "i.e", "p.ex", "p. ex",
    "z.B", "z. B",
)  # fmt: skip
"""What a full stop follows that ends no sentence; so does a single capital."""
_ELLIPSIS = "…".encode()
_ENDS = tuple(sign.encode() for sign in ".!?…")
_CLOSING = tuple(sign.encode() for sign in "\"'”’»)]")
_OPENING = tuple(sign.encode() for sign in "\"'“‘«„¿¡([")
_BLANKS = (b" ", b"\t")
_STOP = "([。！？]+[”’」』）]*)([^\n。！？”’」』）])"
_STOPS = "[。！？]"
_CODES = {
    length: np.sort(
        np.array([int.from_bytes(one.encode(), "little") for one in ABBREVIATIONS if len(one) == length], np.uint64)
    )
    for length in sorted({len(one) for one in ABBREVIATIONS})
}

Flags = npt.NDArray[np.bool_]


def parted(text: bytes) -> bytes:
    r"""The text with a line break after every sentence.

    A sentence ends at the end of a line, at . ! ? or … before a space and a capital, unless an abbreviation or
    an initial goes before, and at 。！？.

    >>> parted(b"Mr. Smith came. Mr. Jones left.\nA list").split(b"\n")
    [b'Mr. Smith came.', b'Mr. Jones left.', b'A list']
    """
    if not text.isascii() and (whole := pl.Series([text], dtype=pl.Binary).cast(pl.String)).str.contains(_STOPS).item():
        text = stopped(whole).item().encode()
    ends = _ends(np.frombuffer(padded(text), np.uint8))
    if not len(ends):
        return text
    made = bytearray(text)
    np.frombuffer(made, np.uint8)[ends - FRONT] = ord("\n")
    return bytes(made)


def stopped(texts: pl.Series) -> pl.Series:
    """Texts with a line break after every 。, ！ and ？; all else that `parted` does leaves their length as it is."""
    return texts.str.replace_all(_STOP, "$1\n$2")


def _ends(array: Bytes) -> Places:
    """The first blank after each sentence that does not end its line."""
    at: Places = (
        np.flatnonzero((array == ord(".")) | (array == ord("!")) | (array == ord("?")) | (array == _ELLIPSIS[-1])) + 1
    )
    at = at[_follows(array, at)]
    at = at[(array[at - 1] != _ELLIPSIS[-1]) | _is(array, at - len(_ELLIPSIS), _ELLIPSIS)]
    at = _over(array, at, _CLOSING)
    at = at[(array[at] == ord(" ")) | (array[at] == ord("\t"))]
    after = _over(array, _over(array, at, _BLANKS), _OPENING)
    at = at[_has(code_points(array, after), CAPITAL)]
    stop = np.flatnonzero(array[at - 1] == ord("."))
    if len(stop):
        at = np.delete(at, stop[_abbreviated(array, at[stop] - 1)])
    return at


def _follows(array: Bytes, at: Places) -> Flags:
    """Whether a blank or a closing sign may begin here: most full stops end a line, and need no closer look."""
    table = np.zeros(256, np.bool_)
    table[[sign[0] for sign in (*_CLOSING, *_BLANKS)]] = True
    found: Flags = table[array[at]]
    return found


def _abbreviated(array: Bytes, stop: Places) -> Flags:
    """Whether an abbreviation or an initial is before these full stops."""
    last = eight(array.view(np.uint64), stop - 8)
    initial = before(array, stop)
    wide = 1 + (initial >= 0x80).astype(np.int64) + (initial >= 0x800) + (initial >= 0x10000)
    found = _has(initial, CAPITAL) & _free(array, stop - wide)
    for length, codes in _CODES.items():
        word = last >> np.uint64(8 * (8 - length))
        at = np.flatnonzero(codes[np.searchsorted(codes[:-1], word)] == word)
        found[at] |= _free(array, stop[at] - length)
    return found


def _free(array: Bytes, at: Places) -> Flags:
    """Whether white space, a bracket or a full stop is before these places."""
    code = before(array, at)
    found: Flags = (code == ord("(")) | (code == ord(".")) | _has(code, BLANK)
    return found


def _has(codes: npt.NDArray[np.int32], kind: int) -> Flags:
    found: Flags = (classes(UNICODE_WORDS)[codes] & kind) > 0
    return found


def _is(array: Bytes, at: Places, sign: bytes) -> Flags:
    found: Flags = array[at] == sign[0]
    for step, byte in enumerate(sign[1:], 1):
        found &= array[at + step] == byte
    return found


def _over(array: Bytes, at: Places, signs: tuple[bytes, ...]) -> Places:
    """The places behind any number of such signs."""
    at = at.copy()
    moving = np.arange(len(at))
    while len(moving):
        steps = np.zeros(len(moving), np.int64)
        for sign in signs:
            steps[_is(array, at[moving], sign)] = len(sign)
        at[moving] += steps
        moving = moving[steps > 0]
    return at
