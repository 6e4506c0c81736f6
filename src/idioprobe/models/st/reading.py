"""Texts in tokens as a sentence-transformers model is given them, made once and filled up in batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from idioprobe.core.encoder import Spans
from idioprobe.models.common.spans import tokens_of_target

SAMPLES = ("One two", " three,  Four five. ", "six\tSEVEN \u00e9t\u00e9 and eight", "x")
"""Texts on which we and the library must agree: of several lengths, and with what some would strip or lower."""
LONGEST_SAMPLE = 8192
IDS, TYPES, ATTENTION = "input_ids", "token_type_ids", "attention_mask"


@dataclass(frozen=True, slots=True)
class Read:
    """A text in tokens; which characters each stands for, and which stand for none, where the tokenizer tells."""

    text: str
    ids: Sequence[int]
    offsets: Sequence[tuple[int, int]] = ()
    special: Sequence[int] = ()
    types: Sequence[int] = ()

    def targets(self, spans: Spans, shift: int) -> list[list[int]]:
        """Which tokens each of the text's targets is made of; `shift` characters stand before the text."""
        wanted = spans.get(self.text, [])
        return [tokens_of_target(self.text, target, self.offsets, self.special, shift) for target in wanted]


@dataclass(frozen=True)
class Batch:
    """Texts, what the model is given for them, and which tokens each of their targets is made of."""

    texts: list[str]
    features: dict[str, Any]
    places: list[list[list[int]]]


@dataclass(frozen=True)
class Filling:
    """How texts in tokens are filled up to the same length, and what is said of a batch as a whole."""

    pads: Mapping[str, int]
    more: Mapping[str, Any]

    def fill(self, batch: Sequence[Read]) -> dict[str, Any]:
        """What the model is given, shorter texts filled up on the right."""
        width = max(len(one.ids) for one in batch)
        made: dict[str, Any] = dict(self.more)
        for name, pad in self.pads.items():
            made[name] = torch.tensor([_row(one, name) + [pad] * (width - len(one.ids)) for one in batch])
        return made


def _row(one: Read, name: str) -> list[int]:
    if name == ATTENTION:
        return [1] * len(one.ids)
    return list(one.ids if name == IDS else one.types or [0] * len(one.ids))


def agreed(theirs: Mapping[str, Any], read: Sequence[Read], tokenizer: Any) -> Filling | None:
    """How we fill up texts, if that gives what the library gives for the same texts; None where it does not."""
    tensors = {name for name, value in theirs.items() if isinstance(value, torch.Tensor)}
    pad: int | None = getattr(tokenizer, "pad_token_id", None)
    if pad is None or not {IDS, ATTENTION} <= tensors <= {IDS, ATTENTION, TYPES}:
        return None
    known = {IDS: pad, ATTENTION: 0, TYPES: int(getattr(tokenizer, "pad_token_type_id", 0))}
    filling = Filling({name: known[name] for name in known if name in tensors}, _others(theirs))
    ours = filling.fill(read)
    return filling if all(torch.equal(ours[name], theirs[name]) for name in tensors) else None


def _others(features: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in features.items() if not isinstance(value, torch.Tensor)}


def long_samples(tokens: Callable[[str], int], limit: int) -> list[str]:
    """A text that is nearly as long as the model takes: the library may cut it nevertheless."""
    words = min(limit, LONGEST_SAMPLE)
    while words:
        text = " one" * words
        if tokens(text) <= limit:
            return [text]
        words = words - 4 if words > 8 and words > limit - 12 else words // 2
    return []
