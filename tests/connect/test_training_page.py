"""The Python that the page about training shows runs, on a tiny model in place of the real one."""

import re

import pytest

from tests.models.tiny import build
from tests.support import needed_module
from tests.test_docs import ROOT
from tests.test_site import blocks

needed_module("sentence_transformers")
needed_module("datasets")

REAL = "sentence-transformers/all-MiniLM-L6-v2"
PAGE = blocks(ROOT / "docs" / "training.md")


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory):
    """Long enough for the sentences of the starter set."""
    return build("bert", tmp_path_factory.mktemp("page") / "bert", max_position_embeddings=512)


@pytest.mark.parametrize("number", range(len(PAGE)))
def test_it_runs(number, stand_in, tmp_path, monkeypatch, capsys):
    from idioprobe.connect import watched

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    few = watched.Watch
    monkeypatch.setattr(watched, "Watch", lambda *given, **options: few(*given, **{**options, "limit": 6}))
    block = PAGE[number].replace(REAL, str(stand_in)).replace('languages="en"', 'languages="en", limit=3')
    exec(block, {})
    if "trainer.train()" in block:
        assert re.search(r"best idiom score: -?0\.\d", capsys.readouterr().out)
        assert (tmp_path / "training").is_dir()
