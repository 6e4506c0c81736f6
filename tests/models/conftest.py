"""Tiny models, each built once per session."""

import shutil

import pytest

from tests.models.tiny import FAMILIES, build


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
