"""Files of word vectors: GloVe and fastText text, word2vec text and binary, gzip of each.

A file is read front to back, row by row, so one that is larger than memory is no trouble;
a row knows where it stands, so that it can be read again without those before it.
"""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.errors import ModelError

Vector = NDArray[np.float32]

FASTTEXT_MAGIC = b"\xba\x16\x4f\x2f"
WIDEST = 100_000
_LONGEST_WORD = 10_000
_LONGEST_LINE = 1_000_000
_LONGEST_NUMBER = 12
_BLOCK = 1 << 20
_GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True)
class Layout:
    """What the beginning of a vector file tells about it."""

    kind: str
    dimension: int
    count: int | None
    zipped: bool = False


class Row(NamedTuple):
    """A word, where in the unpacked file its vector is found, and the vector as it is written there."""

    word: bytes
    at: int
    raw: bytes


def read_layout(path: Path) -> Layout:
    """Recognise the format by its content, whatever the file is called."""
    with opened(path) as file:
        return _layout(path, file)


def read_vectors(path: Path, wanted: Collection[str]) -> dict[str, Vector]:
    """The vectors of the wanted words that the file has; the others are not kept in memory.

    A file that ends in the middle, a line of another dimension and a wanted vector that is
    not finite are errors; the rest of a broken file is not used either.
    """
    keys = {encoded(word): word for word in wanted}
    found: dict[str, bytes] = {}
    layout = read_layout(path)
    for row in read_rows(path, layout):
        word = keys.get(row.word)
        if word is not None:
            found.setdefault(word, row.raw)
    return parse_words(path, layout, found)


def read_rows(path: Path, layout: Layout) -> Iterator[Row]:
    """All rows of a file in their order; one that is cut off or damaged is an error at the latest at its end."""
    with opened(path) as file:
        if layout.count is not None:
            file.readline()
        yield from (_binary_rows if layout.kind == "binary" else _text_rows)(path, file, layout)


def parse_words(path: Path, layout: Layout, raw: Mapping[str, bytes]) -> dict[str, Vector]:
    """The vectors of words that are used, from what stands in the file."""
    return whole(path, dict(zip(raw, parse(layout, list(raw.values())), strict=True)))


def parse(layout: Layout, raw: Sequence[bytes]) -> Vector:
    """Vectors, one below the other, from what stands in the file; NaN where something is no number."""
    if layout.kind == "binary":
        return np.frombuffer(b"".join(raw), dtype="<f4").astype(np.float32).reshape(-1, layout.dimension)
    import polars as pl

    fields = pl.Series([row.decode("latin-1") for row in raw], dtype=pl.String).str.split(" ").explode()
    numbers = fields.cast(pl.Float64, strict=False).fill_null(float("nan")).to_numpy()
    with np.errstate(over="ignore"):
        return numbers.astype(np.float32).reshape(-1, layout.dimension)


def whole(path: Path, vectors: dict[str, Vector]) -> dict[str, Vector]:
    """The vectors of words that are used: each of their numbers has to be one."""
    if vectors and not np.isfinite(np.stack(list(vectors.values()))).all():
        broken = next(word for word, vector in vectors.items() if not np.isfinite(vector).all())
        raise ModelError(
            f"{path}: the vector of {broken!r} holds NaN or infinity or something that is not a number; "
            "the file is broken, get it again."
        )
    return vectors


def encoded(word: str) -> bytes:
    """A word as files have it."""
    return word.encode("utf-8", "surrogatepass")


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file's content, unpacked if need be."""
    with readable(path), path.open("rb") as raw:
        zipped = raw.read(2) == _GZIP_MAGIC
        raw.seek(0)
        source: BinaryIO = gzip.GzipFile(fileobj=raw) if zipped else raw  # type: ignore[assignment]
        yield io.BufferedReader(source, _BLOCK)  # type: ignore[type-var]


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Trouble with the file is an error that names it."""
    try:
        yield
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (EOFError, zlib.error) as error:
        raise ModelError(f"{path} is cut off or damaged ({error}); get the file again.") from error


def _layout(path: Path, file: BinaryIO) -> Layout:
    zipped = isinstance(getattr(file, "raw", None), gzip.GzipFile)
    first = file.readline(_LONGEST_LINE)
    if zipped and first.startswith(FASTTEXT_MAGIC):
        raise ModelError(f"{path} is a fastText model packed with gzip; unpack it first: gunzip -k {path.name}")
    if not first.strip():
        raise ModelError(f"{path} is empty.")
    fields = first.split()
    if len(fields) == 2 and all(field.isdigit() for field in fields):
        if max(map(len, fields)) > _LONGEST_NUMBER or not 0 < int(fields[1]) <= WIDEST:
            raise ModelError(
                f"{path} is not a vector file: its first line promises {fields[1][:20].decode()} numbers a word."
            )
        count, dimension = int(fields[0]), int(fields[1])
        second = file.readline(_LONGEST_LINE)
        if _is_text_row(second, dimension) or not second:
            return Layout("text", dimension, count, zipped)
        if _is_text(second + file.read(8 * dimension + 256)):
            raise ModelError(
                f"{path}:2: not a word and {dimension} numbers, which the first line promises; "
                "it is cut off or damaged, get it again."
            )
        return Layout("binary", dimension, count, zipped)
    dimension = len(fields) - 1
    if dimension < 2 or not _is_text_row(first, dimension):
        raise ModelError(
            f"{path} is not a vector file: its first line is neither a word with its numbers nor 'count dimension'."
        )
    return Layout("text", dimension, None, zipped)


def _is_text(sample: bytes) -> bool:
    """Whether bytes are text: float32 numbers are full of control characters and broken UTF-8."""
    try:
        decoded = codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return False
    return not any(c < " " and c not in "\t\r\n" for c in decoded)


def _is_text_row(line: bytes, dimension: int) -> bool:
    fields = line.rstrip().split(b" ")
    return len(fields) > dimension and all(map(_is_number, fields[-dimension:]))


def _text_rows(path: Path, file: BinaryIO, layout: Layout) -> Iterator[Row]:
    at, rows = file.tell(), 0
    for number, line in enumerate(file, 1 if layout.count is None else 2):
        body = line.rstrip(b"\r\n ")
        if body:
            rows += 1
            if body.count(b" ") == layout.dimension:
                word = body[: body.index(b" ")]
            else:
                _check_spaces(path, number, body.split(b" "), layout.dimension)
                word = body.rsplit(b" ", layout.dimension)[0]
            yield Row(word, at + len(word) + 1, body[len(word) + 1 :])
        at += len(line)
    if layout.count is not None and rows < layout.count:
        raise ModelError(
            f"{path} is cut off: its first line promises {layout.count:,} words, it holds {rows:,}; get the file again."
        )


def _check_spaces(path: Path, number: int, fields: list[bytes], dimension: int) -> None:
    """Some published files have words with spaces; a line with more or fewer numbers is an error."""
    extra = fields[1:-dimension]
    if len(fields) > dimension and not all(map(_is_number, extra)):
        return
    raise ModelError(
        f"{path}:{number}: {len(fields) - 1} numbers where the file has {dimension} per word; "
        "it is cut off or damaged, get it again."
    )


def _is_number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True


def _binary_rows(path: Path, file: BinaryIO, layout: Layout) -> Iterator[Row]:
    size, count = 4 * layout.dimension, layout.count or 0
    begins, block, at = file.tell(), b"", 0
    for row in range(count):
        space = block.find(b" ", at, at + _LONGEST_WORD)
        if space < 0 or space + 1 + size > len(block):
            begins, block, at = begins + at, block[at:] + file.read(_BLOCK), 0
            space = block.find(b" ", 0, _LONGEST_WORD)
        end = space + 1 + size
        if space < 0 or end > len(block):
            raise ModelError(f"{path} is cut off or damaged at word {row + 1:,} of {count:,}; get the file again.")
        yield Row(block[at:space].lstrip(b"\n"), begins + space + 1, block[space + 1 : end])
        at = end
    file.read(1)  # gzip notices only at its end that it is cut off
