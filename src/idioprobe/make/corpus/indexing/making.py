"""Making an index: shards side by side, then one merge; a killed run goes on where it was."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import polars as pl
from polars.exceptions import PolarsError

from idioprobe.core.errors import ConfigError, DatasetError, IdioprobeError, ResultsError
from idioprobe.core.files import replacing
from idioprobe.core.locks import lock, unlock
from idioprobe.core.notices import left_out
from idioprobe.data.sources.packed import what_happened
from idioprobe.make.corpus.index import SENTENCES, Index
from idioprobe.make.corpus.indexing.counting import KEYS, MOST_DIFFERENT, WIDEST
from idioprobe.make.corpus.indexing.inputs import SHARD_BYTES, Source, find_sources
from idioprobe.make.corpus.indexing.merging import GAP, TABLES, WORDS, merge_pairs, merge_words
from idioprobe.make.corpus.indexing.readers import BLOCK, LONGEST, How
from idioprobe.make.corpus.indexing.shard import index_shard, read_record
from idioprobe.make.corpus.manifest import MANIFEST, Manifest, Shard, Totals, read_manifest, write_manifest
from idioprobe.make.corpus.tokens import tokeniser_of

MOST_WORKERS = 6
"""Shards that are counted side by side where nobody says how many; each takes up to 250 MB."""
PARTIAL = "partial"
SETTINGS = "settings.json"
SHARD_FORM = 2
"""How the tables of shards are written; those of another form cannot be merged with these."""
Progress = Callable[[str, int, int], None]


class _StoppedError(Exception):
    """Another shard has failed in a way that stops all."""


def make_index(
    paths: Sequence[Path],
    folder: Path,
    *,
    language: str,
    field: str = "text",
    format_: str | None = None,
    encoding: str = "utf-8",
    window: int = 1,
    spaces: bool = False,
    workers: int | None = None,
    skip_bad: bool = False,
    force: bool = False,
    shard_bytes: int | None = None,
    elsewhere: Executor | None = None,
    progress: Progress = lambda _what, _done, _total: None,
) -> Index:
    """Index a corpus; shards that were counted by an earlier run of the same call are taken as they are.

    `workers` (default: the number of cores, 6 at most) changes the time and no table. `skip_bad` leaves out files that
    cannot be read. `elsewhere` counts shards on other machines, which see the corpus and the index at the same paths.
    `progress` is told what is done, and how many bytes of how many.
    """
    if not 1 <= window <= WIDEST:
        raise ConfigError(f"`window` {window}: from 1 to {WIDEST}.")
    if workers is not None and workers < 1:
        raise ConfigError(f"`workers` {workers}: 1 or more.")
    how = How(tokeniser_of(language, spaces=spaces), field, encoding)
    shard_bytes = _shard_bytes(folder, shard_bytes, force=force)
    sources = find_sources(paths, format_, shard_bytes, skip_bad=skip_bad, without=folder)
    asked = {"field": field, "encoding": encoding, "format": format_ or "", "shard_bytes": str(shard_bytes)}
    begun: dict[str, Any] = {"language": language, "tokeniser": how.rule.name, "window": window, "how": asked}
    _prepare(folder, force=force)
    folder = folder.absolute() if elsewhere else folder
    if (folder / MANIFEST).is_file():
        return _finished(folder, begun, sources, skip_bad=skip_bad)
    held = _alone(folder)
    try:
        _same_settings(folder / PARTIAL, begun)
        shards = _count(
            sources,
            how,
            window,
            folder / PARTIAL,
            workers or min(os.cpu_count() or 1, MOST_WORKERS),
            skip_bad,
            progress,
            elsewhere,
        )
        progress("merging", 0, 1)
        return _merge(folder, shards, begun, [one for at, one in enumerate(sources) if at not in shards])
    finally:
        unlock(held)


def merge_shards(partial: Path, numbers: Sequence[int], folder: Path, window: int = 1) -> None:
    """The tables of an index from those of its shards, which are the folders of `partial` named by number."""

    def parts(name: str, ending: str) -> list[Path]:
        return [path for number in numbers for path in sorted(_place(partial, number).glob(f"{name}-*{ending}"))]

    with replacing(folder / f"{WORDS}.parquet") as temporary:
        merge_words(parts(WORDS, ".parquet"), temporary)
    words = pl.read_parquet(folder / f"{WORDS}.parquet", columns=["word"])["word"]
    if len(words) > MOST_DIFFERENT:
        raise DatasetError(f"{folder}: {len(words):,} different words are more than an index can hold.")
    for table in TABLES:
        if found := parts(table.name, KEYS):
            with replacing(folder / f"{table.name}.parquet") as temporary:
                merge_pairs(table, found, words, temporary, extra=table.extra != GAP or window > 1)
    (folder / SENTENCES).mkdir(exist_ok=True)
    for number in numbers:
        for path in sorted(_place(partial, number).glob("sentences-*.parquet")):
            path.replace(folder / SENTENCES / f"part-{number:05d}-{path.stem[-4:]}.parquet")


def _alone(folder: Path) -> int | None:
    """A lock that says that nobody else makes this index."""
    place = folder / PARTIAL / "lock"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultsError(f"{folder} cannot be written: {error.strerror}; make room and run again.") from error
    held = lock(place, seconds=0)
    if held is None and os.name == "posix":
        raise ConfigError(f"{folder} is being written by another run; wait for it, or name another folder.")
    return held


def _shard_bytes(folder: Path, asked: int | None, *, force: bool) -> int:
    """How large shards are: as asked, as in the index that is there, or as usual."""
    if asked is None and not force and (folder / MANIFEST).is_file():
        asked = int(read_manifest(folder).how.get("shard_bytes", SHARD_BYTES))
    return asked or SHARD_BYTES


def _place(partial: Path, number: int) -> Path:
    return partial / f"{number:05d}"


def _prepare(folder: Path, *, force: bool) -> None:
    """A folder for the index: a new one, one that was begun, or one that may be replaced."""
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder} is a file; name a folder.")
    there = folder.is_dir() and any(folder.iterdir())
    ours = there and ((folder / MANIFEST).is_file() or (folder / PARTIAL).is_dir())
    if there and not ours:
        raise ConfigError(f"{folder} holds something else; name a new folder.")
    try:
        if ours and force:
            (folder / MANIFEST).unlink(missing_ok=True)
            for path in (folder / PARTIAL, folder / SENTENCES):
                shutil.rmtree(path, ignore_errors=True)
            for name in (WORDS, *(table.name for table in TABLES)):
                (folder / f"{name}.parquet").unlink(missing_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written: {error.strerror}.") from error


def _finished(folder: Path, begun: dict[str, Any], sources: Sequence[Source], *, skip_bad: bool) -> Index:
    """The index that is there, if it is of the same corpus, read in the same way."""
    manifest = read_manifest(folder)
    own = {name: getattr(manifest, name) for name in begun}
    if own != begun:
        raise ConfigError(f"{folder} is an index already, {_difference(own, begun)}; pass `force` to replace it.")
    known = {(shard.path, shard.start): shard for shard in manifest.shards}
    for source in sources:
        shard = known.pop((str(source.path), source.start), None)
        if shard is None and manifest.left_out.get(str(source.path)) == source.modified:
            if skip_bad:
                continue
            raise DatasetError(
                f"{source.path} could not be read when {folder} was made; pass `skip_bad` to leave it out."
            )
        if shard is None or not _unchanged(shard, source):
            what = "is new" if shard is None else "has changed"
            raise DatasetError(f"{source.path} {what} since {folder} was made; pass `force` to index all again.")
    if known:
        raise DatasetError(f"{next(iter(known))[0]} is in {folder} but was not given; pass `force` to index again.")
    return Index(folder, manifest)


def _difference(own: dict[str, Any], asked: dict[str, Any]) -> str:
    flat = [{**given, **given["how"]} for given in (own, asked)]
    name = next(name for name in (*asked["how"], *asked) if name != "how" and flat[0].get(name) != flat[1].get(name))
    return f"made with {name} {flat[0].get(name)!r} and not {flat[1].get(name)!r}"


def _same_settings(partial: Path, begun: dict[str, Any]) -> None:
    """Shards that were counted in another way cannot be merged with these; where none was, nothing is lost."""
    path = partial / SETTINGS
    try:
        own = json.loads(path.read_bytes()) if path.is_file() else None
    except ValueError:
        own = None
    if own is not None and own.pop("form", 1) != SHARD_FORM:
        raise ConfigError(f"{partial.parent} was begun by another version; pass `force` to begin again.")
    counted = partial.is_dir() and any(read_record(place) for place in partial.iterdir())
    if counted and own is not None and own != begun:
        raise ConfigError(f"{partial.parent} was begun, {_difference(own, begun)}; pass `force` to begin again.")
    try:
        partial.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            temporary.write_text(json.dumps(begun | {"form": SHARD_FORM}), encoding="utf-8")
    except OSError as error:
        raise ResultsError(f"{partial.parent} cannot be written: {error.strerror}; make room and run again.") from error


def _unchanged(shard: Shard, source: Source) -> bool:
    if (shard.path, shard.start, shard.bytes) != (str(source.path), source.start, source.bytes):
        return False
    return shard.modified == source.modified or (source.start == 0 and shard.sha256 == _hash(source))


def _hash(source: Source) -> str:
    """The hash of a file that is one shard; of a part, whether it is the same is not looked at."""
    done = hashlib.sha256()
    with source.path.open("rb") as raw:
        while part := raw.read(BLOCK):
            done.update(part)
    return done.hexdigest()


def _count(
    sources: Sequence[Source],
    how: How,
    window: int,
    partial: Path,
    workers: int,
    skip_bad: bool,
    progress: Progress,
    elsewhere: Executor | None = None,
) -> dict[int, Shard]:
    """Count all shards that were not counted yet; a bad file does not keep the others from being counted."""
    done: dict[int, Shard] = {}
    waiting: dict[int, Source] = {}
    for number, source in enumerate(sources):
        record = read_record(_place(partial, number))
        if record is not None and _unchanged(record, source):
            done[number] = record
            continue
        if record is not None and record.path == str(source.path):
            left_out(f"{source.path} has changed since it was counted; it is counted again.")
        waiting[number] = source
    watch = _Watch(sum(source.bytes for source in sources), sum(shard.bytes for shard in done.values()), progress)
    bad: list[str] = []
    with elsewhere or ThreadPoolExecutor(workers) as pool:
        try:
            jobs: dict[Future[Shard], int] = {}
            for n, source in waiting.items():
                tell = () if elsewhere else (watch.of(n, source),)
                jobs[pool.submit(index_shard, n, source, how, window, _place(partial, n), *tell)] = n
            for job in as_completed(jobs):
                try:
                    done[jobs[job]] = job.result()
                    if elsewhere:
                        _check_here(_place(partial, jobs[job]))
                        watch.of(jobs[job], waiting[jobs[job]])(done[jobs[job]].bytes)
                except DatasetError as error:
                    bad.append(str(error))
        except BaseException:
            watch.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if bad and not (skip_bad and done):
        raise DatasetError(
            f"{' '.join(sorted(set(bad)))} {len(done)} of {len(sources)} shards are counted and kept; mend "
            "or leave out the file and run again, or pass `skip_bad`."
        )
    for message in sorted(set(bad)):
        left_out(f"{message.rstrip('.')}; it is left out.")
    for shard in done.values():
        if shard.damaged:
            lines = "1 line is" if shard.damaged == 1 else f"{shard.damaged} lines are"
            left_out(f"{shard.path}: {lines} not {how.encoding} text or far too long; left out.")
        if shard.cut:
            long = f"{LONGEST >> 20} MB"
            left_out(f"{shard.path}: lines longer than {long} are cut at spaces: {shard.cut}.")
    return dict(sorted(done.items()))


def _check_here(place: Path) -> None:
    """Raise where a shard that another machine has counted is not to be seen from here."""
    if read_record(place) is None:
        raise ResultsError(
            f"{place} was counted on another machine and is not here: name a folder that all machines see as `out`."
        )


class _Watch:
    """Adds up how far the shards are."""

    def __init__(self, total: int, done: int, progress: Progress) -> None:
        self._total, self._done, self._progress = total, {-1: done}, progress
        self._lock, self._stopped = threading.Lock(), False

    def of(self, number: int, source: Source) -> Callable[[int], None]:
        """What a shard calls with the bytes it has read, which may be more than its own: it reads its last line."""

        def tell(done: int) -> None:
            if self._stopped:
                raise _StoppedError
            with self._lock:
                self._done[number] = min(done, source.bytes)
                self._progress("indexing", sum(self._done.values()), self._total)

        return tell

    def stop(self) -> None:
        self._stopped = True


def _merge(folder: Path, shards: dict[int, Shard], begun: dict[str, Any], bad: Sequence[Source]) -> Index:
    found = list(shards.values())
    names = ("words", "sentences", "documents", "pairs")
    totals = Totals(**{name: sum(getattr(shard, name) for shard in found) for name in names})
    if not totals.words:
        raise DatasetError(f"{found[0].path if found else folder}: no word was found in the corpus.")
    try:
        merge_shards(folder / PARTIAL, list(shards), folder, begun["window"])
        left = {str(source.path): source.modified for source in bad}
        manifest = Manifest(**begun, shards=tuple(found), left_out=left, totals=totals)
        write_manifest(folder, manifest)
    except (OSError, PolarsError, IdioprobeError) as error:
        reason = " ".join(what_happened(error).split())[:160]
        raise ResultsError(
            f"{folder} cannot be written: {reason}; the shards are counted and kept: make room, then run the same "
            "command again."
        ) from error
    shutil.rmtree(folder / PARTIAL, ignore_errors=True)
    return Index(folder, manifest)
