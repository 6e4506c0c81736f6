"""An index from counts that others made, for those who have no corpus: words and pairs, but no sentences."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
from polars.exceptions import PolarsError

from idioprobe.core.errors import ConfigError, DatasetError, ResultsError
from idioprobe.core.files import replacing
from idioprobe.data.sources.packed import DAMAGE, unpacked, what_happened
from idioprobe.make.corpus.index import PAIRS, WORDS, Index
from idioprobe.make.corpus.manifest import COUNTS, MANIFEST, Manifest, Shard, Totals, write_manifest
from idioprobe.make.corpus.tokens import Tokeniser, fold, tokeniser_of

_LEXICON, _CONTEXTS = "token_lexicon", "token_context_lexicon"
_WORD, _PAIR = ("word", "count"), ("first", "second", "count")
_UNREADABLE: tuple[type[Exception], ...] = (*DAMAGE, PolarsError, UnicodeDecodeError)
_FORMATS = (
    "a JSON file of textprobability, or a table (CSV, TSV, Parquet) with the columns word,count or first,second,count"
)


@dataclass(frozen=True)
class _Read:
    """What a file counts; `total` is the size of its corpus in tokens, where it says that."""

    path: Path
    words: pl.DataFrame | None
    pairs: pl.DataFrame | None
    total: int | None = None


def import_counts(
    paths: Sequence[Path], folder: Path, *, language: str, total: int | None = None, force: bool = False
) -> Index:
    """Make an index from tables of counts; what they count apart by case is added up, what is no word is left out.

    `total` is how many words the corpus has; default: what a file says itself, less what is no word, else the sum
    of all words that are counted.
    """
    rule = tokeniser_of(language)
    _check(folder, force=force)
    read = [_read(path) for path in paths]
    words, left = _folded([one.words for one in read if one.words is not None], _WORD, rule)
    pairs, _ = _folded([one.pairs for one in read if one.pairs is not None], _PAIR, rule)
    if words.is_empty():
        raise DatasetError(f"{', '.join(map(str, paths))}: no word is counted; a table of words is needed.")
    counted = int(words["count"].sum())
    said = sum(one.total for one in read if one.total is not None) - left
    size = total if total is not None else max(said, counted)
    if size < counted:
        raise ConfigError(f"`total` {size:,} is less than the {counted:,} words that are counted; leave it out.")
    totals = Totals(words=size, sentences=0, documents=0, pairs=int(pairs["count"].sum()))
    manifest = Manifest(
        language=language,
        tokeniser=rule.name,
        how={"format": COUNTS},
        shards=tuple(_shard(path) for path in paths),
        totals=totals,
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, table in ((WORDS, words), (PAIRS, pairs)):
            with replacing(folder / name) as temporary:
                table.write_parquet(temporary, compression="lz4")
        write_manifest(folder, manifest)
    except (OSError, PolarsError) as error:
        raise ResultsError(f"{folder} cannot be written: {' '.join(what_happened(error).split())[:160]}.") from error
    return Index(folder, manifest)


def _check(folder: Path, *, force: bool) -> None:
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder} is a file; name a folder.")
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    try:
        own = json.loads((folder / MANIFEST).read_bytes())["how"]["format"] == COUNTS
    except (OSError, ValueError, KeyError, TypeError):
        own = False
    if not own:
        raise ConfigError(f"{folder} is not empty, and not an index of counts; name another folder.")
    if not force:
        raise ConfigError(f"{folder} is there already; pass `force` to replace it, or name another folder.")


def _shard(path: Path) -> Shard:
    raw = path.read_bytes()
    return Shard(
        path=str(path.resolve()),
        sha256=hashlib.sha256(raw).hexdigest(),
        bytes=len(raw),
        sentences=0,
        words=0,
        documents=0,
        modified=path.stat().st_mtime_ns,
    )


def _read(path: Path) -> _Read:
    if not path.is_file():
        raise DatasetError(f"{path} is not there; give {_FORMATS}.")
    try:
        if path.suffix.lower() == ".parquet":
            return _table(path, pl.read_parquet(path))
        with unpacked(path) as (stream, _):
            text = stream.read().decode("utf-8-sig")
        if text.lstrip().startswith("{"):
            return _textprobability(path, json.loads(text))
        separator = "\t" if "\t" in text.partition("\n")[0] else ","
        return _table(path, pl.read_csv(text.encode(), separator=separator, infer_schema=False, quote_char='"'))
    except _UNREADABLE as error:
        raise DatasetError(f"{path} cannot be read: {' '.join(what_happened(error).split())[:160]}.") from error
    except json.JSONDecodeError as error:
        raise DatasetError(f"{path} is not whole JSON ({error.msg}, line {error.lineno}).") from error


def _table(path: Path, table: pl.DataFrame) -> _Read:
    names = {name: name.strip().casefold() for name in table.columns}
    table = table.rename(names)
    columns = next((wanted for wanted in (_PAIR, _WORD) if set(wanted) <= set(table.columns)), None)
    if columns is None:
        raise DatasetError(f"{path}: found the columns {', '.join(table.columns)}; give {_FORMATS}.")
    counts = table["count"].cast(pl.Int64, strict=False)
    bad = (counts.is_null() | (counts < 0)).arg_true()
    if len(bad):
        raise DatasetError(
            f"{path}: row {bad[0] + 1}: {table['count'][bad[0]]!r} is not a count; write a whole number."
        )
    kept = table.select(*(pl.col(name).cast(pl.String).fill_null("") for name in columns[:-1]), counts)
    return _Read(path, kept if columns == _WORD else None, kept if columns == _PAIR else None)


def _textprobability(path: Path, data: Any) -> _Read:
    """Counts of tokens and of what follows each, as the package textprobability keeps them."""
    try:
        (words, total), contexts = data[_LEXICON], data[_CONTEXTS]
        rows = [(first, second, count) for first, (after, _) in contexts.items() for second, count in after.items()]
        return _Read(
            path,
            pl.DataFrame(
                list(words.items()), schema=dict(zip(_WORD, (pl.String, pl.Int64), strict=True)), orient="row"
            ),
            pl.DataFrame(rows, schema=dict(zip(_PAIR, (pl.String, pl.String, pl.Int64), strict=True)), orient="row"),
            int(total),
        )
    except (KeyError, TypeError, ValueError, AttributeError, PolarsError) as error:
        raise DatasetError(f"{path} has no counts of words and pairs; give {_FORMATS}.") from error


def _folded(tables: Sequence[pl.DataFrame], columns: Sequence[str], rule: Tokeniser) -> tuple[pl.DataFrame, int]:
    """Tables added up, their words folded; and how often they count what is no word."""
    keys = list(columns[:-1])
    schema = {**dict.fromkeys(keys, pl.String()), "count": pl.Int64()}
    table = pl.concat([pl.DataFrame(schema=schema), *(table.select(columns) for table in tables)])
    table = table.with_columns(pl.Series(key, list(_fold(table[key])), dtype=pl.String) for key in keys)
    whole = rf"^(?:{rule.pattern})$"
    is_word = pl.all_horizontal(pl.col(key).str.contains(whole) for key in keys)
    kept = table.filter(is_word)
    summed = kept.group_by(keys).agg(pl.col("count").sum()).filter(pl.col("count") > 0).sort(keys)
    return summed.select(columns), int(table["count"].sum()) - int(kept["count"].sum())


def _fold(words: pl.Series) -> Iterator[str]:
    return (fold(word) for word in words)
