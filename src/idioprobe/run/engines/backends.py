"""How fast each backend computes a model on this machine, and how exactly."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import cast

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.encoder import Encoder, GivesNotice, Spans, spans_of
from idioprobe.core.errors import ConfigError, IdioprobeError
from idioprobe.core.notices import ignore
from idioprobe.core.progress import Progress
from idioprobe.core.requests import Request
from idioprobe.core.views import DEFAULT_VIEW, View
from idioprobe.data.registry import load_dataset
from idioprobe.embed.embedder import plan_views
from idioprobe.models.common.backends.choice import APPROXIMATE, EXACT
from idioprobe.models.common.options import OPENVINO, TORCH
from idioprobe.models.registry import Resolver, claimed_family, load_encoder, takers
from idioprobe.run.config import make_config
from idioprobe.run.plan import make_plan, select

CONTENDERS = ((TORCH, EXACT), (OPENVINO, EXACT), (TORCH, APPROXIMATE), (OPENVINO, APPROXIMATE))
"""Backend and precision; all others are compared with the first."""
EXACTLY = 1e-5
"""How far a cosine may be from that of torch in float32 to count as the same."""
LANGUAGE = "en"
WARM_UP = 32

Vectors = Mapping[View, NDArray[np.float64]]


@dataclass(frozen=True)
class Measured:
    """One backend: texts per second, how many times as fast as torch in float32, and the largest error of a cosine.

    `options` are what to type for it; `absent` says why it could not be measured.
    """

    backend: str
    version: str
    dtype: str
    exact: bool
    texts_per_second: float | None
    times_torch: float | None
    cosine_difference: float | None
    options: str
    absent: str = ""


@dataclass(frozen=True)
class Work:
    """The same for each: some texts, and what is wanted of them."""

    texts: list[str]
    spans: Spans

    def first(self, count: int) -> Work:
        """A part, to begin with."""
        return Work(self.texts[:count], self.spans)


def measure_backends(
    model: str, texts: int, rounds: int, progress: Progress, resolve: Resolver | None = None
) -> list[Measured]:
    """Let each backend embed the same texts of the starter set, in turn, as a run would without its store."""
    meant = model if resolve is None else resolve(model, {})
    if claimed_family(meant, {}) not in {family.prefix for family in takers("backend")}:
        written = " or ".join(family.written for family in takers("backend"))
        raise ConfigError(f"{model} has no other backend; those that have one are written {written}.")
    work = _work(texts)
    absent: dict[tuple[str, str], str] = {}
    encoders: dict[tuple[str, str], Encoder] = {}
    for contender in CONTENDERS:
        encoder, why = _loaded(model, *contender, resolve)
        if encoder is None:
            absent[contender] = why
        else:
            encoders[contender] = encoder
    first = encoders[CONTENDERS[0]]
    units = first.facts().units
    views = plan_views(first.facts(), (DEFAULT_VIEW,), units, special_tokens=False, notice=ignore)
    seconds: dict[tuple[str, str], list[float]] = {contender: [] for contender in encoders}
    made: dict[tuple[str, str], Vectors] = {}
    for encoder in encoders.values():
        _embedded(encoder, work.first(WARM_UP), views)
    progress.start(len(encoders) * rounds * len(work.texts), 0)
    for turn in range(rounds):
        names = list(encoders)
        for contender in names[turn % len(names) :] + names[: turn % len(names)]:
            begun = time.perf_counter()
            made[contender] = _embedded(encoders[contender], work, views)
            seconds[contender].append(time.perf_counter() - begun)
            progress.advance(len(work.texts))
    return [
        _absent(contender, absent[contender])
        if contender in absent
        else _measured(contender, len(work.texts), seconds, made)
        for contender in CONTENDERS
    ]


def fastest(measured: Sequence[Measured]) -> Measured:
    """The fastest of those that give what torch in float32 gives."""
    return max((one for one in measured if one.exact), key=lambda one: one.texts_per_second or 0)


def _work(count: int) -> Work:
    config = make_config({})
    wanted = make_plan(select(load_dataset("starter"), [LANGUAGE], config), [LANGUAGE], config).wanted
    texts = sorted({request.text for requests in wanted.values() for request in requests})
    random.Random(0).shuffle(texts)
    return Work(texts[:count], spans_of(wanted["target"], {*texts[:count]}))


def _loaded(model: str, backend: str, dtype: str, resolve: Resolver | None) -> tuple[Encoder | None, str]:
    """The model in a backend, or why it cannot be had there; without torch there is nothing to compare with."""
    said: list[str] = []
    try:
        encoder = cast("Encoder", load_encoder(model, resolve=resolve, backend=backend, dtype=dtype))
        if isinstance(encoder, GivesNotice):
            encoder.notice = said.append
        used = OPENVINO if "backend" in encoder.identity.details else TORCH
        if used != backend:
            return None, " ".join(said)
        encoder.facts()
    except IdioprobeError as error:
        if (backend, dtype) == CONTENDERS[0]:
            raise
        return None, str(error)
    return encoder, ""


def _embedded(encoder: Encoder, work: Work, views: Sequence[View]) -> Vectors:
    rows: dict[View, dict[Request, NDArray[np.float32]]] = {view: {} for view in views}
    for part in encoder.encode(sorted(work.texts), work.spans, views, None):
        for view, vectors in part.vectors.items():
            rows[view].update(vectors)
    return {
        view: np.array([vectors[request] for request in sorted(vectors)], np.float64) for view, vectors in rows.items()
    }


def _measured(
    contender: tuple[str, str],
    texts: int,
    seconds: Mapping[tuple[str, str], list[float]],
    made: Mapping[tuple[str, str], Vectors],
) -> Measured:
    own, torch = (min(seconds[one]) for one in (contender, CONTENDERS[0]))  # The best round was disturbed least.
    expected = made[CONTENDERS[0]]
    difference = max(_difference(expected[view], vectors) for view, vectors in made[contender].items())
    return Measured(
        contender[0],
        _version(contender[0]),
        contender[1],
        exact=contender[1] == EXACT and difference <= EXACTLY,
        texts_per_second=round(texts / own, 1),
        times_torch=round(torch / own, 3),
        cosine_difference=float(f"{difference:.2g}"),
        options=_options(*contender),
    )


def _difference(expected: NDArray[np.float64], found: NDArray[np.float64]) -> float:
    """How much the cosine of any two vectors differs at most."""
    a, b = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in (expected, found))
    return float(np.abs(a @ a.T - b @ b.T).max())


def _absent(contender: tuple[str, str], why: str) -> Measured:
    backend, dtype = contender
    return Measured(backend, _version(backend), dtype, False, None, None, None, _options(*contender), why)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _options(backend: str, dtype: str) -> str:
    """What to type for it."""
    chosen = [f"--backend {backend}"] if backend != TORCH else []
    return " ".join([*chosen, *([f"--dtype {dtype}"] if dtype != EXACT else [])])
