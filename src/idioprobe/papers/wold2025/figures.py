"""Wold et al. (2025): figures 1 and 2."""

from __future__ import annotations

from idioprobe.report.figures.morecharts import densities, written
from idioprobe.report.figures.spec import Figure

MEASURES = (("eps_idiom", "idiomaticity-ε"), ("eps_base", "baseline-ε"))

FIGURES = (
    Figure(
        "W1",
        "Wold et al. (2025), figure 1",
        "A sentence of the data and how ε is computed from it",
        "The sentence, the synonyms of one of its words, and for each of them both ε: with the word itself, and with "
        "another synonym. The fraction is the distance of the two sentences over that of the two words alone.",
        "Both ε alike for compositional expressions; for idiomatic ones idiomaticity-ε is the larger.",
        written(MEASURES),
        MEASURES,
        {},
        "sample",
        "epsilon",
    ),
    Figure(
        "W2",
        "Wold et al. (2025), figure 2",
        "Distributions of idiomaticity-ε and baseline-ε",
        "Above the line how much farther a word and its synonym are in the sentence than alone, below it two "
        "synonyms; solid line: mean, dotted: one standard deviation. As in the paper, 0.05 is added to all distances, "
        "so that means are others than in tables and summary.csv, and may even be in another order.",
        "Alike for compositional expressions; for idiomatic ones idiomaticity-ε is the larger of each pair.",
        densities("ε, with 0.05 added to all distances (not so in summary.csv)", ("model", "slice")),
        MEASURES,
        {},
        "epsilon",
        "epsilon",
    ),
)
