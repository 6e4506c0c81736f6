"""Records of JSON: rows of tables by their columns, and objects that allow nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from pydantic import BaseModel, ConfigDict, create_model

_KINDS: dict[type[pl.DataType], Any] = {
    pl.String: str | None,
    pl.Int64: int | None,
    pl.Float64: float | None,
    pl.Boolean: bool | None,
}
_LISTS: dict[Any, Any] = {pl.String(): list[str], pl.Int64(): list[int]}


class Record(BaseModel):
    """An object with these keys and no others; only those with a default may be left out."""

    model_config = ConfigDict(extra="forbid", protected_namespaces=())


def row_of(name: str, columns: Mapping[str, pl.DataType], *, without: tuple[str, ...] = ()) -> Any:
    """A row of a table; whatever is not known in it is null."""
    fields = {column: (_kind(dtype), ...) for column, dtype in columns.items() if column not in without}
    made: Any = create_model(name, __base__=Record, **fields)  # type: ignore[call-overload]
    return made


def _kind(dtype: pl.DataType) -> Any:
    return _LISTS[dtype.inner] if isinstance(dtype, pl.List) else _KINDS[type(dtype)]
