"""The measures of ε-compositionality, each in one declaration."""

from __future__ import annotations

from typing import Any

from idioprobe.data.components import PAIR
from idioprobe.stats.signedrank import signed_rank
from idioprobe.suites.epsilon.control import adjusted, matched
from idioprobe.suites.epsilon.epsilon import distance, epsilon, epsilon_difference
from idioprobe.suites.measure import COUNTS, HUMAN, OWN, WOLD, Measure

IN_SENTENCE_UNIT: dict[str, Any] = {"units": ("sentence",), "scales": (), "per_item": False}
EQUATION = f"{WOLD}, eq. 3"


def _test(name: str, title: str, definition: str, of: tuple[str, ...]) -> Measure:
    return Measure(
        name=name,
        formula=signed_rank,
        title=title,
        definition=definition,
        written="ε(a, b, c) = d(ac, bc) / d(a, b) − 1, with d = 1 − cos",
        source=EQUATION,
        of=of,
        **IN_SENTENCE_UNIT,
    )


def of_position(role: str) -> Measure:
    """The test for substitutions of the component with this role."""
    said = f"The test of epsilon for substitutions of the {role}."
    return _test(f"epsilon_{role}", f"the same for the {role}", said, (role,))


WHOLE = _test(
    "epsilon",
    "does a word change more than its synonym does?",
    "How much more a substitution changes the sentence than the word: a model that composes has the same ε for "
    "the expression's own word as for a synonym of it.",
    (),
)
TESTS = (WHOLE, *map(of_position, PAIR))
"""Signed-rank tests of idiomaticity-ε against baseline-ε; `of` is the position that they are limited to. Components
with other roles than these have one each."""

CONTROLLED = (
    Measure(
        name="epsilon_matched",
        formula=matched,
        title="the same for words of similar frequency",
        definition="The test of epsilon for pairs in which the word and the synonym that it is compared with are about "
        "as frequent as each other.",
        written="the test of epsilon where |Zipf(b) − Zipf(a′)| ≤ 0.5",
        source=OWN,
        **IN_SENTENCE_UNIT,
    ),
    Measure(
        name="epsilon_adjusted",
        formula=adjusted,
        title="the same after regression on frequency",
        definition="The test of epsilon after what the frequencies of the word and of that synonym predict was taken "
        "from the difference.",
        written="the test of ε(a, b, c) − ε(a, a′, c) − slope · (Zipf(b) − Zipf(a′))",
        source=OWN,
        **IN_SENTENCE_UNIT,
    ),
)
"""The test of epsilon, controlled for how frequent the two words are in which a pair differs."""

DIFFERENCE = Measure(
    name="eps_difference",
    formula=epsilon_difference,
    title="ε of a word less that of its synonym",
    definition="How much larger the idiomaticity-ε is than the baseline-ε, on average over the pairs of a sentence.",
    written="mean(ε(a, b, c) − ε(a, a′, c)) per item",
    source=OWN,
    units=("sentence",),
    scales=(*HUMAN, *COUNTS),
    per_item=False,
)
"""What is correlated with human ratings."""

LEVELS = (
    Measure(
        name="eps_idiom",
        formula=epsilon,
        title="ε of a word and its synonym",
        definition="Idiomaticity-ε: how much farther a component and its synonym are in the sentence than alone.",
        written="d(ac, bc) / d(a, b) − 1",
        source=EQUATION,
        of=("eps_idiom",),
        **IN_SENTENCE_UNIT,
    ),
    Measure(
        name="eps_base",
        formula=epsilon,
        title="ε of two synonyms",
        definition="Baseline-ε: the same for two synonyms of the component.",
        written="d(ac, a′c) / d(a, a′) − 1",
        source=EQUATION,
        of=("eps_base",),
        **IN_SENTENCE_UNIT,
    ),
    Measure(
        name="distance_word",
        formula=distance,
        title="distance of the words alone",
        definition="How far the words are from each other without a sentence.",
        written="1 − cos(a, b)",
        source=WOLD,
        of=("distance_word_idiom", "distance_word_base"),
        **IN_SENTENCE_UNIT,
    ),
    Measure(
        name="distance_sentence",
        formula=distance,
        title="distance of the sentences",
        definition="How far the sentences are from each other after the substitution.",
        written="1 − cos(ac, bc)",
        source=WOLD,
        of=("distance_sentence_idiom", "distance_sentence_base"),
        **IN_SENTENCE_UNIT,
    ),
)
"""Levels over ε pairs; `of` are the columns that make them up."""

MEASURES = (*TESTS, *CONTROLLED, *LEVELS, DIFFERENCE)
