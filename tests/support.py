"""What tests share: encoders whose vectors are known, when vectors are the same, and what tests cannot do without."""

import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import permutations

import numpy as np
import polars as pl
import pytest
from scipy.stats import rankdata

from idioprobe.core.encoder import Encoded, Facts, Identity, Spans, requests_for
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.run.manifest import Manifest
from idioprobe.run.results import Result

TOLERANCE = 1e-5
"""How far a cosine may be from what it should be, and a vector in parts of its length."""


def needed(there, what):
    """Skip, visibly, tests that need something which is not there; CI installs it, so there it is a failure."""
    if there:
        return
    if os.environ.get("CI"):
        pytest.fail(f"{what} is absent, and CI must not skip the tests that need it", pytrace=False)
    pytest.skip(f"needs {what}", allow_module_level=True)


def needed_module(name):
    """A module of a package that CI installs."""
    needed(find_spec(name.partition(".")[0]), name)
    return import_module(name)


def apart(found, expected):
    """How far vectors are from those expected, relative to the length of these; one number per vector.

    Processors add in different orders, so the error of a vector grows with its length.
    """
    found, expected = np.asarray(found, dtype=np.float64), np.asarray(expected, dtype=np.float64)
    assert found.shape == expected.shape, f"vectors of shape {found.shape} where {expected.shape} is expected"
    lengths = np.linalg.norm(expected, axis=-1)
    distances = np.linalg.norm(found - expected, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((lengths == 0) & (distances == 0), 0.0, distances / lengths)


def with_ends(stimuli):
    """Stimuli whose targets have one span each, with its ends as numbers in `start` and `end`."""
    ends = [tuple(map(int, spans.split(":"))) for spans in stimuli["spans"]]
    return stimuli.with_columns(start=pl.Series([a for a, _ in ends]), end=pl.Series([b for _, b in ends]))


def exact_p(x, y):
    """The two-sided p of Spearman's ρ: the share of all orders of y that correlate as strongly."""
    ranks, others = (rankdata(side) - (len(side) + 1) / 2 for side in (x, y))
    strength = abs(ranks @ others) - 1e-9
    orders = list(permutations(others))
    return sum(abs(ranks @ np.array(order)) >= strength for order in orders) / len(orders)


def close_to(expected):
    """What equals numbers made of cosines: vectors are of single precision, and processors round them differently."""
    return pytest.approx(expected, abs=TOLERANCE)


def same_vectors(found, expected, tolerance=TOLERANCE, where=""):
    """Fail where a vector differs from the expected one by more than a part of its length."""
    far = np.atleast_1d(apart(found, expected))
    wrong = np.argwhere(~(far <= tolerance))
    if len(wrong):
        worst = tuple(wrong[np.argmax(far[tuple(wrong.T)])])
        raise AssertionError(
            f"{len(wrong)} of {far.size} vectors differ by more than {tolerance:g} of their length; "
            f"the worst by {far[worst]:.3g}{f', at row {[int(i) for i in worst]}' if far.size > 1 else ''}"
            f"{f' ({where})' if where else ''}"
        )


class HandmadeEncoder:
    """An encoder whose vector for a request is a function of its text and span.

    `vector(request)` returns a vector, or a string: the reason why there is none. It counts
    the texts that it was asked to embed in `seen`.
    """

    def __init__(self, vector: Callable[[Request], np.ndarray | str], name: str = "handmade", languages=None) -> None:
        self.vector = vector
        self.seen: list[str] = []
        self._identity = Identity("test", name, fingerprint=name, languages=languages)

    @property
    def identity(self) -> Identity:
        return self._identity

    def facts(self) -> Facts:
        return Facts(states=0, dimension=3, pools=("mean",))

    def token_vectors(self, requests):
        """It has no tokens."""
        del requests

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        size = max(1, (batch_tokens or 1024) // 16)
        for at in range(0, len(texts), size):
            part = texts[at : at + size]
            self.seen += part
            made = {
                view: [(r, self.vector(r)) for text in part for r in requests_for(text, spans, view)] for view in views
            }
            yield Encoded(
                len(part),
                {
                    v: [(r, np.asarray(x, dtype=np.float32)) for r, x in rows if not isinstance(x, str)]
                    for v, rows in made.items()
                },
                {v: [(r, x) for r, x in rows if isinstance(x, str)] for v, rows in made.items()},
            )


def changed(result, info=None, **tables):
    """A result with some of its tables, or its manifest as plain values, exchanged."""
    manifest = result.manifest if info is None else Manifest.model_validate(info)
    return Result(manifest, {**result.tables, **tables})
