"""He et al. (2025): figures 1–10."""

from __future__ import annotations

from idioprobe.report.figures.charts import Chart, Measures, distribution
from idioprobe.report.figures.idealpanel import with_ideal_panel
from idioprobe.report.figures.morecharts import correlogram, intervals
from idioprobe.report.figures.rows import MARK
from idioprobe.report.figures.spec import SPREADS, Figure

SOURCE = "He et al. (2025), figure"
PROBES = (("sim_syn", "P_Syn"), ("sim_comp", "P_Comp"), ("sim_words", "P_WordsSyn"), ("sim_rand", "P_Rand"))
AFFINITIES = (("aff_syn_words", "A_Syn|WordsSyn"), ("aff_syn_rand", "A_Syn|Rand"))
SCALED = (("simr_syn", "Sim_R|Syn"), ("simr_words", "Sim_R|WordsSyn"))
RATIO = (("simr_ratio", "Sim_R|Syn / Sim_R|WordsSyn"),)
ALL = (*PROBES, *AFFINITIES, *SCALED)

BOTH = ("nat", "neut")
SENTENCE = {"unit": ("sentence",), "condition": BOTH}
TARGET = {"unit": ("target",), "condition": BOTH}
NATURAL = {"unit": ("target",), "condition": ("nat",)}
RATIO_TITLE = f"ratio ({MARK} its denominator may be 0, or is negative)"
COSINE, AFFINITY, SCALE = "cosine similarity", "affinity", "scaled similarity"

BOXES = "Line: 5th to 95th percentile of the sentences; box: middle half; gap: median."
IDEAL = "Grey, in the panel below: an illustration of where an ideal model would be."
POINTS = (
    f"Point: ratio of the two means; line: {SPREADS['interval']}; a ratio off the axis is written at its end, with its "
    f"95 % interval. {MARK} The interval of the denominator contains 0, or lies below it: such a ratio says nothing."
)
STAGGERED = "P_Syn near 1, P_Comp and P_WordsSyn between, P_Rand near 0."


NEAR_ONE, MODERATE, LOW, POSITIVE = (0.9, 1.0), (0.3, 0.7), (-0.1, 0.1), (0.0, 1.0)
IDEAL_VALUES = {
    "P_Syn": NEAR_ONE,
    "P_Comp": MODERATE,
    "P_WordsSyn": MODERATE,
    "P_Rand": LOW,
    "A_Syn|WordsSyn": POSITIVE,
    "A_Syn|Rand": NEAR_ONE,
    "Sim_R|Syn": NEAR_ONE,
    "Sim_R|WordsSyn": (0.0, 0.7),
}
"""Illustrates what the article expects in words; its own panels have no numbers."""


def _by_language(measures: Measures, title: str) -> Chart:
    """A panel for each measure, with the languages' colours, and one of ideal values below."""
    boxes = distribution(measures, title, "language", ("measure",), grey=False)
    return with_ideal_panel(boxes, {label: IDEAL_VALUES[label] for _, label in measures})


FIGURES = (
    Figure(
        "H1",
        f"{SOURCE} 1",
        "Similarities per probe, sentence unit",
        f"How similar a sentence stays when its expression is replaced. {BOXES} {IDEAL}",
        STAGGERED,
        _by_language(PROBES, COSINE),
        PROBES,
        SENTENCE,
    ),
    Figure(
        "H2",
        f"{SOURCE} 2",
        "Similarities per probe, target unit",
        f"How similar an expression is to what replaces it in its sentence. {BOXES} {IDEAL}",
        STAGGERED,
        _by_language(PROBES, COSINE),
        PROBES,
        TARGET,
    ),
    Figure(
        "H3",
        f"{SOURCE} 3",
        "Affinities, target unit",
        "Above 0 an expression is closer to its synonym than to its words' synonyms, or than to random words. "
        f"{BOXES} {IDEAL}",
        "A_Syn|WordsSyn above 0, A_Syn|Rand near 1.",
        _by_language(AFFINITIES, AFFINITY),
        AFFINITIES,
        TARGET,
    ),
    Figure(
        "H4",
        f"{SOURCE} 4",
        "Affinities by class, target unit, naturalistic sentences",
        f"The affinities of figure 3, each class apart. {BOXES}",
        "A_Syn|WordsSyn highest for idiomatic expressions; A_Syn|Rand near 1 whatever the class.",
        distribution(AFFINITIES, AFFINITY, "class", ("slice", "measure")),
        AFFINITIES,
        NATURAL,
        by_class=True,
    ),
    Figure(
        "H5",
        f"{SOURCE} 5",
        "Scaled similarities, target unit",
        f"Similarities on a scale on which random words are 0 and the expression itself is 1. {BOXES} {IDEAL}",
        "Sim_R|Syn near 1, Sim_R|WordsSyn lower, down to 0 for idiomatic expressions.",
        _by_language(SCALED, SCALE),
        SCALED,
        TARGET,
    ),
    Figure(
        "H6",
        f"{SOURCE} 6",
        "Scaled similarity with the synonym by class, target unit",
        f"Sim_R|Syn of figure 5, each class apart. {BOXES}",
        "Near 1 whatever the class.",
        distribution(SCALED[:1], SCALE, "class"),
        SCALED[:1],
        TARGET,
        by_class=True,
    ),
    Figure(
        "H7",
        f"{SOURCE} 7",
        "Scaled similarity with the words' synonyms by class, target unit",
        f"Sim_R|WordsSyn of figure 5, each class apart. {BOXES}",
        "Near 1 for compositional and near 0 for idiomatic expressions.",
        distribution(SCALED[1:], SCALE, "class"),
        SCALED[1:],
        TARGET,
        by_class=True,
    ),
    Figure(
        "H8",
        f"{SOURCE} 8",
        "Ratio of the scaled similarities, target unit",
        f"Above 1 the synonym is closer than the words' synonyms, over all expressions. {POINTS}",
        "Above 1.",
        intervals(RATIO, RATIO_TITLE, "language", ("measure",)),
        RATIO,
        {**TARGET, "group": ("all",)},
        "ratio",
    ),
    Figure(
        "H9",
        f"{SOURCE} 9",
        "Ratio of the scaled similarities by class, target unit",
        f"The ratio of figure 8, each class apart. {POINTS}",
        "Near 1 for compositional, well above 1 for idiomatic expressions.",
        intervals(RATIO, RATIO_TITLE, "class", ("slice",)),
        RATIO,
        {**TARGET, "group": ("C", "PC", "NC")},
        "ratio",
        by_class=True,
    ),
    Figure(
        "H10",
        f"{SOURCE} 10",
        "Correlogram of models",
        "Spearman's ρ between two models over all sentences that they share, of all languages together: the redder, "
        "the more they agree. Only significant values are shown (p < 0.05, not corrected).",
        "There is no ideal: agreement does not say who is right.",
        correlogram(ALL),
        ALL,
        {"unit": ("sentence", "target"), "condition": BOTH},
        "correlogram",
        needs="results of two models or more",
        across=2,
    ),
)
