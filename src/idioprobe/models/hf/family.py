"""Models in the layout of Hugging Face."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.core.errors import ConfigError
from idioprobe.core.options import option
from idioprobe.models.common.options import FromGguf, FromHub, InPrecision, OnBackend
from idioprobe.models.family import Family, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder
    from idioprobe.models.common.spread import Spread
    from idioprobe.models.known import KnownModel


@dataclass(frozen=True)
class HfOptions(FromGguf, FromHub, OnBackend, InPrecision):
    """What can be said about a Hugging Face model."""

    inject: str | None = option(
        None,
        help="Expressions as single tokens: vectors from idioprobe inject learn.",
        metavar="FILE",
        decides=False,
    )
    device_map: str | None = option(
        None,
        help="auto: spread a model that is too large for one device over GPUs, memory and disk.",
        choices=("auto",),
        metavar="auto",
        decides=False,
    )
    max_memory: str | None = option(
        None,
        help="With --device-map: what each device may take, as in 0=20GB,cpu=60GB; the rest goes to disk.",
        metavar="LIMITS",
        decides=False,
    )


def load(name: str, options: HfOptions, setting: Setting) -> Encoder:
    """The model in a folder, or the one of that name on the hub."""
    from idioprobe.models.common.backends.choice import check_options
    from idioprobe.models.common.hub import locate, short_name
    from idioprobe.models.hf.encoder import HuggingFaceEncoder

    only_torch = [name for name in ("inject", "device_map") if getattr(options, name) is not None]
    check_options(options, options.device, options.dtype, *only_torch)
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
        spread=_spread(options, setting),
        backend=options.backend,
        memory=setting.memory,
    )


def _spread(options: HfOptions, setting: Setting) -> Spread | None:
    """How the model is spread over devices, where the user asks for it."""
    if options.device_map is None:
        if options.max_memory is not None:
            raise ConfigError("`max_memory` goes with `device_map` auto.")
        return None
    if options.device != "auto" or options.gguf is not None:
        raise ConfigError(
            "`device_map` auto chooses the devices itself, and reads no GGUF; leave out the other option."
        )
    from idioprobe.models.common.spread import Spread, parse_limits

    if options.max_memory is not None:
        parse_limits(options.max_memory)
    return Spread(options.max_memory, None if setting.cache_dir is None else setting.cache_dir / "offload")


def _by_weights(folder: Path, options: HfOptions, setting: Setting) -> KnownModel | None:
    from idioprobe.core.fingerprint import file_sha256
    from idioprobe.models.common.files.folder import check_folder
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
