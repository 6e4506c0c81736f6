"""The measures of the synonym once more, with the first of two synonyms that shares no word with the expression.

Leaving out expressions whose synonym shares a word makes the sample smaller, and other: here as many
expressions as possible are kept, each with a synonym without overlap. Predictions are judged on the measures
themselves, not on these once more.
"""

from __future__ import annotations

from idioprobe.suites.measure import HE, Measure
from idioprobe.suites.pairs import comparisons as pair
from idioprobe.suites.pairs.formulas import affinity, scaled_similarity, where_known

SOURCE = f"{HE}, appendix B (future work)"

MEASURES = (
    Measure(
        name="sim_syn_free",
        formula=lambda w: w["syn_free"],
        title="expression ↔ a synonym that shares no word with it",
        definition="sim_syn with the first of two synonyms that shares no word with the expression.",
        written="cos(original, free synonym)",
        source=SOURCE,
        better="higher",
        needs=(pair.SYN_FREE,),
        of=("sim_syn",),
    ),
    Measure(
        name="aff_free_words",
        formula=lambda w: affinity(w["syn_free"], w["words"]),
        title="nearer to such a synonym than to its words",
        definition="aff_syn_words with the synonym of sim_syn_free.",
        written="sim_syn_free − sim_words",
        source=SOURCE,
        better="higher",
        needs=(pair.SYN_FREE, pair.WORDS),
        of=("aff_syn_words",),
    ),
    Measure(
        name="aff_free_rand",
        formula=lambda w: affinity(w["syn_free"], w["rand"]),
        title="nearer to such a synonym than to random words",
        definition="aff_syn_rand with the synonym of sim_syn_free.",
        written="sim_syn_free − sim_rand",
        source=SOURCE,
        better="higher",
        needs=(pair.SYN_FREE, pair.RAND),
        of=("aff_syn_rand",),
    ),
    Measure(
        name="simr_free",
        formula=lambda w: scaled_similarity(w["syn_free"], w["rand"]),
        title="expression ↔ such a synonym, scaled",
        definition="simr_syn with the synonym of sim_syn_free.",
        written="(sim_syn_free − sim_rand) / (1 − sim_rand)",
        source=SOURCE,
        better="higher",
        needs=(pair.SYN_FREE, pair.RAND),
        of=("simr_syn",),
        bounded_only=True,
    ),
    Measure(
        name="simr_free_words",
        formula=lambda w: where_known(scaled_similarity(w["words"], w["rand"]), w["syn_free"]),
        title="its words' synonyms, scaled, where there is such a synonym",
        definition="simr_words of the expressions that simr_free is about.",
        written="(sim_words − sim_rand) / (1 − sim_rand)",
        source=SOURCE,
        needs=(pair.SYN_FREE, pair.WORDS, pair.RAND),
        of=("simr_words",),
        bounded_only=True,
    ),
)
"""In the order in which they are shown."""
