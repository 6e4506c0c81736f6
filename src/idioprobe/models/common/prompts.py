"""Prompts of text-embedding models: the user's, the model's own, and those that papers used."""

from __future__ import annotations

from collections.abc import Mapping

from idioprobe.core.errors import ConfigError

PROMPTS = {
    "wold-2025": "Instruct: Given a sentence, encode its semantic properties.\nQuery: ",
}
"""Prompts known by name, with the frame that instruction-tuned models (E5, Qwen3) ask for."""


def resolve_prompt(prompt: str | None, name: str | None, own: Mapping[str, str], default: str | None = None) -> str:
    """The text that is put before every input; unless the user says so, that of the model's authors, if any."""
    if prompt is not None and name is not None:
        raise ConfigError("`prompt` and `prompt_name` exclude each other; give one.")
    if name is None:
        return prompt if prompt is not None else own.get(default or "", "")
    known = {**PROMPTS, **own}
    if name not in known:
        raise ConfigError(f"`prompt_name` {name}: this model and idioprobe know {', '.join(known)}.")
    return known[name]
