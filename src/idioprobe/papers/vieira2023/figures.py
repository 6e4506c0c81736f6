"""Vieira (2023), thesis: figures 5.1–5.7 and 6.2–6.6."""

from __future__ import annotations

from idioprobe.papers.he2025.figures import AFFINITY, BOTH, BOXES, COSINE, NATURAL, TARGET
from idioprobe.report.figures.charts import distribution
from idioprobe.report.figures.spec import Figure

SOURCE = "Vieira (2023), figure"
P1 = (("sim_syn", "P1"),)
BASELINE = (("sim_rand", "Baseline"),)
P1_BASELINE = (("sim_syn_rand", "P1 baseline"),)
P2_P3 = (("sim_comp", "P2"), ("sim_words", "P3"))
P3 = (("sim_words", "P3"), ("sim_words_alt", "P3_ALT"))
P4 = (("ctx_nat_neut", "Nat/Neutral"), ("ctx_in_out", "In/Out"))
A1 = (("aff_syn_words", "A1"),)
A1_BASELINE = (("aff_syn_rand", "A1 baseline"),)
A2 = (("aff_syn_comp", "A2"),)

UNITS = ("sentence", "target")
THREE = (*BOTH, "neut_long")
EVERYWHERE = {"unit": UNITS, "condition": THREE}
IDIOMATIC_HIGHEST = "Around 0 for compositional expressions, higher the more idiomatic."

FIGURES = (
    Figure(
        "V5.1",
        f"{SOURCE} 5.1",
        "P1: expression and synonym",
        f"How similar sentence and expression stay when a synonym takes its place. {BOXES}",
        "Near 1 in every kind of sentence.",
        distribution(P1, COSINE, "language", ("unit",), THREE),
        P1,
        EVERYWHERE,
    ),
    Figure(
        "V5.2",
        f"{SOURCE} 5.2",
        "Baseline: expression and random words",
        f"How similar sentence and expression stay when random words of similar frequency take its place. {BOXES}",
        "Low.",
        distribution(BASELINE, COSINE, "language", ("unit",), THREE),
        BASELINE,
        EVERYWHERE,
    ),
    Figure(
        "V5.3",
        f"{SOURCE} 5.3",
        "Baseline of P1: synonym and random words",
        f"How similar the synonym is to random words of similar frequency in the same sentence. {BOXES}",
        "Low.",
        distribution(P1_BASELINE, COSINE, "language", ("unit",), THREE),
        P1_BASELINE,
        EVERYWHERE,
    ),
    Figure(
        "V5.4",
        f"{SOURCE} 5.4",
        "Baseline of P1 by class, naturalistic sentences",
        f"The similarities of figure 5.3, each class apart. {BOXES}",
        "Low whatever the class.",
        distribution(P1_BASELINE, COSINE, "class", ("slice", "unit")),
        P1_BASELINE,
        {"unit": UNITS, "condition": ("nat",)},
        by_class=True,
    ),
    Figure(
        "V5.5",
        f"{SOURCE} 5.5",
        "P2 and P3: a component, or the words' synonyms, target unit",
        f"How similar an expression is to its nearer word, and to its words' synonyms. {BOXES}",
        "Below P1, and spread: high only for compositional expressions.",
        distribution(P2_P3, COSINE, "language", ("measure",)),
        P2_P3,
        TARGET,
    ),
    Figure(
        "V5.6",
        f"{SOURCE} 5.6",
        "P3 by class, with the published and with further words' synonyms, target unit, naturalistic sentences",
        f"How similar an expression is to its words' synonyms, each class apart. {BOXES}",
        "High for compositional, low for idiomatic expressions.",
        distribution(P3, COSINE, "class", ("slice", "measure")),
        P3,
        NATURAL,
        by_class=True,
    ),
    Figure(
        "V5.7",
        f"{SOURCE} 5.7",
        "P4: expressions in and out of context, target unit",
        "How similar an expression is in a naturalistic and in a neutral sentence, and in a sentence and alone. "
        f"Word vectors have 1 throughout. {BOXES}",
        "In/Out lower in naturalistic than in neutral sentences: an informative context changes an expression.",
        distribution(P4, COSINE, "language", ("measure",)),
        P4,
        TARGET,
    ),
    Figure(
        "V6.2",
        f"{SOURCE} 6.2",
        "Affinity A1: synonym against the words' synonyms",
        f"Above 0 the synonym is closer than the words' synonyms. {BOXES}",
        "Above 0.",
        distribution(A1, AFFINITY, "language", ("unit",)),
        A1,
        {"unit": UNITS, "condition": BOTH},
    ),
    Figure(
        "V6.3",
        f"{SOURCE} 6.3",
        "Affinity A1 by class, target unit",
        f"The affinities of figure 6.2, each class apart. {BOXES}",
        IDIOMATIC_HIGHEST,
        distribution(A1, AFFINITY, "class"),
        A1,
        TARGET,
        by_class=True,
    ),
    Figure(
        "V6.4",
        f"{SOURCE} 6.4",
        "Baseline of affinity A1: synonym against random words",
        f"Above 0 the synonym is closer than random words of similar frequency. {BOXES}",
        "Near 1.",
        distribution(A1_BASELINE, AFFINITY, "language", ("unit",)),
        A1_BASELINE,
        {"unit": UNITS, "condition": BOTH},
    ),
    Figure(
        "V6.5",
        f"{SOURCE} 6.5",
        "Baseline of affinity A1 by class, target unit",
        f"The affinities of figure 6.4, each class apart. {BOXES}",
        "Near 1 whatever the class.",
        distribution(A1_BASELINE, AFFINITY, "class"),
        A1_BASELINE,
        TARGET,
        by_class=True,
    ),
    Figure(
        "V6.6",
        f"{SOURCE} 6.6",
        "Affinity A2 by class: synonym against the nearer component, target unit",
        f"Above 0 the synonym is closer than the nearer of the expression's own words. {BOXES}",
        IDIOMATIC_HIGHEST,
        distribution(A2, AFFINITY, "class"),
        A2,
        TARGET,
        by_class=True,
    ),
)
