"""He et al. (2025): figures 1–10."""

from __future__ import annotations

from idioprobe.report.figures.charts import distribution
from idioprobe.report.figures.spec import Figure

SOURCE = "He et al. (2025), figure"
PROBES = (("sim_syn", "P_Syn"), ("sim_comp", "P_Comp"), ("sim_words", "P_WordsSyn"), ("sim_rand", "P_Rand"))
AFFINITIES = (("aff_syn_words", "A_Syn|WordsSyn"), ("aff_syn_rand", "A_Syn|Rand"))
TARGET = {"unit": ("target",), "condition": ("nat", "neut")}
SENTENCE = {"unit": ("sentence",), "condition": ("nat", "neut")}
BOXES = "Line: 5th to 95th percentile of the items; box: middle half; gap: median."
STAGGERED = "P_Syn near 1, P_Comp and P_WordsSyn between, P_Rand near 0."

FIGURES = (
    Figure(
        "H1",
        f"{SOURCE} 1",
        "Similarities per probe, sentence unit",
        f"How similar a sentence stays when the compound is replaced. {BOXES}",
        STAGGERED,
        distribution(PROBES, "cosine similarity"),
        PROBES,
        SENTENCE,
    ),
    Figure(
        "H2",
        f"{SOURCE} 2",
        "Similarities per probe, target unit",
        f"How similar the compound is to what replaces it in its sentence. {BOXES}",
        STAGGERED,
        distribution(PROBES, "cosine similarity"),
        PROBES,
        TARGET,
    ),
    Figure(
        "H3",
        f"{SOURCE} 3",
        "Affinities, target unit",
        f"Above 0 the compound is closer to its synonym than to the words' synonyms, or to random words. {BOXES}",
        "A_Syn|WordsSyn above 0, A_Syn|Rand near 1.",
        distribution(AFFINITIES, "affinity"),
        AFFINITIES,
        TARGET,
    ),
    Figure(
        "H4",
        f"{SOURCE} 4",
        "Affinities by class, target unit, naturalistic sentences",
        f"The affinities of figure 3, each class apart. {BOXES}",
        "A_Syn|WordsSyn highest for idiomatic compounds; A_Syn|Rand near 1 whatever the class.",
        distribution(AFFINITIES, "affinity", "class", ("slice", "measure")),
        AFFINITIES,
        {**TARGET, "condition": ("nat",)},
    ),
)
