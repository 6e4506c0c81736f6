"""What is written is there whole or not at all."""

import pytest

from idioprobe.core.errors import ResultsError
from idioprobe.core.files import replace_file, replace_folder


def test_a_folder_takes_the_place_of_the_old_one(tmp_path):
    for content in ("first", "second"):
        with replace_folder(tmp_path / "results" / "run") as part:
            (part / "a.txt").write_text(content)
    assert (tmp_path / "results" / "run" / "a.txt").read_text() == "second"
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["run"]


def test_a_block_that_ends_badly_leaves_the_old_folder(tmp_path):
    with replace_folder(tmp_path / "run") as part:
        (part / "a.txt").write_text("first")
    with pytest.raises(KeyboardInterrupt):
        _half_done(tmp_path / "run")
    assert (tmp_path / "run" / "a.txt").read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def _half_done(folder):
    with replace_folder(folder) as part:
        (part / "a.txt").write_text("half")
        raise KeyboardInterrupt


def test_what_the_disk_says_becomes_one_sentence(tmp_path):
    with pytest.raises(ResultsError, match="No space left on device"), replace_file(tmp_path / "a.csv"):
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []
