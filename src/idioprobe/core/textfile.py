"""Text from outside: UTF-8 or a clear word about it, and nothing that a terminal would obey."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

from idioprobe.core.errors import UserError

LONGEST_CELL = 100_000
_ZIP = b"PK\x03\x04"


def open_text(path: Path, error: type[UserError]) -> io.StringIO:
    """The file's text; a byte-order mark is dropped, any other encoding is refused with its place."""
    raw = text_bytes(path, error, "a spreadsheet or archive, not text; export it as CSV (UTF-8)")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        raise error(
            f"{path}:{line}: byte {raw[problem.start]:#04x} is not UTF-8; "
            "save the file as UTF-8 (in a spreadsheet: CSV UTF-8)."
        ) from problem
    refuse_nul(text, path, error)
    return io.StringIO(text, newline="")


def text_bytes(path: Path, error: type[UserError], archive: str) -> bytes:
    """The bytes of a file that should hold text; `archive` says what a zipped one is, and what to do."""
    try:
        raw = path.read_bytes()
    except OSError as problem:
        raise error(f"{path} cannot be read: {problem.strerror}.") from problem
    if not raw.removeprefix(codecs.BOM_UTF8).strip():
        raise error(f"{path} is empty.")
    if raw.startswith(_ZIP):
        raise error(f"{path} is {archive}.")
    return raw


def refuse_nul(text: str, path: Path, error: type[UserError]) -> None:
    """A NUL byte that was read as a character shows that a file is no text."""
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise error(f"{path}:{line}: the file holds a NUL byte; it is not text; save it as UTF-8 text.")


def parse_toml(source: str, path: Path, error: type[UserError], block: str) -> dict[str, Any]:
    """What a file in TOML says; `block` is the name of the entries that it is made of."""
    try:
        return tomllib.loads(source.replace("\r\n", "\n"))
    except RecursionError as problem:
        raise error(f"{path}:1: lists or tables are nested too deeply; write [[{block}]] entries.") from problem
    except ValueError as problem:  # TOML that is none, or a number longer than Python reads
        found = re.search(r"line (\d+)", str(problem))
        line = found[1] if found else len(source.splitlines()) if "end of document" in str(problem) else 1
        raise error(f'{path}:{line}: not valid TOML: {problem}; write key = "value".') from problem


_SHOWN = "\ufffd"
_CONTROLS = {code: _SHOWN for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


def printable(text: str) -> str:
    """The text with a mark in place of each control character but line breaks and tabs.

    >>> printable(f"eager{chr(27)}[2Jbeaver")
    'eager�[2Jbeaver'
    """
    return text if text.isprintable() else text.translate(_CONTROLS)


def json_text(value: Any, **how: Any) -> str:
    """JSON that says the same with all control characters escaped."""
    text = json.dumps(value, ensure_ascii=False, **how)
    return text.translate({code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)})


def readable(path: Path | str) -> str:
    """A path as text: bytes in it that are none get a mark."""
    return os.fsencode(path).decode("utf-8", "replace")
