"""The idiom score: one number for a model, what it is made of, and the verdict on it, read from the summary.

Offered its meaning, its words and random words, how often a model takes the meaning of an idiomatic expression, less
how often it takes the random words. 0: by the words or by guessing; 1: every idiom. The idiom score is taken from the
vector of the expression in its sentence, the sentence score from that of the whole sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import polars as pl

from idioprobe.core.tables import ALL, CLASSES, CONDITIONS, CONTROL, OF_TYPE, is_class
from idioprobe.core.views import ANSWER, UNITS, Unit
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.measure import IN_SENTENCE

NET, MEANING, WORDS, RANDOM = "choice_net", "choice", "choice_words", "choice_random"
TOKENS, BEYOND = "choice_net_tokens", "choice_beyond"
SPOKEN, SPOKEN_CHOICES = "qa_pref_words", ("qa_choice", "qa_chose_words", "qa_chose_random")
IDIOM_SCORE, SENTENCE_SCORE = "idiom score", "sentence score"
NAMES: Mapping[Unit, str] = {"target": IDIOM_SCORE, "sentence": SENTENCE_SCORE, ANSWER: "idiom score in words"}
"""What the score is called in each unit."""
UNIT_WORDS: Mapping[Unit, str] = {"target": "phrase", "sentence": "sentence", ANSWER: "answer"}
"""What a reader calls the units."""
MEASURES: Mapping[Unit, str] = {"target": NET, "sentence": NET, ANSWER: SPOKEN}
FORMER = "idiom score of versions before 0.12"
"""What the headline of older results is called: the share of sentences nearer to the meaning than to the words."""
PARTIAL = ("pref_words", "pref_rand")
"""What can be said where a dataset lacks one of the two that a choice needs; each under its own name."""

Verdict = Literal["beyond", "words", "open", "noise", "few", "alone"]
GOES_BEYOND: Final = "beyond"
ADDS_UP: Final = "words"
OPEN: Final = "open"
NOISE: Final = "noise"
FEW: Final = "few"
ALONE: Final = "alone"
VERDICTS: Mapping[Verdict, str] = {
    GOES_BEYOND: "goes beyond its words",
    ADDS_UP: "adds up its words",
    OPEN: "cannot be shown to go beyond its words",
    NOISE: "cannot tell meaning from noise",
    FEW: "has too few idiomatic expressions for a verdict",
    ALONE: "has no tokens of its own to be compared with, so there is no verdict",
}
"""What is said of a model, behind its name."""
FEWEST_IDIOMS = 10
"""Fewer idiomatic expressions have numbers and no verdict."""
GUESSING = 1 / 3
"""How often a guess among three is the random words."""
MARGIN = 0.05
"""Who is certainly less than this beyond its tokens adds up its words."""

LACKS = {
    "words": "The dataset has no synonyms of the single words (`words`), so there is no idiom score.",
    "rand": "The dataset has no random words (`rand`), so there is no idiom score.",
}
REMEDY = {
    "words": "idioprobe data complete proposes synonyms of single words, and idioprobe lexicon draft drafts them from "
    "a wordnet.",
    "rand": "idioprobe data build adds random words to a spreadsheet; in a dataset of your own they are the role rand.",
}
"""What is missing for a score, and how to get it."""


@dataclass(frozen=True)
class Level:
    """A number with its interval, and over how many expressions."""

    value: float
    ci_low: float | None = None
    ci_high: float | None = None
    n: int = 0


@dataclass(frozen=True)
class Headline:
    """The score in one language, view and unit, and all that it rests on.

    `value` is empty where the model cannot tell meaning from noise. `meaning`, `words` and `random` are how often each
    is chosen, `noise` how often random words are over all expressions; `tokens` is what the model's own tokens get,
    `tokens_kind` what these are, and `beyond` the paired difference. The verdict is on the model, from its phrases
    where it has vectors of these.
    """

    name: str
    language: str
    view: str
    unit: Unit
    condition: str
    group: str
    measure: str
    value: float | None
    ci_low: float | None
    ci_high: float | None
    n: int
    chance: float = 0.0
    notes: tuple[str, ...] = ()
    verdict: Verdict | None = None
    meaning: Level | None = None
    words: Level | None = None
    random: Level | None = None
    noise: Level | None = None
    tokens: Level | None = None
    tokens_kind: str = ""
    beyond: Level | None = None

    @property
    def ranked(self) -> bool:
        """Whether the model may be compared with others by this number."""
        return self.value is not None

    @property
    def former(self) -> bool:
        """Whether it is the headline of an older version, which is another measure."""
        return self.name == FORMER


def hundred(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """A score as it is shown: of 100, with its interval.

    >>> hundred(0.161, 0.087, 0.24), hundred(-0.004), hundred(None)
    ('16 [9, 24]', '0', '–')
    """
    if value is None:
        return "–"
    shown = f"{100 * value:z.0f}"
    return shown if low is None or high is None else f"{shown} [{100 * low:z.0f}, {100 * high:z.0f}]"


def share(value: float, low: float | None = None, high: float | None = None) -> str:
    """A share of 0 to 1 in per cent, with its interval.

    >>> share(1 / 3), share(1 / 3, 0.198, 0.48)
    ('33 %', '33 % [20, 48]')
    """
    shown = f"{100 * value:.0f} %"
    return shown if low is None or high is None else f"{shown} [{100 * low:.0f}, {100 * high:.0f}]"


def shown_score(score: Headline | None, *, interval: bool = True) -> str:
    """A score as it is shown: of 100, that of answers in words and of older results in per cent.

    >>> place = ("en", "native", "target", "nat", "NC", "choice_net")
    >>> one = Headline("idiom score", *place, 0.161, 0.087, 0.24, n=72)
    >>> shown_score(one), shown_score(one, interval=False), shown_score(None)
    ('16 [9, 24]', '16', '–')
    """
    if score is None or score.value is None:
        return "–"
    bounds = (score.ci_low, score.ci_high) if interval else (None, None)
    return share(score.value, *bounds) if score.former or score.unit == ANSWER else hundred(score.value, *bounds)


def headlines(summary: pl.DataFrame, idiomatic: str = CLASSES[0], tokens_kind: str = "") -> list[Headline]:
    """The scores in each language and view that has any, with the verdict on each.

    `idiomatic` is the class of idiomatic expressions, `tokens_kind` what the model's tokens are.
    """
    found: list[Headline] = []
    for language, view in summary.select("language", "view").unique(maintain_order=True).iter_rows():
        units = ((unit, _headline(summary, language, view, unit, idiomatic)) for unit in NAMES)
        here = {unit: one for unit, one in units if one is not None}
        verdict = next((_verdict(one) for one in here.values() if one.unit != ANSWER), None)
        found += [_judged(one, verdict, tokens_kind) for one in here.values()]
    return found


def _judged(one: Headline, verdict: Verdict | None, kind: str) -> Headline:
    if one.unit == ANSWER:
        return one
    unknown = {"value": None, "ci_low": None, "ci_high": None} if verdict == NOISE else {}
    return replace(one, verdict=verdict, tokens_kind=kind if one.tokens else "", **unknown)  # type: ignore[arg-type]


def _verdict(one: Headline) -> Verdict:
    """Whether a model can tell meaning from noise, and whether it goes beyond what its tokens get."""
    if one.n < FEWEST_IDIOMS:
        return FEW
    if one.noise is not None and one.noise.ci_high is not None and one.noise.ci_high >= GUESSING:
        return NOISE
    beyond = one.beyond
    if beyond is None or beyond.ci_low is None or beyond.ci_high is None:
        return ALONE
    return GOES_BEYOND if beyond.ci_low > 0 else ADDS_UP if beyond.ci_high < MARGIN else OPEN


def _headline(summary: pl.DataFrame, language: str, view: str, unit: Unit, idiomatic: str) -> Headline | None:
    """The score in one place."""
    here = summary.filter(
        pl.col("value").is_not_null(),
        pl.col("group") != CONTROL,
        statistic="mean",
        language=language,
        view=view,
        unit=unit,
    )
    measure = MEASURES[unit]
    for condition in (c for c in IN_SENTENCE if c in here["condition"]):
        rows = here.filter(condition=condition)
        levels = {
            (name, group): Level(value, low, high, n)
            for name, group, value, low, high, n in rows.select(
                "measure", "group", "value", "ci_low", "ci_high", "n"
            ).iter_rows()
        }
        group = idiomatic if (measure, idiomatic) in levels else ALL
        score = levels.get((measure, group))
        if score is None:
            continue
        chance = BY_NAME[measure].chance
        meaning, words, random = SPOKEN_CHOICES if unit == ANSWER else (MEANING, WORDS, RANDOM)
        return Headline(
            NAMES[unit],
            *(language, view, unit, condition, group, measure),
            *(score.value, score.ci_low, score.ci_high, score.n),
            chance=chance if isinstance(chance, float) else 0.0,
            notes=tuple(_notes(condition, group)),
            meaning=levels.get((meaning, group)),
            words=levels.get((words, group)),
            random=levels.get((random, group)),
            noise=levels.get((RANDOM, ALL)),
            tokens=levels.get((TOKENS, group)),
            beyond=levels.get((BEYOND, group)),
        )
    return None


def main_score(scores: Sequence[Headline]) -> Headline | None:
    """What a model is ranked by: the idiom score, or that of sentences where it has no vectors of phrases.

    Older versions ranked by sentences first.
    """
    order = sorted(scores, key=lambda one: (one.former and one.unit == "target", list(NAMES).index(one.unit)))
    return order[0] if order else None


@dataclass(frozen=True)
class Partial:
    """What can be said of a result without a score: a preference under its own name, and what is missing."""

    language: str
    view: str
    unit: Unit
    condition: str
    group: str
    measure: str
    level: Level
    lacks: str


def partials(summary: pl.DataFrame, idiomatic: str = CLASSES[0]) -> list[Partial]:
    """For each language and view without a score, the preferences that it has; phrases first."""
    scored = {(one.language, one.view) for one in headlines(summary, idiomatic)}
    found: list[Partial] = []
    rows = summary.filter(
        pl.col("value").is_not_null(),
        pl.col("measure").is_in(PARTIAL),
        pl.col("group").is_in([idiomatic, ALL]),
        statistic="mean",
    )
    for (language, view), here in rows.group_by("language", "view", maintain_order=True):
        if (language, view) in scored:
            continue
        for unit in UNITS:
            own = here.filter(unit=unit)
            condition = next((c for c in IN_SENTENCE if c in own["condition"]), None)
            if condition is None:
                continue
            own = own.filter(condition=condition)
            group = idiomatic if idiomatic in own["group"] else ALL
            own = own.filter(group=group)
            measure = next(name for name in PARTIAL if name in own["measure"])
            lacks = "rand" if measure == PARTIAL[0] else "words"
            level = Level(*own.filter(measure=measure).select("value", "ci_low", "ci_high", "n").row(0))
            place = (str(language), str(view), unit, condition, group, measure)
            found.append(Partial(*place, level, lacks))
    return found


def items_of(score: Headline, scores: pl.DataFrame, expressions: pl.DataFrame) -> pl.DataFrame:
    """The scores of the items that a headline is made of."""
    here = scores.filter(
        language=score.language, view=score.view, unit=score.unit, condition=score.condition, measure=score.measure
    )
    if not is_class(score.group):
        return here
    idiomatic = expressions.filter(pl.col("class") == score.group, language=score.language)["expression"]
    return here.filter(pl.col("expression").is_in(idiomatic.to_list()))


def means_beside(score: Headline, summary: pl.DataFrame) -> pl.DataFrame:
    """The means of all measures for the expressions and sentences of a headline."""
    return _means(score, summary).filter(group=score.group)


def by_type(score: Headline, summary: pl.DataFrame) -> pl.DataFrame:
    """What the score's measure is for all expressions of each type, whatever their class, where there are several."""
    here = _means(score, summary).filter(pl.col("group").str.starts_with(OF_TYPE), measure=score.measure)
    return here.select(pl.col("group").str.strip_prefix(OF_TYPE).alias("type"), "value", "ci_low", "ci_high", "n")


def by_class(score: Headline, summary: pl.DataFrame, classes: Sequence[str] = CLASSES) -> pl.DataFrame:
    """What the score's measure is for the expressions of each class, the idiomatic ones first."""
    here = _means(score, summary).filter(pl.col("group").is_in(list(classes)), measure=score.measure)
    order = {name: at for at, name in enumerate(classes)}
    sorted_ = here.sort(pl.col("group").replace_strict(order, return_dtype=pl.Int64))
    return sorted_.select(pl.col("group").alias("class"), "value", "ci_low", "ci_high", "n")


def _means(score: Headline, summary: pl.DataFrame) -> pl.DataFrame:
    """The means of all measures in the sentences, view and unit of a headline."""
    where = {"language": score.language, "view": score.view, "unit": score.unit, "condition": score.condition}
    return summary.filter(pl.col("value").is_not_null(), statistic="mean", **where)


def _notes(condition: str, group: str) -> Iterator[str]:
    if condition != IN_SENTENCE[0]:
        yield f"The score is taken in: {CONDITIONS[condition]}; there are no naturalistic sentences."
    if group == ALL:
        yield "No expression is classed as idiomatic, so all of them count."
