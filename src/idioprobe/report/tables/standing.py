"""What the numbers of a table rest on, in one line: data, classes, sentences, ratings, and how they were measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from idioprobe.core.tables import CONDITIONS
from idioprobe.core.views import WAYS
from idioprobe.report.tables.fitting import language_name
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.report.tables.needs import WITH_NEUTRAL
from idioprobe.suites.catalogue import BY_NAME

NONE = "none"
EPSILON = "epsilon"
RANDOM = "rand"
LENGTH = "rho_length"
Found = Mapping[str, Any]
"""A row of a summary, or of scores, that stands in a cell."""


def standing(inputs: Inputs, found: Sequence[Found], suite: str) -> dict[str, str]:
    """What the table that these rows stand in rests on, by name."""
    here = {name: _each(row.get(name) for row in found) for name in ("language", "condition", "rating", "metric")}
    measures, statistics = (_each(row.get(name) for row in found) for name in ("measure", "statistic"))
    neutral = {"neut"} if WITH_NEUTRAL.intersection(statistics) else set()
    info = inputs.models[0].result.manifest
    return {
        "dataset": info.dataset.name,
        "labelling": info.dataset.labelling or NONE,
        "language": ", ".join(here["language"]),
        "condition": ", ".join(sorted({*here["condition"], *neutral}, key=[*CONDITIONS].index)),
        "rating": ", ".join(here["rating"]) or NONE,
        **({"pairing": info.config.pairing} if suite == EPSILON else {}),
        **({"length": info.config.length} if LENGTH in statistics else {}),
        **({"random words by": info.config.random_by} if any(map(_of_random_words, measures)) else {}),
        **({"words of the sum": _FORMS[info.config.component_forms]} if "pred_out_comp" in measures else {}),
        "view": ", ".join(_views(inputs.models)),
        "metric": ", ".join(here["metric"]) or info.config.metric,
    }


def _views(models: Sequence[Model]) -> list[str]:
    """The views of the models; answers in words are no vectors, and are named where there is nothing else."""
    views = list(dict.fromkeys(model.view for model in models))
    return [view for view in views if view not in WAYS] or views


def standing_of_made(inputs: Inputs, conditions: Sequence[str], ratings: Sequence[str]) -> dict[str, str]:
    """The same of a table that a function makes of results, from the conditions and ratings that it reads."""
    ran = {condition for model in inputs.models for condition in model.result.manifest.config.conditions}
    rows: list[Found] = [{"condition": condition} for condition in conditions if condition in ran]
    rows += [{"rating": rating} for rating in ratings]
    rows += [{"language": language} for language in _languages(inputs.models)]
    return standing(inputs, rows, "")


def as_line(said: Mapping[str, str]) -> str:
    """In one line."""
    return "; ".join(f"{name}: {value}" for name, value in said.items() if value) + "."


_PLURAL = {"neut": "short neutral sentences", "neut_long": "long neutral sentences"}
_HOW = {
    "pairing": "the pairing of ε is {}",
    "length": "length is in {}",
    "random words by": "random words count by their {}",
    "words of the sum": "the words that are summed are {}",
}
_FORMS = {"listed": "as the dataset lists them", "sentence": "as they are in the sentence"}


def as_sentence(said: Mapping[str, str]) -> str:
    """For a caption.

    >>> as_sentence({"dataset": "ncimp", "labelling": "CompScale", "language": "en, pt", "condition": "nat, neut",
    ...              "rating": "type", "view": "mean@last4", "metric": "cosine"})
    'The data are ncimp (labelling: CompScale) in English and Portuguese: naturalistic sentences and short \
neutral sentences, rated by type. Vectors are those of mean@last4, compared by cosine.'
    """
    conditions = [_PLURAL.get(name, CONDITIONS[name]) for name in _split(said.get("condition", ""))]
    languages = [language_name(code) for code in _split(said.get("language", ""))]
    labelling, ratings = ("" if said.get(name, NONE) == NONE else said[name] for name in ("labelling", "rating"))
    if "dataset" not in said:
        return f"The labelling is {labelling}."
    parts = [
        f"The data are {said['dataset']}",
        f" (labelling: {labelling})" if labelling else "",
        f" in {_and(languages)}" if languages else "",
        f": {_and(conditions)}" if conditions else "",
        f", rated by {_and(_split(ratings))}" if ratings else "",
        f". Vectors are those of {_and(_split(said['view']))}, compared by {said['metric']}" if "view" in said else "",
    ]
    how = [words.format(said[name]) for name, words in _HOW.items() if name in said]
    return "; ".join(["".join(parts), *how]) + "."


def _split(text: str) -> list[str]:
    return [part for part in text.split(", ") if part]


def _and(words: Iterable[str]) -> str:
    *some, last = words
    return f"{', '.join(some)} and {last}" if some else last


def _each(values: Iterable[Any]) -> list[str]:
    return sorted({str(value) for value in values if value is not None})


def _languages(models: Iterable[Model]) -> list[str]:
    return _each(language for model in models for language in model.languages)


def _of_random_words(measure: str) -> bool:
    return measure in BY_NAME and any(RANDOM in (c.left, c.right) for c in BY_NAME[measure].needs)
