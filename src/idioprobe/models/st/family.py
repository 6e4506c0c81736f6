"""Text-embedding models as their authors use them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from idioprobe.models.common.options import FromHub, InPrecision, WithPrompt
from idioprobe.models.family import Family, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder


@dataclass(frozen=True)
class StOptions(WithPrompt, FromHub, InPrecision):
    """What can be said about a sentence-transformers model."""


def load(name: str, options: StOptions, setting: Setting) -> Encoder:
    """The model in a folder, or the one of that name on the hub."""
    from idioprobe.models.common.hub import locate, short_name
    from idioprobe.models.st.encoder import SentenceTransformerEncoder

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
        memory=setting.memory,
    )


FAMILY = Family(
    "st",
    "with st: before a sentence-transformers model, as in st:all-MiniLM-L6-v2",
    load,
    StOptions,
    "sentence-transformers models, pooled and prompted as their authors do",
)
