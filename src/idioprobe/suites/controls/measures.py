"""What is measured of ordinary words, and how idioms compare with them."""

from __future__ import annotations

from functools import partial

from idioprobe.suites.measure import OWN, Measure
from idioprobe.suites.pairs import comparisons as pair
from idioprobe.suites.pairs.formulas import affinity, preferred, quotient
from idioprobe.suites.probes.measures import MEASURES as PROBES
from idioprobe.suites.probes.preferences import PREFERENCES

GAP, AFFINITY = "idiom_gap", "aff_syn_rand"
SHARED = ("pref_rand", "sim_syn", "sim_rand", AFFINITY)
"""Measures of expressions that ordinary words have too."""

_of_controls = partial(Measure, source=OWN, conditions=("nat",), of_controls=True, correlated=False)

MEASURES = (
    _of_controls(
        name=GAP,
        formula=quotient,
        title="idioms beside ordinary words",
        definition="How far idioms are nearer to their synonym than to random words, as a share of how far ordinary "
        "words are; 1: idioms are treated like words. Undefined where the interval of the ordinary words contains 0.",
        written="mean aff_syn_rand of idioms / mean aff_syn_rand of controls",
        better="higher",
        of=(AFFINITY,),
        per_item=False,
    ),
    _of_controls(
        name="pref_related",
        formula=lambda w: preferred(w["syn"], w["related"]),
        title="nearer to its synonym than to a related word",
        definition="Of ordinary words: the share of sentences in which the synonym is nearer than a related word that "
        "means something else; a tie counts half.",
        written="share of sim_syn > sim_related",
        better="higher",
        needs=(pair.SYN, pair.RELATED),
        by_expression=True,
        chance=0.5,
    ),
    _of_controls(
        name="sim_related",
        formula=lambda w: w["related"],
        title="word ↔ a related word",
        definition="Of ordinary words: how close a related word that means something else is.",
        written="cos(original, related)",
        needs=(pair.RELATED,),
    ),
    _of_controls(
        name="aff_syn_related",
        formula=lambda w: affinity(w["syn"], w["related"]),
        title="by how much nearer to its synonym than to a related word",
        definition="Affinity of ordinary words: by how much the synonym is nearer than a related word.",
        written="sim_syn − sim_related",
        better="higher",
        needs=(pair.SYN, pair.RELATED),
    ),
)
"""In the order in which they are shown."""

OF_CONTROLS = (
    *(measure for measure in MEASURES if measure.per_item),
    *(measure for measure in (*PREFERENCES, *PROBES) if measure.name in SHARED),
)
"""All that is measured of an ordinary word."""
