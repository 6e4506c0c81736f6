"""Vectors made elsewhere as Parquet: what tables of dataframe libraries look like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.errors import ModelError
from idioprobe.core.notices import old_form
from idioprobe.core.requests import Request, Span, parse_spans, request_id

VECTOR = "vector"
_ENDS = ("start", "end")
_NUMBERED = re.compile(r"(\D*)(0|[1-9]\d*)")


class ParquetSource:
    """Rows are named by `id`, or by `text` and `spans`; a target of one span may have `start` and `end` instead.

    A vector is a list in the column `vector`, or stands in one column per dimension.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._explained():
            self._scan = pl.scan_parquet(path, glob=False)
            self._schema = self._scan.collect_schema()
        self._keys = self._key_columns()
        self._columns = [VECTOR] if VECTOR in self._schema else self._numbered_columns()

    def ids(self) -> list[str]:
        """The id of each row."""
        with self._explained():
            return self._ids(self._scan.select(self._keys).collect())

    def dimension(self) -> int:
        """The length of the first list, or the number of columns."""
        if self._columns != [VECTOR]:
            return len(self._columns)
        with self._explained():
            first = self._lists(self._scan.head(1).select(VECTOR).collect())
        length = first.list.len().sum()
        if not length:
            raise ModelError(f"{self.path}: the first row has no vector; leave out rows without one.")
        return int(length)

    def chunks(self, wanted: Set[str]) -> Iterator[tuple[list[str], NDArray[Any]]]:
        """All wanted rows at once: no other vector is decoded."""
        with self._explained():
            named = wanted if self._keys == ["id"] else self._texts(wanted)
            rows = self._scan.filter(pl.col(self._keys[0]).cast(pl.String).is_in(sorted(named)))
            frame = rows.select(*self._keys, *self._columns).collect()
            ids = self._ids(frame)
            matrix = self._matrix(frame, ids)
        kept = [at for at, name in enumerate(ids) if name in wanted]
        yield [ids[at] for at in kept], matrix[kept]

    def _key_columns(self) -> list[str]:
        if "id" in self._schema:
            if not isinstance(self._schema["id"], pl.String | pl.Categorical | pl.Enum):
                raise ModelError(
                    f"{self.path}: the column id holds {self._schema['id']}; "
                    "it must hold the ids of the exported requests, as text."
                )
            return ["id"]
        ends = [name for name in _ENDS if name in self._schema and "spans" not in self._schema]
        if "text" not in self._schema or len(ends) == 1:
            raise ModelError(f"{self._with_columns()}; it needs id, or text and spans.")
        if ends:
            old_form(f"{self.path}: start and end are one column spans now, such as 8:19.")
        return ["text", *(ends or [name for name in ("spans",) if name in self._schema])]

    def _numbered_columns(self) -> list[str]:
        """The columns of the dimensions: one name with a number behind it, from 0 or 1 and without a gap."""
        groups: dict[str, dict[int, str]] = {}
        for name, kind in self._schema.items():
            match = _NUMBERED.fullmatch(name)
            if match and kind.is_numeric():
                groups.setdefault(match[1], {})[int(match[2])] = name
        whole = [g for g in groups.values() if len(g) > 1 and min(g) < 2 and max(g) - min(g) == len(g) - 1]
        if len(whole) != 1:
            raise ModelError(
                f"{self._with_columns()}; it needs a column vector with lists of numbers, "
                "or one column per dimension: v0, v1, v2 and so on, without a gap."
            )
        return [whole[0][number] for number in sorted(whole[0])]

    def _with_columns(self) -> str:
        names = self._schema.names()
        return f"{self.path} has the columns {', '.join(names[:8])}{' …' if len(names) > 8 else ''}"

    def _ids(self, frame: pl.DataFrame) -> list[str]:
        if self._keys == ["id"]:
            return frame["id"].cast(pl.String).fill_null("").to_list()
        texts = frame["text"].cast(pl.String).fill_null("")
        return [request_id(Request(*place)) for place in zip(texts, self._spans(frame, texts), strict=True)]

    def _spans(self, frame: pl.DataFrame, texts: pl.Series) -> Iterator[tuple[Span, ...]]:
        """The spans of each row, none for a sentence."""
        if self._keys == ["text"]:
            yield from [()] * len(frame)
        elif self._keys == ["text", "spans"]:
            for text, written in zip(texts, frame["spans"].cast(pl.String).fill_null(""), strict=True):
                try:
                    yield parse_spans(written) if written else ()
                except ValueError as error:
                    raise ModelError(f"{self.path}: {text[:60]!r}: spans {error}.") from None
        else:
            for text, start, end in zip(texts, *(_positions(frame[name]) for name in _ENDS), strict=True):
                if (start is None) != (end is None):
                    raise ModelError(f"{self.path}: {text[:60]!r} has only one of start and end; give both or none.")
                yield () if start is None or end is None else ((start, end),)

    def _texts(self, wanted: Set[str]) -> set[str]:
        frame = self._scan.select(self._keys).collect()
        texts = frame["text"].cast(pl.String)
        return {text for text, name in zip(texts, self._ids(frame), strict=True) if name in wanted}

    def _matrix(self, frame: pl.DataFrame, ids: list[str]) -> NDArray[Any]:
        if self._columns != [VECTOR]:
            return frame.select(pl.col(self._columns).cast(pl.Float32)).to_numpy()
        lists, dimension = self._lists(frame), self.dimension()
        lengths = lists.list.len().fill_null(0).to_numpy()
        for at in np.flatnonzero(lengths != dimension)[:1]:
            raise ModelError(
                f"{self.path}: the vector of {ids[at]} has {lengths[at]} numbers, the first in the file {dimension}; "
                "all must have equally many."
            )
        return lists.explode().to_numpy().reshape(-1, dimension)

    def _lists(self, frame: pl.DataFrame) -> pl.Series:
        kind = frame.schema[VECTOR]
        if not isinstance(kind, pl.List | pl.Array) or not kind.inner.is_numeric():
            raise ModelError(f"{self.path}: the column {VECTOR} holds {kind}; it must hold lists of numbers.")
        return frame[VECTOR].cast(pl.List(pl.Float32))

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, TypeError, ValueError) as error:
            reason = "".join(str(error).splitlines()[:1])[:200]
            raise ModelError(f"{self.path} cannot be read as Parquet ({reason}); write it again.") from error


def _positions(column: pl.Series) -> list[int | None]:
    """Whole numbers; pandas keeps those of a column with gaps as floats, and a gap as NaN."""
    if column.dtype.is_float():
        column = column.fill_nan(None)
    return column.cast(pl.Int64).to_list()
