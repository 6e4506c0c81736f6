"""Text files from outside: UTF-8 or a clear word about it."""

from __future__ import annotations

import codecs
import io
from pathlib import Path

from idioprobe.core.errors import UserError

LONGEST_CELL = 100_000
_ZIP = b"PK\x03\x04"


def open_text(path: Path, error: type[UserError]) -> io.StringIO:
    """The file's text; a byte-order mark is dropped, any other encoding is refused with its place."""
    try:
        raw = path.read_bytes()
    except OSError as problem:
        raise error(f"{path} cannot be read: {problem.strerror}.") from problem
    if not raw.removeprefix(codecs.BOM_UTF8).strip():
        raise error(f"{path} is empty.")
    if raw.startswith(_ZIP):
        raise error(f"{path} is a spreadsheet or archive, not text; export it as CSV (UTF-8).")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        raise error(
            f"{path}:{line}: byte {raw[problem.start]:#04x} is not UTF-8; "
            "save the file as UTF-8 (in a spreadsheet: CSV UTF-8)."
        ) from problem
    if "\0" in text:
        raise error(
            f"{path}:{text.count(chr(10), 0, text.index(chr(0))) + 1}: the file holds a NUL byte; "
            "it is not text; save it as UTF-8 text."
        )
    return io.StringIO(text, newline="")
