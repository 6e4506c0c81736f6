"""Chat models on the command line."""

import json

import pytest
from typer.testing import CliRunner

from idioprobe.cli import app
from idioprobe.core.answers import Text
from idioprobe.core.requests import Question
from tests.models.chat.talkers import TEMPLATE, talker

SMALL = ("-d", "starter", "--language", "en", "--suite", "questions", "--limit", "1", "--condition", "neut")


@pytest.fixture
def run(tmp_path):
    """Runs a chat model on one expression."""

    def call(folder, *more):
        out = ("--out", str(tmp_path / "out"), "--cache-dir", str(tmp_path / "cache"), "--resamples", "100")
        done = CliRunner().invoke(app, ["run", "-m", f"chat:{folder}", *SMALL, *out, *more])
        assert done.exit_code == 0, f"{done.output}{done.exception}"
        return done.output

    return call


def test_a_second_run_asks_nothing(run, talking, tmp_path):
    folder = talking("llama", max_position_embeddings=2048)
    assert "Results: " in run(folder)
    run(folder, "--seed", "7")
    first, second = sorted(
        (json.loads(path.read_text(encoding="utf-8")) for path in (tmp_path / "out").rglob("run.json")),
        key=lambda info: info["config"]["seed"],
    )
    assert first["counts"]["texts_embedded"] == first["counts"]["texts"] > 0
    assert second["counts"]["texts_embedded"] == 0
    assert first["model"]["family"] == "chat"


def test_a_model_without_turns_is_said_to_be_one_and_weighs_options_only(run, talking):
    done = run(talking("llama", template=None, max_position_embeddings=2048))
    assert "has no chat template" in done
    assert "Results: " in done
    assert "generated" not in done


def test_thoughts_are_no_part_of_an_answer(talking, monkeypatch):
    model = talker(talking("llama", template=TEMPLATE), thinking=20)
    notices = []
    model.notice = notices.append
    said = {"A?": "<think>Hm. A? B?</think>\n\nB", "B?": "<think>Hm. A? B? On and"}
    questions = [Question(text, tokens=4) for text in said]
    monkeypatch.setattr(
        model.load(), "respond", lambda asked, _: [[(one.question, Text(said[one.question.text]))] for one in asked]
    )
    found = dict(pair for part in model.respond(questions, None) for pair in part)
    assert list(found.values()) == [Text("B"), Text("")]
    assert len(notices) == 1
    assert "thinking" in notices[0]
