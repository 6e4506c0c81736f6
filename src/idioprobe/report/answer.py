"""The answer of a result in words: the verdict, the idiom score, what it rests on, and what the references get."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from idioprobe.core.tables import CONDITIONS, is_class
from idioprobe.core.views import ANSWER, GENERATED, LIKELIHOOD, WAYS
from idioprobe.report.results import labels_of
from idioprobe.report.words.answered import answers_in_words
from idioprobe.run.floor import WORDS
from idioprobe.run.manifest import ReferenceRecord
from idioprobe.run.references import LABELS
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view, views_of
from idioprobe.suites.headline import (
    ALONE,
    FEW,
    FEWEST_IDIOMS,
    LACKS,
    NOISE,
    REMEDY,
    UNIT_WORDS,
    VERDICTS,
    Headline,
    Level,
    Partial,
    hundred,
    main_score,
    partials,
    share,
    shown_score,
)
from idioprobe.suites.predictions import prediction_names

KINDS = {"": "", WORDS: "its words, embedded one by one and added up,"}
"""What the score is compared with, where that is not the model's own tokens."""
TOKENS = "its tokens, added up,"


@dataclass(frozen=True)
class Beside:
    """What a reference model gets: its scores as an answer has them, and its means by measure where they are known."""

    label: str
    score: Headline
    second: Headline | None
    means: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """The score of a result in one language: what it is ranked by, and beside an idiom score that of sentences."""

    model: str
    score: Headline
    second: Headline | None
    references: tuple[Beside, ...]

    @property
    def scores(self) -> tuple[Headline, ...]:
        """The one or two of them."""
        return (self.score,) if self.second is None else (self.score, self.second)


def answers(result: Result, view: str | None = None) -> list[Answer]:
    """The answer in each language that has one, in the view that is shown; in words, in each way to answer."""
    info = result.manifest
    found = []
    for language in info.dataset.languages:
        for shown in _shown_views(result, view):
            score, second = _scores(info.headline, language, shown)
            if score is not None:
                beside = tuple(_references(result, language, score))
                found.append(Answer(info.label or info.model.name, score, second, beside))
    return found


def without_score_words(result: Result) -> list[str]:
    """What can be said of a result whose dataset lacks what a score needs, and what to add; else nothing."""
    view = shown_view(result) if len(result.summary) else ""
    found = [one for one in partials(result.summary, result.classes[0]) if one.view == view]
    lines = [line for one in found[:1] for line in (LACKS[one.lacks], REMEDY[one.lacks])]
    return [*(partial_words(result.manifest.label or result.manifest.model.name, one) for one in found), *lines]


def lacking_words(results: Sequence[Result]) -> list[str]:
    """A word about results that are in no ranking as their dataset lacks what a score needs."""
    said = []
    for label, result in zip(labels_of(results), results, strict=True):
        lacks = None if result.headline else next(iter(partials(result.summary, result.classes[0])), None)
        if lacks:
            said.append(f"{label} on {result.manifest.dataset.name} is not ranked. {LACKS[lacks.lacks]}")
    return said


def partial_words(model: str, one: Partial) -> str:
    """A preference in a sentence, under its own name."""
    rivals = {"pref_words": "synonyms of the words", "pref_rand": "random words"}[one.measure]
    numbers = share(one.level.value, one.level.ci_low, one.level.ci_high)
    which = "idiomatic expressions" if is_class(one.group) else "expressions"
    return (
        f"For {model}, {which} are nearer to their meaning than to {numbers} of the {rivals} "
        f"({one.measure}, {UNIT_WORDS[one.unit]}, {one.language}; chance 50 %, n = {one.level.n})."
    )


def _shown_views(result: Result, view: str | None) -> list[str]:
    if not answers_in_words(result):
        return [shown_view(result, view)]
    ways = [way for way in WAYS if way in views_of(result)]
    return [view] if view in ways else ways


def _scores(scores: list[Headline], language: str, view: str | None) -> tuple[Headline | None, Headline | None]:
    """What is ranked by, and beside an idiom score that of sentences."""
    here = [s for s in scores if s.language == language and view in (None, s.view)]
    first = main_score(here)
    return first, next((one for one in here if one is not first and one.unit != ANSWER), None)


def _references(result: Result, language: str, score: Headline) -> Iterator[Beside]:
    records = {record.name: record for record in result.manifest.references}
    for name in LABELS:
        own = [one for one in records[name].headline if one.measure == score.measure] if name in records else []
        first, second = _scores(own, language, None)
        if first is not None:
            yield Beside(LABELS[name], first, second, _means(result.references.filter(model=name), first))


def _means(statistics: pl.DataFrame, score: Headline) -> dict[str, float]:
    place = {"language": score.language, "condition": score.condition, "unit": score.unit, "group": score.group}
    here = statistics.filter(pl.col("value").is_not_null(), statistic="mean", **place)
    return dict(here.select("measure", "value").iter_rows())


def shown_level(level: Level | None, *, interval: bool = True) -> str:
    """A number beside the score, of 100 too."""
    if level is None:
        return "–"
    return hundred(level.value, *((level.ci_low, level.ci_high) if interval else (None, None)))


def sentences(answer: Answer) -> list[str]:
    """The verdict, the score and what it rests on, in sentences that need no explanation."""
    score = answer.score
    if score.former:
        return [_former(answer)]
    if score.unit == ANSWER:
        return _in_words(answer)
    if score.verdict == NOISE:
        return [f"{answer.model} {VERDICTS[NOISE]}.", _noise(score)]
    return [verdict_sentence(answer), *_rest(answer)]


def verdict_sentence(answer: Answer) -> str:
    """The verdict as a sentence."""
    score = answer.score
    if score.verdict == FEW:
        return (
            f"Too few idiomatic expressions for a verdict on {answer.model}: {score.n}, and it takes {FEWEST_IDIOMS}."
        )
    if score.verdict == ALONE:
        return f"No verdict on {answer.model}: nothing is known of its tokens, to compare its score with."
    return f"{answer.model} {VERDICTS[score.verdict]}." if score.verdict else f"{answer.model}:"


def _rest(answer: Answer) -> Iterator[str]:
    """The score with its n, and what it is made of."""
    score, second = answer.score, answer.second
    beside = f", {second.name} {shown_score(second)}" if second else ""
    yield (
        f"{score.name.capitalize()} {shown_score(score)} of 100{beside}; n = {score.n} "
        f"{'idiomatic expressions' if is_class(score.group) else 'expressions'}"
        f"{'' if score.condition == 'nat' else f', {CONDITIONS[score.condition]}'}."
    )
    if score.meaning is not None and score.random is not None:
        which = "idioms" if is_class(score.group) else "expressions"
        made = (
            f"Offered its meaning, its words and random words, it takes the meaning of {share(score.meaning.value)} of "
            f"{which} and random words for {share(score.random.value)}"
        )
        tokens = f"; {KINDS.get(score.tokens_kind, TOKENS)} get {shown_level(score.tokens, interval=False)}"
        yield made + (f"{tokens}." if score.tokens else ".")


def _noise(score: Headline) -> str:
    found = score.noise or Level(float("nan"))
    return (
        f"Offered the meaning, the words and random words of every expression, it takes the random words for "
        f"{share(found.value, found.ci_low, found.ci_high)} (a guess: 33 %; n = {found.n}), so it has no idiom score."
    )


def _former(answer: Answer) -> str:
    score = answer.score
    return (
        f"{answer.model}: {shown_score(score)} by the {score.name}, which is {score.measure}, another measure; run it "
        "again for an idiom score of today (nothing is embedded anew)."
    )


IN_WORDS = {GENERATED: "Asked in words", LIKELIHOOD: "By the likelihood of its answers"}
"""How a verdict on answers in words begins."""
BY_WORDS, BY_MEANING, BETWEEN = "goes by the words", "goes by the meaning", "lies between words and meaning"
UNTOLD = "cannot be placed: too few expressions"


def spoken_verdict(score: Headline) -> str:
    """Which way a model goes that was asked, if its interval tells."""
    if score.value is None or score.ci_low is None or score.ci_high is None:
        return UNTOLD
    return BY_WORDS if score.ci_high < score.chance else BY_MEANING if score.ci_low > score.chance else BETWEEN


def _in_words(answer: Answer) -> list[str]:
    score = answer.score
    where = "naturalistic sentences" if score.condition == "nat" else "neutral sentences"
    which = "idiomatic expressions" if is_class(score.group) else "its expressions"
    net = f" {_net(score)}" if score.meaning and score.random else ""
    return [
        f"{IN_WORDS[score.view]}, {answer.model} {spoken_verdict(score)}.",
        f"Asked which of two replacements keeps the meaning of {which} in {where}, it takes the synonym rather than "
        f"synonyms of its words {shown_score(score)} of the time (chance: {share(score.chance)}; n = {score.n}).{net}",
    ]


def _net(score: Headline) -> str:
    """The same net as in vectors, where it was asked among all options."""
    assert score.meaning is not None  # noqa: S101
    assert score.random is not None  # noqa: S101
    net = 100 * (score.meaning.value - score.random.value)
    return (
        f"Among all options it takes the synonym {share(score.meaning.value)} of the time and random words "
        f"{share(score.random.value)}: {net:z.0f} of 100."
    )


def predictions_held(predictions: pl.DataFrame, references: Sequence[ReferenceRecord]) -> str:
    """How many predictions of linguistics hold, and how many of the same for each reference.

    What a reference leaves open or has no number for does not hold for it.
    """
    if predictions.is_empty():
        return "No linguistic prediction can be judged."
    verdicts = predictions["verdict"].to_list()
    asked = set(prediction_names(predictions))
    known = {record.name: len(asked & set(record.held)) for record in references if record.held is not None}
    beside = ", ".join(f"{LABELS[name]} {known[name]}" for name in LABELS if name in known)
    counts = {name: verdicts.count(name) for name in ("holds", "fails", "undecided")}
    said = (
        f"Of {len(verdicts)} linguistic predictions {counts['holds']} hold, {counts['fails']} fail and "
        f"{counts['undecided']} are undecided"
    )
    return f"{said}; of the same hold for {beside}." if beside else f"{said}."
