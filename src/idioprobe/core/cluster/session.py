"""A Ray cluster to work on: the one at an address, or one that is started on this machine and ends with the work."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType

from idioprobe.core.errors import ConfigError, MissingExtraError, UserError, install

OBJECT_BYTES = 512 << 20
"""What Ray may hold of datasets and results in shared memory, on a cluster that is started here."""
LOOPBACK = "127.0.0.1"
PATIENCE_SECONDS = 15.0
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DEDUP_LOGS_SKIP_REGEX": "."}
"""Without these, Ray writes to standard output when a worker or a machine is lost, between our tables or into JSON."""
SOON = {"RAY_NUM_REDIS_GET_RETRIES": "1", "RAY_py_gcs_connect_timeout_s": "5"}
"""Without these, it tries for many minutes where something other than Ray listens at an address."""


MANY_MACHINES = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Where this is 0, Ray takes the loopback address as its own on any system; else it puts another in its place."""


@dataclass(frozen=True)
class Cluster:
    """Where to work, with how many GPUs for each worker (a half shares one), and how many workers at once."""

    address: str | None = None
    gpus: float = 0.0
    workers: int | None = None

    def __post_init__(self) -> None:
        """Numbers that make sense."""
        if self.gpus < 0 or (self.gpus > 1 and self.gpus != int(self.gpus)):
            raise ConfigError(f"`gpus` {self.gpus:g}: a whole number, or a part of one such as 0.5.")
        if self.workers is not None and self.workers < 1:
            raise ConfigError(f"`workers` {self.workers}: 1 or more.")


@contextmanager
def connected(cluster: Cluster) -> Iterator[ModuleType]:
    """Ray, connected; a session that is open already is used and left open."""
    for name, value in {**QUIET, **(SOON if cluster.address else {})}.items():
        os.environ.setdefault(name, value)  # Ray reads them when it is imported
    try:
        import ray
    except ImportError as error:
        raise MissingExtraError(f"`engine` ray needs Ray: {install('ray')}.") from error
    if ray.is_initialized():
        yield ray
        return
    try:
        _start(ray, cluster)
    except (ConnectionError, OSError, RuntimeError, TimeoutError, ValueError) as error:
        where = f"at {cluster.address}" if cluster.address else "on this machine"
        reason = " ".join(str(error).split())[:200]
        raise UserError(f"`address`: no Ray cluster can be used {where}: {reason}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _start(ray: ModuleType, cluster: Cluster) -> None:
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if cluster.address is not None:
        _check_reachable(cluster.address)
        ray.init(address=cluster.address, **quiet)
        return
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    with _only_here():
        ray.init(
            address="local",
            num_cpus=max(os.cpu_count() or 1, cluster.workers or 1),
            object_store_memory=OBJECT_BYTES,
            include_dashboard=False,
            _node_ip_address=LOOPBACK,
            runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}},
            **quiet,
        )


@contextmanager
def _only_here() -> Iterator[None]:
    """What Ray starts meanwhile listens on the loopback address only."""
    from ray._private import ray_constants

    told, known = os.environ.get(MANY_MACHINES), ray_constants.ENABLE_RAY_CLUSTER
    os.environ[MANY_MACHINES], ray_constants.ENABLE_RAY_CLUSTER = "0", False
    try:
        yield
    finally:
        ray_constants.ENABLE_RAY_CLUSTER = known
        if told is None:
            del os.environ[MANY_MACHINES]
        else:
            os.environ[MANY_MACHINES] = told


def _check_reachable(address: str) -> None:
    """Raise at once where nobody listens: Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit() and "/" not in host:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE_SECONDS):
            return


def slots(ray: ModuleType, cluster: Cluster) -> tuple[int, int]:
    """How many workers fit into a cluster at once, and how many cores each has."""
    there = ray.cluster_resources()
    cores = int(there.get("CPU", 1))
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    gpus = [float(node.get("GPU", 0)) for node in nodes]
    if cluster.gpus > max(gpus, default=0.0):
        has = f"no machine of the cluster has more than {max(gpus):g}" if any(gpus) else "the cluster has none"
        raise ConfigError(f"`gpus` {cluster.gpus:g}: {has}.")
    fitting = sum(int(own / cluster.gpus) for own in gpus) if cluster.gpus else cores
    count = min(cluster.workers or fitting, max(fitting, 1)) if cluster.gpus else cluster.workers or fitting
    smallest = min((int(node.get("CPU", 0)) for node in nodes), default=1)
    return max(count, 1), max(1, min(cores // max(count, 1), smallest))
