"""Arrays that are kept for their next use, within a bound on memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

from numpy.typing import NDArray

MEMORY = 1 << 27
"""How many bytes one collection keeps: enough for eight variables in a block of resamples."""


class Kept:
    """The latest arrays, as many as fit into `most` bytes; the newest stays even where it alone is larger."""

    def __init__(self, most: int = MEMORY) -> None:
        """Empty."""
        self.most = most
        self.size = 0
        self._arrays: OrderedDict[Hashable, tuple[NDArray[Any], ...]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], tuple[NDArray[Any], ...]]) -> tuple[NDArray[Any], ...]:
        """What is kept under `key`, made where it is not; what was used longest ago goes first."""
        found = self._arrays.pop(key, None)
        if found is None:
            found = make()
            self.size += _size(found)
        self._arrays[key] = found
        while self.size > self.most and len(self._arrays) > 1:
            self.size -= _size(self._arrays.popitem(last=False)[1])
        return found

    def clear(self) -> None:
        """Forget all."""
        self._arrays.clear()
        self.size = 0


def _size(arrays: tuple[NDArray[Any], ...]) -> int:
    return sum(array.nbytes for array in arrays)
