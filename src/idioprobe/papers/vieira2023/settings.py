"""How Vieira (2023) ran his models."""

from __future__ import annotations

from idioprobe.papers.common.settings import PaperSettings

SETTINGS = PaperSettings(
    suites=("probes",),
    conditions=("nat", "neut", "neut_long"),
    units=("target", "sentence"),
    winner="unit",
    random_by="mean",
    labelling="CompScale",
    views={"hf": ("mean@last4",), "elmo": ("mean@last3:concat",)},
    open=("the thesis does not say whether sentence means have special tokens in them",),
)
