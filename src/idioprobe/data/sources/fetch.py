"""Fetching a published dataset: from its publishers, or from a copy that the user has.

Each file is written beside its place, checked, and only then renamed, so
that what stands under its own name is whole. Members of an archive are looked up by the
names in the catalogue and never unpacked by their own, so no archive can choose where
anything is written.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import ssl
import stat
import tarfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from lzma import LZMAError
from pathlib import Path
from typing import IO

from idioprobe import __version__
from idioprobe.core.errors import DatasetError, IdioprobeError
from idioprobe.core.files import replacing, working_folder
from idioprobe.data.sources.catalogue import (
    DATA_VARIABLE,
    RECORD_FILE,
    FileState,
    Source,
    SourceFile,
    check,
    file_digest,
    read_record,
)
from idioprobe.data.sources.layout import recognise
from idioprobe.data.sources.parts import part_of, sweep_parts

DEFAULT_URL = "https://raw.githubusercontent.com"
LARGEST_FILE = 100_000_000
"""No published file comes near this many bytes; what does is not one."""
RETRIES = 3
SECONDS_BEFORE_RETRY = 1.0
TIMEOUT_SECONDS = 30.0
_CHUNK = 1 << 16
_PASSING = (408, 425, 429, 500, 502, 503, 504)
_DAMAGED = (zipfile.BadZipFile, tarfile.TarError, zlib.error, LZMAError, EOFError, NotImplementedError, RuntimeError)

Progress = Callable[[str, int, int | None], None]
"""Called with the file's path, the bytes that have arrived, and how many there will be, if known."""


class FetchError(IdioprobeError):
    """A published file could not be had, or not be written, although it was asked for correctly."""


class _PassingError(Exception):
    """Something that may go well when tried again."""


def fetch(
    source: Source,
    destination: Path,
    origin: Path | None = None,
    base_url: str = DEFAULT_URL,
    progress: Progress = lambda _path, _done, _total: None,
    *,
    accept_changed: bool = False,
    pause: float = SECONDS_BEFORE_RETRY,
    timeout: float = TIMEOUT_SECONDS,
) -> list[FileState]:
    """Install a dataset in a folder and say how each of its files stands.

    Without `origin` the files come from the publishers at the pinned commit; with it, from a
    folder or archive, where `accept_changed` accepts files of another content. What is there and
    right is left alone; what a broken download left behind is continued.
    """
    installed: dict[str, str] = {}
    try:
        if origin is not None:
            installed |= _copy(source, destination, origin.expanduser(), progress, accept_changed)
        else:
            for file in source.files:
                if not _in_place(file, destination):
                    installed |= _download(file, source, destination, base_url.rstrip("/"), progress, pause, timeout)
    finally:
        _record(source, destination, installed)
    return check(destination, source)


def _in_place(file: SourceFile, destination: Path) -> bool:
    expected = file.sha256 or read_record(destination).get(file.path)
    return expected is not None and file_digest(destination / file.path) == expected


def _record(source: Source, destination: Path, installed: dict[str, str]) -> None:
    """Keep the checksums of new files that have no published one, so that a later change is noticed."""
    known = read_record(destination)
    files = known | {
        file.path: installed[file.path] for file in source.files if not file.sha256 and file.path in installed
    }
    if files != known:
        about = {"dataset": source.name, "repository": source.repository, "commit": source.commit, "files": files}
        write_whole(destination / RECORD_FILE, json.dumps(about, indent=2) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    with writing(path), replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the disk says into an error that says what to do."""
    try:
        yield
    except OSError as error:
        raise FetchError(
            f"{path} cannot be written: {error.strerror or error}. Free some space, or name another place with the "
            f"environment variable {DATA_VARIABLE}, and run again: what is complete is kept."
        ) from error


# From the publishers


def _download(
    file: SourceFile,
    source: Source,
    destination: Path,
    base_url: str,
    progress: Progress,
    pause: float,
    timeout: float,
) -> dict[str, str]:
    """Install one file and return its checksum by its path; nothing where an optional file is not published."""
    url = f"{base_url}/{source.repository}/{source.commit}/{urllib.parse.quote(file.path)}"
    target = destination / file.path
    with ExitStack() as stack:
        with writing(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            # Without a checksum, two halves of different files could not be told from one.
            part = stack.enter_context(part_of(target, resume=file.sha256 is not None))
        found = _receive_whole(file, source, url, part, progress, pause, timeout)
        if found is None:
            return {}
        with writing(target):
            part.replace(target)
    return {file.path: found}


def _receive_whole(
    file: SourceFile, source: Source, url: str, part: Path, progress: Progress, pause: float, timeout: float
) -> str | None:
    """Get all of a file, trying again where that may help; its checksum, or none of an optional one not published."""
    for attempt in range(RETRIES + 1):
        try:
            resumed = _receive(url, part, lambda done, total: progress(file.path, done, total), timeout)
            found = file_digest(part) or ""
            if file.sha256 is None:
                _refuse_page(part, url)
            if file.sha256 in (None, found):
                return found
            with writing(part):
                part.write_bytes(b"")
            if not resumed:
                raise FetchError(
                    f"{file.path}: SHA-256 is {found}, published as {file.sha256}. It was not installed. "
                    f"{_by_hand(source)}"
                )
        except urllib.error.HTTPError as error:
            if error.code == http.client.NOT_FOUND and file.optional:
                return None
            if error.code not in _PASSING or attempt == RETRIES:
                raise FetchError(f"{url} answers {error.code} {error.reason}. {_by_hand(source)}") from error
        except _PassingError as error:
            if attempt == RETRIES:
                raise FetchError(
                    f"{url} cannot be downloaded: {error}. Run again to continue from there. {_by_hand(source)}"
                ) from error
        time.sleep(pause * 2**attempt)
    raise FetchError(f"{file.path} arrived damaged; run again to start over. {_by_hand(source)}")


def _refuse_page(part: Path, url: str) -> None:
    """A network's log-in page must not pass for a file that no checksum guards."""
    with part.open("rb") as stream:
        start = stream.read(200).lstrip().lower()
    if start.startswith((b"<!doctype", b"<html")):
        with writing(part):
            part.write_bytes(b"")
        raise FetchError(f"{url} answers with a web page; is there a log-in page between this machine and the net?")


def _by_hand(source: Source) -> str:
    return f"Or download {source.page} by hand and run idioprobe data fetch {source.name} --from FOLDER-OR-ARCHIVE."


def _receive(url: str, part: Path, progress: Callable[[int, int | None], None], timeout: float) -> bool:
    """Get a file, going on from what there is of it; whether it went on from something."""
    have = part.stat().st_size if part.is_file() else 0
    headers = {"User-Agent": f"idioprobe/{__version__}"} | ({"Range": f"bytes={have}-"} if have else {})
    try:
        with _open(url, headers, timeout) as response:
            resumed = bool(have) and response.status == http.client.PARTIAL_CONTENT
            if resumed and not (response.headers.get("Content-Range") or "").startswith(f"bytes {have}-"):
                raise _PassingError("the server continued from somewhere else")
            done = have if resumed else 0
            length = response.headers.get("Content-Length")
            total = done + int(length) if length and length.isdecimal() else None
            with writing(part):
                stream = part.open("ab" if resumed else "wb")
            with stream:
                while chunk := response.read(_CHUNK):
                    done += len(chunk)
                    if done > LARGEST_FILE:
                        raise FetchError(f"{url} is larger than {LARGEST_FILE:,} bytes: it is not the published file.")
                    with writing(part):
                        stream.write(chunk)
                        stream.flush()
                    progress(done, total)
    except urllib.error.HTTPError as error:
        if error.code != http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise
        return True  # nothing is left to send: either all is there, or the checksum will tell
    except ssl.SSLCertVerificationError as error:
        raise FetchError(
            f"{url}: the server's certificate cannot be trusted ({error.verify_message}); "
            "check the clock and the certificates of this machine."
        ) from error
    except (OSError, http.client.HTTPException) as error:
        raise _PassingError(str(error) or type(error).__name__) from error
    if total is not None and done < total:
        raise _PassingError(f"the connection ended after {done:,} of {total:,} bytes")
    return resumed


def _open(url: str, headers: dict[str, str], timeout: float) -> http.client.HTTPResponse:
    """Open an address; certificates are verified, and nothing leads from a safe connection to another."""
    if not url.startswith(("https://", "http://")):
        raise DatasetError(f"{url} is not a web address.")
    try:
        response = urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=timeout)  # noqa: S310
    except urllib.error.HTTPError:
        raise
    except urllib.error.URLError as error:
        raise error.reason if isinstance(error.reason, OSError) else _PassingError(str(error.reason)) from error
    if url.startswith("https:") and not response.url.startswith("https:"):
        response.close()
        raise FetchError(f"{url} leads to {response.url}, which is not a safe connection.")
    return response  # type: ignore[no-any-return]


# From a copy


def _copy(source: Source, destination: Path, origin: Path, progress: Progress, accept_changed: bool) -> dict[str, str]:
    """Install what a copy holds and return its checksums; nothing where a file is missing or changed."""
    wanted = {file.path: file for file in source.files}
    arrived: dict[str, str] = {}
    with ExitStack() as stack:
        with writing(destination):
            new = stack.enter_context(working_folder(destination))
        with _reading(origin):
            for path, stream in _members(source, origin):
                arrived[path] = _write(stream, new / path, path, progress)
        changed = [path for path, found in arrived.items() if wanted[path].sha256 not in (None, found)]
        if changed and not accept_changed:
            listed = "; ".join(f"{p}: SHA-256 {arrived[p]}, published as {wanted[p].sha256}" for p in changed)
            raise DatasetError(
                f"{origin}: {len(changed)} of {len(arrived)} files differ from what {source.repository} has at "
                f"{source.commit[:12]}: {listed}. Nothing was installed. Take that commit, or pass `accept_changed`."
            )
        missing = [f.path for f in source.files if not (f.optional or f.path in arrived or _in_place(f, destination))]
        if missing:
            raise DatasetError(
                f"{origin} lacks {', '.join(missing)}. Nothing was installed. Take all of {source.page}."
            )
        for path in arrived:
            with writing(destination / path):
                (destination / path).parent.mkdir(parents=True, exist_ok=True)
                (new / path).replace(destination / path)
                sweep_parts(destination / path)
    return arrived


def _write(stream: IO[bytes], part: Path, path: str, progress: Progress) -> str:
    digest, done = hashlib.sha256(), 0
    with writing(part):
        part.parent.mkdir(parents=True, exist_ok=True)
        out = part.open("wb")
    with out:
        while chunk := stream.read(_CHUNK):
            done += len(chunk)
            if done > LARGEST_FILE:
                raise DatasetError(f"{path} is larger than {LARGEST_FILE:,} bytes; it is not the published file.")
            digest.update(chunk)
            with writing(part):
                out.write(chunk)
                out.flush()
            progress(path, done, None)
    return digest.hexdigest()


@contextmanager
def _reading(origin: Path) -> Iterator[None]:
    try:
        yield
    except _DAMAGED as error:
        raise DatasetError(f"`origin` {origin} cannot be read: {str(error) or type(error).__name__}.") from error
    except OSError as error:
        raise DatasetError(f"`origin` {origin} cannot be read: {error.strerror or error}.") from error


def _members(source: Source, origin: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """The files of the catalogue that a folder or archive holds, each open for reading once."""
    if origin.is_dir():
        return _folder_members(source, origin)
    if not origin.is_file():
        raise DatasetError(f"`origin` {origin}: there is no such folder or archive.")
    if tarfile.is_tarfile(origin):  # first: a tar whose last member is a spreadsheet ends as a zip does
        return _tar_members(source, origin)
    if zipfile.is_zipfile(origin):
        return _zip_members(source, origin)
    raise DatasetError(f"`origin` {origin} is neither a folder nor a .zip or .tar archive (.gz, .bz2, .xz).")


def _folder_members(source: Source, origin: Path) -> Iterator[tuple[str, IO[bytes]]]:
    inner = [path for path in sorted(origin.iterdir()) if path.is_dir()]
    tops = [folder for folder in (origin, *inner) if any((folder / f.path).is_file() for f in source.files)]
    if not tops:
        raise _nothing(source, origin, f"it is laid out as {known}" if (known := recognise(origin)) else None)
    for file in source.files:
        path = tops[0] / file.path
        if path.is_file():
            with path.open("rb") as stream:
                yield file.path, stream


def _zip_members(source: Source, origin: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(origin) as archive:
        regular = [i.filename for i in archive.infolist() if not stat.S_ISLNK(i.external_attr >> 16) and not i.is_dir()]
        for path, name in _lookup(source, origin, regular).items():
            with archive.open(name) as stream:
                yield path, stream


def _tar_members(source: Source, origin: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with tarfile.open(origin) as archive:
        regular = {member.name: member for member in archive if member.isreg()}
        for path, name in _lookup(source, origin, list(regular)).items():
            stream = archive.extractfile(regular[name])
            if stream is not None:
                with stream:
                    yield path, stream


def _lookup(source: Source, origin: Path, names: list[str]) -> dict[str, str]:
    """The archive's name of each catalogued file: at the top, or in one folder as GitHub archives have it."""
    by_top: dict[str, dict[str, str]] = {}
    for name in names:
        plain = name.removeprefix("./")
        for file in source.files:
            top = plain.removesuffix(file.path)
            if top != plain and top.count("/") == bool(top) and top not in ("/", "../"):
                by_top.setdefault(top, {})[file.path] = name
    if not by_top:
        raise _nothing(source, origin)
    return max(by_top.values(), key=len)


def _nothing(source: Source, origin: Path, why: str | None = None) -> DatasetError:
    found = f" ({why})" if why else ""
    return DatasetError(
        f"`origin` {origin} holds no file of {source.name}{found}: expected {source.files[0].path} or the like, "
        f"as in {source.page}."
    )
