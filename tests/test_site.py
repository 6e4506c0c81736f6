"""The documentation as a site, and the Python that it shows."""

import ast
import re
import subprocess
import sys
from functools import partial

import pytest

import idioprobe
from tests.test_docs import PAGES, ROOT

REFERENCE = ROOT / "docs" / "reference.md"
RUN_HERE = {
    "README.md": ("compare(", "whole is better than words"),
    "tutorial.md": ("compare(", "whole is better than words"),
    "python.md": ("class Mine", "letters"),
}
"""Pages, what the block that runs here has in it, and what it prints."""
STAND_INS = {"all-MiniLM-L6-v2": "reference:words"}


def blocks(page):
    """The Python that a page shows."""
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


SHOWN = [pytest.param(block, id=f"{page.name} {n}") for page in PAGES for n, block in enumerate(blocks(page))]


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 150


def test_the_reference_has_all_of_the_api():
    named = {name.rpartition(".")[2] for name in re.findall(r"^::: (\S+)", REFERENCE.read_text(encoding="utf-8"), re.M)}
    assert set(idioprobe.__all__) - {"__version__"} <= named


@pytest.mark.parametrize("block", SHOWN)
def test_what_is_imported_from_idioprobe_is_there(block):
    for node in ast.walk(ast.parse(block)):
        if isinstance(node, ast.ImportFrom) and node.module == "idioprobe":
            assert {name.name for name in node.names} <= set(idioprobe.__all__)


@pytest.mark.parametrize("name", RUN_HERE)
def test_python_that_is_shown_runs(name, tmp_path, monkeypatch, capsys):
    """On a few expressions, with a model that has no weights."""
    small = {"limit": 24, "resamples": 100, "cache_dir": tmp_path}
    monkeypatch.setattr("idioprobe.api.evaluate", partial(idioprobe.evaluate, **small))
    having, printed = RUN_HERE[name]
    page = next(page for page in PAGES if page.name == name)
    block = next(block for block in blocks(page) if having in block)
    for model, other in STAND_INS.items():
        block = block.replace(model, other)
    exec(block, {})
    assert printed in capsys.readouterr().out


@pytest.mark.slow
def test_the_site_is_built_and_every_link_leads_somewhere(tmp_path):
    asked = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for page in (ROOT / "docs").glob("*.md"):
        made = tmp_path / "site" / ("" if page.stem == "index" else page.stem) / "index.html"
        assert made.is_file(), page.name
    assert "Score a model on a dataset." in (tmp_path / "site/reference/index.html").read_text(encoding="utf-8")
    assert not list((tmp_path / "site").rglob("*.py"))
