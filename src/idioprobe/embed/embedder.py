"""The one step with side effects: requests in, every vector in the store when it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from idioprobe.core.answers import Answer, Failure
from idioprobe.core.encoder import Encoded, Encoder, Facts, Spans
from idioprobe.core.errors import ConfigError, StoreError
from idioprobe.core.price import HasPrice
from idioprobe.core.progress import Progress
from idioprobe.core.requests import Request
from idioprobe.core.views import DEFAULT_VIEW, NATIVE, SENTENCE_POOLS, Unit, View, expand, parse_view
from idioprobe.embed.store import VectorStore

NOT_FINITE = Failure("the model returned NaN or infinity")
_USUAL = {parse_view(DEFAULT_VIEW), parse_view("mean")}
"""What nobody has to ask for: both mean the same, and a run's digits do not tell them apart."""


@dataclass(frozen=True)
class Embedded:
    """How many texts were wanted, how many of them were embedded now, and what the model said nothing about."""

    texts: int
    computed: int
    unanswered: Mapping[View, Set[Request]]


def know_facts(encoder: Encoder, store: VectorStore, *, dry: bool = False) -> Facts:
    """What the model can do, from the store if it was here before; `dry` asks no server for it."""
    facts = store.facts(encoder.identity)
    if facts is None and dry and isinstance(encoder, HasPrice):
        return encoder.promises()
    if facts is None:
        facts = encoder.facts()
        store.remember_facts(encoder.identity, facts)
    return facts


def plan_views(
    facts: Facts, written: Sequence[str], units: Sequence[Unit], *, special_tokens: bool, notice: Callable[[str], None]
) -> list[View]:
    """The views that the model can make of those asked for; the others are named in a notice.

    Special tokens belong to sentences: `cls` has no target unit in any model.
    """
    views: dict[View, None] = {}
    left_out: dict[str, None] = {}
    if facts.pools == (NATIVE,):
        strange = [view for view in written if parse_view(view)[0] != NATIVE and view != DEFAULT_VIEW]
        left_out |= {f"This model is used with its own pooling: view {view} is left out.": None for view in strange}
        written = (NATIVE,)
    elif facts.default_view is not None and {parse_view(view) for view in written} <= _USUAL:
        written = (facts.default_view,)
    for text in written:
        for unit in units:
            for view in expand(text, unit, special_tokens=special_tokens, states=facts.states):
                if unit not in facts.units:
                    left_out[f"This model has no {unit} unit: view {view.name} is left out there."] = None
                elif view.pool not in facts.pools:
                    left_out[f"This model cannot pool by {view.pool}: view {view.name} is left out."] = None
                elif not (unit == "target" and view.pool in SENTENCE_POOLS):
                    views[view] = None
    if not views:
        raise ConfigError(
            f"None of the views {', '.join(written)} exists for the unit {', '.join(units)} in this model; "
            f"it has the units {', '.join(facts.units)} and the poolings {', '.join(facts.pools)}."
        )
    for message in left_out:
        notice(message)
    return list(views)


def texts_of(
    encoder: Encoder, store: VectorStore, wanted: Mapping[Unit, Set[Request]], views: Sequence[View]
) -> tuple[set[str], set[str]]:
    """Every text that is wanted in some view, and those of them that the store lacks in one."""
    every = {request.text for unit in {view.unit for view in views} for request in wanted[unit]}
    missing: set[str] = set()
    for view in views:
        space = store.space(encoder.identity, view)
        missing |= {request.text for request in store.missing(space, wanted[view.unit])}
    return every, missing


def embed(
    encoder: Encoder,
    store: VectorStore,
    wanted: Mapping[Unit, Set[Request]],
    views: Sequence[View],
    batch_tokens: int | None,
    progress: Progress,
) -> Embedded:
    """Put into the store whatever is wanted of each unit, in each of its views, and not there yet."""
    spaces = {view: store.space(encoder.identity, view) for view in views}
    lacking = {view: store.missing(spaces[view], wanted[view.unit]) for view in views}
    every = {request.text for view in views for request in wanted[view.unit]}
    texts = {request.text for requests in lacking.values() for request in requests}
    if texts and store.read_only:
        raise StoreError(
            f"The vector store {store.path} cannot be written, and lacks {len(texts):,} of {len(every):,} texts; "
            "copy it to where it can be, and name that folder as `cache_dir`."
        )
    progress.start(len(texts), len(every) - len(texts))
    if texts:
        spans = spans_of(wanted.get("target", ()), texts)
        for encoded in encoder.encode(sorted(texts), spans, views, batch_tokens):
            rows = list(_rows(encoded))
            store.write((spaces[view], *row) for view, row in rows)
            for view, (request, _) in rows:
                lacking[view].discard(request)
            progress.advance(encoded.texts)
    return Embedded(len(every), len(texts), lacking)


def spans_of(targets: Iterable[Request], texts: Set[str]) -> Spans:
    """The targets in each of the texts, in order."""
    spans: Spans = {}
    for request in sorted(r for r in targets if r.text in texts):
        if not request.whole:
            spans.setdefault(request.text, []).append(request.spans)
    return spans


def _rows(encoded: Encoded) -> Iterator[tuple[View, tuple[Request, Answer]]]:
    """All that a batch says of its requests; a vector that is not finite is none."""
    for view, vectors in encoded.vectors.items():
        for request, vector in vectors:
            yield view, (request, vector if np.isfinite(vector).all() else NOT_FINITE)
    for view, failures in encoded.failed.items():
        for request, reason in failures:
            yield view, (request, Failure(reason))
