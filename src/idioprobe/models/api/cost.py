"""What is known in advance about the models of embeddings APIs: size, longest text, price."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from idioprobe.core.encoder import Facts

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


@dataclass(frozen=True)
class Estimate:
    """What some texts would cost, about; `cost` is None where the price is not known."""

    texts: int
    tokens: int
    cost: float | None

    def show(self) -> str:
        """The estimate in words, with what it rests on.

        >>> Estimate(1000, 30_000, 0.0039).show()
        'about 30,000 tokens at four characters each, about $0.0039 at the list price of 2026-05'
        """
        tokens = f"about {self.tokens:,} tokens at four characters each"
        if self.cost is None:
            return f"{tokens}; the price is not known"
        return f"{tokens}, {_dollars(self.cost)} at the list price of {PRICES_OF}"


def _dollars(cost: float) -> str:
    if 0 < cost < 0.0001:
        return "less than $0.0001"
    return f"about ${cost:.4f}" if cost < 1 else f"about ${cost:,.2f}"


@runtime_checkable
class HasPrice(Protocol):
    """A family that may cost money: a dry run asks it for an estimate, and asks no server."""

    def promises(self) -> Facts:
        """What `facts()` will say, but for what only the server can tell."""
        ...

    def estimate(self, texts: Iterable[str]) -> Estimate:
        """What embedding the texts would cost."""
        ...


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
    return Estimate(len(lengths), tokens, tokens * model.price / 1e6 if model else None)
