"""What both stores share: the names of spaces, what is noted of models, and what a store has to do.

A space is one way of making answers: model, dtype, prompt, view, code version.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, MutableMapping, Set
from dataclasses import asdict
from typing import Any, Protocol, Self

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import NATIVE, OLD_NATIVE, View
from idioprobe.embed.damage import DamagedStoreError


class Store(Protocol):
    """Keeps answers by model, view and request; `named` is the option that chose it."""

    named: str
    read_only: bool

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    @property
    def where(self) -> str:
        """The store as messages name it."""
        ...

    def close(self) -> None:
        """Write what is not written yet, and release the store."""
        ...

    def forget_keys(self) -> None:
        """Free the memory of what was asked for: nothing more is read of it."""
        ...

    def space(self, identity: Identity, view: View) -> int:
        """The number of the space for a model and view."""
        ...

    def missing(self, space: int, requests: Iterable[Request]) -> set[Request]:
        """The requests that the store knows nothing about."""
        ...

    def read(self, space: int, requests: Iterable[Request]) -> dict[Request, Answer]:
        """All that is known about the requests; raises DamagedStoreError where something is not as it was written."""
        ...

    def read_all(self, space: int, requests: Set[Request]) -> dict[Request, Answer]:
        """The answers to requests that were all written; raises DamagedStoreError where one is lost."""
        ...

    def write(self, rows: Iterable[tuple[int, Request, Answer]]) -> None:
        """Add what is not there yet."""
        ...

    def facts(self, identity: Identity) -> Facts | None:
        """What is known about a model from an earlier run."""
        ...

    def remember_facts(self, identity: Identity, facts: Facts) -> None:
        """Keep what a model can do, so that a later run need not load it to know."""
        ...

    def notes(self, kind: str) -> MutableMapping[str, str]:
        """Small strings that are kept between runs."""
        ...

    def renew(self, error: DamagedStoreError) -> str:
        """Set aside what is damaged, and say so."""
        ...


def space_name(identity: Identity, view: View) -> str:
    """What tells a space from all others."""
    pool = OLD_NATIVE if view.pool == NATIVE else view.pool  # so that vectors of the first stores are found
    parts = [identity.fingerprint, *(f"{k}={v}" for k, v in sorted((asdict(view) | {"pool": pool}).items()))]
    return fingerprint(parts)


def space_number(name: str) -> int:
    """The number of a space, from its name: 62 bits, the first of them set."""
    return int(name[:16], 16) >> 2 | 1 << 61


def written_facts(facts: Facts) -> str:
    """Facts as a note."""
    return json.dumps(asdict(facts))


def read_facts(raw: str, *, contextual: bool) -> Facts:
    """Facts from a note; older notes do not say whether a model is `contextual`."""
    values: dict[str, Any] = json.loads(raw)
    pools = tuple(NATIVE if pool == OLD_NATIVE else pool for pool in values["pools"])
    values.setdefault("contextual", contextual)
    return Facts(**{**values, "units": tuple(values["units"]), "pools": pools})


def lost(store: str, found: int, wanted: int) -> str:
    """That answers which had been written are not there."""
    return f"The vector store {store} is damaged: it has lost {wanted - found:,} of {wanted:,} answers."
