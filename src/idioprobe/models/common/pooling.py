"""Pooling of hidden states on the device: only pooled vectors leave it."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from idioprobe.core.views import SENTENCE_POOLS, View


def combine_layers(states: Sequence[Tensor], chosen: Sequence[int], how: str) -> Tensor:
    """One (texts, tokens, features) tensor from several layers."""
    picked = [states[i].float() for i in chosen]
    if len(picked) == 1:
        return picked[0]
    if how == "concat":
        return torch.cat(picked, dim=-1)
    total = picked[0] + picked[1]
    for layer in picked[2:]:
        total = total + layer
    return total if how == "sum" else total / len(picked)


def pool(hidden: Tensor, mask: Tensor, how: str) -> list[Tensor] | Tensor:
    """Pool (rows, tokens, features) over the tokens that the mask marks, one vector a row.

    `concat` returns a list, as its rows differ in length.
    """
    keep = mask.bool()
    if how == "mean+max":
        weights = mask.to(hidden.dtype) / mask.sum(dim=1, keepdim=True)
        mean = torch.bmm(weights.unsqueeze(1), hidden).squeeze(1)
        return torch.cat([mean, hidden.masked_fill(~keep.unsqueeze(-1), float("-inf")).amax(dim=1)], dim=-1)
    if how in ("mean", "sum", "wmean"):
        weights = mask.to(hidden.dtype)
        if how == "wmean":
            weights = weights * weights.cumsum(dim=1)
        if how != "sum":
            weights = weights / weights.sum(dim=1, keepdim=True)
        return torch.bmm(weights.unsqueeze(1), hidden).squeeze(1)
    if how == "max":
        return hidden.masked_fill(~keep.unsqueeze(-1), float("-inf")).amax(dim=1)
    if how == "min":
        return hidden.masked_fill(~keep.unsqueeze(-1), float("inf")).amin(dim=1)
    rows = torch.arange(len(hidden), device=hidden.device)
    first = keep.int().argmax(dim=1)
    last = keep.shape[1] - 1 - keep.int().flip(1).argmax(dim=1)
    if how in ("first", "cls"):
        return hidden[rows, first]
    if how == "last":
        return hidden[rows, last]
    if how == "cls+sep":
        return hidden[rows, first] + hidden[rows, last]
    if how == "concat":
        return [hidden[i][keep[i]].flatten() for i in range(len(hidden))]
    raise ValueError(f"unknown pooling {how}")


def masks(view: View, attention: Tensor, special: Tensor, spans: Tensor) -> Tensor:
    """Which tokens a view looks at: the target's, the words of the sentence, or all tokens."""
    if view.unit == "target":
        return spans
    if view.special_tokens or view.pool in SENTENCE_POOLS:
        return attention
    return attention * (1 - special)
