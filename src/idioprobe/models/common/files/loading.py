"""A tokenizer and its model, from files to memory."""

from __future__ import annotations

import importlib.util
import io
from contextlib import nullcontext, redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch
import transformers
from safetensors import SafetensorError

from idioprobe.core.errors import MissingExtraError, ModelError, WeightsError, install
from idioprobe.models.common.device import first_line, pick_device
from idioprobe.models.common.files.code import forget_code
from idioprobe.models.common.files.ggufheader import gguf_bytes, read_header
from idioprobe.models.common.fit import check_fit, does_not_fit, free_memory, out_of_memory, weights_bytes
from idioprobe.models.common.reasons import MORE_THAN_NUMBERS, NO_FAST_TOKENIZER
from idioprobe.models.common.spread import Spread, main_device

_SENTENCEPIECE = {"sentencepiece": "sentencepiece", "protobuf": "google.protobuf"}
"""Packages and their modules."""

NEEDS_CODE = "{} in {} needs code of its own, which is not run; if you trust it, `trust_remote_code` runs it."


@dataclass(frozen=True)
class Loaded:
    """What was loaded, and where the model runs."""

    tokenizer: Any
    model: Any
    device: torch.device


def load_files(
    folder: Path,
    name: str,
    dtype: str,
    device: str,
    *,
    gguf: str | None = None,
    trust_remote_code: bool = False,
    allow_pickle: bool = False,
    writes: bool = False,
    spread: Spread | None = None,
) -> Loaded:
    """The tokenizer and the model of a folder, if the weights fit into memory; `writes`: with its language model."""
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    if trust_remote_code:
        forget_code()
    source: dict[str, Any] = {"local_files_only": True, "trust_remote_code": trust_remote_code}
    if gguf is None:
        source["use_safetensors"] = None if allow_pickle else True
        weights = weights_bytes(folder, dtype, allow_pickle=allow_pickle)
    else:
        source["gguf_file"] = gguf
        weights = gguf_bytes(folder / gguf, dtype)
    if writes and gguf is None:
        _check_writes(folder, name, source)
    tokenizer = load_tokenizer(folder, name, source)
    kind = transformers.AutoModelForCausalLM if writes else transformers.AutoModel
    if spread is not None:
        source |= spread.arguments(name, weights)
        model = _load_model(folder, name, dtype, weights, source, kind).eval()
        return Loaded(tokenizer, model, main_device(model))
    chosen = pick_device(device)
    check_fit(name, weights, dtype, free_memory(chosen))
    model = _load_model(folder, name, dtype, weights, source, kind)
    return Loaded(tokenizer, own_memory(model.to(chosen).eval()), chosen)


def own_memory(model: Any) -> Any:
    """The model with all numbers in memory of its own.

    As loaded they may lie in its file, which is mapped into memory: whoever writes to the file would change the model.
    """
    for tensor in (*model.parameters(), *model.buffers()):
        if tensor.device.type == "cpu":
            tensor.data = tensor.data.clone()
    return model


def _check_writes(folder: Path, name: str, source: dict[str, Any]) -> None:
    """Raise if a model is of a kind that has no language model, or only one for words that are masked."""
    source = {key: value for key, value in source.items() if key != "use_safetensors"}
    try:
        config = transformers.AutoConfig.from_pretrained(str(folder), **source)
    except Exception as error:
        raise _not_loaded(folder, name, source, error) from error
    masked = type(config) in transformers.MODEL_FOR_MASKED_LM_MAPPING and not getattr(config, "is_decoder", False)
    own = "AutoModelForCausalLM" in getattr(config, "auto_map", {})
    if masked or not (own or type(config) in transformers.MODEL_FOR_CAUSAL_LM_MAPPING):
        raise ModelError(
            f"{name} is of a kind that does not write by itself ({config.model_type}): "
            "leave out chat: to measure its vectors."
        )


def _not_loaded(folder: Path, name: str, source: dict[str, Any], error: Exception) -> ModelError:
    if not source["trust_remote_code"] and "trust_remote_code" in str(error):
        return ModelError(NEEDS_CODE.format(name, folder))
    return ModelError(f"The model {name} cannot be loaded from {folder}: {first_line(error)}")


def max_tokens(tokenizer: Any, model: Any) -> int | None:
    """How many tokens a text may have, as the tokenizer and the model say; None where neither does."""
    limits = []
    if tokenizer.model_max_length and tokenizer.model_max_length < 1_000_000:
        limits.append(int(tokenizer.model_max_length))
    positions = getattr(model.config, "max_position_embeddings", None) or getattr(model.config, "n_positions", None)
    if positions and positions > 0:
        table = getattr(getattr(model, "embeddings", None), "position_embeddings", None)
        offset = getattr(table, "padding_idx", None)
        limits.append(int(positions) - (offset + 1 if offset is not None else 0))
    return min(limits) if limits else None


def load_tokenizer(folder: Path, name: str, source: dict[str, Any]) -> Any:
    """The fast tokenizer of a folder or a GGUF file; characters are matched to tokens by it."""
    if "gguf_file" not in source:
        _check_sentencepiece(folder, name)
    source = {key: value for key, value in source.items() if key != "use_safetensors"}
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(str(folder), use_fast=True, **source)
    except Exception as error:
        if "gguf_file" in source and "architecture" in str(error):
            path = folder / source["gguf_file"]
            architecture = read_header(path).architecture
            from transformers.modeling_gguf_pytorch_utils import GGUF_SUPPORTED_ARCHITECTURES

            readable = sorted(set(GGUF_SUPPORTED_ARCHITECTURES) - {"general", "tokenizer"})
            raise ModelError(
                f"{path.name} is a GGUF file of the architecture {architecture!r}, which transformers does not read; "
                f"it reads {', '.join(readable)}."
            ) from error
        if not source["trust_remote_code"] and "trust_remote_code" in str(error):
            raise ModelError(NEEDS_CODE.format(name, folder)) from error
        raise ModelError(f"The tokenizer of {name} cannot be loaded from {folder}: {first_line(error)}") from error
    if not tokenizer.is_fast:
        raise ModelError(NO_FAST_TOKENIZER.format(name, type(tokenizer).__name__))
    return tokenizer


def _check_sentencepiece(folder: Path, name: str) -> None:
    """A SentencePiece model alone is turned into a fast tokenizer, with the packages that it takes."""
    if (folder / "tokenizer.json").is_file() or not any(folder.glob("*.model")):
        return
    lacking = [package for package, module in _SENTENCEPIECE.items() if not installed(module)]
    if lacking:
        raise MissingExtraError(
            f"{name} has its tokenizer as a SentencePiece model only, which needs {' and '.join(lacking)}: "
            f"{install('hf')}."
        )


def installed(module: str) -> bool:
    """Whether a module can be imported."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # of the package that it is in
        return False


def _load_model(folder: Path, name: str, dtype: str, weights: int, source: dict[str, Any], kind: Any) -> Any:
    # Reading GGUF draws a progress bar of its own, which nothing turns off.
    bars = redirect_stderr(io.StringIO()) if "gguf_file" in source else nullcontext()
    try:
        with bars:
            model, info = kind.from_pretrained(
                str(folder), dtype=getattr(torch, dtype), output_loading_info=True, **source
            )
    except ImportError as error:
        if "gguf_file" not in source:
            raise
        raise MissingExtraError(f"Reading GGUF needs more packages: {install('gguf')} ({error}).") from error
    except UnpicklingError as error:
        raise WeightsError(MORE_THAN_NUMBERS.format(name, folder)) from error
    except SafetensorError as error:
        raise WeightsError(f"The weights of {name} in {folder} are damaged: {first_line(error)}") from error
    except Exception as error:
        if out_of_memory(error):
            raise ModelError(does_not_fit(name, weights, dtype)) from error
        raise _not_loaded(folder, name, source, error) from error
    two_sided = hasattr(model, "encoder") and hasattr(model, "decoder")
    unused = ("decoder.",) if two_sided else ()
    missing = sorted(key for key in info["missing_keys"] if "pooler" not in key and not key.startswith(unused))
    if missing:
        raise WeightsError(
            f"The weights of {name} lack {len(missing)} tensors ({missing[0]}, …), which would be random numbers; "
            "the file does not belong to this config.json, or is incomplete."
        )
    return model.get_encoder() if two_sided else model
