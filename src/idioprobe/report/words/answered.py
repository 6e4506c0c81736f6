"""What a model was asked about an expression, what it answered, and what was understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.tables import CONDITIONS
from idioprobe.core.views import GENERATED, LIKELIHOOD, WAYS
from idioprobe.report.results import labels_of
from idioprobe.run.results import Result

TABLE = "answers"
"""The table of a result with every question and answer."""
KINDS = {
    "pair": "Which replacement keeps its meaning: its synonym, or synonyms of its words?",
    "choice": "Which replacement keeps its meaning, of all of them?",
    "rating": "How literal is it here, from 0 to 5?",
    "paraphrase": "Up to three synonyms in this sentence",
    "idiom": "A question that turns on the idiom",
    "free": "A free question with the idiom in it",
}
"""Kinds of questions in their order, and what is asked."""
UNDERSTOOD = {
    "several": "several options named",
    "none": "nothing that was asked for",
    "refused": "refused",
    "empty": "empty answer",
}
"""What was understood of answers that cannot be used, in words."""
CHOICES = ("pair", "choice", "idiom")
"""Kinds in which options are chosen from."""
USABLE = ("choice", "rating", "paraphrases", "text")


@dataclass(frozen=True)
class Said:
    """One answer: to which options in which order, and what was understood; of a likelihood there is no text."""

    order: int | None
    sample: int | None
    prompt: str
    options: tuple[str, ...]
    roles: tuple[str, ...]
    answer: str | None
    likelihoods: tuple[float | None, ...]
    choice: str | None
    position: int | None
    understood: str
    value: float | None

    @property
    def per_character(self) -> tuple[float | None, ...]:
        """The likelihood of each option by its length, which is what the options are compared by."""
        pairs = zip(self.options, self.likelihoods, strict=False)
        return tuple(None if one is None else one / max(1, len(option)) for option, one in pairs)

    @property
    def chosen(self) -> str | None:
        """The text of the option that was chosen, where one was."""
        at = None if self.position is None else self.position - 1
        if at is not None and 0 <= at < len(self.options):
            return self.options[at]
        return next((o for o, role in zip(self.options, self.roles, strict=False) if role == self.choice), None)


@dataclass(frozen=True)
class Asked:
    """One question about one sentence of an expression, or about the expression alone, with all answers to it."""

    item: str
    condition: str
    sentence: int | None
    kind: str
    view: str
    said: tuple[Said, ...]


@dataclass(frozen=True)
class Answered:
    """All that one model was asked about an expression."""

    model: str
    asked: tuple[Asked, ...]


def answers_of(result: Result) -> pl.DataFrame | None:
    """Every question and answer of a result; None where it has none."""
    found = result.tables.get(TABLE)
    return None if found is None or found.is_empty() else found


def answers_in_words(result: Result) -> bool:
    """Whether the model was asked in words."""
    return answers_of(result) is not None


def without_score(results: Sequence[Result]) -> list[str]:
    """A word about models that were asked in words and said nothing that can be scored, in some way to answer."""
    said = []
    for label, result in zip(labels_of(results), results, strict=True):
        table = answers_of(result)
        scored = {one.view for one in result.manifest.headline}
        for view in [] if table is None else table["view"].unique(maintain_order=True):
            if view not in scored:
                said.append(f"{label}: no usable answers to the questions that make the idiom score in words ({view}).")
    return said


def answered(label: str, result: Result, expression: str, language: str, view: str | None = None) -> Answered | None:
    """What a model answered about an expression, in one view or, where it has not that one, in each."""
    table = answers_of(result)
    if table is None:
        return None
    mine = table.filter(pl.col("expression") == expression, pl.col("language") == language)
    if view in WAYS and view in mine["view"]:
        mine = mine.filter(pl.col("view") == view)
    asked = tuple(_asked(mine))
    return Answered(label, asked) if asked else None


def _asked(rows: pl.DataFrame) -> Iterator[Asked]:
    """Questions by their kind, where the expression stands, and the way to answer."""
    keys = ["kind", "condition", "sentence", "item", "view"]
    groups = dict(rows.group_by(keys, maintain_order=True))
    for key in sorted(groups, key=_place):
        kind, condition, sentence, item, view = key
        part = groups[key].sort("order", "sample", nulls_last=True, maintain_order=True)
        said = tuple(_said(row) for row in part.iter_rows(named=True))
        yield Asked(str(item), str(condition), _number(sentence), str(kind), str(view), said)


def _place(key: Sequence[Any]) -> tuple[Any, ...]:
    kind, condition, sentence, item, view = key
    ways, kinds, conditions = [GENERATED, LIKELIHOOD], list(KINDS), list(CONDITIONS)
    return (_at(view, ways), _at(kind, kinds), _at(condition, conditions), sentence or 0, item)


def _at(name: str, among: list[str]) -> int:
    return among.index(name) if name in among else len(among)


def _said(row: Mapping[str, Any]) -> Said:
    return Said(
        _number(row["order"]),
        _number(row["sample"]),
        row["prompt"] or "",
        tuple(row["options"] or ()),
        tuple(row["roles"] or ()),
        row["answer"],
        tuple(row["likelihoods"] or ()),
        row["choice"],
        _number(row["position"]),
        row["understood"] or "",
        row["value"],
    )


def _number(value: Any) -> int | None:
    return None if value is None else int(value)


def role_in_words(role: str) -> str:
    """What an option is, in short.

    >>> role_in_words("syn"), role_in_words("words"), role_in_words("head")
    ('its synonym', 'its words', 'the head')
    """
    return ROLES.get(role, f"the {role}")


ROLES = {
    "syn": "its synonym",
    "words": "its words",
    "rand": "random words",
    "idiomatic": "as an idiom",
    "literal": "word by word",
}
"""What options are."""


def understood_in_words(said: Said) -> str:
    """What was understood of an answer.

    >>> refused = Said(1, 0, "?", (), (), "I cannot.", (), None, None, "refused", None)
    >>> understood_in_words(refused)
    'refused'
    """
    if said.choice:
        return role_in_words(said.choice)
    if said.understood == "rating" and said.value is not None:
        return f"{said.value:.3g}"
    if said.understood == "paraphrases" and said.value is not None:
        return "people say so too" if said.value else "not what people say"
    if said.understood == "text":
        return ""
    return UNDERSTOOD.get(said.understood, said.understood)
