"""Models whose numbers are known in advance: chance, word by word, and the ideal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from idioprobe.core.errors import ModelError
from idioprobe.models.family import Family, NoOptions, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder

NAMES = {
    "random": "chance: each text and each target has a vector of its own",
    "words": "word by word: the mean of its words, a component's synonyms having the component's vector",
    "whole": "the ideal: the same, but an expression is one unit and has its synonym's vector",
}


def load(name: str, options: NoOptions, setting: Setting) -> Encoder:
    """One of three; they are made for a dataset."""
    from idioprobe.models.reference.encoder import ReferenceEncoder

    del options
    if name not in NAMES:
        raise ModelError(f"reference:{name}: one of {', '.join(NAMES)}.")
    if setting.dataset is None:
        raise ModelError(f"reference:{name} is made for a dataset; run it on one.")
    return ReferenceEncoder(name, setting.dataset)


FAMILY = Family(
    "reference",
    f"with reference: before {', '.join(NAMES)}, as in reference:words",
    load,
    about="; ".join(f"{name}, {about}" for name, about in NAMES.items()),
)
