"""Ray: two machines, one of which dies in the middle, lead to the numbers of a run in one process."""

import gzip
import json
import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from ipaddress import ip_address

import numpy as np
import pytest

from idioprobe.core.cluster.futures import RayExecutor
from idioprobe.core.cluster.session import Cluster
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.progress import Quiet
from idioprobe.make.corpus.indexing.making import make_index
from idioprobe.run.config import RunConfig
from idioprobe.run.engines.onray import run_on_ray
from idioprobe.run.many import Job, run_many
from idioprobe.run.results import MANIFEST
from tests.cli.test_store import call
from tests.embed.slow import starter
from tests.support import TOLERANCE, needed_module

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
ray = needed_module("ray")
cluster_utils = needed_module("ray.cluster_utils")

pytestmark = pytest.mark.slow
BYTES = 80 << 20
LOOPBACK = "127.0.0.2"
"""Ray takes 127.0.0.1 for the address by which others see this machine."""
NODE = {"num_cpus": 1, "object_store_memory": BYTES, "include_dashboard": False, "node_ip_address": LOOPBACK}


class Heard:
    """An audience that remembers."""

    def __init__(self):
        self.failures, self.folders, self.advanced, self.models = [], [], 0, 0

    def notice(self, message): ...

    @contextmanager
    def progress(self, name):
        self.name = name
        yield self

    start = Quiet.start

    def advance(self, texts):
        self.advanced += texts

    stage = Quiet.stage

    def finished(self, finished):
        self.folders.append(finished.folder)

    def failed(self, model, error):
        self.failures.append((model, str(error)))

    def ended(self):
        self.models += 1


@pytest.fixture(scope="module")
def cluster():
    soon = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 1000, "health_check_failure_threshold": 5}
    made = cluster_utils.Cluster(initialize_head=True, head_node_args={**NODE, "_system_config": soon})
    try:
        ray.init(address=made.address, _node_ip_address=LOOPBACK, log_to_driver=False)
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def refused():
    raise ConfigError("Not this one.")


def killed_in_the_middle(cluster, node, store):
    """Kill a machine as soon as something is in the store, and say how much was there."""
    killed = []

    def kill():
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline and not killed:
            if there := list(store.glob("v1/*/*/*.parquet")):
                cluster.remove_node(node, allow_graceful=False)
                killed.append(len(there))
            time.sleep(0.05)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread, killed


def test_a_machine_that_dies_and_a_model_that_fails_cost_nothing_but_time(cluster, tmp_path):
    second = cluster.add_node(**{k: v for k, v in NODE.items() if k != "include_dashboard"})
    store = tmp_path / "store"
    options = {"languages": ("en",), "conditions": ("nat",), "resamples": 100, "limit": 6}
    names = ("reference:random", "nosuch:model", "reference:words")
    shared = RunConfig(**options, cache_dir=tmp_path / "cache", store=str(store))
    thread, killed = killed_in_the_middle(cluster, second, store)
    heard = Heard()
    jobs = [*(Job(name, shared) for name in names), Job("never:begun", shared, refused)]
    outcome = run_on_ray(jobs, starter(), tmp_path / "ray", heard, Cluster(cluster.address, workers=2))
    thread.join()
    assert sum(node["Alive"] for node in ray.nodes()) == 1
    assert killed
    assert killed[0] < len(list(store.glob("v1/*/*/*.parquet")))
    assert [(model, "Unknown model family" in str(error)) for model, error in outcome.failures] == [
        ("nosuch:model", True),
        ("never:begun", False),
    ]
    assert sorted(heard.failures) == sorted((model, str(error)) for model, error in outcome.failures)
    assert heard.models == 4
    assert heard.advanced > 0
    local = RunConfig(**options, cache_dir=tmp_path / "local cache")
    alone = run_many([Job(name, local) for name in names], starter(), tmp_path / "local", Heard())
    assert len(outcome.finished) == len(alone.finished) == 2
    for one, other in zip(outcome.finished, alone.finished, strict=True):
        assert one.folder.relative_to(tmp_path / "ray") == other.folder.relative_to(tmp_path / "local")
        assert one.result.summary.drop("value").columns == other.result.summary.drop("value").columns
        values = [result.summary["value"].to_numpy() for result in (one.result, other.result)]
        np.testing.assert_allclose(*values, atol=TOLERANCE)
        assert (one.folder / MANIFEST).is_file()
    assert not list((store / "v1" / "notes").iterdir())
    alone = Heard()
    again = run_on_ray(jobs[:1], starter(), tmp_path / "ray", alone, Cluster(cluster.address))
    assert [finished.new for finished in again.finished] == [False]
    assert alone.name == "random"


@pytest.mark.usefixtures("cluster")
def test_a_corpus_is_counted_on_a_cluster_as_in_one_process(tmp_path, monkeypatch):
    for number in range(2):
        (tmp_path / f"{number}.txt").write_text(f"A lame duck is no duck number {number}.\n" * 50, encoding="utf-8")
    paths = sorted(tmp_path.glob("*.txt"))
    there = make_index(paths, tmp_path / "there", language="en", elsewhere=RayExecutor(ray))
    here = make_index(paths, tmp_path / "here", language="en")
    assert there.manifest.totals == here.manifest.totals
    for name in ("words.parquet", "pairs.parquet"):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
    (tmp_path / "expressions.txt").write_text("lame duck\nduck number\n", encoding="utf-8")
    (tmp_path / "tags.csv").write_text("word,tag\nlame,ADJ\nduck,NOUN\nnumber,NOUN\nno,ADJ\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, *asked in (["stats", "expressions.txt"], ["pool", "--tags", "tags.csv"]):
        for folder, more in (("there", ("--engine", "ray")), ("here", ())):
            call("corpus", name, folder, *asked, "-o", f"{name} {folder}.csv", *more)
        made = [(tmp_path / f"{name} {folder}.csv").read_text(encoding="utf-8") for folder in ("there", "here")]
        assert made[0] == made[1]
        assert "duck" in made[0]
    (tmp_path / "broken.txt.gz").write_bytes(gzip.compress(b"A lame duck.\n" * 999)[:40])
    with pytest.raises(DatasetError, match=r"broken\.txt\.gz"):
        make_index([tmp_path / "broken.txt.gz"], tmp_path / "bad", language="en", elsewhere=RayExecutor(ray))


LOST = """
from idioprobe.core.cluster.futures import RayExecutor
from idioprobe.core.cluster.session import Cluster, connected

with connected(Cluster()) as ray:
    try:
        RayExecutor(ray).submit(eval, "__import__('os').kill(__import__('os').getpid(), 9)").result()
    except Exception as error:
        print(error)
"""
STRANGER = """
import sys
from idioprobe.core.cluster.session import Cluster, connected

with connected(Cluster(sys.argv[1])):
    pass
"""


def run_alone(code, *arguments):
    """A program of its own: Ray reads its settings when it is imported."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


def test_only_we_write_on_standard_output_where_a_worker_dies():
    said = run_alone(LOST).stdout
    assert said.startswith("its worker died each time it was started")
    assert len(said.splitlines()) == 1


def test_an_address_where_something_else_listens_is_told_soon():
    with socket.create_server((LOOPBACK, 0)) as stranger:
        done = run_alone(STRANGER, f"{LOOPBACK}:{stranger.getsockname()[1]}")
    assert "UserError: `address`: no Ray cluster can be used at" in done.stderr


SOCKETS = """
import json
import os
import psutil
from idioprobe.core.cluster.session import MANY_MACHINES, Cluster, connected


class Speaker:
    def say(self):
        return "here"


with connected(Cluster(workers=2)) as ray:
    actors = [ray.remote(Speaker).remote() for _ in range(2)]
    assert ray.get([actor.say.remote() for actor in actors]) == ["here", "here"]
    here = psutil.Process()
    sockets = [
        (process.name(), one.laddr.ip)
        for process in [here, *here.children(recursive=True)]
        for one in process.net_connections(kind="inet")
        if one.status in ("LISTEN", "NONE")
    ]
assert MANY_MACHINES not in os.environ
print(json.dumps(sockets))
"""


def test_on_one_machine_everything_listens_on_loopback_only():
    needed_module("psutil")
    done = run_alone(SOCKETS)
    sockets = json.loads(done.stdout or pytest.fail(done.stderr))
    assert {"gcs_server", "raylet"} <= {name for name, _ in sockets}
    assert [one for one in sockets if not ip_address(one[1].removeprefix("::ffff:")).is_loopback] == []
