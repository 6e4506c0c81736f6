"""Training on idioms, from the command to the page: what changed, on what it saw and on what it did not."""

import json
import sys
from dataclasses import replace

import polars as pl
import pytest
from typer.testing import CliRunner

from idioprobe import evaluate
from idioprobe.cli import app
from idioprobe.core.errors import ConfigError, DatasetError, MissingExtraError
from idioprobe.data.folder import write_folder
from tests.cli.test_check import follows
from tests.support import close_to, needed_module

needed_module("sentence_transformers")
needed_module("datasets")

from idioprobe.connect.finetune import LOSSES, Training, _language, finetune  # noqa: E402

FILES = ("changes.csv", "changes.parquet", "items.parquet", "splits.parquet", "triples.parquet", "similarity.parquet")
FILES = (*FILES, "history.parquet", "finetune.json", "report.html", "model/modules.json")


@pytest.fixture(scope="module")
def trained(sentence_folder, few_expressions, tmp_path_factory):
    """The command on a tiny model, with two seeds."""
    place = tmp_path_factory.mktemp("finetune")
    write_folder(few_expressions, place / "data")
    call = ["finetune", str(sentence_folder), "-d", str(place / "data"), "-o", str(place / "out"), "--seeds", "2"]
    done = CliRunner().invoke(app, [*call, "--epochs", "8", "--learning-rate", "0.003"])
    assert done.exit_code == 0, f"{done.output}{done.exception}"
    return place, done.output


def test_the_folder_has_the_model_the_tables_and_the_page(trained):
    out = trained[0] / "out"
    assert all((out / name).is_file() for name in FILES)
    written = (out / "finetune.json").read_text(encoding="utf-8")
    assert follows("finetune", written) == [], "the file is what --json prints"
    told = json.loads(written)
    assert told["training"] | {"loss": "triplet", "seeds": 2, "epochs": 8} == told["training"]
    assert len(told["changes"]) == len(pl.read_parquet(out / "changes.parquet"))
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "learn idioms, or these idioms?" in page
    assert "<script" not in page
    assert "Agreement with graded similarity (Spearman), sentence" in trained[1]
    assert max(len(line.rstrip()) for line in trained[1].splitlines()[5:-1]) <= 80


def test_the_numbers_are_those_of_a_run(trained, sentence_folder, few_expressions, tmp_path):
    """Before: of the model by name; after: of the model that was written, on the first seed's expressions."""
    out = trained[0] / "out"
    items = pl.read_parquet(out / "items.parquet").filter(measure="aff_syn_words", seed=0)
    for column, model in (("before", sentence_folder), ("after", out / "model")):
        scores = evaluate(f"st:{model}", few_expressions, cache_dir=tmp_path, resamples=100).scores
        both = items.join(scores.filter(measure="aff_syn_words"), on=["item", "unit"])
        assert len(both) == len(items) > 0
        assert both[column].to_list() == close_to(both["value"].to_list())


def test_it_trains_on_what_it_calls_seen_and_on_nothing_else(trained):
    out = trained[0] / "out"
    items, triples = pl.read_parquet(out / "items.parquet"), pl.read_parquet(out / "triples.parquet")
    for seed in (0, 1):
        groups = {g: set(t["expression"]) for (g,), t in items.filter(seed=seed).group_by("group")}
        assert set(triples.filter(seed=seed)["expression"]) == groups["seen"]
        others = groups["watched"] | groups["unseen"] | groups["compositional"]
        assert not groups["seen"] & others


def test_a_tiny_model_moves_as_it_is_told(trained):
    """Away from random words; that it falls short of more than that is no surprise at its size."""
    changes = pl.read_parquet(trained[0] / "out/changes.parquet")
    random = changes.filter(group="seen", unit="sentence", measure="sim_rand").row(0, named=True)
    assert random["difference"] < 0
    assert random["lowest_seed"] <= random["highest_seed"]
    assert set(changes.filter(group="ordinary")["measure"]) == {"spearman", "sim_unrelated"}
    history = pl.read_parquet(trained[0] / "out/history.parquet")
    assert history["epoch"].to_list() == [*range(1, 9)] * 2
    assert history["loss"].is_not_null().all()


def test_what_is_there_is_not_overwritten(trained, sentence_folder):
    place, _ = trained
    call = ["finetune", str(sentence_folder), "-d", str(place / "data"), "-o"]
    done = CliRunner().invoke(app, [*call, str(place / "out")])
    assert "pass --force to replace it" in str(done.exception)
    done = CliRunner().invoke(app, [*call, str(place / "data"), "--force"])
    assert "something else than a training" in str(done.exception)


@pytest.mark.parametrize("loss", LOSSES[1:])
def test_every_loss_trains_and_leaves_the_model_that_it_was_given(loss, sentence_model, few_expressions):
    before = {name: weights.clone() for name, weights in sentence_model.state_dict().items()}
    found = finetune(sentence_model, few_expressions, loss=loss, epochs=1, seeds=1, learning_rate=0.01)
    assert found.items.filter(pl.col("before") != pl.col("after")).height
    assert all((weights == before[name]).all() for name, weights in sentence_model.state_dict().items())


def test_mistakes_are_named(few_expressions):
    with pytest.raises(ConfigError, match="`loss` softmax: one of triplet, mnrl, cosent"):
        Training(loss="softmax")
    with pytest.raises(ConfigError, match="`language` xx: tiny has en"):
        finetune("all-MiniLM-L6-v2", few_expressions, language="xx")
    literal = few_expressions.expressions.filter(pl.col("class") == "C")
    with pytest.raises(DatasetError, match="no expression of the class NC"):
        finetune("all-MiniLM-L6-v2", replace(few_expressions, expressions=literal))
    with pytest.raises(ConfigError, match="sentence-transformers models can be trained"):
        finetune(3, few_expressions)


def test_without_the_library_the_extra_is_named(few_expressions, monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingExtraError, match=r"Training needs datasets: (pip install|install)"):
        finetune("all-MiniLM-L6-v2", few_expressions)


@pytest.mark.slow
def test_the_real_model_learns_what_it_is_shown_and_keeps_ordinary_similarity(minilm_folder):
    found = finetune(str(minilm_folder), epochs=2, seeds=1, limit=12, resamples=500)
    rows = {(r["group"], r["unit"], r["measure"]): r for r in found.changes.to_dicts()}
    assert rows["seen", "sentence", "aff_syn_words"]["verdict"] == "higher"
    assert rows["ordinary", "sentence", "spearman"]["before"] > 0.9
    assert rows["ordinary", "sentence", "spearman"]["after"] > 0.85


def test_the_language_is_english_or_the_only_one_that_there_is(few_expressions):
    def of(*codes):
        return replace(
            few_expressions,
            stimuli=pl.concat([few_expressions.stimuli.with_columns(language=pl.lit(code)) for code in codes]),
        )

    assert _language(few_expressions) == "en"
    assert _language(of("es")) == "es"
    with pytest.raises(ConfigError, match="tiny has de, es; say in which to train with `language`"):
        _language(of("de", "es"))
