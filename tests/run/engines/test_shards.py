"""Shards: every request is in exactly one, and a run over all of them leaves nothing to embed."""

from dataclasses import replace

import pytest

from idioprobe.core.cluster.futures import Failed
from idioprobe.core.cluster.session import Cluster, connected, slots
from idioprobe.core.errors import ConfigError, StoreError, UserError
from idioprobe.core.progress import Quiet
from idioprobe.core.requests import Question, Request
from idioprobe.models.chat.responder import SAME_EACH_TIME
from idioprobe.run.config import RunConfig, make_config
from idioprobe.run.engines.onray import shared
from idioprobe.run.engines.shards import Shard, parse_shard
from idioprobe.run.engines.work import Work, Worker, leave_token, prepare, remove_token
from idioprobe.run.evaluate import open_run
from tests.embed.slow import SMALL, make_encoder, starter
from tests.models.chat import talkers
from tests.support import needed_module, same_vectors


class Here:
    """A dataset that is at hand."""

    def get(self):
        return starter()


def texts(count):
    return {Request(f"text {n}") for n in range(count)}


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_every_request_is_in_exactly_one_shard(count):
    targets = {Request(r.text, ((0, 4),)) for r in texts(20)} | {Request(r.text, ((5, 6),)) for r in texts(20)}
    asked = {Question(f"question {n}", sample=s) for n in range(9) for s in range(2)}
    wanted = {"sentence": texts(30), "target": targets, "answer": asked}
    shards = [Shard(number, count).of(wanted) for number in range(count)]
    for unit, requests in wanted.items():
        found = [request for shard in shards for request in shard[unit]]
        assert len(found) == len(requests)
        assert set(found) == requests
    sizes = [len({request.text for request in shard["sentence"] | shard["target"]}) for shard in shards]
    assert max(sizes) - min(sizes) <= 1
    for shard in shards:
        assert {r.text for r in shard["target"]} <= {r.text for r in shard["sentence"]}


def test_arrays_may_count_from_0_or_from_1():
    from_0, from_1 = ([parse_shard(f"{k}/4") for k in range(first, first + 4)] for first in (0, 1))
    assert set(from_0) == set(from_1) == {Shard(number, 4) for number in range(4)}


@pytest.mark.parametrize("written", ["5/4", "-1/4", "1", "1/0", "a/b", "1/2/3"])
def test_other_shards_are_refused(written):
    with pytest.raises(ConfigError, match="`shard`"):
        parse_shard(written)


def test_a_run_after_all_shards_embeds_nothing_and_has_the_same_numbers(tmp_path):
    config = RunConfig(**SMALL, cache_dir=tmp_path / "cache", store=str(tmp_path / "store"))
    encoders = [make_encoder() for _ in range(3)]
    for number, encoder in enumerate(encoders):
        with open_run(encoder, starter(), config) as planned:
            planned.embed_shard(Shard(number, 3), Quiet())
    seen = [text for encoder in encoders for text in encoder.seen]
    assert len(seen) == len(set(seen))
    last, alone = make_encoder(), make_encoder()
    with open_run(last, starter(), config) as planned:
        result = planned.compute(Quiet())
    assert last.seen == []
    with open_run(alone, starter(), RunConfig(**SMALL, cache_dir=tmp_path / "other")) as planned:
        expected = planned.compute(Quiet())
    assert set(alone.seen) == set(seen)
    same_vectors(
        result.summary["value"].fill_null(0).to_numpy()[None], expected.summary["value"].fill_null(0).to_numpy()[None]
    )


def test_a_cluster_needs_a_store_and_one_machine_has_its_own(tmp_path):
    config = RunConfig(cache_dir=tmp_path)
    assert shared(config, Cluster()).store == str(tmp_path / "parts")
    with pytest.raises(ConfigError, match="needs a `store` that all its machines see"):
        shared(config, Cluster("host:6379"))
    with pytest.raises(ConfigError, match="`gpus`"):
        Cluster(gpus=1.5)


class Machines:
    """What Ray says of machines with so many cores and GPUs."""

    def __init__(self, *machines):
        self._machines = [dict(zip(("CPU", "GPU"), machine, strict=True)) for machine in machines]

    def nodes(self):
        return [{"Alive": True, "Resources": machine} for machine in self._machines]

    def cluster_resources(self):
        return {name: sum(machine[name] for machine in self._machines) for name in ("CPU", "GPU")}


def test_a_worker_has_its_gpus_on_one_machine():
    two = Machines((4.0, 1.0), (4.0, 1.0))
    assert slots(two, Cluster(gpus=1)) == (2, 4)
    assert slots(two, Cluster(gpus=0.7)) == (2, 4)
    assert slots(two, Cluster(gpus=0.5, workers=3)) == (3, 2)
    with pytest.raises(ConfigError, match="`gpus` 2: no machine of the cluster has more than 1"):
        slots(two, Cluster(gpus=2))
    with pytest.raises(ConfigError, match="`gpus` 1: the cluster has none"):
        slots(Machines((4.0, 0.0)), Cluster(gpus=1))


def test_an_address_where_nobody_listens_is_told_at_once():
    needed_module("ray")
    with (
        pytest.raises(UserError, match=r"no Ray cluster can be used at 127\.0\.0\.1:1"),
        connected(Cluster("127.0.0.1:1")),
    ):
        pass


def test_a_machine_that_sees_another_folder_says_so(tmp_path):
    config = RunConfig(**SMALL, cache_dir=tmp_path / "cache", store=str(tmp_path / "store"))
    work = Work("reference:random", config, "token")
    assert prepare(work, Here()).error().args[0].startswith("`store`")
    assert isinstance(prepare(work, Here()).error(), StoreError)
    leave_token(work.store, "token")
    prepared = prepare(work, Here())
    assert prepared.name == "random"
    assert prepared.texts == prepared.missing > 0
    remove_token(work.store, "token")


def test_relative_paths_begin_where_the_command_was_given(tmp_path, monkeypatch):
    (tmp_path / "vectors.txt").write_text("duck 1 2\ntiger 2 1\n", encoding="utf-8")
    config = RunConfig(**SMALL, cache_dir=tmp_path / "cache", store=str(tmp_path / "store"))
    monkeypatch.chdir(tmp_path)
    work = Work("static:vectors.txt", config, "token")
    leave_token(work.store, "token")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert prepare(work, Here()).name == "vectors.txt"
    monkeypatch.chdir(tmp_path / "elsewhere")
    gone = replace(work, folder=tmp_path / "only on another machine")
    assert isinstance(prepare(gone, Here()), Failed)


def test_what_a_model_says_while_it_works_is_handed_on(tmp_path):
    folder = talkers.build("llama", tmp_path / "talker")
    options = {"suites": ("questions",), "languages": ("en",), "limit": 1, "samples": 2}
    asked = make_config({**options, "cache_dir": tmp_path / "cache", "store": str(tmp_path / "store")})
    work = Work(f"chat:{folder}", asked, "token")
    leave_token(work.store, "token")
    done = Worker().embed(work, Here(), Shard(0, 4))
    assert [SAME_EACH_TIME.format("talker") == message for message in done.notices] == [True]
