"""How Wold et al. (2025) ran their models; classes and pairing are those that their counts fit."""

from __future__ import annotations

from idioprobe.papers.common.settings import PaperSettings

_INSTRUCTED = "instruction-tuned models had a prompt: add `prompt_name` wold-2025 if yours is one"

SETTINGS = PaperSettings(
    suites=("epsilon",),
    languages=("en",),
    conditions=("nat",),
    units=("sentence",),
    pairing="one",
    labelling="ClassType",
    views={"hf": ("cls@-1", "cls+sep@-1", "mean@last4"), "st": ("native",), "openai": ("native",)},
    hints={"st": _INSTRUCTED, "openai": _INSTRUCTED},
    open=("which 275 of NCIMP's expressions were taken is not said",),
)
