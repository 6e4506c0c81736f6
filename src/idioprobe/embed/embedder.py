"""The one step with side effects: requests in, every vector in the store when it ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from idioprobe.core.answers import Answer, Failure
from idioprobe.core.encoder import Encoded, Facts, Model, Responder, spans_of
from idioprobe.core.errors import ConfigError, StoreError
from idioprobe.core.price import HasPrice
from idioprobe.core.progress import Progress
from idioprobe.core.requests import Question, Request
from idioprobe.core.views import ANSWER, DEFAULT_VIEW, NATIVE, SENTENCE_POOLS, WAYS, Unit, View, expand, parse_view
from idioprobe.embed.spaces import Store

Row = tuple[View, tuple[Request, Answer]]

WRITTEN_AFTER = 5.0
"""Seconds of work that a kill may lose; what has its price is written as it comes."""
WORK_TO_WRITING = 10.0
"""Work takes at least so many times as long as writing: a large store takes many vectors in the time of few."""
LONGEST_WAIT = 60.0
"""Seconds that a kill may lose for its sake."""
GATHERED_BYTES = 1 << 28
"""Of vectors that wait to be written."""
NOT_FINITE = Failure("the model returned NaN or infinity")
_USUAL = {parse_view(DEFAULT_VIEW), parse_view("mean")}
"""What nobody has to ask for: both mean the same, and a run's digits do not tell them apart."""


@dataclass(frozen=True)
class Embedded:
    """How many texts were wanted, how many of them were embedded now, and what the model said nothing about."""

    texts: int
    computed: int
    unanswered: Mapping[View, Set[Request]]


def know_facts(encoder: Model, store: Store, *, dry: bool = False) -> Facts:
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
    if ANSWER in facts.units:
        return _plan_ways(facts, written, notice)
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


def _plan_ways(facts: Facts, written: Sequence[str], notice: Callable[[str], None]) -> list[View]:
    """The ways in which a model answers in words: those asked for, else all that it has."""
    asked = [view for view in written if view in WAYS]
    ways = [way for way in facts.pools if not asked or way in asked]
    only = f"this model has the view {' and '.join(facts.pools)} only"
    if not ways:
        raise ConfigError(f"`views` {', '.join(asked)}: {only}.")
    for way in asked:
        if way not in ways:
            notice(f"`views` {way} is left out: {only}.")
    return [View(ANSWER, way, "") for way in ways]


def asked_in(view: View, requests: Set[Request]) -> Set[Request]:
    """What is wanted in a view, of all that is wanted of its unit."""
    if view.unit != ANSWER:
        return requests
    return {request for request in requests if isinstance(request, Question) and request.way == view.pool}


def tasks_of(
    encoder: Model, store: Store, wanted: Mapping[Unit, Set[Request]], views: Sequence[View]
) -> tuple[set[Request], set[Request]]:
    """What the model has to do for some views, and what of it the store lacks: questions, or texts, each once."""
    every: set[Request] = set()
    missing: set[Request] = set()
    for view in views:
        asked = asked_in(view, wanted[view.unit])
        every |= as_tasks(asked)
        missing |= as_tasks(store.missing(store.space(encoder.identity, view), asked))
    return every, missing


def as_tasks(requests: Set[Request]) -> set[Request]:
    """What is one piece of work for a model: a question, or a text with all that is wanted of it."""
    return {request if isinstance(request, Question) else Request(request.text) for request in requests}


def embed(
    encoder: Model,
    store: Store,
    wanted: Mapping[Unit, Set[Request]],
    views: Sequence[View],
    batch_tokens: int | None,
    progress: Progress,
) -> Embedded:
    """Put into the store whatever is wanted of each unit, in each of its views, and not there yet."""
    spaces = {view: store.space(encoder.identity, view) for view in views}
    lacking = {view: store.missing(spaces[view], asked_in(view, wanted[view.unit])) for view in views}
    if isinstance(encoder, Responder):
        return _ask(encoder, store, lacking, wanted[ANSWER], spaces, batch_tokens, progress)
    every = {request.text for view in views for request in wanted[view.unit]}
    texts = {request.text for requests in lacking.values() for request in requests}
    _check_writable(store, len(texts), f"{len(every):,} texts")
    progress.start(len(texts), len(every) - len(texts))
    if texts:
        spans = spans_of(wanted.get("target", ()), texts)
        with gathering(store, spaces, lacking, 0 if isinstance(encoder, HasPrice) else WRITTEN_AFTER) as take:
            for encoded in encoder.encode(sorted(texts), spans, views, batch_tokens):
                take(_rows(encoded))
                progress.advance(encoded.texts)
    return Embedded(len(every), len(texts), lacking)


@contextmanager
def gathering(
    store: Store, spaces: Mapping[View, int], lacking: Mapping[View, set[Request]], seconds: float
) -> Iterator[Callable[[Iterable[Row]], None]]:
    """Takes rows and writes them every so many seconds, or more seldom where writing takes long.

    Whoever stops or fails in between leaves all that was taken.
    """
    taken: list[Row] = []
    size, due = 0, time.monotonic() + seconds

    def write() -> None:
        rows = taken.copy()
        taken.clear()
        store.write((spaces[view], *row) for view, row in rows)
        for view, (request, _) in rows:
            lacking[view].discard(request)

    def take(rows: Iterable[Row]) -> None:
        nonlocal size, due
        before = len(taken)
        taken.extend(rows)
        size += sum(answer.nbytes for _, (_, answer) in taken[before:] if isinstance(answer, np.ndarray))
        begun = time.monotonic()
        if begun >= due or size >= GATHERED_BYTES:
            write()
            size, now = 0, time.monotonic()
            due = now + (min(max(seconds, WORK_TO_WRITING * (now - begun)), LONGEST_WAIT) if seconds else 0.0)

    try:
        yield take
    finally:
        if taken:
            write()


def _ask(
    responder: Responder,
    store: Store,
    lacking: dict[View, set[Request]],
    wanted: Set[Request],
    spaces: Mapping[View, int],
    batch_tokens: int | None,
    progress: Progress,
) -> Embedded:
    """Put into the store every answer that is not there yet, each as soon as it comes."""
    views = {view.pool: view for view in spaces}
    every = [request for view in spaces for request in asked_in(view, wanted)]
    questions = sorted(q for requests in lacking.values() for q in requests if isinstance(q, Question))
    _check_writable(store, len(questions), f"{len(every):,} answers")
    progress.start(len(questions), len(every) - len(questions), asks=True)
    with gathering(store, spaces, lacking, 0) as take:
        for answered in responder.respond(questions, batch_tokens) if questions else ():
            take((views[question.way], (question, finite(answer))) for question, answer in answered)
            progress.advance(len(answered))
    return Embedded(len(every), len(questions), lacking)


def finite(answer: Answer) -> Answer:
    """A vector that is not finite is none."""
    return NOT_FINITE if isinstance(answer, np.ndarray) and not np.isfinite(answer).all() else answer


def _check_writable(store: Store, lacking: int, every: str) -> None:
    if lacking and store.read_only:
        raise StoreError(
            f"The vector store {store.where} cannot be written, and lacks {lacking:,} of {every}; "
            f"copy it to where it can be, and name that folder as `{store.named}`."
        )


def _rows(encoded: Encoded) -> Iterator[Row]:
    """All that a batch says of its requests; a vector that is not finite is none."""
    for view, vectors in encoded.vectors.items():
        for request, vector in vectors:
            yield view, (request, finite(vector))
    for view, failures in encoded.failed.items():
        for request, reason in failures:
            yield view, (request, Failure(reason))
