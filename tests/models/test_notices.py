"""What a run says about a model beside its numbers."""

import json
import shutil

import polars as pl
import pytest
from typer.testing import CliRunner

from idioprobe import evaluate
from idioprobe.cli import app
from idioprobe.core.errors import ModelError
from idioprobe.models.common.nothere import NotHere, NotHereError
from idioprobe.models.registry import load_encoder
from tests.models import tiny
from tests.support import same_vectors

FEW = ["--limit", "2", "--resamples", "100", "--language", "en", "--condition", "nat", "--device", "cpu"]


@pytest.fixture
def command(tmp_path):
    """Run the command on two expressions."""

    def call(*arguments):
        places = ["--out", str(tmp_path / "results"), "--cache-dir", str(tmp_path / "cache")]
        return CliRunner().invoke(app, ["run", *map(str, arguments), *FEW, *places])

    return call


def manifest(tmp_path):
    (found,) = (tmp_path / "results" / "starter").glob("*/run.json")
    return json.loads(found.read_text())


class TestPrecision:
    @pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
    @pytest.mark.parametrize("family", ["", "st:"])
    def test_half_precision_is_named_below_the_table_and_in_the_manifest(
        self, command, model_folder, tmp_path, dtype, family
    ):
        done = command("-m", f"{family}{model_folder('bert')}", "--dtype", dtype)
        assert done.exit_code == 0, done.output
        assert f"Computed in {dtype}, which is less exact than float32." in done.output
        info = manifest(tmp_path)
        assert (info["model"]["dtype"], info["config"]["dtype"]) == (dtype, dtype)

    def test_full_precision_goes_without_saying(self, command, model_folder, tmp_path):
        done = command("-m", model_folder("bert"))
        assert "Computed in" not in done.output
        assert manifest(tmp_path)["model"]["dtype"] == "float32"


class TestPoolingOfPlainModels:
    @pytest.mark.parametrize(("family", "pool"), [("bert", "mean"), ("llama", "last")])
    def test_a_default_of_the_library_is_not_passed_off_as_the_authors(
        self, command, model_folder, tmp_path, family, pool
    ):
        folder = shutil.copytree(model_folder(family), tmp_path / family)
        if pool == "last":
            config = json.loads((folder / "config.json").read_text())
            (folder / "config.json").write_text(json.dumps({**config, "architectures": ["LlamaForCausalLM"]}))
        done = command("-m", f"st:{folder}")
        assert done.exit_code == 0, done.output
        assert f"{family} publishes no pooling (it has no modules.json)" in done.output
        assert manifest(tmp_path)["model"]["pooling"] == "default of sentence-transformers"
        text = tiny.SENTENCES[0]
        view = tiny.View("sentence", "native", "")
        found, _, _ = tiny.gather(load_encoder(f"st:{folder}", device="cpu").encode([text], {}, [view], None))
        states = tiny.by_hand(folder, text).states[-1]
        expected = states.mean(axis=0) if pool == "mean" else states[-1]
        same_vectors(found[view][tiny.Request(text)], expected)

    def test_it_is_said_each_time_even_if_all_vectors_are_stored(self, model_folder, tmp_path):
        for _ in range(2):
            told = []
            evaluate(f"st:{model_folder('bert')}", cache_dir=tmp_path, limit=2, resamples=100, notice=told.append)
            assert any("publishes no pooling" in line for line in told)

    def test_plain_use_of_the_same_model_needs_no_such_word(self, command, model_folder):
        assert "pooling" not in command("-m", model_folder("bert")).output


class TestDryRunsOfModelsOnTheHub:
    @pytest.fixture
    def hub(self, monkeypatch):
        """What was asked of the hub; a folder that is put into it is in the cache."""
        import huggingface_hub

        asked, cached = [], {}

        def download(repo, *, local_files_only, **_):
            asked.append((repo, local_files_only))
            if repo in cached:
                return str(cached[repo])
            raise huggingface_hub.errors.LocalEntryNotFoundError("not here")

        monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
        return asked, cached

    @pytest.mark.parametrize("spec", ["google-bert/bert-base-uncased", "st:intfloat/e5-small"])
    def test_nothing_is_downloaded_and_the_texts_are_counted(self, command, hub, spec):
        done = command("-m", spec, "--dry-run")
        assert done.exit_code == 0, done.output
        assert "texts, 0 in the store" in done.output
        assert "its files are not here yet and would be downloaded first." in done.output
        assert [local for _, local in hub[0]] == [True]

    def test_as_many_texts_are_counted_as_a_run_embeds(self, command, hub, model_folder, tmp_path):
        told = command("-m", "some/model", "--dry-run", "--unit", "sentence").output
        hub[1]["some/model"] = model_folder("bert")
        assert command("-m", "some/model", "--unit", "sentence").exit_code == 0
        assert told.startswith(f"some/model: {manifest(tmp_path)['counts']['texts']} texts, ")

    def test_a_model_in_the_cache_is_planned_for_as_ever(self, command, hub, model_folder):
        hub[1]["some/model"] = model_folder("bert")
        done = command("-m", "some/model", "--dry-run")
        assert "downloaded" not in done.output
        assert "to embed." in done.output

    def test_a_cache_without_weights_counts_as_none(self, hub, tmp_path):
        (tmp_path / "config.json").write_text("{}")
        hub[1]["some/model"] = tmp_path
        assert isinstance(load_encoder("some/model", download=False), NotHere)

    def test_a_known_model_keeps_its_languages(self, hub):
        made = load_encoder("openai-community/gpt2", download=False)
        assert (made.identity.name, made.identity.languages) == ("gpt2", frozenset({"en"}))
        assert [local for _, local in hub[0]] == [True]

    @pytest.mark.usefixtures("hub")
    def test_it_cannot_be_run(self):
        made = load_encoder("some/model", download=False)
        for work in (made.facts, lambda: made.encode([], {}, [], None)):
            with pytest.raises(NotHereError, match="some/model is not in the local cache"):
                work()

    def test_a_run_downloads(self, hub):
        with pytest.raises(ModelError, match="hub cannot be reached"):
            load_encoder("some/model")
        assert hub[0] == [("some/model", False)]

    def test_pickles_are_fetched_only_if_the_user_insists(self, monkeypatch, model_folder):
        import huggingface_hub

        asked = []
        folder = str(model_folder("bert"))
        monkeypatch.setattr(
            huggingface_hub, "snapshot_download", lambda _, **options: asked.append(options["allow_patterns"]) or folder
        )
        for insists in (False, True):
            load_encoder("some/model", allow_pickle=insists)
        assert ["pytorch_model*.bin" in patterns for patterns in asked] == [False, True]


def test_an_option_for_one_of_two_models_fails_the_other_with_a_way_out_and_is_spelt_as_it_is(command, tmp_path):
    """A name such as openai:x must not become a picture."""
    words = pl.DataFrame({"word": ["the", "duck"], "a": [1.0, 2.0], "b": [2.0, 1.0]})
    words.write_csv(tmp_path / "vectors.txt", include_header=False, separator=" ")
    static = f"static:{tmp_path / 'vectors.txt'}"
    done = command("-m", "openai:x", "-m", static, "--base-url", "http://localhost:9/v1")
    assert done.exit_code == 2
    assert "openai:x: http://localhost:9/v1 refuses the connection (does the server run?)." in done.output
    assert f"{static}: --base-url does not go with {static}; it is for models written with " in done.output
    assert " or with openai: before the name of a model behind an embeddings API" in done.output
    assert f"2 of 2 models failed: openai:x, {static}." in done.output
