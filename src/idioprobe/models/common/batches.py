"""Batches filled by a budget of tokens rather than a number of texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def token_batches(lengths: Sequence[int], budget: int) -> Iterator[list[int]]:
    """Positions of texts, longest first, in batches whose padded size is within the budget.

    Neighbours in length share a batch, so little is padding; the longest come first, so
    that a batch too large for the device fails at the start and not at the end. A text
    longer than the budget gets a batch of its own.

    >>> list(token_batches([3, 9, 4], budget=10))
    [[1], [2, 0]]
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    batch: list[int] = []
    for i in order:
        if batch and lengths[batch[0]] * (len(batch) + 1) > budget:
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch
