"""One part: answers of one model in one view as a Parquet file, named by a hash of its bytes.

Its columns are `key` (which request it is, 16 bytes), `id` (the same as files of vectors have it; null where a part
was made of an older store), `vector`, `text` (an answer in words, as JSON) and `reason` (why there is neither). The
footer says which model and view it is of. Whoever reads a part hashes it first: a part that was cut or changed is
never served.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.answers import Answer, Failure, Text
from idioprobe.core.requests import Request, request_id, request_key

FORMAT = 1
ENDING = ".parquet"
ABOUT = "idioprobe"
KEY_BYTES = 16
Keys = NDArray[np.bytes_]
Row = tuple[bytes, str | None, Answer]
"""The key of a request, its id where that is known, and its answer."""

_COLUMNS: dict[str, pl.DataType] = {
    "key": pl.Binary(),
    "id": pl.String(),
    "vector": pl.List(pl.Float32()),
    "text": pl.String(),
    "reason": pl.String(),
}


class DamagedPartError(Exception):
    """A part is not what it was when it was written."""


class NewerPartError(Exception):
    """A part is of a later format than this version knows."""


@dataclass(frozen=True)
class About:
    """Which answers a part holds: its space, and the model and view as far as they are known."""

    space: str
    model: Mapping[str, str] = field(default_factory=dict)
    view: Mapping[str, str] = field(default_factory=dict)
    version: str = ""
    code: str = ""

    def written(self) -> str:
        """As the footer of a part has it."""
        return json.dumps({"format": FORMAT, **asdict(self)}, sort_keys=True)


@dataclass(frozen=True)
class Part:
    """A part in memory: keys in order, and the answer of each row."""

    about: About
    keys: Keys
    size: int
    _numbers: NDArray[np.float32]
    _ends: NDArray[np.int64]
    _table: pl.DataFrame

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def ids(self) -> list[str | None]:
        """The id of each row, where it is known."""
        return self._table["id"].to_list()

    @property
    def dimension(self) -> int:
        """How many numbers the longest vector has; 0 where there is none."""
        return int(np.diff(self._ends).max(initial=0))

    def answer(self, row: int) -> Answer:
        """What stands in a row."""
        begin, end = self._ends[row], self._ends[row + 1]
        if end > begin:
            return self._numbers[begin:end]
        text, reason = self._table["text"][row], self._table["reason"][row]
        return Failure(str(reason)) if text is None else Text(json.loads(text))


def store_key(request: Request) -> bytes:
    """By which a store finds the answer to a request."""
    return hashlib.blake2b(request_key(request), digest_size=KEY_BYTES).digest()


def row_of(request: Request, answer: Answer) -> Row:
    """A row of a part."""
    return store_key(request), request_id(request), answer


def keys_array(keys: Sequence[bytes]) -> Keys:
    """Keys that numpy can sort and look up."""
    return np.frombuffer(b"".join(keys), dtype=f"S{KEY_BYTES}")


def pack(about: About, rows: Sequence[Row]) -> tuple[str, bytes]:
    """A part and its name: the same rows, in whatever order, lead to the same part."""
    ordered = sorted({row[0]: row for row in reversed(rows)}.values(), key=lambda row: row[0])
    vectors = [answer if isinstance(answer, np.ndarray) else None for _, _, answer in ordered]
    table = pl.DataFrame(
        {
            "key": [key for key, _, _ in ordered],
            "id": [name for _, name, _ in ordered],
            "vector": _lists(vectors),
            "text": [json.dumps(a.text) if isinstance(a, Text) else None for _, _, a in ordered],
            "reason": [_plain(a.reason) if isinstance(a, Failure) else None for _, _, a in ordered],
        },
        schema=_COLUMNS,
    )
    file = io.BytesIO()
    table.write_parquet(file, compression="uncompressed", statistics=False, metadata={ABOUT: about.written()})
    raw = file.getvalue()
    return f"{digest(raw)}{ENDING}", raw


def digest(raw: bytes) -> str:
    """What a part is named by."""
    return hashlib.sha256(raw).hexdigest()[:32]


def unpack(name: str, raw: bytes) -> Part:
    """A part, if it is what its name says; DamagedPartError or NewerPartError if not."""
    if digest(raw) != name.removesuffix(ENDING):
        raise DamagedPartError("its content is not what its name says")
    try:
        written = json.loads(pl.read_parquet_metadata(io.BytesIO(raw))[ABOUT])
        if written.pop("format") > FORMAT:
            raise NewerPartError
        about = About(**{name: written[name] for name in About.__dataclass_fields__ if name in written})
        table = pl.read_parquet(io.BytesIO(raw), columns=list(_COLUMNS)).rechunk()
        lengths = table["vector"].list.len().fill_null(0).to_numpy().astype(np.int64)
        numbers = table["vector"].drop_nulls().explode().to_numpy() if lengths.any() else np.zeros(0, np.float32)
        keys = keys_array(table["key"].to_list())
    except (KeyError, TypeError, ValueError, OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise DamagedPartError(f"it is no part ({type(error).__name__})") from error
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    if len(keys) != len(table) or ends[-1] != len(numbers):
        raise DamagedPartError("its rows are not complete")
    return Part(about, keys, len(raw), numbers.astype(np.float32, copy=False), ends, table.drop("vector", "key"))


def _lists(vectors: Sequence[NDArray[np.float32] | None]) -> pl.Series:
    """Vectors as lists without a detour over Python's numbers."""
    some = [vector for vector in vectors if vector is not None]
    if not some:
        return pl.Series([None] * len(vectors), dtype=pl.List(pl.Float32()))
    flat = pl.Series(np.concatenate(some).astype(np.float32, copy=False))
    owner = np.repeat(np.arange(len(some)), [len(vector) for vector in some])
    lists = pl.DataFrame({"row": owner, "vector": flat}).group_by("row", maintain_order=True).agg("vector")["vector"]
    places = iter(range(len(some)))
    wanted = pl.Series([None if vector is None else next(places) for vector in vectors], dtype=pl.UInt32)
    return lists.gather(wanted)


def _plain(reason: str) -> str:
    return reason.encode("utf-8", "replace").decode()


def described(part: Part) -> dict[str, Any]:
    """A part in words, for lists."""
    return {**asdict(part.about), "rows": len(part), "bytes": part.size, "dimension": part.dimension}
