"""An encoder without weights, and a run of it in a process of its own: python -m tests.embed.slow CACHE SECONDS."""

import hashlib
import json
import sys
import time
from functools import lru_cache
from pathlib import Path

import numpy as np

from idioprobe import evaluate, load_dataset
from idioprobe.embed import embedder
from tests.support import HandmadeEncoder

SMALL = {"limit": 2, "languages": ("en",), "conditions": ("nat",), "resamples": 100}


def scattered(request):
    """A vector that follows from nothing but the request."""
    digest = hashlib.blake2b(repr(request).encode(), digest_size=8).digest()
    return np.random.default_rng(int.from_bytes(digest, "big")).normal(size=64)


def make_encoder(seconds=0.0):
    """Takes so long for each request."""

    def vector(request):
        time.sleep(seconds)
        return scattered(request)

    return HandmadeEncoder(vector, name="scattered")


@lru_cache
def starter():
    """The starter set, built once."""
    return load_dataset("starter")


def run(cache, encoder=None, **options):
    """A small run."""
    options = {**SMALL, **options}
    return evaluate(encoder or make_encoder(), starter(), cache_dir=Path(cache), controls=False, **options)


if __name__ == "__main__":
    # Batches of one text, written soon, so that a kill comes in the middle.
    embedder.WRITTEN_AFTER = 0.1
    result = run(sys.argv[1], make_encoder(float(sys.argv[2])), batch_tokens=16)
    sys.stdout.write(json.dumps(result.info["counts"]))
