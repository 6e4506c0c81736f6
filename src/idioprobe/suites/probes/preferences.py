"""Choices and preferences: how often the meaning of an expression is nearer than its words and than random words.

They go by order alone, so they mean the same in models whose similarities are all high and in models
whose similarities are all low.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from idioprobe.suites.measure import OWN, Measure
from idioprobe.suites.pairs import comparisons as pair
from idioprobe.suites.pairs.formulas import (
    Array,
    choices,
    guessing,
    nearest_of_all,
    net_choice,
    preferred,
    with_alternatives,
)
from idioprobe.suites.pairs.scores import CROSSED_NET, Wide, each, lengths_of, tokens_of

RIVALS = (pair.WORDS, pair.WORDS_ALT, pair.COMPONENT, pair.RAND)
"""All that may stand in the place of the expression beside its synonym."""
SHARE, NET = (0.0, 1.0), (-1.0, 1.0)

choice = partial(
    Measure,
    source=OWN,
    needs=(pair.SYN, pair.WORDS, pair.RAND),
    uses=(pair.WORDS, pair.WORDS_ALT),
    by_expression=True,
    cells=True,
    correlated=False,
)
preference = partial(Measure, source=OWN, better="higher", by_expression=True, span=SHARE)


def _words(w: Wide, find: Callable[[str], str] = each) -> Array:
    return with_alternatives(w[find("words")], w[find("words_alt")])


def _chosen(w: Wide) -> tuple[Array, Array, Array]:
    return choices(w["syn"], _words(w), w[each("rand")])


def _net(w: Wide) -> Array:
    return net_choice(w["syn"], _words(w), w[each("rand")])


def _net_of_tokens(w: Wide) -> Array:
    def find(name: str) -> str:
        return tokens_of(each(name))

    return net_choice(w[tokens_of("syn")], _words(w, find), w[find("rand")])


def _of_same_length(w: Wide) -> Array:
    same = _words(w, lambda name: lengths_of(each(name))) == w[lengths_of("syn")][:, np.newaxis]
    return np.where(same[:, :, np.newaxis], _net(w), np.nan)


def _rivals(w: Wide) -> Array:
    """All variants of each item, its synonym apart."""
    return np.hstack([w[each(comparison.name)] for comparison in RIVALS])


CHOICES = (
    choice(
        name="choice_net",
        formula=_net,
        title="chooses its meaning, less random words",
        definition="Offered its synonym, synonyms of its words and random words, in every combination that the item "
        "has, how often the synonym is the nearest, less how often the random words are; ties are shared. 0 by "
        "guessing and for a model that goes by the words, 1 for one that reads every idiom.",
        written="choice − choice_random",
        better="higher",
        span=NET,
        chance=0.0,
        correlated=True,
    ),
    choice(
        name="choice",
        formula=lambda w: _chosen(w)[0],
        title="chooses its meaning",
        definition="In how many of these combinations its synonym is the nearest of the three.",
        written="share of sim_syn > cos(original, words), cos(original, rand)",
        better="higher",
        span=SHARE,
        chance=1 / 3,
    ),
    choice(
        name="choice_words",
        formula=lambda w: _chosen(w)[1],
        title="chooses its words",
        definition="In how many of these combinations the synonyms of its words are the nearest of the three.",
        written="share of cos(original, words) > sim_syn, cos(original, rand)",
        span=SHARE,
        chance=1 / 3,
    ),
    choice(
        name="choice_random",
        formula=lambda w: _chosen(w)[2],
        title="chooses random words",
        definition="In how many of these combinations the random words are the nearest of the three. From ⅓ on a "
        "model cannot tell meaning from noise.",
        written="share of cos(original, rand) > sim_syn, cos(original, words)",
        better="lower",
        span=SHARE,
        chance=1 / 3,
    ),
    choice(
        name="choice_net_tokens",
        formula=_net_of_tokens,
        title="the same for its tokens, added up",
        definition="choice_net of the same texts, each vector the mean of the model's own input embeddings, looked up "
        "by token, or of the vectors of single words where it has no such table: what adding up gets on this data.",
        written="choice_net of mean token embeddings",
        span=NET,
        chance=0.0,
    ),
    choice(
        name="choice_beyond",
        formula=lambda w: _net(w) - _net_of_tokens(w),
        title="by how much it goes beyond its tokens",
        definition="choice_net less that of the model's own tokens, paired.",
        written="choice_net − choice_net_tokens",
        better="higher",
    ),
    choice(
        name="choice_crossed",
        formula=lambda w: w[CROSSED_NET],
        title="the same across sentences",
        definition="choice_net where the variants stand in another sentence of the same expression: the meaning "
        "without the same context. The mean over the other sentences, or over the next four where there are more.",
        written="choice_net over pairs of sentences",
        needs=pair.CROSSED[:2] + pair.CROSSED[3:],
        uses=pair.CROSSED[1:3],
        conditions=("nat",),
        better="higher",
        span=NET,
        chance=0.0,
    ),
    choice(
        name="choice_same_length",
        formula=_of_same_length,
        title="the same at equal length",
        definition="choice_net over the combinations whose synonym has as many words as the synonyms of its words: the "
        "part that length does not explain.",
        written="choice_net where both have equally many words",
        better="higher",
        span=NET,
        chance=0.0,
    ),
)
"""The idiom score and all that it is made of."""

PREFERENCES = (
    *CHOICES,
    preference(
        name="pref_words",
        formula=lambda w: preferred(w["syn"][:, np.newaxis], _words(w))[:, :, np.newaxis],
        title="nearer to its meaning than to its words",
        definition="The share of the synonyms of its words, alternatives included, that are farther than its synonym, "
        "averaged over sentences; a tie counts half.",
        written="share of sim_syn > cos(original, words)",
        needs=(pair.SYN, pair.WORDS),
        uses=(pair.WORDS, pair.WORDS_ALT),
        chance=0.5,
        cells=True,
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
        formula=lambda w: preferred(w["syn"][:, np.newaxis], w[each("rand")])[:, np.newaxis, :],
        title="nearer to its meaning than to random words",
        definition="The share of random words that are farther than its synonym, averaged over sentences; "
        "a tie counts half.",
        written="share of sim_syn > cos(original, rand)",
        needs=(pair.SYN, pair.RAND),
        chance=0.5,
        cells=True,
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
        source=OWN,
        needs=(pair.SYN,),
        uses=RIVALS,
        by_expression=True,
        correlated=False,
    ),
)
"""In the order in which they are shown."""
