"""The Python that the page about benchmarks shows."""

import re
from pathlib import Path

import pytest

from idioprobe.connect.hub import write_hub_folder

PAGE = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=[block.splitlines()[0] for block in BLOCKS])
def test_it_runs(block, data, minilm_folder, tmp_path, monkeypatch):
    """On a few expressions, with the weights that are here."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("idioprobe.data.registry.load_dataset", lambda *_, **__: data.select(["en"], ["nat"], 3))
    write_hub_folder(data, tmp_path / "starter-hub")
    exec(block.replace("sentence-transformers/all-MiniLM-L6-v2", str(minilm_folder)), {})
