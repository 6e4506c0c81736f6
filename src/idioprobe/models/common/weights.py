"""Models that somebody else holds: what tells them from what they were a step of training ago; how to borrow them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from idioprobe.core.textfile import readable


def weights_digest(module: torch.nn.Module) -> str:
    """SHA-256 of all weights by name, shape and type, wherever they are: one number changed is another model."""
    digest = hashlib.sha256()
    for name, value in sorted(module.state_dict().items()):
        if not isinstance(value, torch.Tensor):
            digest.update(f"{name}={value!r}\0".encode())
            continue
        digest.update(f"{name}|{value.dtype}|{tuple(value.shape)}\0".encode())
        whole = value.detach().to("cpu").contiguous().reshape(-1)
        digest.update(whole.view(torch.uint8).numpy().data)
    return digest.hexdigest()


def tokenizer_digest(tokenizer: Any) -> str:
    """SHA-256 of what a tokenizer does to a text; how it was last told to cut or fill up texts does not count."""
    fast = getattr(tokenizer, "backend_tokenizer", tokenizer)
    if hasattr(fast, "to_str"):
        told = json.loads(fast.to_str())
        told |= {"truncation": None, "padding": None}
        text = json.dumps(told, sort_keys=True)
    else:
        text = repr(tokenizer)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def settings_text(module: torch.nn.Module) -> str:
    """The parts of a model and its configurations, but for where it came from."""
    parts = [repr(module)]
    for part in module.modules():
        config: Any = getattr(part, "config", None)
        told = config.to_dict() if hasattr(config, "to_dict") else getattr(part, "get_config_dict", dict)()
        own = {key: value for key, value in dict(told).items() if key not in ("_name_or_path", "transformers_version")}
        parts.append(json.dumps(own, sort_keys=True, default=str))
    return "\n".join(dict.fromkeys(parts))


def told_name(config: Any, otherwise: str) -> str:
    """The name that a model was loaded by, without the folders before it."""
    name = str(getattr(config, "_name_or_path", "") or getattr(config, "name_or_path", "") or "")
    return readable(name).replace("\\", "/").rstrip("/").rsplit("/", 1)[-1] or otherwise


def size_of(module: torch.nn.Module) -> dict[str, str]:
    """How many parameters a model has, and of which type, for the manifest."""
    dtypes = sorted({str(p.dtype).removeprefix("torch.") for p in module.parameters()})
    return {"parameters": str(sum(p.numel() for p in module.parameters())), "dtype": ", ".join(dtypes)}


@contextmanager
def borrowed(module: torch.nn.Module, tokenizer: Any) -> Iterator[None]:
    """A model without its dropout, and a tokenizer to do with as one likes; both are given back as they were."""
    training = [(part, part.training) for part in module.modules()]
    kept = {name: getattr(tokenizer, name) for name in ("padding_side", "pad_token") if hasattr(tokenizer, name)}
    module.eval()
    try:
        yield
    finally:
        for part, was in training:
            part.training = was
        for name, value in kept.items():
            if getattr(tokenizer, name) != value:
                setattr(tokenizer, name, value)
