"""Matrix products on one thread.

Those of resamples are many and small. A BLAS that spreads each over all cores takes no less time for it, and keeps
every core busy with waiting.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController


@contextmanager
def one_thread() -> Iterator[None]:
    """Holds numpy's BLAS to one thread, as a block or as a decorator."""
    with _libraries().limit(limits=1, user_api="blas"):
        yield


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    """Looked for once: that takes longer than a product."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
