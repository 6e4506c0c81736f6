"""Preferences: in how many sentences the expression is nearer to its meaning than to something else.

They go by order alone, so they mean the same in models whose similarities are all high and in models
whose similarities are all low.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from idioprobe.suites.measure import Measure
from idioprobe.suites.pairs import comparisons as pair
from idioprobe.suites.pairs.formulas import Array, guessing, nearest_of_all, preferred, preferred_to_each
from idioprobe.suites.pairs.scores import Wide, each

OURS = "idioprobe"
RIVALS = (pair.WORDS, pair.WORDS_ALT, pair.COMPONENT, pair.RAND)
"""All that may stand in the place of the expression beside its synonym."""

preference = partial(Measure, source=OURS, better="higher", by_expression=True)


def _rivals(w: Wide) -> Array:
    """All variants of each item, its synonym apart."""
    return np.hstack([w[each(comparison.name)] for comparison in RIVALS])


PREFERENCES = (
    preference(
        name="pref_words",
        formula=lambda w: preferred(w["syn"], w["words"]),
        title="nearer to its meaning than to its words",
        definition="The share of sentences in which its synonym is nearer than the synonyms of its words; "
        "a tie counts half.",
        written="share of sim_syn > sim_words",
        needs=(pair.SYN, pair.WORDS),
        chance=0.5,
    ),
    preference(
        name="pref_comp",
        formula=lambda w: preferred(w["syn"], w["comp_in_unit"]),
        title="nearer to its meaning than to any one word",
        definition="The share of sentences in which its synonym is nearer than each of its own words; "
        "a tie counts half.",
        written="share of sim_syn > max over its components: cos(original, component)",
        needs=(pair.SYN, pair.COMPONENT),
        chance=0.5,
    ),
    preference(
        name="pref_rand",
        formula=lambda w: preferred_to_each(w["syn"], w[each("rand")]),
        title="nearer to its meaning than to random words",
        definition="The share of random words that are farther than its synonym, averaged over sentences; "
        "a tie counts half.",
        written="share of sim_syn > cos(original, rand)",
        needs=(pair.SYN, pair.RAND),
        chance=0.5,
    ),
    preference(
        name="pref_all",
        formula=lambda w: nearest_of_all(w["syn"], _rivals(w)),
        title="its meaning is the nearest of all",
        definition="The share of sentences in which its synonym is nearer than every other variant: the words' "
        "synonyms, its own words, random words; a tie is shared.",
        written="share of sim_syn > all variants",
        needs=(pair.SYN,),
        uses=RIVALS,
        chance="pref_all_chance",
    ),
    Measure(
        name="pref_all_chance",
        formula=lambda w: guessing(w["syn"], _rivals(w)),
        title="the same by guessing",
        definition="How often a guess among all variants would be the synonym: what pref_all is for a model that "
        "knows nothing.",
        written="1 / number of variants",
        source=OURS,
        needs=(pair.SYN,),
        uses=RIVALS,
        by_expression=True,
        correlated=False,
    ),
)
"""In the order in which they are shown."""
