"""How long a large file of word vectors takes to open, the first time and the second, and how much memory.

A synthetic file of 200,000 words in 100 dimensions in each kind of format, asked for 5,000
of them, about as many as a dataset has. The first time the file is hashed and read through,
the second time its index says where the words stand. Processor time, since machines are
busy; what counts is the ratio.
"""

from __future__ import annotations

import gzip
import random
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from idioprobe.core.fingerprint import file_sha256
from idioprobe.models.static.wordvectors import open_vectors

WORDS, DIMENSION, ASKED = 200_000, 100, 5_000
PEAK = """
import re, sys
from pathlib import Path
import polars
from idioprobe.models.static.wordvectors import open_vectors
def status(name):
    return int(re.search(name + r":\\s+(\\d+) kB", Path("/proc/self/status").read_text()).group(1))
path, cache, digest, asked = sys.argv[1:5]
words = Path(asked).read_text().split()
polars.Series(["1 2"]).str.split(" ").explode().cast(polars.Float64)
Path("/proc/self/clear_refs").write_text("5")
before = status("VmRSS")
found = open_vectors(Path(path), digest, Path(cache), print).read(words)
assert len(found) == len(words)
print((status("VmHWM") - before) / 1024)
"""
"""How far memory rises above what it was before; Linux only."""


class Measured(NamedTuple):
    """Seconds: the first time; the second, opening alone and with all words; a second without an index."""

    name: str
    file_mb: float
    first: float
    opened: float
    second: float
    without: float
    kept_mb: float
    peak_mb: float


def main() -> None:
    """Measure and print."""
    table = Table(
        box=None, header_style="bold", title=f"{WORDS:,} words in {DIMENSION} dimensions, {ASKED:,} asked for"
    )
    for column in ("format", "MB", "first s", "opened s", "", "and read s", "", "no index s", "kept MB", "memory MB"):
        table.add_column(column, justify="left" if column == "format" else "right")
    for row in measure():
        table.add_row(
            row.name,
            f"{row.file_mb:.0f}",
            f"{row.first:.2f}",
            f"{row.opened:.3f}",
            f"{row.first / row.opened:.0f}×",
            f"{row.second:.3f}",
            f"{row.first / row.second:.0f}×",
            f"{row.without:.2f}",
            f"{row.kept_mb:.1f}",
            f"{row.peak_mb:.0f}",
        )
    Console(width=110).print(table)


def measure(words: int = WORDS, dimension: int = DIMENSION) -> list[Measured]:
    """Each format in turn."""
    names = [f"word{i}" for i in range(words)]
    matrix = np.random.default_rng(0).normal(size=(words, dimension)).astype("<f4")
    asked = random.Random(0).sample(names, min(ASKED, words))
    formats: dict[str, Callable[[], bytes]] = {
        "GloVe text": lambda: _text(names, matrix),
        "GloVe text, gzip": lambda: gzip.compress(_text(names, matrix), 1),
        "word2vec binary": lambda: _binary(names, matrix),
        "fastText .bin": lambda: _fasttext(names, matrix),
    }
    return [_one(name, make(), asked) for name, make in formats.items()]


def _one(name: str, raw: bytes, asked: list[str]) -> Measured:
    with tempfile.TemporaryDirectory() as temporary:
        path, cache, listed = (Path(temporary) / part for part in ("vectors", "cache", "asked"))
        path.write_bytes(raw)
        listed.write_text(" ".join(asked), encoding="utf-8")
        memory: dict[str, str] = {}

        def opening(folder: Path | None, words: list[str]) -> float:
            begun = time.process_time()
            open_vectors(path, file_sha256(path, memory), folder, lambda _: None).read(words)
            return time.process_time() - begun

        first = opening(cache, asked)
        opened, second = (min(opening(cache, words) for _ in range(5)) for words in ([], asked))
        without = opening(None, asked)
        command = [sys.executable, "-c", PEAK, path, cache, file_sha256(path, memory), listed]
        peak = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        kept = sum(part.stat().st_size for part in cache.rglob("*") if part.is_file())
    return Measured(name, len(raw) / 1e6, first, opened, second, without, kept / 1e6, peak)


def _text(names: list[str], matrix: np.ndarray) -> bytes:
    rows = (" ".join([name, *(f"{x:.6f}" for x in row)]) for name, row in zip(names, matrix.tolist(), strict=True))
    return "\n".join(rows).encode()


def _binary(names: list[str], matrix: np.ndarray) -> bytes:
    rows = (f"{name} ".encode() + row.tobytes() for name, row in zip(names, matrix, strict=True))
    return b"%d %d\n" % matrix.shape + b"".join(rows)


def _fasttext(names: list[str], matrix: np.ndarray) -> bytes:
    """As many buckets as words; n-grams of three to six characters."""
    words, dimension = matrix.shape
    options = struct.pack("<2i12id", 793712314, 12, dimension, 5, 5, 1, 5, 1, 2, 2, words, 3, 6, 100, 1e-4)
    sizes = struct.pack("<3i2q", words, words, 0, words, -1)
    entries = b"".join(name.encode() + b"\0" + struct.pack("<qb", 1, 0) for name in names)
    rows = struct.pack("<?2q", False, 2 * words, dimension) + matrix.tobytes() * 2
    return options + sizes + entries + rows + struct.pack("<?2q", False, words, dimension) + matrix.tobytes()


if __name__ == "__main__":
    main()
