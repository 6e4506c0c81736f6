"""The kinds of questions, each in one declaration: how it is put, what it offers, how answers are read and counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from idioprobe.core.views import GENERATED, LIKELIHOOD
from idioprobe.data.questions.questions import IDIOMATIC, LITERAL, Questions
from idioprobe.suites.questions.likelihoods import expected, highest, per_character
from idioprobe.suites.questions.listing import parse_paraphrases
from idioprobe.suites.questions.matching import matches
from idioprobe.suites.questions.parsing import Reading, parse_choice, parse_rating
from idioprobe.suites.questions.tables import CHOICE, NONE, RATING, SHOWN

SYNONYM, WORDS, COMPONENT, RANDOM = "syn", "words", "component", "rand"
"""What may stand in the place of an expression; one of its components goes by its own role in the table."""
QUESTION = "question"
"""The condition of a question that has the expression in it, and no sentence of its own."""
BOTH_WAYS = (GENERATED, LIKELIHOOD)

Row = Mapping[str, Any]
"""A question, as the table has it."""
Read = Callable[[str, Row, Questions], Reading]
Weigh = Callable[[Sequence[float], Sequence[str]], Reading]
Count = Callable[[Reading, Row], float | None]
Score = Callable[[Row], float]


@dataclass(frozen=True)
class Kind:
    """One kind of question.

    `wording` is its key among a language's wordings, `alone` that of the same question without a sentence. `offers` are
    the roles of its options, the right one first. `read` understands what a model writes, `weigh` the likelihoods of
    the options, `counts` says what the answer is worth; `scores` are the measures made of its usable answers.
    """

    name: str
    wording: str
    read: Read
    counts: Count
    conditions: tuple[str, ...]
    alone: str = ""
    offers: tuple[str, ...] = ()
    weigh: Weigh | None = None
    tokens: int = 32
    scores: Mapping[str, Score] = field(default_factory=dict)

    @property
    def ways(self) -> tuple[str, ...]:
        """The views in which it is asked."""
        return BOTH_WAYS if self.weigh else (GENERATED,)


def _listed(text: str, row: Row, asked: Questions) -> Reading:
    return parse_choice(text, row["options"], asked.refuses, expression=row["expression"])


def _named(text: str, row: Row, asked: Questions) -> Reading:
    return parse_choice(text, row["options"], asked.refuses, lettered=False, expression=row["expression"])


def _rated(text: str, _row: Row, asked: Questions) -> Reading:
    return parse_rating(text, asked.scale, asked.refuses)


def _paraphrased(text: str, row: Row, asked: Questions) -> Reading:
    return parse_paraphrases(text, asked.refuses, row["expression"])


def _shown(_text: str, _row: Row, _asked: Questions) -> Reading:
    return Reading(SHOWN)


def _likeliest(likelihoods: Sequence[float], options: Sequence[str]) -> Reading:
    chosen = highest(per_character(likelihoods, options))
    return Reading(NONE) if chosen is None else Reading(CHOICE, chosen)


def _expected(likelihoods: Sequence[float], options: Sequence[str]) -> Reading:
    return Reading(RATING, value=expected(likelihoods, [float(option) for option in options]))


def _is(role: str) -> Count:
    return lambda reading, row: None if reading.choice is None else float(row["roles"][reading.choice] == role)


def _number(reading: Reading, _row: Row) -> float | None:
    return reading.value


def _is_synonym(reading: Reading, row: Row) -> float | None:
    return float(matches(reading.texts, row["options"], row["language"])) if reading.texts else None


def role_group(role: str | None) -> str | None:
    """What a chosen role counts as: any component of an expression is one.

    >>> role_group("syn"), role_group("verb")
    ('syn', 'component')
    """
    return role if role in (None, SYNONYM, WORDS, RANDOM, IDIOMATIC, LITERAL) else COMPONENT


def _took(role: str) -> Score:
    return lambda row: float(role_group(row["choice"]) == role)


def _value(row: Row) -> float:
    return float(row["value"])


IDIOM = Kind(
    name="idiom",
    wording="idiom",
    offers=(IDIOMATIC, LITERAL),
    read=_named,
    weigh=_likeliest,
    counts=_is(IDIOMATIC),
    conditions=(QUESTION,),
    scores={"qa_idiom": _took(IDIOMATIC)},
)
FREE = Kind(
    name="free",
    wording="free",
    read=_shown,
    counts=_number,
    conditions=(QUESTION,),
    tokens=64,
)
PAIR = Kind(
    name="pair",
    wording="pair",
    alone="pair_alone",
    offers=(SYNONYM, WORDS),
    read=_listed,
    weigh=_likeliest,
    counts=_is(SYNONYM),
    conditions=("nat", "neut", "none"),
    scores={"qa_pref_words": _took(SYNONYM)},
)
CHOOSE = Kind(
    name="choice",
    wording="choice",
    alone="choice_alone",
    offers=(SYNONYM, WORDS, COMPONENT, RANDOM),
    read=_listed,
    weigh=_likeliest,
    counts=_is(SYNONYM),
    conditions=("nat", "neut", "none"),
    scores={
        "qa_choice": _took(SYNONYM),
        "qa_chose_words": _took(WORDS),
        "qa_chose_component": _took(COMPONENT),
        "qa_chose_random": _took(RANDOM),
    },
)
RATE = Kind(
    name="rating",
    wording="rating",
    read=_rated,
    weigh=_expected,
    counts=_number,
    conditions=("nat",),
    tokens=16,
    scores={"qa_rating": _value},
)
PARAPHRASE = Kind(
    name="paraphrase",
    wording="paraphrase",
    read=_paraphrased,
    counts=_is_synonym,
    conditions=("nat",),
    tokens=48,
    scores={"qa_paraphrase": _value},
)
KINDS = {kind.name: kind for kind in (IDIOM, FREE, PAIR, CHOOSE, RATE, PARAPHRASE)}
"""All kinds by name, in the order in which they are asked."""
