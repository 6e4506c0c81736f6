"""Text-embedding models as their authors use them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from idioprobe.models.common.options import FromHub, InPrecision, OnBackend, WithPrompt
from idioprobe.models.family import Family, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder


AS_PUBLISHED = "{0} is a sentence-transformers model and is used as published; hf:{0} takes its hidden states."


@dataclass(frozen=True)
class StOptions(WithPrompt, FromHub, OnBackend, InPrecision):
    """What can be said about a sentence-transformers model."""


def load(name: str, options: StOptions, setting: Setting) -> Encoder:
    """The model in a folder, or the one of that name on the hub."""
    from idioprobe.models.common.backends.choice import check_options
    from idioprobe.models.common.hub import locate, short_name
    from idioprobe.models.st.encoder import SentenceTransformerEncoder

    check_options(options, options.device, options.dtype)
    folder, known, revision = locate(name, options, setting, nested=True)
    return SentenceTransformerEncoder(
        folder,
        known.name if known else short_name(name),
        revision=revision,
        languages=known.languages if known else None,
        dtype=options.dtype,
        device=options.device,
        prompt=options.prompt,
        prompt_name=options.prompt_name,
        trust_remote_code=options.trust_remote_code,
        allow_pickle=options.allow_pickle,
        backend=options.backend,
        memory=setting.memory,
        remark=AS_PUBLISHED.format(name) if setting.claimed else "",
    )


def claims(name: str, options: StOptions, setting: Setting) -> bool:
    """Whether a model is published with its own way from tokens to a sentence."""
    from idioprobe.models.common.hub import has_file
    from idioprobe.models.st.encoder import MODULES

    return has_file(name, MODULES, options, setting)


FAMILY = Family(
    "st",
    "with st: before a sentence-transformers model, as in st:all-MiniLM-L6-v2",
    load,
    StOptions,
    "sentence-transformers models, pooled and prompted as their authors do; st: may be left out",
    claims,
    native_only=True,
)
