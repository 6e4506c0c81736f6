"""Figures that no paper has: similarity by layer, and by sentence length."""

from __future__ import annotations

from idioprobe.report.figures.morecharts import against_length, by_layer
from idioprobe.report.figures.spec import Figure

PROBES = (("sim_syn", "P_Syn"), ("sim_comp", "P_Comp"), ("sim_words", "P_WordsSyn"), ("sim_rand", "P_Rand"))
COSINE = "cosine similarity"
ENDS = (PROBES[0], PROBES[-1])
LAYERS = (
    "Mean similarity in every layer, 0 being the word embeddings; band: 95 % interval over expressions. "
    "A layer at which the lines part tells the substitutes apart."
)
LAYERS_IDEAL = "P_Syn rises to 1 and P_Rand falls to 0 as the layers go up."

FIGURES = (
    *(
        Figure(
            name,
            "idioprobe",
            f"Similarities per probe by layer, {unit} unit",
            LAYERS,
            LAYERS_IDEAL,
            by_layer(PROBES, COSINE, ("model", "slice")),
            PROBES,
            {"unit": (unit,)},
            "layers",
            needs="results of several layers one by one (idioprobe run --view mean@all)",
        )
        for name, unit in (("layers", "target"), ("layers-sentence", "sentence"))
    ),
    Figure(
        "length",
        "idioprobe, after He et al. (2025), table 4",
        "Similarity against sentence length, sentence unit, naturalistic sentences",
        "Each point is a sentence and what it is like after a replacement; the line is the linear trend.",
        "Flat: how long a sentence is says nothing about its meaning.",
        against_length(ENDS, COSINE, ("model", "slice")),
        ENDS,
        {"unit": ("sentence",), "condition": ("nat",)},
        of_models=False,
    ),
)
