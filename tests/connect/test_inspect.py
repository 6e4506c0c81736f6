"""Questions for Inspect, and what answers to them are worth, without Inspect."""

import pytest

from idioprobe import load_dataset
from idioprobe.connect.inspect_ai import judged, read_questions_file, write_inspect
from idioprobe.core.errors import ConfigError
from idioprobe.suites.questions.kinds import KINDS


def test_all_kinds_are_written_and_understood_as_in_the_suite(tmp_path):
    call = write_inspect(load_dataset("starter"), tmp_path / "out", ["en"], 2)
    assert call.startswith("inspect eval idioprobe/questions -T folder=")
    rows = read_questions_file(tmp_path / "out")
    assert {row["kind"] for row in rows} == KINDS.keys() - {"free"}
    pairs = read_questions_file(tmp_path / "out", ["pair"])
    for row in pairs:
        letter = "AB"[row["target"]]
        assert f"{letter}) {row['options'][row['target']]}" in row["prompt"]
        assert judged(f"{letter})", row) == (1.0, "choice")
        assert judged("BA"[row["target"]], row) == (0.0, "choice")
        assert judged("I cannot say.", row)[0] is None
    assert {row["target"] for row in pairs} == {0, 1}, "in both orders"
    (rating, *_) = read_questions_file(tmp_path / "out", ["rating"])
    assert judged("4", rating) == (4.0, "rating")


def test_mistakes_are_told(tmp_path):
    with pytest.raises(ConfigError, match="write it first: idioprobe export inspect"):
        read_questions_file(tmp_path)
