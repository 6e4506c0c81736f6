"""The notebooks run from beginning to end, and show what they promise."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PROMISED = {
    "choosing-a-model.ipynb": ("word by word", "image/svg+xml", "certainly better"),
    "your-own-expressions.ipynb": ("cardboard lion", "word by word", "too few idiomatic expressions for a verdict"),
}


def test_every_notebook_is_known():
    assert {path.name for path in EXAMPLES.glob("*.ipynb")} == set(PROMISED)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROMISED)
def test_a_notebook_runs(name, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    book = nbformat.read(EXAMPLES / name, as_version=4)
    done = NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = str([cell.outputs for cell in done.cells if cell.cell_type == "code"])
    for words in PROMISED[name]:
        assert words in shown


@pytest.mark.parametrize("name", PROMISED)
def test_what_is_stored_names_no_machine(name):
    stored = (EXAMPLES / name).read_text(encoding="utf-8")
    assert not re.search(r"/(home|root|tmp|Users)/", stored)
