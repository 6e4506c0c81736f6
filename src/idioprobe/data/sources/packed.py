"""Files that may be packed: gzip, bzip2, xz and Zstandard are known by how they begin, not by their name."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

from idioprobe.core.errors import DatasetError, MissingExtraError, install

DAMAGE: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error, lzma.LZMAError)
"""What reading a damaged file raises."""
_GZIP, _BZIP2, _XZ, _ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"
_FROM_SYSTEM = re.compile(r"(?:^|: )([^:]+) \(os error \d+\)")
_ARCHIVES = (b"PK\x03\x04", b"7z\xbc\xaf")


class Readable(Protocol):
    """What bytes are read from."""

    def read(self, size: int = ..., /) -> bytes:
        """The next bytes; none at the end."""


@contextmanager
def unpacked(path: Path) -> Iterator[tuple[Readable, IO[bytes]]]:
    """The file as it reads, unpacked, and the file beneath, whose position tells the progress."""
    if not path.is_file():
        raise DatasetError(f"`corpus` {path} is not a file.")
    try:
        raw = path.open("rb")
    except OSError as error:
        raise DatasetError(f"`corpus` {path} cannot be read: {error.strerror}.") from error
    with ExitStack() as stack:
        stack.enter_context(raw)
        magic = raw.read(6)
        raw.seek(0)
        if magic.startswith(_ARCHIVES):
            raise DatasetError(f"`corpus` {path} is packed; unpack it first, or pack it as .gz, .bz2 or .xz.")
        yield stack.enter_context(_unpacking(raw, magic)), raw


def is_packed(path: Path) -> bool:
    """Whether a file is packed in one of the ways that are read."""
    with path.open("rb") as raw:
        return raw.read(6).startswith((_GZIP, _BZIP2, _XZ, _ZSTD))


def what_happened(error: BaseException) -> str:
    """What went wrong, in a few words.

    >>> what_happened(OSError("parquet: underlying IO error: No space left on device (os error 28)"))
    'No space left on device'
    """
    told = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    inside = _FROM_SYSTEM.search(told)
    return inside[1] if inside else told


def _unpacking(raw: IO[bytes], magic: bytes) -> Any:
    if magic.startswith(_GZIP):
        return gzip.GzipFile(fileobj=raw)
    if magic.startswith(_BZIP2):
        return bz2.BZ2File(raw)
    if magic.startswith(_XZ):
        return lzma.LZMAFile(raw)
    return _Zstandard(raw) if magic.startswith(_ZSTD) else raw


class _Zstandard:
    """Zstandard frames one after another; a file that breaks off is told as the other packers tell it."""

    def __init__(self, raw: IO[bytes]) -> None:
        try:
            import zstandard
        except ImportError as error:
            raise MissingExtraError(f"{raw.name} is packed by zstd; to read it, {install('corpus')}.") from error
        self._raw, self._zstandard = raw, zstandard
        self._frame = zstandard.ZstdDecompressor(max_window_size=1 << 31).decompressobj()
        self._left, self._begun = b"", False

    def __enter__(self) -> _Zstandard:
        return self

    def __exit__(self, *_: object) -> None:
        """The file beneath is closed by whoever opened it."""

    def read(self, size: int = 1 << 20, /) -> bytes:
        """At least one byte until the end, and not many more than `size`."""
        while len(self._left) < size:
            if self._frame.eof:
                rest = self._frame.unused_data
                self._frame = self._zstandard.ZstdDecompressor(max_window_size=1 << 31).decompressobj()
                self._begun = False
            else:
                rest = b""
            packed = rest or self._raw.read(1 << 17)
            if not packed:
                if self._begun:
                    raise EOFError("the file breaks off before its end")
                break
            try:
                self._left += self._frame.decompress(packed)
            except self._zstandard.ZstdError as error:
                raise EOFError(f"damaged Zstandard data ({error})") from error
            self._begun = True
        done, self._left = self._left[:size], self._left[size:]
        return done
