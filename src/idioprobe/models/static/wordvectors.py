"""Word vectors of any format: a file is read through once, and later opens at once.

What is kept in the cache folder is an index of where each word stands; of a file packed
with gzip also its vectors, since nothing in it can be found without unpacking it. Both
are known by the file's hash, checked when they are used, and made again when they prove
damaged. Without a cache folder that can be written the file is read through each time.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Protocol

from idioprobe.core.files import replacing
from idioprobe.models.static.fasttextfile import FastTextFile, is_fasttext
from idioprobe.models.static.tensorfile import DamagedFileError, MatrixWriter
from idioprobe.models.static.vectorfile import (
    Layout,
    Vector,
    encoded,
    parse,
    parse_words,
    read_layout,
    read_rows,
    read_vectors,
)
from idioprobe.models.static.wordindex import IndexBuilder, Spot, WordIndex

Notice = Callable[[str], None]

FOLDER = "static"
_NAME_DIGITS = 32
_ROWS_AT_ONCE = 4096


class WordVectors(Protocol):
    """A file of word vectors, open."""

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    def read(self, words: Collection[str]) -> dict[str, Vector]:
        """The vectors of those words that the file has."""
        ...

    def from_subwords(self, words: Collection[str]) -> dict[str, Vector]:
        """Vectors for words that the file lacks, from what it has of their parts."""
        ...


def open_vectors(
    path: Path, digest: str, cache_dir: Path | None, notice: Notice, check: Callable[[], None] = lambda: None
) -> WordVectors:
    """Recognise the format by its content; `digest` is the file's hash, a cache folder is optional.

    `check` raises where the file is another than the one that was hashed: nothing is kept of it then.
    """
    cache = None if cache_dir is None else _Cache(path, digest, cache_dir / FOLDER, notice, check)
    return _FastText(path, cache) if is_fasttext(path) else _Listed(path, cache)


class _Cache:
    """What is kept of one file."""

    def __init__(self, path: Path, digest: str, folder: Path, notice: Notice, check: Callable[[], None]) -> None:
        self.path, self.folder, self.notice, self._check = path, folder, notice, check
        self._name = digest[:_NAME_DIGITS]
        self._expected = {"source": digest, "size": str(path.stat().st_size)}
        self._usable = True

    @property
    def matrix(self) -> Path:
        """Where the vectors of a packed file are kept."""
        return self.folder / f"{self._name}.vectors.safetensors"

    def index(self, build: Callable[[IndexBuilder], Mapping[str, str]], *, anew: bool) -> WordIndex | None:
        """The file's index, made if it is missing, damaged or another file's; None if it cannot be kept."""
        kept = self.folder / f"{self._name}.index.safetensors"
        if not self._usable:
            return None
        try:
            if not anew:
                with suppress(DamagedFileError):
                    return WordIndex(kept, self._expected)
            self.folder.mkdir(parents=True, exist_ok=True)
            builder = IndexBuilder()
            told = build(builder)
            self._check()
            builder.write(kept, {**told, **self._expected})
            return WordIndex(kept, self._expected)
        except (OSError, DamagedFileError) as error:
            self._usable = False
            reason = getattr(error, "strerror", None) or str(error)
            self.notice(
                f"What was learned of {self.path.name} cannot be kept in {self.folder} ({reason}), so the file is read "
                "through in each run; free some space or choose another `cache_dir`."
            )
            return None


class _Listed:
    """A file that lists words with their vectors, as text or binary, packed or not."""

    def __init__(self, path: Path, cache: _Cache | None) -> None:
        self._path, self._cache = path, cache
        self._layout: Layout = read_layout(path)

    @property
    def dimension(self) -> int:
        return self._layout.dimension

    def read(self, words: Collection[str]) -> dict[str, Vector]:
        for anew in (False, True):
            index = self._cache.index(self._build, anew=anew) if self._cache else None
            if index is not None:
                with suppress(DamagedFileError):
                    return self._vectors(index.find(words))
        return read_vectors(self._path, words)

    def from_subwords(self, words: Collection[str]) -> dict[str, Vector]:  # noqa: ARG002
        return {}

    def _build(self, builder: IndexBuilder) -> Mapping[str, str]:
        if self._layout.zipped:
            self._unpack(builder)
        else:
            for row in read_rows(self._path, self._layout):
                builder.add(row.word, Spot(row.at, len(row.raw), zlib.crc32(row.raw)))
        return {}

    def _unpack(self, builder: IndexBuilder) -> None:
        assert self._cache is not None  # noqa: S101 - nothing is built without one
        with replacing(self._cache.matrix) as temporary, temporary.open("wb") as file:
            writer = MatrixWriter(file, self.dimension)
            rows = read_rows(self._path, self._layout)
            while some := list(islice(rows, _ROWS_AT_ONCE)):
                for row, numbers in zip(some, parse(self._layout, [row.raw for row in some]), strict=True):
                    raw = numbers.astype("<f4").tobytes()
                    builder.add(row.word, Spot(writer.add(raw), len(raw), zlib.crc32(raw)))
            writer.finish()
        size = self._cache.matrix.stat().st_size / 1e6
        self._cache.notice(
            f"{self._path.name} was unpacked once into {self._cache.folder} ({size:,.0f} MB), so that it opens at once "
            "from now on; deleting that is safe."
        )

    def _vectors(self, spots: Mapping[str, Spot]) -> dict[str, Vector]:
        """Read rows again, each where it stands, and check that it is the one that stood there."""
        path, layout = self._path, self._layout
        if layout.zipped and self._cache is not None:
            path, layout = self._cache.matrix, Layout("binary", self.dimension, None)
        raw: dict[str, bytes] = {}
        try:
            with path.open("rb", buffering=0) as file:
                for word, spot in spots.items():
                    file.seek(spot.at)
                    raw[word] = file.read(spot.size)
                    if zlib.crc32(raw[word]) != spot.checksum:
                        raise DamagedFileError(f"{path} is not as it was")
        except OSError as error:
            raise DamagedFileError(f"{path}: {error}") from error
        return parse_words(self._path, layout, raw)


class _FastText:
    """A fastText model: the index says which row is a word's, the rows are read from the model itself."""

    def __init__(self, path: Path, cache: _Cache | None) -> None:
        self._file, self._cache = FastTextFile(path), cache

    @property
    def dimension(self) -> int:
        return self._file.header.dimension

    def read(self, words: Collection[str]) -> dict[str, Vector]:
        index = self._cache.index(self._build, anew=False) if self._cache else None
        if index is not None:
            self._file.matrix = int(index.metadata["matrix"])
            return self._file.vectors({word: spot.at for word, spot in index.find(words).items()})
        keys = {encoded(word): word for word in words}
        return self._file.vectors({keys[key]: row for key, row in self._file.entries() if key in keys})

    def from_subwords(self, words: Collection[str]) -> dict[str, Vector]:
        return self._file.from_subwords(words)

    def _build(self, builder: IndexBuilder) -> Mapping[str, str]:
        for word, row in self._file.entries():
            builder.add(word, Spot(row))
        return {"matrix": str(self._file.matrix)}
