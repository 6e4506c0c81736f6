"""Garcia et al. (EACL 2021): figures 1 and 2."""

from __future__ import annotations

from idioprobe.papers.he2025.figures import BOTH, BOXES, COSINE, TARGET
from idioprobe.report.figures.charts import distribution
from idioprobe.report.figures.spec import Figure

SOURCE = "Garcia et al. (EACL 2021), figure"
PROBES = (("sim_syn", "P1"), ("sim_comp", "P2"), ("sim_words", "P3"))
P4 = (("ctx_in_out", "P4"),)

FIGURES = (
    Figure(
        "G1-1",
        f"{SOURCE} 1",
        "Similarities per probe, sentence unit above, target unit below",
        f"How similar sentence and expression stay with a synonym, a component or its words' synonyms. {BOXES}",
        "P1 near 1; P2 and P3 below it, and spread: high only for compositional expressions.",
        distribution(PROBES, COSINE, "language", ("unit", "measure")),
        PROBES,
        {"unit": ("sentence", "target"), "condition": BOTH},
        across=1.5,
    ),
    Figure(
        "G1-2",
        f"{SOURCE} 2",
        "P4: expressions in and out of context, target unit",
        f"How similar an expression in its sentence is to the expression alone; word vectors have 1. {BOXES}",
        "Lower in naturalistic than in neutral sentences: an informative context changes an expression.",
        distribution(P4, COSINE, "language", ("measure",)),
        P4,
        TARGET,
    ),
)
