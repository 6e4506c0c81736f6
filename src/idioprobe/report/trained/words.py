"""What training did to a model, in sentences: whether it knows idioms now, or only these idioms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from idioprobe.core.views import Unit
from idioprobe.suites.beforeafter import HIGHER, LOWER, TIED
from idioprobe.suites.headline import UNIT_WORDS

Change = Mapping[str, Any]

SCORES = ("choice_net",)
"""Measures that are shown of 100."""
SHARES = ("choice", "choice_random", "pref_words", "pref_rand")
"""Measures that are shares, and shown in per cent."""
SCORE_TITLES = {"target": "idiom score", "sentence": "sentence score"}
TITLES = {
    "choice": "offered meaning, words and random words, it takes the meaning",
    "choice_random": "offered meaning, words and random words, it takes random words",
    "pref_words": "nearer to its meaning than to its words",
    "pref_rand": "nearer to its meaning than to random words",
    "aff_syn_words": "how much nearer its meaning is than its words",
    "sim_syn": "similarity to its synonym",
    "sim_words": "similarity to the synonyms of its words",
    "sim_rand": "similarity to random words",
    "spearman": "agreement with graded similarity (Spearman)",
    "sim_unrelated": "similarity of sentences that have nothing in common",
}


def change(changes: pl.DataFrame, group: str, measure: str, unit: str = "sentence") -> Change | None:
    """One row, where it is there."""
    rows = changes.filter(group=group, measure=measure, unit=unit)
    return None if rows.is_empty() else rows.row(0, named=True)


def title(measure: str, unit: Unit) -> str:
    """What a measure is called in a unit.

    >>> title("choice_net", "sentence"), title("sim_rand", "target")
    ('sentence score', 'similarity to random words, phrase')
    """
    if measure in SCORES:
        return SCORE_TITLES[unit]
    name = TITLES.get(measure, measure)
    return f"{name}, {UNIT_WORDS[unit]}"


def shown(row: Change, name: str, digits: int = 3) -> str:
    """A number of a change with its interval: of 100 a score, in per cent a share, a difference of both in points.

    >>> shown({"measure": "sim_syn", "after": 0.5, "after_low": 0.41, "after_high": 0.6}, "after")
    '0.500 [0.410, 0.600]'
    """
    percent, score = row["measure"] in SHARES, row["measure"] in SCORES
    sign = "+" if name == "difference" else ""

    def number(value: float) -> str:
        return f"{100 * value:{sign}z.0f}" if percent or score else f"{value:{sign}.{digits}f}"

    text = number(row[name]) + (" points" if sign and (percent or score) else " %" if percent else "")
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    return text if low is None or high is None else f"{text} [{number(low)}, {number(high)}]"


def sentences(changes: pl.DataFrame) -> list[str]:
    """The answer, and what stands behind it."""
    return [answer(changes), *_lines(changes)]


def _scored(changes: pl.DataFrame, group: str) -> Change | None:
    """The idiom score of a group, or that of sentences where a model has no vectors of phrases."""
    return change(changes, group, SCORES[0], "target") or change(changes, group, SCORES[0])


def answer(changes: pl.DataFrame) -> str:
    """Whether the model learned idioms, or these idioms."""
    seen, unseen = (_scored(changes, group) for group in ("seen", "unseen"))
    if seen is None or unseen is None:
        return "There is no score of seen and unseen expressions to compare."
    if seen["verdict"] != HIGHER:
        return "Training did not teach the model even the idioms that it was trained on, as far as can be told."
    gain, other = 100 * seen["difference"], 100 * unseen["difference"]
    if unseen["verdict"] == HIGHER:
        return (
            f"It learned more than these idioms: {gain:.0f} points on those it was trained on, and {other:.0f} on "
            "idioms that share no word and no synonym with them."
        )
    if unseen["verdict"] == LOWER:
        return f"It learned these idioms ({gain:.0f} points) at the cost of others ({other:+.0f} points)."
    return (
        f"It learned these idioms: {gain:.0f} points on those it was trained on, while on others no change can be told "
        f"({shown(unseen, 'difference')})."
    )


def _lines(changes: pl.DataFrame) -> Iterator[str]:
    lines = (
        ("seen", SCORES[0], "Idioms that it was trained on: idiom score"),
        ("unseen", SCORES[0], "Idioms that it was not trained on: idiom score"),
        ("compositional", SCORES[0], "The same of compositional expressions:"),
        ("unseen", "choice_random", "Takes random words for idioms that it was not trained on:"),
        ("unseen", "sim_rand", "Random words in the place of unseen idioms: cosine"),
        ("ordinary", "sim_unrelated", "Sentences that have nothing in common: cosine"),
        ("ordinary", "spearman", "Ordinary similarity, agreement with grades: Spearman"),
    )
    for group, measure, words in lines:
        row = _scored(changes, group) if measure in SCORES else change(changes, group, measure)
        if row is not None:
            verdict = {HIGHER: "higher", LOWER: "lower", TIED: "no difference can be told"}.get(row["verdict"])
            found = f"{shown(row, 'before')} before, {shown(row, 'after')} after, {shown(row, 'difference')}"
            yield f"{words} {found}{f': {verdict}' if verdict else ''} (n = {row['n']})."
    yield from space(changes)


def space(changes: pl.DataFrame) -> Iterator[str]:
    """Whether what is unrelated moved nearer; nothing where that was not measured."""
    nearer = [change(changes, *key) for key in (("unseen", "sim_rand"), ("ordinary", "sim_unrelated"))]
    if all(row is not None and row["verdict"] == HIGHER for row in nearer):
        yield "Everything moved nearer to everything: the space shrinks."
    elif any(row is not None and row["verdict"] == HIGHER for row in nearer):
        yield "Some of what is unrelated moved nearer: look at the table before you use this model for search."
    elif any(row is not None for row in nearer):
        yield "What is unrelated did not move nearer: the space does not collapse."
