"""What a model that is paid for would cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from idioprobe.core.encoder import Facts
from idioprobe.core.requests import Request


@dataclass(frozen=True)
class Estimate:
    """What some texts or questions would cost, about; `cost` is None where the price is not known.

    `output` is how many tokens the answers may have, where there are any: then the cost is the most that it can be.
    """

    texts: int
    tokens: int
    cost: float | None
    prices_of: str = ""
    output: int | None = None

    def show(self) -> str:
        """The estimate in words, with what it rests on.

        >>> Estimate(1000, 30_000, 0.0039, "2026-05").show()
        'about 30,000 tokens at four characters each, about $0.0039 at the list price of 2026-05'
        >>> Estimate(10, 3000, None, output=320).show()
        'about 3,000 tokens at four characters each and answers of at most 320; the price is not known'
        """
        tokens = f"about {self.tokens:,} tokens at four characters each"
        if self.output is not None:
            tokens += f" and answers of at most {self.output:,}"
        if self.cost is None:
            return f"{tokens}; the price is not known"
        return f"{tokens}, {_dollars(self.cost, self.output is not None)} at the list price of {self.prices_of}"


def _dollars(cost: float, at_most: bool) -> str:
    if 0 < cost < 0.0001:
        return "less than $0.0001"
    about = "at most about" if at_most else "about"
    return f"{about} ${cost:.4f}" if cost < 1 else f"{about} ${cost:,.2f}"


@runtime_checkable
class HasPrice(Protocol):
    """A family that may cost money: a dry run asks it for an estimate, and asks no server."""

    def promises(self) -> Facts:
        """What `facts()` will say, but for what only the server can tell."""
        ...

    def estimate(self, requests: Iterable[Request]) -> Estimate:
        """What it would cost to embed the texts of the requests, or to have questions answered."""
        ...
