"""The answer of a result in words: the idiom score, what it means, and what the references get."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from idioprobe.core.tables import is_class
from idioprobe.core.views import ANSWER, GENERATED, LIKELIHOOD, WAYS
from idioprobe.report.words.answered import answers_in_words
from idioprobe.run.manifest import ReferenceRecord
from idioprobe.run.references import LABELS
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view, views_of
from idioprobe.suites.controls.gap import IdiomGap, gap_beside, gap_words
from idioprobe.suites.headline import Headline, share

RIVALS = {
    "pref_words": "its words",
    "pref_comp": "one of its words",
    "pref_rand": "random words",
    "qa_pref_words": "synonyms of its words",
}
"""What the score compares the meaning with."""
BY_WORDS, BY_MEANING, OPEN = "goes by the words", "goes by the meaning", "lies between words and meaning"
UNTOLD = "cannot be placed: too few expressions"
"""Said where the score has no interval."""


@dataclass(frozen=True)
class Beside:
    """What a reference model gets: its scores as an answer has them, and its means by measure where they are known."""

    label: str
    score: Headline
    in_place: Headline | None
    means: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """The score of a result in one language: of sentences, and of the expression in its place where there is one."""

    model: str
    score: Headline
    in_place: Headline | None
    references: tuple[Beside, ...]
    gaps: tuple[IdiomGap, ...] = ()
    """The idiom gap in the unit of the score, and in place where there is one; none without ordinary words."""

    @property
    def verdict(self) -> str:
        """Which way the model goes, if its interval tells."""
        low, high, chance = self.score.ci_low, self.score.ci_high, self.score.chance
        if low is None or high is None:
            return UNTOLD
        return BY_WORDS if high < chance else BY_MEANING if low > chance else OPEN


def answers(result: Result, view: str | None = None) -> list[Answer]:
    """The answer in each language that has one, in the view that is shown; in words, in each way to answer."""
    info = result.manifest
    found = []
    for language in info.dataset.languages:
        for shown in _shown_views(result, view):
            score, in_place = _scores(info.headline, language, shown)
            if score is not None:
                beside = tuple(_references(result, language))
                both = (gap_beside(one, result.summary) for one in (score, in_place) if one is not None)
                gaps = tuple(gap for gap in both if gap is not None)
                found.append(Answer(info.label or info.model.name, score, in_place, beside, gaps))
    return found


def _shown_views(result: Result, view: str | None) -> list[str]:
    if not answers_in_words(result):
        return [shown_view(result, view)]
    ways = [way for way in WAYS if way in views_of(result)]
    return [view] if view in ways else ways


def _scores(scores: list[Headline], language: str, view: str | None) -> tuple[Headline | None, Headline | None]:
    """Of sentences, and in place; a result without sentences has the latter only, which then is the score."""
    here = {s.unit: s for s in scores if s.language == language and view in (None, s.view)}
    if ANSWER in here:
        return here[ANSWER], None
    return here.get("sentence", here.get("target")), here.get("target") if "sentence" in here else None


def _references(result: Result, language: str) -> Iterator[Beside]:
    records = {record.name: record for record in result.manifest.references}
    for name in LABELS:
        score, in_place = _scores(records[name].headline, language, None) if name in records else (None, None)
        if score is not None:
            yield Beside(LABELS[name], score, in_place, _means(result.references.filter(model=name), score))


def _means(statistics: pl.DataFrame, score: Headline) -> dict[str, float]:
    place = {"language": score.language, "condition": score.condition, "unit": score.unit, "group": score.group}
    here = statistics.filter(pl.col("value").is_not_null(), statistic="mean", **place)
    return dict(here.select("measure", "value").iter_rows())


def per_cent(score: Headline | None, *, interval: bool = True) -> str:
    """A score as it is shown.

    >>> place = ("en", "native", "sentence", "nat", "NC", "pref_words")
    >>> one = Headline("idiom score", *place, 1 / 3, 0.198, 0.48, n=32, chance=0.5)
    >>> per_cent(one), per_cent(one, interval=False), per_cent(None)
    ('33 % [20, 48]', '33 %', '–')
    """
    if score is None:
        return "–"
    return share(score.value, *((score.ci_low, score.ci_high) if interval else (None, None)))


def sentences(answer: Answer) -> list[str]:
    """What the score says, in sentences that need no explanation."""
    score = answer.score
    which = "idiomatic expressions" if is_class(score.group) else "its expressions"
    where = "naturalistic sentences" if score.condition == "nat" else "neutral sentences"
    if score.unit == ANSWER:
        return [f"{IN_WORDS[score.view]}, {answer.model} {answer.verdict}.", _in_words(score, which, where)]
    place = "In" if score.unit == "sentence" else "Looking at the expression itself, in"
    return [
        f"{answer.model} {answer.verdict}.",
        f"{place} {per_cent(score)} of the {where} with {which}, the expression is nearer to its meaning than to "
        f"{RIVALS[score.measure]} (chance: {100 * score.chance:.0f} %).",
        *([beside_words(answer.gaps)] if answer.gaps else []),
    ]


def beside_words(gaps: Sequence[IdiomGap]) -> str:
    """How idioms compare with ordinary words, in a sentence.

    >>> place = ("en", "native", "sentence", "nat", "NC")
    >>> beside_words([IdiomGap(*place, 0.416, 0.3, 0.52, 96, 0.2, "")])
    'Idiom gap: 0.42 [0.30, 0.52]; 1 would mean that idioms are treated like ordinary words.'
    """
    told = [gap_words(gap) if at == 0 else f"in place {gap_words(gap)}" for at, gap in enumerate(gaps)]
    if all(gap.undefined for gap in gaps):
        return f"Idiom gap: undefined; {NO_BETTER}."
    why = f" (undefined: {NO_BETTER})" if any(gap.undefined for gap in gaps) else ""
    return f"Idiom gap: {', '.join(told)}{why}; 1 would mean that idioms are treated like ordinary words."


NO_BETTER = "ordinary words are no nearer to their synonyms than to random words, so nothing can be compared"


IN_WORDS = {GENERATED: "Asked in words", LIKELIHOOD: "By the likelihood of its answers"}
"""How a verdict on answers in words begins."""


def _in_words(score: Headline, which: str, where: str) -> str:
    return (
        f"Asked which of two replacements keeps the meaning of {which} in {where}, it takes the synonym rather than "
        f"{RIVALS[score.measure]} {per_cent(score)} of the time (chance: {100 * score.chance:.0f} %)."
    )


def predictions_held(predictions: pl.DataFrame, references: list[ReferenceRecord]) -> str:
    """How many of the decided predictions hold, beside what the references get."""
    verdicts = predictions["verdict"].to_list()
    decided = [verdict for verdict in verdicts if verdict != "undecided"]
    if not verdicts:
        return "No linguistic prediction can be judged."
    known = {record.name: record for record in references}
    beside = ", ".join(f"{LABELS[n]} {known[n].holds} of {known[n].decided}" for n in LABELS if n in known)
    said = f"{decided.count('holds')} of {len(decided)} decided linguistic predictions hold"
    return f"{said} ({beside})." if beside else f"{said}."
