"""How likely each option is as the answer: the sum of the logarithms of its tokens' likelihoods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch

from idioprobe.core.answers import Vector
from idioprobe.models.chat.packs import Asked, Pack
from idioprobe.models.chat.reader import Reader

ROWS_AT_ONCE = 64


def weigh(reader: Reader, pack: Pack) -> Iterator[tuple[Asked, Vector]]:
    """For all questions of a pack from one pass: a token's likelihood is read where the token before it is."""
    before = [
        [places[len(asked.prompt) - 1 :] for places in paths]
        for asked, paths in zip(pack.asked, pack.places, strict=True)
    ]
    keep = sorted({place for paths in before for places in paths for place in places})
    rows = {place: row for row, place in enumerate(keep)}
    logits = reader.packed(pack.tree, pack.tree.sees(), keep)[0]
    totals = _totals(logits)
    for asked, paths in zip(pack.asked, before, strict=True):
        found = [
            _likelihood(logits, totals, [rows[place] for place in places], option)
            for places, option in zip(paths, asked.options, strict=True)
        ]
        yield asked, np.array(found, np.float32)


def weigh_alone(reader: Reader, asked: Asked) -> Vector:
    """For one question, an option after the other."""
    found = []
    for path, option in zip(asked.paths(), asked.options, strict=True):
        logits = reader.alone(path, range(len(asked.prompt) - 1, len(path)))
        found.append(_likelihood(logits, _totals(logits), range(len(option)), option))
    return np.array(found, np.float32)


def _totals(logits: torch.Tensor) -> torch.Tensor:
    """What the logits of each row are normalised by."""
    return torch.cat([part.float().logsumexp(dim=-1) for part in torch.split(logits, ROWS_AT_ONCE)])


def _likelihood(logits: torch.Tensor, totals: torch.Tensor, rows: Sequence[int], tokens: Sequence[int]) -> float:
    at = list(rows)
    return float((logits[at, list(tokens)].double() - totals[at].double()).sum())
