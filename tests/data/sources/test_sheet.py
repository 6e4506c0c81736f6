"""A spreadsheet is measured before it is read."""

import subprocess
import sys
import zipfile

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.sheet import read_sheet
from tests.data.sources.sheets import write_sheet


@pytest.fixture
def path(tmp_path):
    return write_sheet(tmp_path / "scores.xlsx", [["name", "score"], ["eager beaver", 1.5]])


def moved(path, **places):
    """The same with other places of cells."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            for old, new in places.items():
                text = text.replace(f'r="{old}"', f'r="{new}"')
            archive.writestr(name, text)
    return path


def test_a_sound_one_is_read(path):
    assert read_sheet(path).to_dicts() == [{"name": "eager beaver", "score": 1.5}]


@pytest.mark.parametrize("place", ["XFD1048576", "B1048576", "XFD2", "ZZZZZZZZZZZZZZZZZZZZZZZZZZ2", "B" + "9" * 30])
def test_a_cell_in_the_last_corner_is_refused(path, place):
    with pytest.raises(DatasetError, match=r"scores\.xlsx has a cell at \w+, far outside any table that is read here"):
        read_sheet(moved(path, B2=place))


def test_the_process_lives_on(path, tmp_path):
    moved(path, A1="XFD1048576", A2="XFD1048576")
    code = "from pathlib import Path; from idioprobe.data.sources.sheet import read_sheet; "
    code += f"read_sheet(Path({str(path)!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert done.returncode == 1
    assert "DatasetError" in done.stderr


def test_what_is_no_spreadsheet_is_said_to_be_none(tmp_path):
    (tmp_path / "x.xlsx").write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(DatasetError, match="cannot be read as a spreadsheet"):
        read_sheet(tmp_path / "x.xlsx")
