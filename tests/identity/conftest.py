"""Tiny models of which a test makes another by changing one thing."""

import shutil

import pytest

from tests.identity.pairs import FRAMES
from tests.models.chat.talkers import build as build_talker
from tests.models.tiny import WIDTH, build
from tests.suites.world import FILLERS, dataset, expression, item


@pytest.fixture(scope="session", autouse=True)
def _one_thread():
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """The folder of a model of a kind, made once; read only."""
    folders = {}

    def folder(kind):
        if kind not in folders:
            place = tmp_path_factory.mktemp(kind) / "model"
            folders[kind] = _make(kind, place, folder)
        return folders[kind]

    return folder


def _make(kind, place, folder):
    if kind == "chat":
        return build_talker("llama", place, max_position_embeddings=2048)
    if kind != "st":
        return build(kind, place)
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer

    modules = [Transformer(str(folder("bert"))), Pooling(WIDTH, pooling_mode="mean"), Normalize()]
    SentenceTransformer(modules=modules, device="cpu").save_pretrained(str(place), create_model_card=False)
    return place


@pytest.fixture
def own(made, tmp_path):
    """A copy of a model that a test may change."""
    return lambda kind, name="model": shutil.copytree(made(kind), tmp_path / name)


@pytest.fixture(scope="session")
def small():
    """Two expressions in two sentences each."""
    rows = [item(FILLERS, frame=frame, sentence=at + 1) for at, frame in enumerate(FRAMES)]
    return dataset([row for one in rows for row in one], [expression("eager beaver")])
