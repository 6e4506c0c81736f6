"""What the numbers of a table rest on, in one line: data, classes, sentences, ratings, and how they were measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from idioprobe.core.tables import CONDITIONS
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.suites.catalogue import BY_NAME

NONE = "none"
EPSILON = "epsilon"
RANDOM = "rand"
LENGTH = "rho_length"
Found = Mapping[str, Any]
"""A row of a summary, or of scores, that stands in a cell."""


def standing(inputs: Inputs, found: Sequence[Found], suite: str) -> str:
    """The line of a table that these rows stand in."""
    here = {name: _each(row.get(name) for row in found) for name in ("language", "condition", "rating", "metric")}
    measures = _each(row.get("measure") for row in found)
    info = inputs.models[0].result.manifest
    said = {
        "dataset": info.dataset.name,
        "labelling": info.dataset.labelling or NONE,
        "language": ", ".join(here["language"]),
        "condition": ", ".join(sorted(here["condition"], key=[*CONDITIONS].index)),
        "rating": ", ".join(here["rating"]) or NONE,
        **({"pairing": info.config.pairing} if suite == EPSILON else {}),
        **({"length": info.config.length} if LENGTH in _each(row.get("statistic") for row in found) else {}),
        **({"random words by": info.config.random_by} if any(map(_of_random_words, measures)) else {}),
        "view": ", ".join(dict.fromkeys(model.view for model in inputs.models)),
        "metric": ", ".join(here["metric"]) or info.config.metric,
    }
    return _line(said)


def standing_of_made(inputs: Inputs, conditions: Sequence[str], ratings: Sequence[str]) -> str:
    """The line of a table that a function makes of results, from the conditions and ratings that it reads."""
    ran = {condition for model in inputs.models for condition in model.result.manifest.config.conditions}
    rows: list[Found] = [{"condition": condition} for condition in conditions if condition in ran]
    rows += [{"rating": rating} for rating in ratings]
    rows += [{"language": language} for language in _languages(inputs.models)]
    return standing(inputs, rows, "")


def _line(said: Mapping[str, str]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in said.items() if value) + "."


def _each(values: Iterable[Any]) -> list[str]:
    return sorted({str(value) for value in values if value is not None})


def _languages(models: Iterable[Model]) -> list[str]:
    return _each(language for model in models for language in model.languages)


def _of_random_words(measure: str) -> bool:
    return measure in BY_NAME and any(RANDOM in (c.left, c.right) for c in BY_NAME[measure].needs)
