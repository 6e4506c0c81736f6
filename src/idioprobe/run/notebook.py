"""A result as a notebook shows it: the idiom score beside the references, in a line or in a small table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from idioprobe.core.views import ANSWER
from idioprobe.run.html import paragraph, table
from idioprobe.run.references import LABELS
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view
from idioprobe.suites.controls.gap import gap_beside, gap_words
from idioprobe.suites.headline import Headline, share

Scores = Mapping[str, Headline]
"""By unit."""
UNITS = {"sentence": "whole sentence", "target": "in place", ANSWER: "asked in words"}
MORE = "result.summary has all measures, result.predictions all predictions, dir(result) the rest."


def as_text(result: Result) -> str:
    """One line."""
    info = result.manifest
    scores = [_said(score) for own in _shown(result).values() for score in _first(own)]
    said = ", ".join(scores) or f"no idiom score (suites: {', '.join(info.config.suites)})"
    return f"<Result: {_name(result)} on {info.dataset.name}: {said}>"


def as_html(result: Result) -> str:
    """A headline for each language, and the references below the model."""
    info = result.manifest
    parts = [paragraph(f"{_name(result)} on {info.dataset.name}", strong=True)]
    for language, scores in _shown(result).items():
        first = next(_first(scores))
        parts.append(paragraph(f"{_said(first)}; chance is {share(first.chance)}."))
        units = [unit for unit in UNITS if unit in scores]
        parts.append(table([[first.name, *(UNITS[unit] for unit in units)]], _rows(result, scores, language, units)))
        parts += [paragraph(f"Idiom gap: {', '.join(told)}.") for told in [_gaps(result, scores)] if told]
        parts += [paragraph(note, quiet=True) for note in first.notes]
    if len(parts) == 1:
        suites = ", ".join(info.config.suites)
        parts.append(
            paragraph(f"No idiom score: it comes from the suites probes and questions; this is a result of {suites}.")
        )
    return "".join([*parts, paragraph(MORE, quiet=True)])


def _rows(result: Result, own: Scores, language: str, units: list[str]) -> Iterator[list[str]]:
    yield [_name(result), *(share(own[u].value, own[u].ci_low, own[u].ci_high) for u in units)]
    records = {record.name: record.headline for record in result.manifest.references}
    for name, label in LABELS.items():
        known = {score.unit: score for score in records.get(name, ()) if score.language == language}
        if known:
            yield [label, *(share(known[u].value) if u in known else "" for u in units)]


def _gaps(result: Result, scores: Scores) -> list[str]:
    """How idioms compare with ordinary words, in each unit that has a score."""
    found = {unit: gap_beside(scores[unit], result.summary) for unit in UNITS if unit in scores}
    return [f"{gap_words(gap)} ({UNITS[unit]})" for unit, gap in found.items() if gap is not None]


def _name(result: Result) -> str:
    """What the user calls it, or else the model's name."""
    return result.manifest.label or result.manifest.model.name


def _shown(result: Result) -> dict[str, Scores]:
    """By language and unit, in the view that is shown everywhere."""
    scores = result.manifest.headline
    if not scores:
        return {}
    view = shown_view(result)
    found = {
        language: {score.unit: score for score in scores if (score.language, score.view) == (language, view)}
        for language in result.manifest.dataset.languages
    }
    return {language: own for language, own in found.items() if own}


def _first(scores: Scores) -> Iterator[Headline]:
    """The score of sentences, or what there is of it."""
    yield from [scores[unit] for unit in UNITS if unit in scores][:1]


def _said(score: Headline) -> str:
    return f"{score.name} {share(score.value, score.ci_low, score.ci_high)} ({score.language})"
