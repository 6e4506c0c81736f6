"""Models that answer questions in words: their files here, or a server that runs them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from idioprobe.core.errors import ConfigError
from idioprobe.core.options import option
from idioprobe.models.common.options import FromGguf, FromHub, InPrecision, OnServer
from idioprobe.models.family import Family, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Responder

OPENAI = "openai:"
"""What is written before the name of a model behind a server."""


@dataclass(frozen=True)
class ChatOptions(OnServer, FromGguf, FromHub, InPrecision):
    """What can be said about a model that answers in words."""

    temperature: float = option(
        0.0,
        help="How freely a chat model's answers are drawn; 0 takes the likeliest.",
        later=True,
        shared=True,
        at_least=0,
        below=100,
    )
    thinking: int = option(
        0,
        help="How many tokens a reasoning model may think, beside those of its answer.",
        metavar="TOKENS",
        later=True,
        shared=True,
        at_least=0,
        below=100_000,
    )


def load(name: str, options: ChatOptions, setting: Setting) -> Responder:
    """The model in a folder, the one of that name on the hub, or after openai: the one of that name on a server."""
    if name.startswith(OPENAI):
        from idioprobe.models.chat.openai import load_openai

        return load_openai(name.removeprefix(OPENAI), options, setting)
    if options.base_url is not None:
        raise ConfigError(f"`base_url` does not go with chat:{name}; write chat:{OPENAI}{name} for one on a server.")
    from idioprobe.models.chat.responder import load_local

    return load_local(name, options, setting)


FAMILY = Family(
    "chat",
    "with chat: before a folder or a Hugging Face id, or with chat:openai: before the name of a model on a server",
    load,
    ChatOptions,
    "models that answer in words, for the suite questions: Hugging Face models and GGUF files, or a server's",
    responds=True,
)
