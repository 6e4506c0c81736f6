"""What a measure is: one declaration with its formula, its words, its source and what is expected of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Literal

from idioprobe.core.views import UNITS, Unit
from idioprobe.data.components import PAIR
from idioprobe.suites.ratings import EXPRESSION_RATINGS

IN_SENTENCE = ("nat", "neut", "neut_long")
"""Conditions in which the expression stands in a sentence."""

HUMAN = (*EXPRESSION_RATINGS, "token")
"""Human judgments that a measure is correlated with."""

COUNTS = ("frequency", "pmi", "ppmi")
"""What a corpus says of an expression, where it is known; every measure of items is correlated with it too."""

HE, VIEIRA, GARCIA_ACL, WOLD = (
    "He et al. (2025)",
    "Vieira (2023)",
    "Garcia et al. (ACL 2021)",
    "Wold et al. (2025)",
)
"""Where measures were defined; a declaration adds the equation where the paper numbers it."""
OWN = "idioprobe"
"""The source of measures that no paper has."""

Range = tuple[float, float]
HIGH: Range = (0.9, 1.0)
LOW: Range = (-0.1, 0.1)
"""What an ideal model would show, for the measures whose ideal a paper states (≈ 1, ≈ 0): the range in which that
prediction holds."""

What = tuple[str, str, str, str | None]
"""A statistic by its group, measure, name and rating."""
Kind = Literal["rho_zero", "rho_positive", "rho_negative", "level_one", "level_zero", "level_low", "above"]
Better = Literal["higher", "lower"]


COMPONENT = "component"
"""The side of a comparison that is each component of an expression in its place."""


@dataclass(frozen=True)
class Comparison:
    """Two stimuli of one item whose vectors are compared, by their roles.

    `alone` stands for the expression as written in the sentence but without it, `neutral`
    for the expression in the short neutral sentence, `component` for each of its words in its place (as many
    comparisons as there are roles), `components` for the sum of its words, each alone, `sentences` for the
    expression in its later sentences, `free_synonym` for the first of its two synonyms that shares no word with it.
    `standardise` says which dimensions are first turned into z-scores. `crossed`: the variant is taken from the other
    sentences of the same expression.
    """

    name: str
    left: str
    right: str
    conditions: tuple[str, ...] = IN_SENTENCE
    units: tuple[Unit, ...] = UNITS
    standardise: Literal["all", "top"] | None = None
    crossed: bool = False


@dataclass(frozen=True)
class Prediction:
    """What linguistics expects of a measure, in a form that an interval can decide.

    `above` compares with the measure `than`, with the same measure in the condition
    `than_condition`, or with the number `floor`; `condition` limits where it is decided.
    """

    kind: Kind
    words: str
    group: str = "all"
    than: str | None = None
    than_condition: str | None = None
    condition: str | None = None
    floor: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One measure: how it is computed, what it means, where it comes from, and what is expected of it.

    `formula` is what computes it, `written` the same for readers. `needs` are the comparisons
    that it is made from, `uses` those that take part where an item has them (one of them at least),
    `of` the columns or measures where it is made from these. `by_expression`: its level is averaged over each
    expression's sentences first, so that an expression counts once. `chance` is what guessing would give: a number,
    or the measure that knows it for each item. Not `correlated`: it says nothing of an expression. `better` says which
    direction is better for a level over all expressions, where one is. Not `per_item`: a statistic of
    other numbers. Not `per_sentence`: one value per expression. `rated`: of sentences that
    are judged on every target. `bounded_only`: for similarities that
    are 1 for equal vectors. `of_controls`: of ordinary words, which a dataset need not have. `ideal` is the range
    that an ideal model would show, `ideals` the same by class. `cells`: the formula gives a value for each pair of
    substitutes of an item, whose mean is the item's, and the level is resampled over substitutes too. `span` is what a
    value can be, of a measure whose level has an interval even where all values are equal.
    """

    name: str
    formula: Callable[..., Any]
    title: str
    definition: str
    written: str
    source: str
    cells: bool = False
    span: Range | None = None
    better: Better | None = None
    needs: tuple[Comparison, ...] = ()
    uses: tuple[Comparison, ...] = ()
    of: tuple[str, ...] = ()
    by_expression: bool = False
    chance: float | str | None = None
    correlated: bool = True
    predictions: tuple[Prediction, ...] = ()
    conditions: tuple[str, ...] = IN_SENTENCE
    units: tuple[Unit, ...] = UNITS
    bounded_only: bool = False
    per_item: bool = True
    per_sentence: bool = True
    rated: bool = False
    of_controls: bool = False
    scales: tuple[str, ...] = (*HUMAN, *COUNTS)
    ideal: Range | None = None
    ideals: Mapping[str, Range] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """A measure that cannot be computed is none."""
        if not callable(self.formula):
            raise TypeError(f"measure {self.name}: its formula is not a function")

    def ideal_of(self, label: str | None = None) -> Range | None:
        """The ideal range, or that of one class where it differs."""
        return self.ideals.get(label or "", self.ideal)


def comparisons_of(measures: Iterable[Measure]) -> tuple[Comparison, ...]:
    """The comparisons that some measures need, each once."""
    return tuple(dict.fromkeys(comparison for measure in measures for comparison in (*measure.needs, *measure.uses)))


_MADE = {"alone", "neutral", COMPONENT, "components", "sentences", "free_synonym"}
"""Sides of a comparison that are no role of a stimulus."""


def compared_role(measure: Measure) -> str:
    """The one role that a similarity compares the original with, or `component`; empty for what is no such pair."""
    pairs = [one for one in measure.needs if one.left == "original" and one.standardise is None]
    plain = len(measure.needs) == len(pairs) == 1 and pairs[0].right not in _MADE - {COMPONENT}
    return pairs[0].right if plain else ""


def missing_roles(
    measure: Measure, condition: str, roles: Mapping[str, Set[str]], components: Sequence[Sequence[str]] = (PAIR,)
) -> set[str]:
    """The roles that a measure would need in a condition, beyond those that each condition has.

    `components` are the roles that the components of expressions have: of some expressions all have to be there.
    """
    needed = {role for comparison in measure.needs for role in (comparison.left, comparison.right)}
    there = set(roles.get(condition, ()))
    lacking = needed - _MADE - there
    if COMPONENT in needed:
        lacking |= _fewest_missing(components, there)
    every = [role for c in measure.uses for role in (components[0] if c.right == COMPONENT else (c.right,))]
    if every and not {*every, *(role for one in components for role in one)} & there:
        lacking.add(" or ".join(dict.fromkeys(every)))
    if "neutral" in needed and "original" not in roles.get("neut", ()):
        lacking.add("neutral")
    if "free_synonym" in needed and not {"syn", "syn2"} & set(roles.get(condition, ())):
        lacking.add("syn")
    if "components" in needed:
        lacking |= {f"{role} alone" for role in _fewest_missing(components, set(roles.get("none", ())))}
    return lacking


def _fewest_missing(components: Sequence[Sequence[str]], there: Set[str]) -> set[str]:
    return min((set(one) - there for one in components), key=len)


def can_run(
    measure: Measure, condition: str, roles: Mapping[str, Set[str]], components: Sequence[Sequence[str]] = (PAIR,)
) -> bool:
    """Whether stimuli of these roles, by condition, suffice for a measure in one of the conditions."""
    return condition in measure.conditions and not missing_roles(measure, condition, roles, components)
