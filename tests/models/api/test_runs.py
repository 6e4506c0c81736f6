"""Runs of models behind an API: nothing is paid for twice, and a dry run asks nothing."""

import polars as pl
import pytest
from typer.testing import CliRunner

from idioprobe import evaluate
from idioprobe.cli import app
from idioprobe.core.errors import ConfigError
from idioprobe.models.api.client import ServerError
from idioprobe.models.registry import load_encoder
from idioprobe.run.config import make_config
from idioprobe.run.evaluate import open_run

SMALL = {"languages": ("en",), "conditions": ("nat",), "limit": 1, "resamples": 100}
TABLES = ("similarities", "scores", "summary", "predictions", "dropped")


@pytest.fixture
def run(starter, tmp_path):
    """A small run; `cache` names the store."""

    def call(model, cache="cache", **options):
        return evaluate(model, starter, cache_dir=tmp_path / cache, **{**SMALL, **options})

    return call


class Killed(BaseException):
    """Nobody expects it."""


class KillAfter:
    """Progress that ends the program after some batches."""

    def __init__(self, batches):
        self.left = batches

    def start(self, total, stored):
        """Nothing yet."""

    def advance(self, _):
        self.left -= 1
        if not self.left:
            raise Killed

    def stage(self, _):
        pass


def test_after_the_server_dies_the_same_call_goes_on_and_nothing_is_paid_twice(server, make, run):
    server.dies_after = 15
    with pytest.raises(ServerError, match=r"\d+ of \d+ texts to embed are stored; the same command continues"):
        run(make(), batch_tokens=40)
    paid = set(server.paid) - {"a"}
    assert 0 < len(paid) < 15
    server.dies_after = None
    resumed = run(make(), batch_tokens=40)
    assert {count for text, count in server.paid.items() if text != "a"} == {1}
    assert resumed.info["counts"]["texts_from_store"] == len(paid)
    whole = run(make(), "another")
    for table in TABLES:
        assert getattr(resumed, table).equals(getattr(whole, table)), table


def test_after_a_kill_nothing_is_paid_twice(server, make, run):
    with pytest.raises(Killed):
        run(make(), batch_tokens=40, progress=KillAfter(3))
    assert len(server.paid) > 3
    run(make(), batch_tokens=40)
    assert {count for text, count in server.paid.items() if text != "a"} == {1}


def test_a_second_run_asks_nothing_and_needs_no_key(server, make, run, monkeypatch):
    first = run(make())
    server.requests.clear()
    monkeypatch.delenv("OPENAI_API_KEY")
    second = run(make())
    assert server.requests == []
    assert first.scores.equals(second.scores)
    assert set(second.scores["view"]) == {"native"}
    assert set(second.scores["unit"]) == {"sentence"}


def test_a_refused_text_is_listed_as_dropped_and_not_asked_for_again(server, make, run, starter):
    longest = max(len(text) for text in starter.select(["en"], ["nat"], 1).stimuli["text"])
    server.most_characters = longest - 1
    result = run(make())
    assert len(result.dropped.filter(pl.col("reason").str.contains("maximum context length"))) > 0
    server.requests.clear()
    run(make())
    assert server.requests == []


def test_a_run_says_which_measures_a_model_without_targets_leaves(make, run):
    notices = []
    result = run(make(), notice=notices.append, suites=("probes", "prediction"))
    [said] = [notice for notice in notices if "target" in notice]
    assert said.startswith("tiny has no target unit. Measured in the unit sentence: ")
    assert " sim_syn, " in said
    assert said.endswith("left out: ctx_in_out, ctx_nat_neut, out_syn, pred_out, pred_out_comp, across_spread.")
    kept, lost = (set(part.rstrip(".").split(", ")) for part in said.partition("sentence: ")[2].split("; left out: "))
    assert set(result.scores["measure"]) <= kept
    assert not lost & kept


def test_the_registry_knows_the_family_and_its_options(server):
    encoder = load_encoder("openai:org/name:latest", base_url=server.url, prompt="query: ")
    assert encoder.identity.name == "org/name:latest"
    assert encoder.identity.details == {"base_url": server.url, "prompt": "query: "}
    with pytest.raises(ConfigError, match=r"`base_url` does not go with static:x; .* with openai:"):
        load_encoder("static:x", base_url=server.url)
    with pytest.raises(ConfigError, match="`timeout` 0"):
        load_encoder("openai:x", timeout=0.0)


class TestDryRun:
    def forecast(self, model, starter, cache, **options):
        with open_run(model, starter, make_config({**SMALL, "cache_dir": cache, **options})) as planned:
            return planned.forecast()

    def test_it_counts_what_is_stored_and_what_is_not_and_asks_nothing(self, server, make, run, starter, tmp_path):
        server.dies_after = 15
        with pytest.raises(ServerError):
            run(make(), batch_tokens=40)
        stored = len(set(server.paid) - {"a"})
        server.requests.clear()
        found = self.forecast(make(), starter, tmp_path / "cache")
        assert server.requests == []
        assert found.texts - found.missing == stored
        server.dies_after = None
        result = run(make())
        assert result.info["counts"]["texts"] == found.texts
        assert result.info["counts"]["texts_embedded"] == found.missing == found.cost.texts

    def test_openais_price_is_told_without_a_key(self, starter, tmp_path, monkeypatch):
        monkeypatch.delenv("OPENAI_API_KEY")
        found = self.forecast("openai:text-embedding-3-large", starter, tmp_path)
        assert found.cost.cost == pytest.approx(found.cost.tokens * 0.13 / 1e6)
        assert f"0 in the store, {found.texts} to embed; about {found.cost.tokens:,} tokens" in found.show()

    def test_the_command_says_it_on_one_line_per_model(self, server, tmp_path):
        models = ["-m", "openai:one", "-m", "openai:two", "--base-url", server.url]
        options = ["--language", "en", "--limit", "2", "--cache-dir", str(tmp_path)]
        done = CliRunner().invoke(app, ["run", "--dry-run", *models, *options])
        lines = [line for line in done.output.splitlines() if " to embed; about " in line]
        assert done.exit_code == 0, done.output
        assert [line.split(":")[0] for line in lines] == ["one", "two"]
        assert all(line.endswith("the price is not known.") for line in lines)
        assert server.requests == []
