"""The commands about stores, and those that share work between machines."""

import json
import shlex

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from idioprobe.cli import app, called
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import ConfigError, StoreError
from idioprobe.core.requests import Request, request_id
from idioprobe.core.views import View
from idioprobe.embed.opening import open_any
from tests.cli.test_check import follows

MODEL, OTHER = Identity("test", "model", "weights 1"), Identity("test", "other", "weights 2")
VIEW = View("target", "mean", "last4")
TARGETS = [Request(f"text {n}", ((0, 4),)) for n in range(20)]


def vector(request, model):
    return np.full(8, len(model.name) + float(request.text.split()[1]), dtype=np.float32)


@pytest.fixture(params=["parts", "file"])
def store(request, tmp_path):
    """A store of either kind with two models."""
    parts = str(tmp_path / "parts") if request.param == "parts" else None
    with open_any(tmp_path / "cache", parts)[0] as opened:
        for model in (MODEL, OTHER):
            opened.remember_facts(model, Facts(4, 8))
            opened.write([(opened.space(model, VIEW), r, vector(r, model)) for r in TARGETS])
    return parts or str(tmp_path / "cache")


def call(*arguments, code=0):
    done = CliRunner().invoke(app, list(map(str, arguments)))
    if isinstance(done.exception, Exception) and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.output


def test_info_lists_models_and_views(store):
    printed = call("store", "info", store, "--json")
    assert follows("store-info", printed) == []
    listed = json.loads(printed)
    assert [(one["model"], one["unit"], one["view"], one["rows"], one["dimension"]) for one in listed] == [
        (name, "target", "mean@last4", 20, 8) for name in sorted(one["model"] for one in listed)
    ]
    assert "40 answers" in call("store", "info", store)


def test_stores_are_merged_into_parts_and_nothing_is_there_twice(store, tmp_path):
    into = tmp_path / "merged"
    assert "model: 20 answers added" in call("store", "merge", store, "--into", into)
    assert "model: 0 answers added" in call("store", "merge", store, "--into", into)
    with open_any(tmp_path / "elsewhere", str(into))[0] as merged:
        for model in (MODEL, OTHER):
            found = merged.read_all(merged.space(model, VIEW), set(TARGETS))
            assert all(np.array_equal(found[r], vector(r, model)) for r in TARGETS)
            assert merged.facts(model) == Facts(4, 8)
    with pytest.raises(ConfigError, match="--into"):
        call("store", "merge", into, "--into", into)


def test_a_merged_store_of_an_older_version_is_found_all_the_same(tmp_path):
    with open_any(tmp_path / "cache")[0] as old:
        old.write([(old.space(MODEL, VIEW), r, vector(r, MODEL)) for r in TARGETS])
        for kind in ("space", "model"):
            for key in list(old.notes(kind)):
                del old.notes(kind)[key]
    call("store", "merge", tmp_path / "cache", "--into", tmp_path / "merged")
    with open_any(tmp_path / "elsewhere", str(tmp_path / "merged"))[0] as merged:
        assert len(merged.read_all(merged.space(MODEL, VIEW), set(TARGETS))) == 20
        assert merged.missing(merged.space(OTHER, VIEW), TARGETS) == set(TARGETS)


def test_one_model_is_exported_as_a_plain_file(store, tmp_path):
    out = tmp_path / "vectors.parquet"
    with pytest.raises(ConfigError, match="--model"):
        call("store", "export", store, "-o", out)
    if "parts" not in store:
        with pytest.raises(StoreError, match="--dataset"):
            call("store", "export", store, "-o", out, "-m", "model")
        return
    call("store", "export", store, "-o", out, "-m", "model")
    table = pl.read_parquet(out)
    assert set(table["id"]) == {request_id(r) for r in TARGETS}
    call("store", "export", store, "-o", tmp_path / "vectors.npz", "-m", "other")
    with np.load(tmp_path / "vectors.npz") as arrays:
        assert arrays["vectors"].shape == (20, 8)


def test_messages_name_the_store_as_the_help_of_its_command_does(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(StoreError, match="name a folder as STORE"):
        call("store", "info", tmp_path / "file")
    with pytest.raises(StoreError, match="name a folder as --store"):
        call("embed", "-m", "reference:random", "--limit", "2", "--store", tmp_path / "file")


def test_verify_names_what_is_damaged(store, tmp_path):
    assert "are whole" in call("store", "verify", store)
    if "parts" in store:
        part = next((tmp_path / "parts").rglob("*.parquet"))
        part.write_bytes(part.read_bytes()[:-9])
        assert part.name in call("store", "verify", store, code=1)
        assert part.is_file()


def test_a_part_in_the_wrong_folder_is_named_and_never_merged_or_exported(tmp_path):
    parts = tmp_path / "parts"
    with open_any(tmp_path / "cache", str(parts))[0] as opened:
        for model in (MODEL, OTHER):
            opened.write([(opened.space(model, VIEW), r, vector(r, model)) for r in TARGETS])
    one, other = sorted(parts.rglob("*.parquet"))
    moved = other.rename(one.with_name(other.name))
    told = call("store", "verify", parts, code=1)
    assert moved.name in told
    assert "another model or view" in told
    assert one.name not in told
    with pytest.raises(StoreError, match=moved.stem):
        call("store", "merge", parts, "--into", tmp_path / "merged")
    with pytest.raises(StoreError, match=moved.stem):
        call("store", "export", parts, "-o", tmp_path / "vectors.parquet")


def test_prune_removes_what_is_named_and_nothing_else(store):
    with pytest.raises(ConfigError, match="--older-than"):
        call("store", "prune", store)
    assert "Would remove 1" in call("store", "prune", store, "-m", "model", "--dry-run")
    assert len(json.loads(call("store", "info", store, "--json"))) == 2
    assert "Removed 0" in call("store", "prune", store, "--other-versions")
    assert "Removed 1" in call("store", "prune", store, "-m", "model")
    assert [one["model"] for one in json.loads(call("store", "info", store, "--json"))] == ["other"]
    if "parts" in store:
        assert "Removed 0" in call("store", "prune", store, "--older-than", "1")
        assert "Removed 1" in call("store", "prune", store, "--older-than", "0")
    else:
        with pytest.raises(ConfigError, match="--older-than"):
            call("store", "prune", store, "--older-than", "1")


@pytest.mark.parametrize(
    ("more", "removed"), [([], 2), (["-m", "model"], 1), (["--older-than", "1"], 0), (["--other-versions"], 0)]
)
def test_prune_of_what_was_set_aside_leaves_whole_parts_whatever_else_is_asked(tmp_path, more, removed):
    parts = tmp_path / "parts"
    with open_any(tmp_path / "cache", str(parts))[0] as opened:
        for model in (MODEL, OTHER):
            opened.write([(opened.space(model, VIEW), r, vector(r, model)) for r in TARGETS])
    whole = sorted(parts.rglob("*.parquet"))
    for part in whole:
        part.with_name(f"{'0' * 32}.parquet.damaged").write_bytes(b"cut")
    assert f"Removed {removed}," in call("store", "prune", parts, "--damaged", *more)
    assert len(list(parts.rglob("*.damaged"))) == 2 - removed
    assert sorted(parts.rglob("*.parquet")) == whole


def test_slurm_prints_a_script_whose_command_is_one(tmp_path):
    given = ["-m", "reference:random", "-d", "starter", "--store", str(tmp_path / "a store"), "--language", "en"]
    script = call("slurm", *given, "--shards", "3", "--gpus", "1")
    assert "#SBATCH --array=0-2" in script
    assert "#SBATCH --gres=gpu:1" in script
    (command,) = [line for line in script.splitlines() if line.startswith("idioprobe embed")]
    assert shlex.split(command)[2:] == [*given, "--shard", "$SLURM_ARRAY_TASK_ID/3"]
    with pytest.raises(ConfigError, match="--store"):
        call("slurm", "-m", "reference:random")
    with pytest.raises(ConfigError, match="--out"):
        call("slurm", *given, "--out", "results")


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (["--bogus"], "--bogus"),
        (["-o", "results"], "-o"),
        (["extra"], "extra"),
        (["--limit", "some"], "integer"),
        (["--condition", "bogus"], "--condition bogus: "),
        (["--shard", "1/2"], "the script gives each task its own"),
        (["--store="], "Add --store"),
    ],
)
def test_slurm_finds_mistakes_in_what_it_passes_on(mistake, told):
    """As the program calls it: alone, without the other commands."""
    given = ["slurm", "-m", "reference:random", "--store", "parts", *mistake]
    done = CliRunner().invoke(called(["slurm"]), given, standalone_mode=False)
    assert not done.stdout
    assert told in (getattr(done.exception, "message", None) or str(done.exception))


def test_options_of_ray_are_refused_without_it():
    with pytest.raises(ConfigError, match="--gpus goes with --engine ray"):
        call("run", "-m", "reference:random", "--gpus", "1")
    with pytest.raises(ConfigError, match="--engine spark: one of local, ray"):
        call("run", "-m", "reference:random", "--engine", "spark")


def test_how_many_shards_of_a_corpus_are_counted_at_a_time_is_up_to_ray(tmp_path):
    asked = ("corpus", "index", tmp_path, "-o", tmp_path / "index", "--language", "en")
    with pytest.raises(ConfigError, match="--workers goes with --engine local"):
        call(*asked, "--engine", "ray", "--workers", "2")
