"""A result as a notebook shows it: the idiom score beside the references, in a line or in a small table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from idioprobe.core.views import ANSWER, Unit
from idioprobe.run.html import paragraph, table
from idioprobe.run.references import LABELS
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view
from idioprobe.suites.controls.gap import gap_beside, gap_words
from idioprobe.suites.headline import (
    LACKS,
    NAMES,
    UNIT_WORDS,
    VERDICTS,
    Headline,
    hundred,
    main_score,
    partials,
    shown_score,
)

Scores = Mapping[Unit, Headline]
"""By unit."""
MORE = "result.summary has all measures, result.predictions all predictions, dir(result) the rest."


def as_text(result: Result) -> str:
    """One line."""
    info = result.manifest
    firsts = (main_score(list(own.values())) for own in _shown(result).values())
    said = ", ".join(_said(one) for one in firsts if one)
    return f"<Result: {_name(result)} on {info.dataset.name}: {said or _none(result)}>"


def as_html(result: Result) -> str:
    """A headline for each language, and the references below the model."""
    info = result.manifest
    parts = [paragraph(f"{_name(result)} on {info.dataset.name}", strong=True)]
    for language, scores in _shown(result).items():
        first = main_score(list(scores.values()))
        if first is None:
            continue
        verdict = f"; {VERDICTS[first.verdict]}" if first.verdict else ""
        parts.append(paragraph(f"{_said(first)}; n = {first.n}{verdict}."))
        units = [unit for unit in NAMES if unit in scores]
        parts.append(table([["", *(scores[unit].name for unit in units)]], _rows(result, scores, language, units)))
        parts += [paragraph(f"Idiom gap: {', '.join(told)}.") for told in [_gaps(result, scores)] if told]
        parts += [paragraph(note, quiet=True) for note in first.notes]
    if len(parts) == 1:
        parts.append(paragraph(f"{_none(result).capitalize()}."))
    return "".join([*parts, paragraph(MORE, quiet=True)])


def _none(result: Result) -> str:
    """Why there is no score."""
    lacks = next(iter(partials(result.summary, result.classes[0])), None)
    if lacks:
        return LACKS[lacks.lacks].rstrip(".")
    suites = ", ".join(result.manifest.config.suites)
    return f"no idiom score: it comes from the suites probes and questions, and this is a result of {suites}"


def _rows(result: Result, own: Scores, language: str, units: list[Unit]) -> Iterator[list[str]]:
    yield [_name(result), *(shown_score(own[unit]) for unit in units)]
    if any(own[unit].tokens for unit in units):
        yield ["its tokens, added up", *(_tokens(own[unit]) for unit in units)]
    records = {record.name: record.headline for record in result.manifest.references}
    for name, label in LABELS.items():
        known = {one.unit: one for one in records.get(name, ()) if one.language == language}
        if known:
            yield [label, *(shown_score(known[u], interval=False) if u in known else "" for u in units)]


def _tokens(score: Headline) -> str:
    return hundred(score.tokens.value, score.tokens.ci_low, score.tokens.ci_high) if score.tokens else ""


def _gaps(result: Result, scores: Scores) -> list[str]:
    """How idioms compare with ordinary words, in each unit that has a score."""
    found = {unit: gap_beside(scores[unit], result.summary) for unit in NAMES if unit in scores}
    return [f"{gap_words(gap)} ({UNIT_WORDS[unit]})" for unit, gap in found.items() if gap is not None]


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


def _said(score: Headline) -> str:
    of = "" if score.former or score.unit == ANSWER or score.value is None else " of 100"
    return f"{score.name} {shown_score(score)}{of} ({score.language})"
