"""The files of a corpus: which they are, what format they have, and the shards that they are counted in."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.notices import left_out
from idioprobe.data.sources.packed import DAMAGE, is_packed, unpacked, what_happened

SHARD_BYTES = 20 << 20
"""A larger file of plain text or JSON lines is counted in parts of this size, so that all cores have work.

Its words are some four million, about as many as are counted at a time.
"""
TEXT, JSON_LINES, PARQUET, CONLL, TAGGED = "text", "jsonl", "parquet", "conllu", "vertical"
FORMATS = (TEXT, JSON_LINES, PARQUET, CONLL, TAGGED)
_SPLIT = (TEXT, JSON_LINES)
_BEGINNING = 1 << 16
_TAGGED = re.compile(rb"^\s*(?:<\?xml[^>]*>\s*)?<(?:text|doc|corpus|s)\b[^>]*>\s*$", re.MULTILINE)
_CONLL = re.compile(rb"^1(?:-\d+)?\t[^\t\n]+(?:\t|$)", re.MULTILINE)
_BRWAC = b"meta.doc.id"
_NULS = 1_000
"""A file of which more than one byte in so many is 0 is binary."""


@dataclass(frozen=True)
class Source:
    """A shard of the corpus: a file, or the lines of it that begin between two bytes."""

    path: Path
    format: str
    start: int
    end: int
    modified: int
    packed: bool = False

    @property
    def bytes(self) -> int:
        """How much of the file it is."""
        return self.end - self.start


def find_sources(
    paths: Sequence[Path],
    format_: str | None = None,
    shard_bytes: int = SHARD_BYTES,
    *,
    skip_bad: bool = False,
    without: Path | None = None,
) -> list[Source]:
    """All shards of a corpus in a fixed order; everything that cannot be read is named at once.

    `skip_bad` leaves it out instead; `without` is a folder, such as the index itself, whose files are passed over.
    """
    if format_ is not None and format_ not in FORMATS:
        raise ConfigError(f"`format` {format_!r}: one of {', '.join(FORMATS)}.")
    files, problems = [], []
    for path in paths:
        if not path.exists():
            problems.append(f"{path} is not there")
        files += _files(path) if path.is_dir() else [path]
    sources: list[Source] = []
    for file in dict.fromkeys(file.resolve() for file in files if file.exists()):
        if without is not None and without.resolve() in file.parents:
            continue
        try:
            sources += _shards(file, format_, shard_bytes)
        except (DatasetError, OSError) as error:
            problems.append(what_happened(error).rstrip("."))
    for problem in problems if skip_bad else ():
        left_out(f"{problem}; it is left out.")
    if problems and not skip_bad:
        raise DatasetError("; ".join(problems) + ". Mend or leave out what cannot be read, or pass `skip_bad`.")
    if not sources:
        raise DatasetError(f"there is no text in {', '.join(map(str, paths))}; give files or folders of text.")
    return sources


def _files(folder: Path) -> list[Path]:
    """The files in and below a folder but hidden ones."""
    below = (path for path in folder.rglob("*") if path.is_file())
    return sorted(p for p in below if not any(part.startswith(".") for part in p.relative_to(folder).parts))


def _shards(path: Path, format_: str | None, shard_bytes: int) -> list[Source]:
    state = path.stat()
    if not state.st_size:
        return []
    found = format_ or _format(path)
    packed = found != PARQUET and is_packed(path)
    step = shard_bytes if found in _SPLIT and not packed else state.st_size
    starts = range(0, state.st_size, step)
    return [Source(path, found, start, min(start + step, state.st_size), state.st_mtime_ns, packed) for start in starts]


def _format(path: Path) -> str:
    """What a file holds, by how it begins."""
    try:
        with unpacked(path) as (stream, _):
            begin = stream.read(_BEGINNING)
    except DAMAGE as error:
        raise DatasetError(f"{path} cannot be read: {what_happened(error)}.") from error
    if begin.startswith(b"PAR1"):
        return PARQUET
    if begin.count(b"\0") * _NULS > len(begin):
        raise DatasetError(f"{path} is binary, not text; give text, JSON lines, Parquet or CoNLL-U.")
    if _is_json(begin):
        return JSON_LINES
    if _BRWAC in begin or _CONLL.search(begin):
        return CONLL
    return TAGGED if _TAGGED.search(begin) and b"\t" in begin else TEXT


def _is_json(begin: bytes) -> bool:
    line, ended, _ = begin.lstrip(b"\xef\xbb\xbf \r\n\t").partition(b"\n")
    if not line.startswith(b"{"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return not ended
