"""Rows of the stimuli table from targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from idioprobe.core.requests import format_spans
from idioprobe.core.tables import item_name
from idioprobe.data.sources.cells import Target

Targets = Mapping[tuple[str, int], Target]


class Item(NamedTuple):
    """Which sentence of which expression."""

    language: str
    expression: str
    condition: str
    sentence: int | None = None

    @property
    def name(self) -> str:
        """The name that its rows carry."""
        return item_name(*self)


def rows(
    language: str,
    expression: str,
    condition: str,
    sentence: int | None,
    targets: Targets,
    *,
    derived: bool | None = False,
) -> Iterator[dict[str, Any]]:
    """One row per role and index; `derived` None: all but the original were made here."""
    for (role, index), target in targets.items():
        yield {
            "item": item_name(language, expression, condition, sentence),
            "expression": expression,
            "language": language,
            "condition": condition,
            "sentence": sentence,
            "role": role,
            "index": index,
            "text": target.text,
            "spans": format_spans([(target.start, target.end)]),
            "derived": role != "original" if derived is None else derived,
        }


def alone(fillers: Mapping[tuple[str, int], str]) -> dict[tuple[str, int], Target]:
    """Expressions without context."""
    return {key: Target(text, 0, len(text)) for key, text in fillers.items()}
