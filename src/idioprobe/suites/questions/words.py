"""What is said about answers: the choices and what they are beside, in tables and in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from idioprobe.core.tables import ALL, CLASSES
from idioprobe.core.views import ANSWER, GENERATED, LIKELIHOOD
from idioprobe.suites.base import Section
from idioprobe.suites.questions.kinds import QUESTION
from idioprobe.suites.questions.people import STATISTIC as PERSON
from idioprobe.suites.questions.summary import STRICT

SHOWN = {
    "qa_pref_words": "synonym of two",
    "qa_choice": "synonym of all options",
    "qa_chose_words": "words' synonyms",
    "qa_chose_component": "one word",
    "qa_chose_random": "random words",
    "qa_idiom": "by the idiom",
    "qa_position_bias": "place bias",
    "qa_consistency": "consistency",
    "qa_short_bias": "short bias",
    "qa_refused": "no use",
}
"""What a table of answers has a row for."""
HEADINGS = {"nat": "naturalistic", "neut": "neutral", "none": "no sentence", QUESTION: "question"}
"""What was asked in, as columns."""
TITLES = {
    GENERATED: "What it writes (all expressions)",
    LIKELIHOOD: "The likeliest option, by its length (all expressions)",
}
ASKED_IN = {"nat": "naturalistic sentences{}", "neut": "neutral sentences{}", "none": "questions without a sentence{}"}
UNANSWERED = {
    "qa_pref_words": "Asked which words keep the meaning",
    "qa_idiom": "Asked questions with an idiom in them",
    "qa_rating": "Asked how literal expressions are",
    "qa_paraphrase": "Asked for up to three synonyms",
}
"""What to say of it where no answer can be used."""
WAYS = {GENERATED: "", LIKELIHOOD: "By the likelihood of the options, "}
NOTE = (
    "Shares are of usable answers, options changing places; guessing gives 50 % of two options and of idioms. Place "
    "bias: the share of the most frequent place minus that by guessing. No use: refused, empty, several options or "
    "none. answers.parquet has every prompt, answer and how it was understood."
)

_NOTHING = "–"
Row = dict[str, Any]


def sections(summary: pl.DataFrame, model: str, classes: Sequence[str] = CLASSES) -> Iterator[Section]:
    """For each language a table of the answers in each way, and sentences."""
    found = summary.filter(pl.col("unit") == ANSWER)
    for language in found["language"].unique(maintain_order=True):
        here = found.filter(pl.col("language") == language)
        yield Section(f"Answers of {model} ({language})")
        yield from (_table(here, str(view)) for view in here["view"].unique(maintain_order=True))
        yield Section(sentences=tuple(_sentences(here, classes)))
    if len(found):
        yield Section(notes=(NOTE,))


def verdicts(summary: pl.DataFrame, model: str, classes: Sequence[str] = CLASSES) -> Iterator[str]:
    """By language, what the answers show."""
    del model
    found = summary.filter(pl.col("unit") == ANSWER)
    for language in found["language"].unique(maintain_order=True):
        for sentence in _sentences(found.filter(pl.col("language") == language), classes):
            yield f"{str(language).upper()}: {sentence}"


def _table(here: pl.DataFrame, view: str) -> Section:
    """One way to answer: a row for each measure, a column for each thing it was asked in."""
    rows = {
        label: [_cell(_row(here, measure, condition, view, ALL)) for condition in HEADINGS]
        for measure, label in SHOWN.items()
    }
    shown = tuple((label, *cells) for label, cells in rows.items() if set(cells) != {_NOTHING})
    return Section(title=TITLES.get(view, view), columns=("", *HEADINGS.values()), rows=shown)


def _row(
    here: pl.DataFrame, measure: str, condition: str, view: object, group: str, statistic: str = "mean"
) -> Row | None:
    rows = here.filter(
        pl.col("value").is_not_null(),
        measure=measure,
        condition=condition,
        view=view,
        group=group,
        statistic=statistic,
    )
    return rows.row(0, named=True) if len(rows) else None


def _cell(row: Row | None) -> str:
    return _NOTHING if row is None else _percent(row)


def _percent(row: Row) -> str:
    """A share in per cent, with its interval where it has one."""
    shown = f"{100 * row['value']:.0f} %"
    return shown if row["ci_low"] is None else f"{shown} [{100 * row['ci_low']:.0f}, {100 * row['ci_high']:.0f}]"


def _sentences(here: pl.DataFrame, classes: Sequence[str]) -> Iterator[str]:
    for view in here["view"].unique(maintain_order=True):
        said = [*_choices(here, view, classes), *_idioms(here, view), *_ratings(here, view), *_paraphrases(here, view)]
        said += _unanswered(here, view)
        for sentence in said:
            begun = WAYS.get(str(view), "")
            yield f"{begun}{sentence[0].lower()}{sentence[1:]}" if begun else sentence


def _choices(here: pl.DataFrame, view: object, classes: Sequence[str]) -> Iterator[str]:
    """One sentence about idiomatic expressions, else about all, in whatever they were asked."""
    for group, whose in ((classes[0], " with idiomatic expressions"), (ALL, "")):
        rows = {condition: _row(here, "qa_pref_words", condition, view, group) for condition in ASKED_IN}
        found = {condition: row for condition, row in rows.items() if row is not None}
        if found:
            first, *others = found
            parts = [f"{_percent(found[first])} of {ASKED_IN[first].format(whose)}"]
            parts += [f"{_percent(found[other])} of {ASKED_IN[other].format('')}" for other in others]
            taken = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
            yield (
                f"Asked which words keep the meaning, it took the synonym in {taken}; guessing would get 50 %."
                f"{_strict(here, 'qa_pref_words', first, view, group)}"
            )
            return


def _strict(here: pl.DataFrame, measure: str, condition: str, view: object, group: str) -> str:
    """What becomes of it if no usable answer is a wrong one, where there were some."""
    mean = _row(here, measure, condition, view, group)
    strict = _row(here, measure, condition, view, group, STRICT)
    if mean is None or strict is None or abs(mean["value"] - strict["value"]) < 0.005:
        return ""
    return f" With answers of no use as wrong ones it is {_percent(strict)}."


def _unanswered(here: pl.DataFrame, view: object) -> Iterator[str]:
    """What it was asked and never answered, in whatever it was asked."""
    own = here.filter(view=view, group=ALL, statistic="mean")
    for measure, asked in UNANSWERED.items():
        rows = own.filter(measure=measure)
        if len(rows) and rows["n"].max() == 0:
            yield f"{asked}, it gave no answer that can be used."


def _idioms(here: pl.DataFrame, view: object) -> Iterator[str]:
    row = _row(here, "qa_idiom", QUESTION, view, ALL)
    if row is not None:
        yield (
            f"Asked questions with an idiom in them, it answered by the meaning of the idiom in {_percent(row)}; "
            f"guessing would get 50 %.{_strict(here, 'qa_idiom', QUESTION, view, ALL)}"
        )


def _ratings(here: pl.DataFrame, view: object) -> Iterator[str]:
    own = here.filter(pl.col("value").is_not_null(), measure="qa_rating", view=view, group=ALL, condition="nat")
    spread = own.filter(statistic="sd")
    if len(spread) and not spread["value"][0]:
        yield f"It rated all of them alike ({own.filter(statistic='mean')['value'][0]:g}), so that nothing correlates."
    for kind, statistic, of in (("type", "rho_type", "expressions"), ("token", "rho_token", "sentences")):
        rows = own.filter(statistic=statistic, rating=kind)
        if rows.is_empty():
            continue
        person = own.filter(statistic=PERSON, rating=kind)
        beside = f"; one person's with the others: {person['value'][0]:.2f}" if len(person) else ""
        yield f"Its ratings of how literal they are correlate with people's over {of}: ρ = {_rho(rows)}{beside}."


def _rho(rows: pl.DataFrame) -> str:
    value, low, high = rows.select("value", "ci_low", "ci_high").row(0)
    return f"{value:.2f}" if low is None else f"{value:.2f} [{low:.2f}, {high:.2f}]"


def _paraphrases(here: pl.DataFrame, view: object) -> Iterator[str]:
    row = _row(here, "qa_paraphrase", "nat", view, ALL)
    if row is not None:
        yield (
            f"Asked for up to three synonyms, it gave one that people gave in {_percent(row)} of sentences."
            f"{_strict(here, 'qa_paraphrase', 'nat', view, ALL)}"
        )
