"""How Garcia et al. (EACL 2021) ran their models."""

from __future__ import annotations

from idioprobe.papers.common.settings import PaperSettings

SETTINGS = PaperSettings(
    suites=("probes",),
    conditions=("nat", "neut"),
    units=("target", "sentence"),
    views={"hf": ("mean@last4",), "elmo": ("mean@last3:concat",)},
    open=(
        "NCS has no naturalistic variants: they are made by substitution",
        "the paper does not say whether sentence means have special tokens in them",
    ),
)
