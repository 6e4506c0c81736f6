"""A view says how one vector is made from one forward pass.

Written `POOL@LAYERS`, with `:concat` or `:sum` where several layers are not to be
averaged: `mean@last4`, `cls@-1`, `mean@all` (each layer one by one), `max@0`,
`mean@-1+-2`, `mean@last4:concat`. A family without layers writes the pool alone: `mean`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import old_form

Unit = Literal["target", "sentence", "answer"]
UNITS: tuple[Unit, ...] = ("target", "sentence")
"""What has a vector; an answer in words has none."""
ANSWER: Unit = "answer"

POOLS = {
    "mean": "mean of the subwords",
    "max": "coordinate-wise maximum",
    "min": "coordinate-wise minimum",
    "sum": "sum of the subwords",
    "mean+max": "the mean and the maximum side by side (Rücklé et al. 2018)",
    "first": "first subword",
    "last": "last subword",
    "wmean": "mean weighted by position, later subwords more (SGPT)",
    "sif": "mean in which rare words weigh more (Arora et al. 2017); models static: with `word_counts` only",
    "concat": "subwords side by side; only targets with equally many can be compared",
    "cls": "the first special token; sentence unit only",
    "cls+sep": "first and last special token, summed; sentence unit only",
    "native": "as the model's authors do, or as a file has it; models st:, openai: and vectors: only",
}
"""Pooling by name, with what it does."""

GENERATED, LIKELIHOOD = "generated", "likelihood"
WAYS = {
    GENERATED: "what the model writes; models chat: only",
    LIKELIHOOD: "the likelihood of each option as its answer; models chat: whose weights are here only",
}
"""Ways to get an answer of a model that answers in words, by name."""

NATIVE = "native"
"""A model's own pooling."""
OLD_NATIVE = "published"
"""What that was called in 0.3, in stores too."""
RARE = "sif"
"""The pooling that needs to know how often words occur."""
STATE_POOLS = tuple(pool for pool in POOLS if pool not in (NATIVE, RARE))
"""Poolings of hidden states."""
DEFAULT_VIEW = "mean@last4"
SENTENCE_POOLS = frozenset({"cls", "cls+sep"})
COMBINATIONS = ("mean", "sum", "concat")

_LAYERS = re.compile(r"last[1-9]\d*|all|-?\d+(\+-?\d+)*")


@dataclass(frozen=True, order=True)
class View:
    """One way to turn a forward pass into a vector; `layers` is empty without layers."""

    unit: Unit
    pool: str
    layers: str
    combine: str = "mean"
    special_tokens: bool = False

    @property
    def name(self) -> str:
        """The view as the user writes it; the unit is a column of its own.

        >>> View("target", "mean", "last4").name
        'mean@last4'
        """
        if not self.layers:
            return self.pool
        return f"{self.pool}@{self.layers}" + ("" if self.combine == "mean" else f":{self.combine}")

    def states(self, count: int) -> tuple[int, ...]:
        """The hidden states this view reads, of `count` that the model returns.

        State 0 is the embedding layer. `last4` of a model with three states is all three.

        >>> View("target", "mean", "last4").states(7)
        (3, 4, 5, 6)
        """
        if self.layers.startswith("last"):
            return tuple(range(max(0, count - int(self.layers[4:])), count))
        chosen = []
        for part in self.layers.split("+"):
            index = int(part)
            if not -count <= index < count:
                raise ConfigError(
                    f"`views` {self.name}: layer {index} does not exist; the model returns {count} "
                    f"hidden states, 0 (embeddings) to {count - 1}, or -{count} to -1."
                )
            chosen.append(index % count)
        return tuple(chosen)


def current(text: str) -> str:
    """A view as it is written now: a model's own pooling was called `published` once."""
    if text.strip() != OLD_NATIVE:
        return text
    old_form(f"The view {OLD_NATIVE} is called {NATIVE} now.")
    return NATIVE


def parse_view(text: str) -> tuple[str, str, str]:
    """Split a written view into pool, layers and combination.

    >>> parse_view("mean@last4:concat")
    ('mean', 'last4', 'concat')
    """
    if text.strip() in WAYS:
        return text.strip(), "", "mean"
    pool, at, rest = current(text).strip().partition("@")
    layers, colon, combine = rest.partition(":")
    if pool not in POOLS:
        raise ConfigError(
            f"`views` {text}: unknown pooling {pool!r}; one of {', '.join(POOLS)}, then @ and layers (mean@last4), "
            f"or {' or '.join(WAYS)} for models that answer in words."
        )
    if at and not _LAYERS.fullmatch(layers):
        raise ConfigError(
            f"`views` {text}: cannot read the layers {layers!r}; write last4, -1, 0, all, or a set such as -1+-2."
        )
    if colon and combine not in COMBINATIONS:
        raise ConfigError(f"`views` {text}: layers are combined by {', '.join(COMBINATIONS)}, not {combine!r}.")
    return pool, layers, combine or "mean"


def expand(text: str, unit: Unit, *, special_tokens: bool, states: int) -> list[View]:
    """The concrete views that a written one stands for, in a model with `states` hidden states.

    `mean@all` becomes one view per hidden state; a family without layers (`states` = 0)
    keeps the pool alone.
    """
    pool, layers, combine = parse_view(text)
    if states == 0:
        return [View(unit, pool, "")]
    base = View(unit, pool, layers or "last4", combine, special_tokens)
    if layers == "all":
        return [replace(base, layers=str(layer)) for layer in range(states)]
    base.states(states)
    return [base]
