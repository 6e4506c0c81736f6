"""Answers in words on a page: small enough to be carried along, whatever models wrote.

Long answers are cut, the more the more there are, so that all of them have some megabytes at most; `answers.parquet`
has them whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from idioprobe.core.views import WAYS
from idioprobe.report.tables.gather import Inputs
from idioprobe.report.words.answered import CHOICES, KINDS, UNDERSTOOD, answers_of, role_in_words

MOST_ANSWERS = 100_000
"""Of more, the first orders and samples of each question are shown."""
TEXT_BYTES = 2_000_000
"""What all answers, questions and options may take together."""
LENGTHS = (300, 160, 80, 40, 20, 8)
"""Characters that a text is cut to: the first length with which all of them fit."""
_REASON = 80
"""What of the reason of a failure is shown at least."""
DECIMALS = 3


def pack_answers(inputs: Inputs, expressions: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    """Questions and answers in columns; `expressions` are those of the page by language and name.

    Each question is one row of `asked`, and its `answers` follow each other; names and texts stand there once.
    """
    rows = _rows(inputs, expressions)
    if rows.is_empty():
        return {}
    total = len(rows)
    rows = _fewest(rows)
    longer, cut = _fitting(rows)
    packed = _Packed(cut)
    for row in rows.iter_rows(named=True):
        packed.add(row)
    return {
        **packed.as_columns(),
        "kinds": KINDS,
        "roles": {role: role_in_words(role) for role in packed.names["choice"].names},
        "unusable": UNDERSTOOD,
        "total": total,
        "shown": len(rows),
        "cut": cut if longer else None,
    }


_TOLD = ("pair", "choice", "rating", "paraphrase")
"""Kinds whose question is the same but for the sentence, which the page shows anyway."""


class _Names:
    """Each value once, in the order of their first appearance, with its number."""

    def __init__(self) -> None:
        self.names: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, value: Any) -> int | None:
        """The number of a value; None has none."""
        if value is None:
            return None
        if value not in self._numbers:
            self._numbers[value] = len(self.names)
            self.names.append(value)
        return self._numbers[value]


_QUESTION = ("model", "expression", "condition", "sentence", "kind", "view")
_SAID = ("order", "sample", "choice", "position", "understood", "value", "text", "options")


class _Packed:
    """Questions and answers in columns, filled row by row; the rows of a question follow each other."""

    def __init__(self, cut: int) -> None:
        self._cut = cut
        self.names = {column: _Names() for column in ("kind", "view", "choice", "understood")}
        self._texts, self._options = _Names(), _Names()
        self._asked: dict[str, list[Any]] = {name: [] for name in (*_QUESTION, "prompt", "answers")}
        self._said: dict[str, list[Any]] = {name: [] for name in _SAID}
        self._last: tuple[Any, ...] = ()

    def add(self, row: Mapping[str, Any]) -> None:
        """One more answer."""
        key = (*(row[name] for name in _QUESTION), row["item"])
        if key != self._last:
            self._ask(row)
            self._last = key
        self._asked["answers"][-1] += 1
        told = row["kind"] in CHOICES
        why = None if row["understood"] is None else _cut(row["understood"], max(self._cut, _REASON))
        listed = tuple(self._text(option) for option in row["options"] or ()) if told else ()
        number = None if row["value"] is None or told else round(row["value"], DECIMALS)
        answer = (
            *(row["order"], row["sample"], self.names["choice"].number(row["choice"]), row["position"]),
            *(self.names["understood"].number(why), number, self._text(row["answer"]), self._options.number(listed)),
        )
        for name, value in zip(_SAID, answer, strict=True):
            self._said[name].append(value)

    def _ask(self, row: Mapping[str, Any]) -> None:
        for name in _QUESTION:
            self._asked[name].append(self.names[name].number(row[name]) if name in self.names else row[name])
        self._asked["prompt"].append(None if row["kind"] in _TOLD else self._text(row["prompt"]))
        self._asked["answers"].append(0)

    def _text(self, text: str | None) -> int | None:
        return self._texts.number(None if text is None else _cut(text, self._cut))

    def as_columns(self) -> dict[str, Any]:
        """Fit for JSON; a column that says the same of all answers is that one value."""
        return {
            "asked": self._asked,
            "said": {name: _unless_all_same(column) for name, column in self._said.items()},
            "texts": self._texts.names,
            "options": [list(one) for one in self._options.names],
            **{name: found.names for name, found in self.names.items()},
        }


def _rows(inputs: Inputs, expressions: Mapping[tuple[str, str], int]) -> pl.DataFrame:
    """The answers of all models about expressions of the page, by model, expression and question."""
    parts = []
    for place, model in enumerate(inputs.models):
        table = answers_of(model.result)
        if table is None:
            continue
        keys = table.select("language", "expression").unique()
        known = [expressions.get((language, name)) for language, name in keys.iter_rows()]
        numbered = keys.with_columns(number=pl.Series(known, dtype=pl.Int64)).drop_nulls("number")
        mine = table.join(numbered, on=["language", "expression"], how="inner", maintain_order="left")
        parts.append(mine.with_columns(model=pl.lit(place, pl.Int64), expression=pl.col("number")).drop("number"))
    if not parts:
        return pl.DataFrame()
    ranks = {
        name: pl.col(name)
        .replace_strict({one: i for i, one in enumerate(order)}, default=len(order))
        .alias(f"by_{name}")
        for name, order in (("view", list(WAYS)), ("kind", list(KINDS)))
    }
    every = pl.concat(parts).with_columns(*ranks.values())
    order = ["model", "expression", "by_view", "by_kind", "condition", "sentence", "item", "order", "sample"]
    return every.sort(order, nulls_last=False, maintain_order=True)


def _fewest(rows: pl.DataFrame) -> pl.DataFrame:
    """All of them, or of too many the first ones of each question."""
    if len(rows) <= MOST_ANSWERS:
        return rows
    question = ["model", "item", "kind", "view"]
    turns = rows.with_row_index("at").with_columns(turn=pl.int_range(pl.len()).over(question))
    return turns.sort("turn", "at").head(MOST_ANSWERS).sort("at")


def _fitting(rows: pl.DataFrame) -> tuple[bool, int]:
    """Whether any text has to be cut, and the length with which all of them fit."""
    texts = pl.concat(
        [
            rows["answer"].drop_nulls(),
            rows.filter(~pl.col("kind").is_in(_TOLD))["prompt"].drop_nulls(),
            rows.filter(pl.col("kind").is_in(CHOICES))["options"].explode().drop_nulls(),
        ]
    ).unique()
    for length in LENGTHS:
        cut = texts.str.slice(0, length).unique()
        if int(cut.str.len_bytes().sum() or 0) <= TEXT_BYTES:
            break
    longest = texts.str.len_chars().max()
    return isinstance(longest, int) and longest > length, length


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _unless_all_same(column: Sequence[Any]) -> list[Any] | Any:
    """A column, or its only value."""
    return column[0] if column and len(set(column)) == 1 else list(column)


def beyond(inputs: Inputs, expressions: Mapping[tuple[str, str], int]) -> list[dict[str, str]]:
    """What models answered to free questions, and to those about expressions that the dataset does not have."""
    return [row for model in inputs.models for row in _beyond(model.label, answers_of(model.result), expressions)]


def _beyond(
    label: str, table: pl.DataFrame | None, expressions: Mapping[tuple[str, str], int]
) -> Iterable[dict[str, str]]:
    if table is None:
        return
    first = table.filter(pl.col("answer").is_not_null()).unique(["item", "kind"], keep="first", maintain_order=True)
    for row in first.iter_rows(named=True):
        if row["kind"] == "free" or (row["language"], row["expression"]) not in expressions:
            texts = {name: _cut(row[name] or "", LENGTHS[0]) for name in ("prompt", "answer")}
            yield {"model": label, "expression": row["expression"], **texts}
