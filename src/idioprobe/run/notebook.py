"""A result as a notebook shows it: the idiom score beside the references, in a line or in a small table."""

from __future__ import annotations

from collections.abc import Iterator

from idioprobe.core.views import DEFAULT_VIEW
from idioprobe.run.html import paragraph, table
from idioprobe.run.manifest import Manifest
from idioprobe.run.references import LABELS
from idioprobe.suites.headline import Headline, share

UNITS = {"sentence": "whole sentence", "target": "in place"}
MORE = "result.summary has all measures, result.predictions all predictions, dir(result) the rest."


def as_text(info: Manifest) -> str:
    """One line."""
    scores = [_said(score) for language in info.dataset.languages for score in _first(_shown(info.headline, language))]
    said = ", ".join(scores) or f"no idiom score (suites: {', '.join(info.config.suites)})"
    return f"<Result: {info.model.name} on {info.dataset.name}: {said}>"


def as_html(info: Manifest) -> str:
    """A headline for each language, and the references below the model."""
    parts = [paragraph(f"{info.model.name} on {info.dataset.name}", strong=True)]
    for language in info.dataset.languages:
        scores = _shown(info.headline, language)
        if not scores:
            continue
        first = next(_first(scores))
        parts.append(paragraph(f"{_said(first)}; chance is {share(first.chance)}."))
        units = [unit for unit in UNITS if unit in scores]
        parts.append(table([[first.name, *(UNITS[unit] for unit in units)]], _rows(info, language, units)))
        parts += [paragraph(note, quiet=True) for note in first.notes]
    if len(parts) == 1:
        suites = ", ".join(info.config.suites)
        parts.append(paragraph(f"No idiom score: it comes from the suite probes; this is a result of {suites}."))
    return "".join([*parts, paragraph(MORE, quiet=True)])


def _rows(info: Manifest, language: str, units: list[str]) -> Iterator[list[str]]:
    own = _shown(info.headline, language)
    yield [info.model.name, *(share(own[u].value, own[u].ci_low, own[u].ci_high) for u in units)]
    references = {record.name: _shown(record.headline, language) for record in info.references}
    for name, label in LABELS.items():
        if references.get(name):
            yield [label, *(share(references[name][u].value) if u in references[name] else "" for u in units)]


def _shown(scores: list[Headline], language: str) -> dict[str, Headline]:
    """By unit, in the default view or else in the last."""
    mine = [score for score in scores if score.language == language]
    views = [score.view for score in mine]
    view = DEFAULT_VIEW if DEFAULT_VIEW in views else views[-1] if views else None
    return {score.unit: score for score in mine if score.view == view}


def _first(scores: dict[str, Headline]) -> Iterator[Headline]:
    """The score of sentences, or what there is of it."""
    yield from [scores[unit] for unit in UNITS if unit in scores][:1]


def _said(score: Headline) -> str:
    return f"{score.name} {share(score.value, score.ci_low, score.ci_high)} ({score.language})"
