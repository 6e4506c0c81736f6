"""The parts store beside the file of vectors: writing, what is missing, and reading all, as ratios in one run."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

from idioprobe.core.encoder import Identity
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.embed.opening import open_any

MODEL, VIEW = Identity("bench", "bench", "bench"), View("sentence", "mean", "last4")
BATCH = 64


def seconds(store: str | None, cache: Path, requests: list[Request], vectors: np.ndarray) -> dict[str, float]:
    """Seconds of the processor for each step; the store is opened anew for what is read."""
    found: dict[str, float] = {}
    begun = time.process_time()
    with open_any(cache, store)[0] as opened:
        space = opened.space(MODEL, VIEW)
        for at in range(0, len(requests), BATCH):
            opened.write(
                (space, r, v) for r, v in zip(requests[at : at + BATCH], vectors[at : at + BATCH], strict=True)
            )
    found["write"] = time.process_time() - begun
    with open_any(cache, store)[0] as opened:
        space = opened.space(MODEL, VIEW)
        for name, work in (("missing", opened.missing), ("read", opened.read_all)):
            begun = time.process_time()
            work(space, set(requests))
            found[name] = time.process_time() - begun
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=50_000)
    parser.add_argument("--dimension", type=int, default=384)
    given = parser.parse_args()
    requests = [Request(f"This is the text of number {n}.") for n in range(given.texts)]
    vectors = np.random.default_rng(0).normal(size=(given.texts, given.dimension)).astype(np.float32)
    with tempfile.TemporaryDirectory() as folder:
        file = seconds(None, Path(folder) / "file", requests, vectors)
        parts = seconds(str(Path(folder) / "parts"), Path(folder) / "cache", requests, vectors)
    print(f"{given.texts:,} vectors of {given.dimension} numbers")
    for name, taken in file.items():
        print(f"{name}: file {taken:.2f} s, parts {parts[name]:.2f} s, ratio {parts[name] / taken:.2f}")


if __name__ == "__main__":
    main()
