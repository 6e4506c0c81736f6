"""How Garcia et al. (ACL 2021) ran their models."""

from __future__ import annotations

from idioprobe.papers.common.settings import PaperSettings

SETTINGS = PaperSettings(
    suites=("prediction",),
    conditions=("nat",),
    units=("target", "sentence"),
    labelling="CompScale",
    views={"hf": ("mean@last4:concat",), "elmo": ("mean@last3:concat",)},
    open=(
        "ratings of head and modifier by sentence (table 6), frequency and PPMI (table 5) are in no public file: "
        "`annotations` and `association` take yours",
        "whether NC_out_Comp sums words as they are listed (centro, comercial) or as the sentence has them (centros, "
        "comerciais); here as they are listed, and `component_forms` sentence is the other reading",
    ),
)
