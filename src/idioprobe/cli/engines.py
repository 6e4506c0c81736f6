"""The options that say where work is done: in this process, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from idioprobe.core.errors import ConfigError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from idioprobe.core.cluster.session import Cluster

T = TypeVar("T")
ENGINE = "Where to run"
LOCAL, RAY = ENGINES = ("local", "ray")
Engine = Annotated[
    str,
    typer.Option(
        help="local: in this process; ray: on a Ray cluster whose machines see the same files.",
        metavar="NAME",
        rich_help_panel=ENGINE,
    ),
]
Address = Annotated[
    str | None,
    typer.Option(
        help="ray: the cluster, as HOST:6379 or auto; default: one is started on this machine.",
        metavar="ADDRESS",
        rich_help_panel=ENGINE,
    ),
]


def cluster_of(
    engine: str, *, address: str | None = None, gpus: float = 0.0, workers: int | None = None
) -> Cluster | None:
    """The cluster that a user asks for; None for work in this process."""
    from idioprobe.core.cluster.session import Cluster

    if engine not in ENGINES:
        raise ConfigError(f"`engine` {engine}: one of {', '.join(ENGINES)}.")
    if engine == LOCAL:
        given = {"address": address, "gpus": gpus or None, "workers": workers}
        strange = [name for name, value in given.items() if value is not None]
        if strange:
            raise ConfigError(f"`{strange[0]}` goes with `engine` ray; add it, or leave `{strange[0]}` out.")
        return None
    return Cluster(address, gpus, workers)


@contextmanager
def elsewhere(engine: str, address: str | None) -> Iterator[Executor | None]:
    """What runs functions on a cluster; None for work in this process."""
    cluster = cluster_of(engine, address=address)
    if cluster is None:
        yield None
        return
    from idioprobe.core.cluster.futures import RayExecutor
    from idioprobe.core.cluster.session import connected

    with connected(cluster) as ray:
        yield RayExecutor(ray)


def done_by(others: Executor | None, work: Callable[[], T]) -> T:
    """What a function gives, on one machine of a cluster or in this process."""
    return work() if others is None else others.submit(work).result()
