"""A small package that registers datasets, as installed beside idioprobe: a module and its metadata."""

import sys
from pathlib import Path

import pytest

MODULE = """
from pathlib import Path

from idioprobe import load_dataset
from idioprobe.data.folder import read_folder

def theirs():
    return read_folder(Path(__file__).parent / "their_data")

class Declared:
    def load(self, data_dirs, labelling):
        data = theirs()
        notes = [f"looked in {[str(folder) for folder in data_dirs]} for {labelling}"]
        update = {"notes": notes, "labelling": labelling or ""}
        return type(data)(data.header.model_copy(update=update), data.stimuli, data.expressions, data.ratings)

declared = Declared()
number = 7

def nothing():
    return None

def failing():
    raise RuntimeError("the disk\\nis full")

def wrong():
    data = theirs()
    return type(data)(data.header, data.stimuli.drop("text"), data.expressions, data.ratings)
"""
HEADER = "item,expression,language,condition,sentence,role,index,text,spans\n"
STIMULI = """\
en/paper tiger/nat1,paper tiger,en,nat,1,original,0,He is a paper tiger.,8:19
en/paper tiger/nat1,paper tiger,en,nat,1,syn,0,He is an empty threat.,9:21
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """A function that installs the package with some entry points, and takes it away after the test."""
    place = tmp_path / "site-packages"

    def installed(entries: dict[str, str], package: str = "their-package") -> Path:
        folder = place / "their_data"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "stimuli.csv").write_text(HEADER + STIMULI, encoding="utf-8")
        described = '{"name": "their-own-name", "description": "Their expressions.", "licence": "CC0"}'
        (folder / "dataset.json").write_text(described, encoding="utf-8")
        (place / "their_module.py").write_text(MODULE, encoding="utf-8")
        info = place / f"{package.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"{name} = {value}" for name, value in entries.items()]
        (info / "entry_points.txt").write_text("\n".join(["[idioprobe.datasets]", *lines, ""]), encoding="utf-8")
        return place

    monkeypatch.syspath_prepend(str(place))
    yield installed
    sys.modules.pop("their_module", None)
