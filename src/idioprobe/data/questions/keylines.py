"""Where the keys of a file in TOML are; the TOML reader does not say."""

from __future__ import annotations

import re

Place = tuple[str | int, ...]
"""The way to a key: names of tables, and the number of an entry where there are several, counted from 0."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_LONG = ('"""', "'''")


class KeyLines:
    """The line of each key, counted from 1."""

    def __init__(self, source: str) -> None:
        """Read headers and keys; what is inside long texts is neither."""
        self._lines: dict[Place, int] = {}
        table: Place = ()
        counts: dict[Place, int] = {}
        within = ""
        for number, line in enumerate(source.splitlines(), 1):
            if within:
                within = "" if line.count(within) % 2 else within
                continue
            if header := _HEADER.match(line):
                table = _names(header[2])
                if header[1] == "[[":
                    counts[table] = counts.get(table, -1) + 1
                    table = (*table, counts[table])
                self._lines.setdefault(table, number)
            elif key := _KEY.match(line):
                self._lines.setdefault((*table, *_names(key[1])), number)
                within = next((mark for mark in _LONG if line.count(mark) % 2), "")

    def of(self, place: Place) -> int:
        """The line of a key, else of the nearest table around it."""
        return next((self._lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in self._lines), 1)


def _names(written: str) -> Place:
    return tuple(part.strip().strip("\"'") for part in written.split("."))
