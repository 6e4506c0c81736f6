"""Files of word vectors: GloVe and fastText text, word2vec text and binary, gzip of each.

The file is read once, front to back, and only the words asked for are kept, so a file
larger than memory is no trouble.
"""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from idioprobe.errors import ModelError

Vector = NDArray[np.float32]

_FASTTEXT_BINARY = b"\xba\x16\x4f\x2f"
_LONGEST_WORD = 10_000
_LONGEST_LINE = 1_000_000
_LONGEST_NUMBER = 12
_WIDEST = 100_000


@dataclass(frozen=True)
class Layout:
    """What the beginning of a vector file tells about it."""

    kind: str
    dimension: int
    count: int | None


def read_layout(path: Path) -> Layout:
    """Recognise the format by its content, whatever the file is called."""
    with _opened(path) as file:
        return _layout(path, file)


def read_vectors(path: Path, wanted: Collection[str]) -> dict[str, Vector]:
    """The vectors of the wanted words that the file has.

    A file that ends in the middle, a line of another dimension and a wanted vector that is
    not finite are errors; the rest of a broken file is not used either.
    """
    keys = {word.encode("utf-8", "surrogatepass"): word for word in wanted}
    found: dict[str, Vector] = {}
    with _opened(path) as file:
        layout = _layout(path, file)
    with _opened(path) as file:
        if layout.count is not None:
            file.readline()
        rows = _binary_rows(path, file, layout) if layout.kind == "binary" else _text_rows(path, file, layout)
        for key, raw in rows:
            word = keys.get(key)
            if word is None or word in found:
                continue
            vector = raw if isinstance(raw, np.ndarray) else _parse(path, word, raw)
            if not np.isfinite(vector).all():
                raise ModelError(
                    f"{path}: the vector of {word!r} holds NaN or infinity; the file is broken, get it again."
                )
            found[word] = vector
    return found


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as raw:
            zipped = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            source: BinaryIO = gzip.GzipFile(fileobj=raw) if zipped else raw  # type: ignore[assignment]
            yield io.BufferedReader(source, 1 << 20)  # type: ignore[type-var]
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (EOFError, zlib.error) as error:
        raise ModelError(f"{path} is cut off or damaged ({error}); get the file again.") from error


def _layout(path: Path, file: BinaryIO) -> Layout:
    first = file.readline(_LONGEST_LINE)
    if first.startswith(_FASTTEXT_BINARY):
        raise ModelError(f"{path} is a fastText model in its own binary format; give its .vec file.")
    if not first.strip():
        raise ModelError(f"{path} is empty.")
    fields = first.split()
    if len(fields) == 2 and all(field.isdigit() for field in fields):
        if max(map(len, fields)) > _LONGEST_NUMBER or not 0 < int(fields[1]) <= _WIDEST:
            raise ModelError(
                f"{path} is not a vector file: its first line promises {fields[1][:20].decode()} numbers a word."
            )
        count, dimension = int(fields[0]), int(fields[1])
        second = file.readline(_LONGEST_LINE)
        if _is_text_row(second, dimension) or not second:
            return Layout("text", dimension, count)
        if _is_text(second + file.read(8 * dimension + 256)):
            raise ModelError(
                f"{path}:2: not a word and {dimension} numbers, which the first line promises; "
                "it is cut off or damaged, get it again."
            )
        return Layout("binary", dimension, count)
    dimension = len(fields) - 1
    if dimension < 2 or not _is_text_row(first, dimension):
        raise ModelError(
            f"{path} is not a vector file: its first line is neither a word with its numbers nor 'count dimension'."
        )
    return Layout("text", dimension, None)


def _is_text(sample: bytes) -> bool:
    """Whether bytes are text: float32 numbers are full of control characters and broken UTF-8."""
    try:
        decoded = codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return False
    return not any(c < " " and c not in "\t\r\n" for c in decoded)


def _is_text_row(line: bytes, dimension: int) -> bool:
    fields = line.rstrip().split(b" ")
    if len(fields) < dimension + 1:
        return False
    try:
        [float(field) for field in fields[-dimension:]]
    except ValueError:
        return False
    return True


def _text_rows(path: Path, file: BinaryIO, layout: Layout) -> Iterator[tuple[bytes, list[bytes]]]:
    dimension, rows = layout.dimension, 0
    offset = 2 if layout.count is not None else 1
    for number, line in enumerate(file, offset):
        fields = line.rstrip(b"\r\n ").split(b" ")
        if len(fields) == 1 and not fields[0]:
            continue
        rows += 1
        if len(fields) != dimension + 1:
            _check_spaces(path, number, fields, dimension)
        yield b" ".join(fields[:-dimension]), fields[-dimension:]
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


def _parse(path: Path, word: str, fields: list[bytes]) -> Vector:
    try:
        return np.array([float(field) for field in fields], dtype=np.float32)
    except ValueError:
        raise ModelError(
            f"{path}: the vector of {word!r} holds something that is not a number; get the file again."
        ) from None


def _binary_rows(path: Path, file: BinaryIO, layout: Layout) -> Iterator[tuple[bytes, Vector]]:
    size = 4 * layout.dimension
    for row in range(layout.count or 0):
        word = bytearray()
        while (byte := file.read(1)) != b" ":
            if not byte or len(word) > _LONGEST_WORD:
                raise ModelError(
                    f"{path} is cut off or damaged at word {row + 1:,} of {layout.count:,}; get the file again."
                )
            if byte != b"\n" or word:
                word += byte
        raw = file.read(size)
        if len(raw) < size:
            raise ModelError(f"{path} is cut off at word {row + 1:,} of {layout.count:,}; get the file again.")
        yield bytes(word), np.frombuffer(raw, dtype="<f4").astype(np.float32)
