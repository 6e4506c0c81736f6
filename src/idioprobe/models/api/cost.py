"""What is known in advance about the models of embeddings APIs: size, longest text, price."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from idioprobe.core.price import Estimate

BYTES_PER_TOKEN = 4
"""In English a token has about four characters; counted in bytes, other scripts come out about right too."""
PRICES_OF = "2026-05"
"""When the prices below were looked up."""


@dataclass(frozen=True)
class ApiModel:
    """A model that OpenAI serves; the price is in US dollars for a million tokens."""

    dimension: int
    max_tokens: int
    price: float


OPENAI_MODELS = {
    "text-embedding-3-small": ApiModel(1536, 8191, 0.02),
    "text-embedding-3-large": ApiModel(3072, 8191, 0.13),
    "text-embedding-ada-002": ApiModel(1536, 8191, 0.10),
}
"""OpenAI's embedding models by name (list prices, https://platform.openai.com/docs/pricing)."""


def count_tokens(text: str) -> int:
    """How many tokens a text has, about.

    >>> count_tokens("She is an eager beaver.")
    6
    """
    return max(1, -(-len(text.encode("utf-8", "surrogatepass")) // BYTES_PER_TOKEN))


def estimate(texts: Iterable[str], model: ApiModel | None) -> Estimate:
    """What a model would cost for some texts."""
    lengths = [count_tokens(text) for text in texts]
    tokens = sum(lengths)
    return Estimate(len(lengths), tokens, tokens * model.price / 1e6 if model else None, PRICES_OF)
