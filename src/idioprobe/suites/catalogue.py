"""Every measure as data: what it compares, where it exists, and what linguistics predicts of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Literal

from idioprobe.core.views import UNITS, Unit

IN_SENTENCE = ("nat", "neut", "neut_long")
"""Conditions in which the expression stands in a sentence."""

SUITES = {
    "probes": "probes P1–P4, affinity, scaled similarity, rogue dimensions",
    "prediction": "compositionality prediction, and what changes across the sentences of an expression",
    "epsilon": "ε-compositionality: distances of words alone and in the sentence",
}
"""Groups of measures that a run can be asked for."""

HUMAN = ("type", "token_mean", "token_avg", "class_rank", "token")
"""Human judgments that a measure is correlated with."""

Kind = Literal["rho_zero", "rho_positive", "rho_negative", "level_one", "level_zero", "above"]


@dataclass(frozen=True)
class Comparison:
    """Two stimuli of one item whose vectors are compared, by their roles.

    `alone` stands for the expression as written in the sentence but without it, `neutral`
    for the expression in the short neutral sentence, `components` for the sum of its two
    words, each alone, `sentences` for the expression in the expression's later sentences.
    `standardise` says which dimensions are first turned into z-scores.
    """

    name: str
    left: str
    right: str
    conditions: tuple[str, ...] = IN_SENTENCE
    units: tuple[Unit, ...] = UNITS
    standardise: Literal["all", "top"] | None = None


COMPARISONS = (
    Comparison("syn", "original", "syn", (*IN_SENTENCE, "none")),
    Comparison("head", "original", "head"),
    Comparison("modifier", "original", "modifier"),
    Comparison("words", "original", "words"),
    Comparison("words_alt", "original", "words_alt"),
    Comparison("rand", "original", "rand"),
    Comparison("syn_rand", "syn", "rand"),
    Comparison("in_out", "original", "alone", units=("target",)),
    Comparison("nat_neut", "original", "neutral", ("nat",), ("target",)),
    Comparison("syn_z", "original", "syn", standardise="all"),
    Comparison("syn_ztop", "original", "syn", standardise="top"),
    Comparison("out_comp", "original", "components", units=("target",)),
    Comparison("across", "original", "sentences", ("nat",)),
)
"""Minimal pairs by name."""


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


@dataclass(frozen=True)
class Measure:
    """One measure: its name, the comparisons it needs, its predictions, and what it is correlated with.

    Not `per_item`: a statistic of other measures. Not `per_sentence`: one value per expression.
    """

    name: str
    title: str
    needs: tuple[str, ...]
    predictions: tuple[Prediction, ...] = ()
    conditions: tuple[str, ...] = IN_SENTENCE
    units: tuple[Unit, ...] = UNITS
    bounded_only: bool = False
    per_item: bool = True
    suite: str = "probes"
    scales: tuple[str, ...] = HUMAN
    per_sentence: bool = True


def _rho(kind: Kind, words: str) -> Prediction:
    return Prediction(kind, words)


MEASURES = (
    Measure(
        "sim_syn",
        "synonym, P1",
        ("syn",),
        (
            Prediction("level_one", "a synonym preserves the meaning"),
            _rho("rho_zero", "a synonym does so whatever the idiomaticity"),
            Prediction("above", "the synonym is closer than the words' synonyms", than="sim_words"),
            Prediction("above", "the synonym is closer than a component", than="sim_comp"),
            Prediction("above", "the synonym is closer than random words", than="sim_rand"),
        ),
    ),
    Measure(
        "sim_comp",
        "nearer component, P2",
        ("head", "modifier"),
        (_rho("rho_positive", "a component is closer to compositional expressions"),),
    ),
    Measure(
        "sim_words",
        "words' synonyms, P3",
        ("words",),
        (
            _rho("rho_positive", "the words' synonyms are closer to compositional expressions"),
            Prediction("above", "the words' synonyms are closer than random words", than="sim_rand"),
        ),
    ),
    Measure(
        "sim_words_alt",
        "further words' synonyms",
        ("words_alt",),
        (_rho("rho_positive", "further words' synonyms are closer to compositional expressions"),),
    ),
    Measure(
        "sim_rand",
        "random words",
        ("rand",),
        (_rho("rho_zero", "random words are equally far whatever the idiomaticity"),),
    ),
    Measure(
        "sim_syn_rand",
        "synonym and random words",
        ("syn_rand",),
        (_rho("rho_zero", "synonyms are equally far from random words whatever the idiomaticity"),),
    ),
    Measure(
        "ctx_in_out",
        "in and out of context, P4",
        ("in_out",),
        (
            Prediction(
                "above", "a neutral sentence changes the expression less", than_condition="nat", condition="neut"
            ),
        ),
        units=("target",),
    ),
    Measure("ctx_nat_neut", "natural and neutral, P4", ("nat_neut",), conditions=("nat",), units=("target",)),
    Measure(
        "out_syn",
        "synonym, out of context",
        ("syn",),
        (_rho("rho_zero", "a synonym out of context is close whatever the idiomaticity"),),
        conditions=("none",),
        units=("target",),
    ),
    Measure(
        "aff_syn_words",
        "synonym − words' synonyms",
        ("syn", "words"),
        (
            Prediction("above", "idiomatic expressions prefer the synonym to the words' synonyms", group="NC"),
            _rho("rho_negative", "the more so the more idiomatic"),
        ),
    ),
    Measure(
        "aff_syn_rand",
        "synonym − random words",
        ("syn", "rand"),
        (
            Prediction("level_one", "a synonym is close and random words are far"),
            _rho("rho_zero", "so they are whatever the idiomaticity"),
        ),
    ),
    Measure(
        "aff_syn_comp",
        "synonym − component",
        ("syn", "head", "modifier"),
        (
            Prediction("above", "idiomatic expressions prefer the synonym to a component", group="NC"),
            _rho("rho_negative", "the more so the more idiomatic"),
        ),
    ),
    Measure(
        "simr_syn",
        "synonym, scaled",
        ("syn", "rand"),
        (
            Prediction("level_one", "scaled by random words, a synonym is as close as can be"),
            _rho("rho_zero", "so it is whatever the idiomaticity"),
        ),
        bounded_only=True,
    ),
    Measure(
        "simr_words",
        "words' synonyms, scaled",
        ("words", "rand"),
        (
            Prediction(
                "level_zero", "for idiomatic expressions the words' synonyms are as far as random words", group="NC"
            ),
            _rho("rho_positive", "they are closer to compositional expressions"),
        ),
        bounded_only=True,
    ),
    Measure(
        "simr_ratio",
        "ratio of the scaled",
        ("syn", "words", "rand"),
        (
            Prediction(
                "above", "for idiomatic expressions the synonym outweighs the words' synonyms", group="NC", floor=1.0
            ),
        ),
        bounded_only=True,
        per_item=False,
    ),
    Measure("sim_syn_z", "synonym, dimensions standardised", ("syn_z",)),
    Measure("sim_syn_ztop", "synonym, rogue dimensions standardised", ("syn_ztop",)),
    Measure(
        "pred_out",
        "expression alone, NC_out",
        ("in_out",),
        (_rho("rho_positive", "compositional expressions are closer to themselves out of context"),),
        units=("target",),
        suite="prediction",
        scales=(*HUMAN, "frequency", "ppmi"),
    ),
    Measure(
        "pred_out_comp",
        "sum of the words alone, NC_out_Comp",
        ("out_comp",),
        (_rho("rho_positive", "compositional expressions are closer to the sum of their words"),),
        units=("target",),
        suite="prediction",
        scales=(*HUMAN, "frequency", "ppmi"),
    ),
    Measure(
        "across_annotators",
        "sentences and annotators' vectors",
        ("across",),
        conditions=("nat",),
        units=("sentence",),
        suite="prediction",
        scales=(),
        per_sentence=False,
    ),
    Measure(
        "across_spread",
        "spread of the expression across sentences",
        ("across",),
        conditions=("nat",),
        units=("target",),
        suite="prediction",
        scales=("token_sd",),
        per_sentence=False,
    ),
)
"""All measures, in the order in which they are shown."""

BY_NAME = {measure.name: measure for measure in MEASURES}


def measures_of(suites: Collection[str]) -> tuple[Measure, ...]:
    """The measures of some suites."""
    return tuple(measure for measure in MEASURES if measure.suite in suites)


def split_by_units(measures: Iterable[Measure], units: Collection[Unit]) -> tuple[list[str], list[str]]:
    """The names of the measures that exist in some of the units, and of those that do not."""
    kept: list[str] = []
    lost: list[str] = []
    for measure in measures:
        (kept if set(measure.units).intersection(units) else lost).append(measure.name)
    return kept, lost


def comparisons_of(measures: Iterable[Measure]) -> tuple[Comparison, ...]:
    """The comparisons that some measures need."""
    needed = {name for measure in measures for name in measure.needs}
    return tuple(comparison for comparison in COMPARISONS if comparison.name in needed)


def missing_roles(measure: Measure, condition: str, roles: Mapping[str, Set[str]]) -> set[str]:
    """The roles that a measure would need in a condition, beyond those that each condition has."""
    needed = {role for c in COMPARISONS if c.name in measure.needs for role in (c.left, c.right)}
    lacking = needed - {"alone", "neutral", "components", "sentences"} - set(roles.get(condition, ()))
    if "neutral" in needed and "original" not in roles.get("neut", ()):
        lacking.add("neutral")
    if "components" in needed:
        lacking |= {f"{role} alone" for role in ("head", "modifier") if role not in roles.get("none", ())}
    return lacking


def can_run(measure: Measure, condition: str, roles: Mapping[str, Set[str]]) -> bool:
    """Whether stimuli of these roles, by condition, suffice for a measure in one of the conditions."""
    return condition in measure.conditions and not missing_roles(measure, condition, roles)
