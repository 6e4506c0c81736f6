"""A store that is filled and read back as a run does it, but without polars."""

from unittest.mock import patch

import numpy as np

from idioprobe.core.progress import Quiet
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.embed import embedder
from idioprobe.embed.embedder import embed
from idioprobe.embed.store import open_store
from idioprobe.run.run import on_whole_store
from tests.embed.slow import make_encoder, scattered

VIEWS = [View("target", "mean", ""), View("sentence", "mean", "")]
TEXTS = [f"text {number} is a lame duck" for number in range(150)]
WANTED = {"sentence": {Request(text) for text in TEXTS}, "target": {Request(text, ((0, 4),)) for text in TEXTS}}


def fill(cache, seconds=0.0):
    """Embed all texts and read them back, as a run does; what was said on the way."""
    notices, encoder = [], make_encoder(seconds)
    store, message = open_store(cache)
    notices += [message] if message else []

    def work():
        with patch.object(embedder, "WRITTEN_AFTER", 0):  # so that a kill comes between batches that are written
            embed(encoder, store, WANTED, VIEWS, 160, Quiet())
        return {view: store.read_all(store.space(encoder.identity, view), WANTED[view.unit]) for view in VIEWS}

    with store:
        for found in on_whole_store(store, notices.append, work).values():
            for request, vector in found.items():
                assert vector.tobytes() == scattered(request).astype(np.float32).tobytes(), request
    return notices
