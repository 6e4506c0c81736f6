"""The measures of compositionality prediction, each in one declaration."""

from __future__ import annotations

from idioprobe.suites.measure import COUNTS, GARCIA_ACL, Measure, Prediction
from idioprobe.suites.pairs import comparisons as pair
from idioprobe.suites.prediction.across import agreement, spread

MEASURES = (
    Measure(
        name="pred_out",
        formula=lambda w: w["in_out"],
        title="in its sentence ↔ alone, as a prediction",
        definition="Compositionality predicted from the expression alone.",
        written="cos(expression in its sentence, expression alone)",
        source=GARCIA_ACL,
        needs=(pair.IN_OUT,),
        units=("target",),
        predictions=(Prediction("rho_positive", "compositional expressions are closer to themselves out of context"),),
    ),
    Measure(
        name="pred_out_comp",
        formula=lambda w: w["out_comp"],
        title="in its sentence ↔ the sum of its words alone",
        definition="Compositionality predicted from the sum of its words, as they are listed or as in the sentence.",
        written="cos(expression in its sentence, sum of its components alone)",
        source=GARCIA_ACL,
        needs=(pair.OUT_COMP,),
        units=("target",),
        predictions=(Prediction("rho_positive", "compositional expressions are closer to the sum of their words"),),
    ),
    Measure(
        name="across_annotators",
        formula=agreement,
        title="sentences alike for annotators ↔ for the model",
        definition="Whether sentences in which annotators understand an expression alike are alike for the model; "
        "negative: yes.",
        written="ρ(distance of ratings, cos of sentences), per expression",
        source=GARCIA_ACL,
        better="lower",
        needs=(pair.ACROSS,),
        conditions=("nat",),
        units=("sentence",),
        scales=COUNTS,
        per_sentence=False,
        rated=True,
    ),
    Measure(
        name="across_spread",
        formula=spread,
        title="how much it varies over its sentences",
        definition="How much an expression's vector varies over its sentences.",
        written="sd of cos over pairs of sentences",
        source=GARCIA_ACL,
        needs=(pair.ACROSS,),
        conditions=("nat",),
        units=("target",),
        scales=("token_sd", *COUNTS),
        per_sentence=False,
    ),
)
"""In the order in which they are shown."""
