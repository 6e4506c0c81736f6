"""Tokenizers that are not fast, and those that become so."""

import json

import pytest

from idioprobe.core.errors import MissingExtraError, ModelError
from idioprobe.models.common.files import loading
from idioprobe.models.registry import load_encoder
from tests.models import tiny

SLOW = """
from pathlib import Path
from transformers import PreTrainedTokenizer

Path("the-code-ran").touch()

class Letters(PreTrainedTokenizer):
    vocab_files_names = {}
    vocab_size = 5
    def get_vocab(self):
        return {letter: place for place, letter in enumerate("abcd?")}
    def _tokenize(self, text):
        return list(text)
    def _convert_token_to_id(self, token):
        return self.get_vocab().get(token, 4)
    def _convert_id_to_token(self, index):
        return "abcd?"[index]
"""


@pytest.fixture
def written_in_python(own_folder, tmp_path, monkeypatch):
    """A model whose tokenizer is code of its own, with nothing but slow tokens."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("transformers.dynamic_module_utils.HF_MODULES_CACHE", str(tmp_path / "modules"))
    (own_folder / "tokenizer.json").rename(own_folder / "vocab.json")
    (own_folder / "letters.py").write_text(SLOW)
    settings = {"tokenizer_class": "Letters", "auto_map": {"AutoTokenizer": ["letters.Letters", None]}}
    (own_folder / "tokenizer_config.json").write_text(json.dumps(settings))
    return own_folder


def test_a_tokenizer_in_python_is_refused_with_a_way_out_even_if_its_code_is_trusted(written_in_python, tmp_path):
    with pytest.raises(ModelError, match=r"no fast tokenizer \(Letters\).*tokenizer\.json.*idioprobe requests"):
        load_encoder(str(written_in_python), device="cpu", trust_remote_code=True).facts()
    assert (tmp_path / "the-code-ran").exists()


def test_its_code_does_not_run_unless_it_is_trusted(written_in_python, tmp_path):
    with pytest.raises(ModelError, match="model"):
        load_encoder(str(written_in_python), device="cpu").facts()
    assert not (tmp_path / "the-code-ran").exists()


@pytest.mark.parametrize("name", ["ByT5Tokenizer", "CanineTokenizer"])
def test_a_tokenizer_without_any_vocabulary_is_not_taken_for_a_missing_one(own_folder, name):
    (own_folder / "tokenizer.json").unlink()
    (own_folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": name}))
    with pytest.raises(ModelError, match=rf"no fast tokenizer \({name}\).*vectors:FILE"):
        load_encoder(str(own_folder))


@pytest.mark.parametrize("family", ["xlmr", "deberta"])
@pytest.mark.parametrize(
    ("absent", "named"),
    [({"google.protobuf"}, "protobuf"), ({"google.protobuf", "sentencepiece"}, "sentencepiece and")],
)
def test_a_sentencepiece_model_alone_says_which_packages_it_needs(model_folder, monkeypatch, family, absent, named):
    found = loading.installed
    monkeypatch.setattr(loading, "installed", lambda module: module not in absent and found(module))
    with pytest.raises(MissingExtraError, match=rf"SentencePiece model only, which needs {named}.*pip install"):
        tiny.encoder(model_folder(family)).facts()


def test_a_tokenizer_that_is_fast_already_needs_no_such_package(model_folder, monkeypatch):
    monkeypatch.setattr(loading, "installed", lambda _: False)
    assert tiny.encoder(model_folder("llama")).facts().states == tiny.LAYERS + 1


def test_a_module_of_a_package_that_is_not_there_is_not_installed():
    assert loading.installed("google.protobuf")
    assert not loading.installed("no_such_package.module")


def test_a_sentencepiece_model_that_is_damaged_is_an_error_that_names_the_model(model_folder, tmp_path):
    import shutil

    folder = shutil.copytree(model_folder("xlmr"), tmp_path / "model")
    path = folder / "sentencepiece.bpe.model"
    path.write_bytes(b"\x00" + path.read_bytes()[:200])
    with pytest.raises(ModelError, match="tokenizer of tiny cannot be loaded"):
        tiny.encoder(folder).facts()
