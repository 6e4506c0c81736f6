"""Eight writers on one parts store, as a process of its own: python -m tests.embed.parts.writers STORE CACHE FIRST."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from idioprobe.core.encoder import Identity
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.embed.parts.store import open_parts
from tests.embed.slow import scattered

MODEL = Identity("test", "model", "weights 1")
VIEWS = [View("sentence", "mean", "last4"), View("target", "mean", "last4")]
THREADS = 8
EACH = 60


def requests(writer):
    """What a writer writes: half of it is its own, half of it the next writer has too."""
    return [Request(f"text {number}") for number in range(writer * EACH // 2, writer * EACH // 2 + EACH)]


def write(store, cache, writer):
    """Write in ten parts."""
    wanted = requests(writer)
    with open_parts(store, Path(cache)) as opened:
        spaces = [opened.space(MODEL, view) for view in VIEWS]
        for at in range(0, EACH, EACH // 10):
            rows = [(space, r, scattered(r).astype("f4")) for space in spaces for r in wanted[at : at + EACH // 10]]
            opened.write(rows)
            opened.flush()


if __name__ == "__main__":
    store, cache, first = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda writer: write(store, cache, writer), range(first, first + THREADS)))
