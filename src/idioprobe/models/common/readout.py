"""From the hidden states of a batch to the vectors of every view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from idioprobe.core.encoder import Encoded, Spans
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.common.pooling import combine_layers, masks, pool
from idioprobe.models.common.reasons import NO_TOKEN, NO_TOKEN_OF_TARGET
from idioprobe.models.common.spans import tokens_of_target

Vectors = list[tuple[Request, NDArray[np.float32]]]


class Tokenized(Protocol):
    """A text in tokens: the characters that each stands for, and 1 for those that stand for none."""

    @property
    def text(self) -> str:
        """As it was given."""
        ...

    @property
    def offsets(self) -> Sequence[tuple[int, int]]:
        """Start and end of each token in the text."""
        ...

    @property
    def special(self) -> Sequence[int]:
        """1 for a token that was added to the text."""
        ...


def read_out(
    states: Sequence[Tensor],
    batch: Sequence[Tokenized],
    spans: Spans,
    views: Sequence[View],
    places: Tensor | None = None,
) -> Encoded:
    """The vectors of all views, from hidden states (texts, tokens, features) that are padded at the end.

    Texts that share one sequence say by `places` (texts, tokens) where in it each of their tokens is.
    """
    device, shape = states[0].device, (len(batch), (states[0] if places is None else places).shape[1])
    attention, special = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    for row, tokens in enumerate(batch):
        attention[row, : len(tokens.special)] = 1
        special[row, : len(tokens.special)] = tokens.special
    targets, lost, rows, marked = _targets(batch, spans, shape[1])
    on_device = [torch.from_numpy(array).to(device) for array in (attention, special, marked)]
    worded = [row for row, tokens in enumerate(batch) if not all(tokens.special)]
    wordless = sorted({tokens.text for tokens in batch if all(tokens.special)})
    vectors: dict[View, Vectors] = {}
    failed: dict[View, list[tuple[Request, str]]] = {}
    combined: dict[tuple[tuple[int, ...], str], Tensor] = {}
    for view in views:
        layers = (view.states(len(states)), view.combine)
        if layers not in combined:
            together = combine_layers(states, *layers)
            combined[layers] = together if places is None else together[0][places]
        mask = masks(view, *on_device)
        if view.unit == "target":
            vectors[view] = _pooled(view, combined[layers], mask, targets, rows)
            failed[view] = [(request, NO_TOKEN_OF_TARGET) for request in lost]
        else:
            requests = [Request(batch[row].text) for row in worded]
            vectors[view] = _pooled(view, combined[layers], mask[worded], requests, worded)
            failed[view] = [(Request(text), NO_TOKEN) for text in wordless]
    return Encoded(len(batch), vectors, failed)


def _targets(
    batch: Sequence[Tokenized], spans: Spans, width: int
) -> tuple[list[Request], list[Request], list[int], NDArray[np.int64]]:
    """Targets that have tokens and those that have none; of the former the row, and a mask of their tokens."""
    requests, lost, rows, marked = [], [], [], []
    for row, tokens in enumerate(batch):
        for target in spans.get(tokens.text, []):
            found = tokens_of_target(tokens.text, target, tokens.offsets, tokens.special)
            request = Request(tokens.text, target)
            if not found:
                lost.append(request)
                continue
            requests.append(request)
            rows.append(row)
            marked.append(found)
    mask = np.zeros((len(requests), width), np.int64)
    for i, found in enumerate(marked):
        mask[i, found] = 1
    return requests, lost, rows, mask


def _pooled(view: View, hidden: Tensor, mask: Tensor, requests: list[Request], rows: list[int]) -> Vectors:
    """The vectors of the requests, each in its row of the hidden states; they leave the device pooled."""
    if not requests:
        return []
    with torch.inference_mode():
        chosen = hidden if rows == list(range(len(hidden))) else hidden[rows]
        pooled = pool(chosen, mask, view.pool)
        arrays = [row.cpu().numpy() for row in pooled] if isinstance(pooled, list) else pooled.cpu().numpy()
    return list(zip(requests, arrays, strict=True))
