"""Tiny models, each built once per session."""

import shutil

import pytest

from tests.models.tiny import FAMILIES, WIDTH, build, loaded_folder


@pytest.fixture(scope="package")
def model_folder(tmp_path_factory):
    """The folder of a tiny model of a family; read only. Tiny models gain nothing from threads."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    made = {}

    def folder(family):
        if family not in made:
            made[family] = build(family, tmp_path_factory.mktemp(family) / "model")
        return made[family]

    yield folder
    torch.set_num_threads(threads)


@pytest.fixture(scope="session", params=list(FAMILIES))
def family(request):
    """Each architecture in turn."""
    return request.param


@pytest.fixture
def own_folder(model_folder, tmp_path):
    """A copy of a tiny BERT that a test may break."""
    return shutil.copytree(model_folder("bert"), tmp_path / "model")


@pytest.fixture
def scaling_folder(model_folder, tmp_path):
    """A tiny Gemma 3, which multiplies the rows of its embedding matrix by 4 when it looks them up."""
    import torch
    import transformers

    config = transformers.Gemma3TextConfig(
        vocab_size=len(loaded_folder(model_folder("llama"), "float32")[0]),
        hidden_size=WIDTH,
        num_hidden_layers=4,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=8,
        intermediate_size=32,
        initializer_range=0.3,
        max_position_embeddings=128,
    )
    torch.manual_seed(0)
    transformers.Gemma3TextModel(config).save_pretrained(tmp_path / "gemma")
    loaded_folder(model_folder("llama"), "float32")[0].save_pretrained(tmp_path / "gemma")
    return tmp_path / "gemma"
