"""Models in the layout of Hugging Face."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.core.options import option
from idioprobe.models.common.options import FromHub, InPrecision
from idioprobe.models.family import Family, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder
    from idioprobe.models.known import KnownModel


@dataclass(frozen=True)
class HfOptions(FromHub, InPrecision):
    """What can be said about a Hugging Face model."""

    gguf: str | None = option(None, help="The GGUF file to read in the model's folder.", metavar="FILE")
    inject: str | None = option(
        None,
        help="Expressions as single tokens: vectors from idioprobe inject learn.",
        metavar="FILE",
        decides=False,
    )


def load(name: str, options: HfOptions, setting: Setting) -> Encoder:
    """The model in a folder, or the one of that name on the hub."""
    from idioprobe.models.common.hub import locate, short_name
    from idioprobe.models.hf.encoder import HuggingFaceEncoder

    folder, known, revision = locate(name, options, setting, gguf=options.gguf)
    if os.path.isdir(Path(name).expanduser()) and not options.gguf:
        known = _by_weights(folder, options, setting)
    short = known.name if known else short_name(name)
    return HuggingFaceEncoder(
        folder,
        short if options.gguf is None else f"{short}/{Path(options.gguf).name}",
        revision=revision,
        languages=known.languages if known else None,
        dtype=options.dtype,
        device=options.device,
        gguf=options.gguf,
        inject=options.inject,
        trust_remote_code=options.trust_remote_code,
        allow_pickle=options.allow_pickle,
        memory=setting.memory,
    )


def _by_weights(folder: Path, options: HfOptions, setting: Setting) -> KnownModel | None:
    from idioprobe.core.fingerprint import file_sha256
    from idioprobe.models.hf.encoder import check_folder
    from idioprobe.models.known import known_by_weights

    weights = check_folder(folder, allow_pickle=options.allow_pickle)
    return known_by_weights(file_sha256(weights, setting.memory)) if weights.name == "model.safetensors" else None


FAMILY = Family(
    "hf",
    "as a folder or a Hugging Face id such as google-bert/bert-base-uncased, with hf: before it if need be",
    load,
    HfOptions,
    "the hidden states of Hugging Face models, in a folder or on the hub; hf: may be left out where a model has "
    "no sentence vectors of its own",
)
