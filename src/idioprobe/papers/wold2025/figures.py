"""Wold et al. (2025): figure 2."""

from __future__ import annotations

from idioprobe.report.figures.morecharts import densities
from idioprobe.report.figures.spec import Figure

FIGURES = (
    Figure(
        "W2",
        "Wold et al. (2025), figure 2",
        "Distributions of idiomaticity-ε and baseline-ε",
        "Above the line how much farther a word and its synonym are in the sentence than alone, below it two "
        "synonyms; solid line: mean, dotted: one standard deviation. As in the paper, 0.05 is added to the distances.",
        "Alike for compositional expressions; for idiomatic ones idiomaticity-ε is the larger of each pair.",
        densities("ε", ("model", "slice")),
        (("eps_idiom", "idiomaticity-ε"), ("eps_base", "baseline-ε")),
        {},
        "epsilon",
        "epsilon",
    ),
)
