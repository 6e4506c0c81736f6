"""What is known in advance about the models of APIs: size, longest text, price."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from idioprobe.core.price import Estimate

BYTES_PER_TOKEN = 4
"""In English a token has about four characters; counted in bytes, other scripts come out about right too."""
PRICES_OF = "2026-05"
"""When the prices of embeddings were looked up."""
CHAT_PRICES_OF = "2026-03"
"""Of when the prices of answers are."""
TOKENS_OF_A_TURN = 7
"""What marks a user's turn and the beginning of the answer is paid for too."""


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
class ChatModel:
    """A chat model that OpenAI serves: what a million tokens cost in US dollars, those it reads and those it writes."""

    reads: float
    writes: float


CHAT_MODELS = {
    "gpt-4o": ChatModel(2.50, 10.00),
    "gpt-4o-mini": ChatModel(0.15, 0.60),
    "gpt-4.1": ChatModel(2.00, 8.00),
    "gpt-4.1-mini": ChatModel(0.40, 1.60),
    "gpt-4.1-nano": ChatModel(0.10, 0.40),
    "gpt-5": ChatModel(1.25, 10.00),
    "gpt-5-mini": ChatModel(0.25, 2.00),
    "gpt-5-nano": ChatModel(0.05, 0.40),
}
"""OpenAI's well-known chat models by name; list prices as https://deploybase.ai/articles/openai-pricing quotes them."""


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


def estimate_answers(questions: Sequence[tuple[str, int]], model: ChatModel | None) -> Estimate:
    """What a chat model would cost for some questions, each with as many tokens as its answer may have."""
    tokens = sum(count_tokens(text) + TOKENS_OF_A_TURN for text, _ in questions)
    output = sum(limit for _, limit in questions)
    cost = (tokens * model.reads + output * model.writes) / 1e6 if model else None
    return Estimate(len(questions), tokens, cost, CHAT_PRICES_OF, output)
