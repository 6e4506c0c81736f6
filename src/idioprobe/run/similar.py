"""What a model of sentences finds in common between phrases, for suites that compare what was said with it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.encoder import Encoder, Model, Responder
from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import ignore
from idioprobe.core.progress import Quiet
from idioprobe.core.requests import Request
from idioprobe.core.views import DEFAULT_VIEW
from idioprobe.embed.embedder import embed, know_facts, plan_views
from idioprobe.embed.spaces import Store
from idioprobe.suites.base import Similar


def comparing(model: Model, name: str) -> Encoder:
    """The model, if it has vectors of texts to compare."""
    if isinstance(model, Responder):
        raise ConfigError(f"`paraphrases_by` {name}: this model answers in words; name one that has vectors.")
    return model


def similar_by(encoder: Encoder, store: Store) -> Similar:
    """Vectors of whole texts, kept in the store as all others; a text without one is NaN."""

    def similar(texts: Sequence[str]) -> NDArray[np.float32]:
        facts = know_facts(encoder, store)
        view = plan_views(facts, (DEFAULT_VIEW,), ("sentence",), special_tokens=False, notice=ignore)[0]
        wanted = {Request(text) for text in texts}
        done = embed(encoder, store, {"sentence": wanted, "target": set()}, [view], None, Quiet())
        unanswered = done.unanswered.get(view, set())
        found = store.read_all(store.space(encoder.identity, view), wanted - unanswered)
        vectors = {request.text: answer for request, answer in found.items() if isinstance(answer, np.ndarray)}
        length = next((len(vector) for vector in vectors.values()), 1)
        none = np.full(length, np.nan, dtype=np.float32)
        return np.stack([vectors.get(text, none) for text in texts])

    return similar
