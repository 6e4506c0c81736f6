"""Models behind an embeddings API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from idioprobe.models.common.options import OnServer, WithPrompt
from idioprobe.models.family import Family, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder


@dataclass(frozen=True)
class ApiOptions(OnServer, WithPrompt):
    """What can be said about an embeddings API."""


def load(name: str, options: ApiOptions, setting: Setting) -> Encoder:
    """The model of that name on OpenAI's server, or on the one at `base_url`; nothing is asked yet."""
    from idioprobe.models.api.client import Client
    from idioprobe.models.api.encoder import ApiEncoder
    from idioprobe.models.common.prompts import resolve_prompt

    client = Client(options.base_url, timeout=options.timeout)
    prompt = resolve_prompt(options.prompt, options.prompt_name, {})
    return ApiEncoder(name, client, prompt=prompt, memory=setting.memory)


FAMILY = Family(
    "openai",
    "with openai: before the name of a model behind an embeddings API, as in openai:text-embedding-3-small",
    load,
    ApiOptions,
    "embeddings APIs: OpenAI's, and servers that speak as it does",
)
