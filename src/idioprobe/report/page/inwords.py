"""What a page says of models that answer in words: their habits, and whether their vectors know what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from idioprobe.core.views import ANSWER, GENERATED, WAYS
from idioprobe.report.leaderboard import Place, asked_beside
from idioprobe.report.page.groups import Group
from idioprobe.report.page.spoken import beyond
from idioprobe.report.tables.gather import Model
from idioprobe.report.words.agreement import words_and_vectors
from idioprobe.report.words.answered import answers_in_words
from idioprobe.report.words.table import agreement_grid, conclusions
from idioprobe.suites.headline import share

Row = Mapping[str, Any]
"""A row of a summary."""


@dataclass(frozen=True)
class Habits:
    """How one model answers, in plain sentences."""

    label: str
    sentences: list[str]


@dataclass(frozen=True)
class InWords:
    """All that a page says of answers in words outside of the boards and the explorer."""

    habits: list[Habits]
    agreement: dict[str, Any] | None = None
    free: list[dict[str, str]] = field(default_factory=list)


def in_words(group: Group) -> InWords | None:
    """What is said of a group's models that were asked in words; None where there are none."""
    spoken = [model for model in group.inputs.models if answers_in_words(model.result)]
    if not spoken:
        return None
    known = dict.fromkeys(group.inputs.material.expressions.select("language", "expression").iter_rows(), 0)
    habits = [Habits(model.label, list(_habits(model))) for model in spoken]
    return InWords([one for one in habits if one.sentences], _agreement(group), beyond(group.inputs, known))


def _habits(model: Model) -> Iterator[str]:
    """In each language and way to answer, as far as it has them."""
    result = model.result
    languages = result.manifest.dataset.languages
    for language in languages:
        for view in (view for view in WAYS if view in result.summary["view"]):
            rows = asked_beside(Place(language, view, ANSWER, "nat", result.classes[0]), result.summary)
            found = {str(row["measure"]): row for row in rows.iter_rows(named=True)}
            for name, say in HABITS.items():
                if name in found and (view == GENERATED or name in BY_LIKELIHOOD):
                    said = say(found[name]) + ("" if view == GENERATED else ", by likelihood")
                    yield f"{language.upper()}: {said}." if len(languages) > 1 else f"{said}."


def _share(row: Row) -> str:
    return share(row["value"], row["ci_low"], row["ci_high"])


def _points(row: Row) -> str:
    """How much more or less often than by guessing, and whether that can be told.

    >>> _points({"value": -0.25, "ci_low": -0.3, "ci_high": -0.1})
    '25 points less often than by guessing'
    >>> _points({"value": 0.02, "ci_low": -0.1, "ci_high": 0.1})
    'about as often as by guessing'
    """
    value, low, high = row["value"], row["ci_low"], row["ci_high"]
    if abs(value) < 0.005 or (low is not None and low <= 0 <= high):
        return "about as often as by guessing"
    return f"{100 * abs(value):.0f} points {'more' if value > 0 else 'less'} often than by guessing"


HABITS: dict[str, Callable[[Row], str]] = {
    "qa_refused": lambda row: (
        "Every answer could be used"
        if row["value"] == 0
        else f"No usable answer to {_share(row)} of the questions: it refused, said nothing, named no option or several"
    ),
    "qa_consistency": lambda row: (
        f"It sticks to its answer {_share(row)} of the time when the options change places or it is asked again"
    ),
    "qa_position_bias": lambda row: (
        f"Whatever stands there, it takes the option in its favourite place {_points(row)} (some points come by luck)"
    ),
    "qa_short_bias": lambda row: f"It takes the shortest option {_points(row)}",
    "qa_raw_short_bias": lambda row: f"If length did not count, it would take the shortest option {_points(row)}",
}
"""How a model answers, in words for everybody; what stands in brackets behind a share is its interval."""
BY_LIKELIHOOD = ("qa_short_bias", "qa_raw_short_bias")


def _agreement(group: Group) -> dict[str, Any] | None:
    table = words_and_vectors(group.results, group.view)
    if table.is_empty():
        return None
    grid = agreement_grid(table)
    said = conclusions(table)
    heads = ("model", "sentences", "expressions", "vectors")[-len(grid.rows[0].labels) :]
    return {
        "sentences": said,
        "columns": [*heads, *(column[-1] for column in grid.columns)],
        "rows": [[*row.labels, *(cell.text for cell in row.cells)] for row in grid.rows],
        "notes": [note for note in grid.notes if note not in said],
    }
