"""Standard output and error as they may be: closed, full, in an encoding that lacks letters."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import TextIO

_OUTPUT, _ERROR = 1, 2


class OutputError(Exception):
    """Standard output cannot be written; unlike an OSError it cannot be that of another file."""


class _Output(io.FileIO):
    """Standard output, with errors of its own; a pipe that nobody reads any more is none."""

    def write(self, data: object) -> int:
        try:
            return super().write(data)  # type: ignore[arg-type]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error.strerror) from error


class _Error(io.FileIO):
    """Standard error: what cannot be said there is lost, and the work goes on."""

    def write(self, data: object) -> int:
        with suppress(OSError):
            super().write(data)  # type: ignore[arg-type]
        return memoryview(data).nbytes  # type: ignore[arg-type]


class _Closed(io.RawIOBase):
    """Standard output that was closed before the program began."""

    def writable(self) -> bool:
        return True

    def write(self, _: object) -> int:
        raise OutputError(os.strerror(errno.EBADF))


def prepare() -> None:
    """Make both streams ready for any text.

    Descriptors that are closed are opened on nothing: a file opened later would get their number,
    and be written to by whoever prints.
    """
    while (opened := os.open(os.devnull, os.O_RDWR)) <= _ERROR:
        pass
    os.close(opened)
    sys.stdout = _through(sys.stdout, _Output) or io.TextIOWrapper(io.BufferedWriter(_Closed()), encoding="utf-8")
    sys.stderr = _through(sys.stderr, _Error) or _nothing()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def discard() -> None:
    """Drop what standard output still holds: it would be tried again, and fail again, when Python ends."""
    sys.stdout = _nothing()
    os.dup2(sys.stdout.fileno(), _OUTPUT)


def _through(stream: TextIO | None, kind: type[io.FileIO]) -> TextIO | None:
    """The same stream, written through another kind of file; one that somebody else put there stays as it is."""
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(
        getattr(stream.buffer, "raw", stream.buffer), io.FileIO
    ):
        return stream
    at_once = stream.line_buffering or stream.write_through
    raw = io.BufferedWriter(kind(stream.fileno(), "w", closefd=False))
    return io.TextIOWrapper(raw, encoding=stream.encoding, line_buffering=at_once)


def _nothing() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")
