"""Where parts are: a folder, on a network drive too, or any URL that fsspec knows.

Nothing is locked. What is put is there whole or not at all: in a folder it is written under another
name and renamed, in an object store it is one put.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from idioprobe.core.errors import ConfigError, MissingExtraError, StoreError, install

TEMPORARY = ".tmp"
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+://")
_ONE_SLASH = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]+):/(?!/)")
_PUTS_WHOLE = frozenset({"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "oci", "oss", "memory", "hf"})
"""File systems where a file is there only once it has been uploaded, and folders need not be made."""


@dataclass(frozen=True)
class Entry:
    """A file: its name in its folder, its size, and when it was written (seconds since 1970; 0 where unknown)."""

    name: str
    size: int
    modified: float


class Place(Protocol):
    """A tree of files; paths are relative to it, with slashes."""

    @property
    def name(self) -> str:
        """As it is shown."""
        ...

    @property
    def read_only(self) -> bool:
        """Whether it is known that nothing can be written."""
        ...

    def folders(self, path: str) -> list[str]:
        """The names of the folders there, in order; none where there is nothing."""
        ...

    def files(self, path: str) -> list[Entry]:
        """The files there, in order; none where there is nothing."""
        ...

    def read(self, path: str) -> bytes:
        """All of a file; FileNotFoundError where it is gone."""
        ...

    def put(self, path: str, data: bytes) -> None:
        """Write a file whole."""
        ...

    def move(self, path: str, to: str) -> None:
        """Give a file another name."""
        ...

    def remove(self, path: str) -> None:
        """Remove a file, or a folder that is empty; nothing happens where there is none."""
        ...


def is_url(text: str) -> bool:
    """Whether it is written as a URL.

    >>> is_url("s3://bucket/store"), is_url("folder/store")
    (True, False)
    """
    return _URL.match(text) is not None


def place_at(text: str) -> Place:
    """The place that a user names: a folder or a URL."""
    if not text.strip():
        raise ConfigError("`store` is empty; name a folder or a URL such as s3://bucket/store.")
    if _ONE_SLASH.match(text):
        raise ConfigError(
            f"`store` {text}: a URL has two slashes after the colon; for a folder of that name write ./{text}."
        )
    if text.startswith("file://"):
        return Folder(Path(text.removeprefix("file://")))
    return AtUrl(text) if is_url(text) else Folder(Path(text).expanduser())


class Folder:
    """A folder of this machine or of a network drive."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        with _explained(self.name):
            if self.path.exists() and not self.path.is_dir():
                raise StoreError(f"{path} is a file; name a folder as `store`.")

    @property
    def name(self) -> str:
        """Its path."""
        return str(self.path)

    @property
    def read_only(self) -> bool:
        """It is there, and this user may not write there."""
        return self.path.is_dir() and not os.access(self.path, os.W_OK)

    def folders(self, path: str) -> list[str]:
        """Those that begin with a dot are none of ours."""
        with _explained(self.name):
            return sorted(entry.name for entry in self._entries(path) if entry.is_dir() and entry.name[0] != ".")

    def files(self, path: str) -> list[Entry]:
        """What is being written is listed too: its name ends with `.tmp`."""
        found = []
        with _explained(self.name):
            for entry in self._entries(path):
                with suppress(FileNotFoundError):
                    if entry.is_file():
                        stat = entry.stat()
                        found.append(Entry(entry.name, stat.st_size, stat.st_mtime))
        return sorted(found, key=lambda entry: entry.name)

    def read(self, path: str) -> bytes:
        """All of a file."""
        with _explained(self.name):
            return (self.path / path).read_bytes()

    def put(self, path: str, data: bytes) -> None:
        """Under another name first; the rename is what others see."""
        target = self.path / path
        temporary = target.with_name(f"{secrets.token_hex(8)}{TEMPORARY}")
        with _written(self.name):
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                with temporary.open("xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                temporary.replace(target)
            except BaseException:
                with suppress(OSError):
                    temporary.unlink(missing_ok=True)
                raise

    def move(self, path: str, to: str) -> None:
        """A rename."""
        with _explained(self.name):
            (self.path / path).replace(self.path / to)

    def remove(self, path: str) -> None:
        """A folder that is not empty stays."""
        target = self.path / path
        with _explained(self.name):
            if target.is_dir():
                with suppress(OSError):
                    target.rmdir()
            else:
                target.unlink(missing_ok=True)

    def _entries(self, path: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self.path / path) as entries:
                return list(entries)
        except (FileNotFoundError, NotADirectoryError):
            return []


class AtUrl:
    """Any file system that fsspec knows; how to log in is the business of its package."""

    read_only = False

    def __init__(self, url: str) -> None:
        try:
            import fsspec
        except ImportError as error:
            raise MissingExtraError(f"`store` {hidden(url)} needs fsspec: {install('store')}.") from error
        self._url = url
        try:
            self._files, root = fsspec.core.url_to_fs(url)
        except ImportError as error:
            raise MissingExtraError(f"`store` {hidden(url)}: {error}") from error
        except Exception as error:
            raise StoreError(f"`store` {hidden(url)} cannot be used: {_line(error)}") from error
        self._root = str(root).rstrip("/")

    @property
    def name(self) -> str:
        """The URL without a password."""
        return hidden(self._url)

    def folders(self, path: str) -> list[str]:
        """On object stores, what stands before the next slash."""
        return sorted(_last(str(one["name"])) for one in self._listed(path) if one["type"] == "directory")

    def files(self, path: str) -> list[Entry]:
        """As the store lists them now: a list that was fetched before is not used."""
        found = [one for one in self._listed(path) if one["type"] == "file"]
        entries = (Entry(_last(str(one["name"])), int(one.get("size") or 0), _modified(one)) for one in found)
        return sorted(entries, key=lambda entry: entry.name)

    def read(self, path: str) -> bytes:
        """All of a file."""
        with _explained(self.name):
            return bytes(self._files.cat_file(self._at(path)))

    def put(self, path: str, data: bytes) -> None:
        """One put; where a file system shows files while they are written, under another name first.

        An object store makes no folders: what it would make for one that is not there is a bucket.
        """
        with _written(self.name):
            if _PUTS_WHOLE & set(_protocols(self._files)):
                self._files.pipe_file(self._at(path), data)
                return
            self._make_parents(path)
            temporary = f"{self._at(path)}.{secrets.token_hex(8)}{TEMPORARY}"
            self._files.pipe_file(temporary, data)
            self._files.mv(temporary, self._at(path))

    def move(self, path: str, to: str) -> None:
        """A copy, and the old name goes."""
        with _explained(self.name):
            self._files.mv(self._at(path), self._at(to))

    def remove(self, path: str) -> None:
        """Folders of object stores go with the last file in them."""
        with _explained(self.name), suppress(FileNotFoundError):
            if self._files.isdir(self._at(path)):
                if not self._listed(path):
                    self._files.rmdir(self._at(path))
            else:
                self._files.rm_file(self._at(path))

    def _at(self, path: str) -> str:
        return f"{self._root}/{path}" if path else self._root

    def _make_parents(self, path: str) -> None:
        self._files.makedirs(self._at(path).rpartition("/")[0], exist_ok=True)

    def _listed(self, path: str) -> list[dict[str, Any]]:
        with _explained(self.name):
            self._files.invalidate_cache()
            try:
                return list(self._files.ls(self._at(path), detail=True))
            except (FileNotFoundError, NotADirectoryError):
                return []


def hidden(url: str) -> str:
    """A URL without what may be a password.

    >>> hidden("sftp://me:secret@host/store")
    'sftp://…@host/store'
    """
    return re.sub(r"//[^/@]*@", "//…@", url)


@contextmanager
def _explained(name: str) -> Iterator[None]:
    """What a file system says, in a sentence; that a file is gone is for the caller."""
    try:
        yield
    except (FileNotFoundError, StoreError):
        raise
    except Exception as error:
        raise StoreError(f"The store {name} cannot be used ({_line(error)}); choose another `store`.") from error


@contextmanager
def _written(name: str) -> Iterator[None]:
    """The same for what is put: that a folder or bucket is not there is told too."""
    try:
        yield
    except Exception as error:
        raise StoreError(
            f"The store {name} cannot be written ({_line(error)}): make room, or choose another `store`, and run "
            "again; what is there is kept."
        ) from error


def _line(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or " ".join(str(error).split())[:200] or type(error).__name__


def _last(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def _protocols(files: Any) -> tuple[str, ...]:
    return (files.protocol,) if isinstance(files.protocol, str) else tuple(files.protocol)


def _modified(entry: dict[str, Any]) -> float:
    for name in ("mtime", "LastModified", "last_modified", "updated", "modified", "created"):
        found = entry.get(name)
        if isinstance(found, datetime):
            return found.timestamp()
        if isinstance(found, int | float):
            return float(found)
    return 0.0
