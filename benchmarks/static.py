"""How long a large file of word vectors takes to open, the first time and the second, and how much memory.

A synthetic file of 200,000 words in 100 dimensions in each kind of format, asked for the
words of a thousand sentences. What counts is the ratio: the first time the file is hashed
and read through, the second time its index says where the words stand.
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

from idioprobe.models.static import StaticEncoder
from idioprobe.models.views import View

WORDS, DIMENSION, SENTENCES = 200_000, 100, 1_000
VIEW = View("sentence", "mean", "")
PEAK = """
import resource, sys
from pathlib import Path
from idioprobe.models.static import StaticEncoder
from idioprobe.models.views import View
path, cache, digest, texts = sys.argv[1:5]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
known = {f"sha256|{Path(path).resolve()}|{(s := Path(path).stat()).st_size}|{s.st_mtime_ns}": digest}
encoder = StaticEncoder(Path(path), memory=known, cache_dir=Path(cache))
list(encoder.encode(Path(texts).read_text().splitlines(), {}, [View("sentence", "mean", "")], None))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


class Measured(NamedTuple):
    """Seconds of the first and second time and of a second time without an index, and what the second costs."""

    name: str
    file_mb: float
    first: float
    second: float
    without: float
    kept_mb: float
    peak_mb: float


def main() -> None:
    """Measure and print."""
    table = Table(box=None, header_style="bold", title=f"{WORDS:,} words in {DIMENSION} dimensions")
    for column in ("format", "file MB", "first s", "second s", "ratio", "no index s", "kept MB", "2nd: memory MB"):
        table.add_column(column, justify="left" if column == "format" else "right")
    for row in measure():
        table.add_row(
            row.name,
            f"{row.file_mb:.0f}",
            f"{row.first:.2f}",
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
    chosen = random.Random(0)
    texts = [" ".join(chosen.choices(names, k=15)) for _ in range(SENTENCES)]
    formats: dict[str, Callable[[], bytes]] = {
        "GloVe text": lambda: _text(names, matrix),
        "GloVe text, gzip": lambda: gzip.compress(_text(names, matrix), 1),
        "word2vec binary": lambda: _binary(names, matrix),
        "fastText .bin": lambda: _fasttext(names, matrix),
    }
    return [_one(name, make(), texts) for name, make in formats.items()]


def _one(name: str, raw: bytes, texts: list[str]) -> Measured:
    with tempfile.TemporaryDirectory() as temporary:
        path, cache, listed = (Path(temporary) / part for part in ("vectors", "cache", "texts"))
        path.write_bytes(raw)
        listed.write_text("\n".join(texts), encoding="utf-8")
        memory: dict[str, str] = {}

        def embed(folder: Path | None) -> float:
            begun = time.perf_counter()
            list(StaticEncoder(path, memory=memory, cache_dir=folder).encode(texts, {}, [VIEW], None))
            return time.perf_counter() - begun

        first = embed(cache)
        second = min(embed(cache) for _ in range(3))
        without = embed(None)
        digest = StaticEncoder(path, memory=memory).identity.details["weights_sha256"]
        peak = subprocess.run(
            [sys.executable, "-c", PEAK, path, cache, digest, listed], check=True, capture_output=True, text=True
        )
        kept = sum(part.stat().st_size for part in cache.rglob("*") if part.is_file())
    return Measured(name, len(raw) / 1e6, first, second, without, kept / 1e6, float(peak.stdout))


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
