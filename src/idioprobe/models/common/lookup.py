"""What a model's tokens say before it reads them: means of its input embeddings, looked up without a pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
import torch

from idioprobe.core.answers import Answer, Failure
from idioprobe.core.encoder import Encoded, spans_of
from idioprobe.core.requests import Request
from idioprobe.core.views import UNITS, View
from idioprobe.models.common.batches import token_batches
from idioprobe.models.common.readout import Tokenized, read_out

AT_ONCE = 8192
"""Tokens that are looked up together."""
VIEWS = {unit: View(unit, "mean", "0") for unit in UNITS}

Table = Callable[[torch.Tensor], torch.Tensor]
"""From ids (texts, tokens) to vectors (texts, tokens, features)."""


class Numbered(Tokenized, Protocol):
    """A text in tokens that have numbers."""

    @property
    def ids(self) -> Sequence[int]:
        """One for each token."""
        ...


def looked_up(
    requests: Iterable[Request], tokenize: Callable[[list[str]], Sequence[Numbered]], table: Table, device: str
) -> dict[Request, Answer]:
    """The mean of the embeddings of each request's tokens, special ones left out; or why there is none."""
    wanted = set(requests)
    if not wanted:
        return {}
    texts = sorted({request.text for request in wanted})
    spans = spans_of(wanted, set(texts))
    tokenized = [tokens for tokens in tokenize(texts) if tokens.ids]
    found: dict[Request, Answer] = {}
    for members in token_batches([len(tokens.ids) for tokens in tokenized], AT_ONCE):
        batch = [tokenized[member] for member in members]
        padded = np.zeros((len(batch), max(len(tokens.ids) for tokens in batch)), np.int64)
        for row, tokens in enumerate(batch):
            padded[row, : len(tokens.ids)] = tokens.ids
        with torch.no_grad():
            states = table(torch.from_numpy(padded).to(device)).detach()
            found |= _answers(read_out([states], batch, spans, list(VIEWS.values())))
    return {request: found[request] for request in wanted if request in found}


def _answers(encoded: Encoded) -> Mapping[Request, Answer]:
    rows = [row for own in encoded.vectors.values() for row in own]
    failed = [(request, Failure(why)) for own in encoded.failed.values() for request, why in own]
    return dict([*failed, *rows])
