"""Progress on a terminal and in a pipe, of one model and of several."""

import io

import pytest
from rich.console import Console

from idioprobe.report.terminal import progress
from idioprobe.report.terminal.progress import BytesProgress, EmbeddingProgress, StepProgress, Whole


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test sets."""

    class Clock:
        now = 100.0

        def monotonic(self):
            return self.now

    made = Clock()
    monkeypatch.setattr(progress, "time", made)
    return made


def console(*, terminal):
    return Console(file=io.StringIO(), force_terminal=terminal, width=160, color_system=None)


def test_a_pipe_gets_a_line_now_and_then(clock):
    out = console(terminal=False)
    with EmbeddingProgress(out, "alpha") as shown:
        shown.start(1000, 50)
        for _ in range(30):
            clock.now += 1
            shown.advance(20)
    lines = out.file.getvalue().splitlines()
    assert lines == [
        "alpha: 50 texts from the store, 1,000 to embed.",
        "alpha: 200 of 1,000 texts, 20 per second, 0:40 left.",
        "alpha: 400 of 1,000 texts, 20 per second, 0:30 left.",
        "alpha: 600 of 1,000 texts, 20 per second, 0:20 left.",
    ]


def test_a_model_that_answers_in_words_is_asked_questions(clock):
    out = console(terminal=False)
    with EmbeddingProgress(out, "alpha") as shown:
        shown.start(100, 5, asks=True)
        clock.now += 20
        shown.advance(8)
    assert out.file.getvalue().splitlines() == [
        "alpha: 5 questions from the store, 100 to ask.",
        "alpha: 8 of 100 questions, 0.40 per second, 3:50 left.",
    ]


def test_of_several_models_the_whole_is_told_too(clock):
    whole, out = Whole(3, begun=clock.now), console(terminal=False)
    clock.now += 60
    whole.finished = 1
    with EmbeddingProgress(out, "beta", whole) as shown:
        shown.start(100, 0)
        clock.now += 30
        shown.advance(50)
    assert out.file.getvalue() == "beta (2 of 3): 50 of 100 texts, 2 per second, 0:30 left; all models: 1:30 left.\n"


def test_a_terminal_gets_a_bar_for_each_and_for_all(clock):
    whole, out = Whole(4, begun=clock.now), console(terminal=True)
    clock.now += 30
    whole.finished = 2
    with EmbeddingProgress(out, "gamma", whole) as shown:
        shown.start(200, 0)
        clock.now += 10
        shown.advance(100)
        shown.refresh()
        text = out.file.getvalue()
    assert "embedding with gamma (3 of 4)" in text
    assert "100/200 10 texts/s 0:10 left" in " ".join(text.split())
    assert "all models" in text
    assert "2/4" in text
    assert "0:24 left" in text


def test_one_model_has_one_bar(clock):
    out = console(terminal=True)
    with EmbeddingProgress(out, "alpha") as shown:
        shown.start(10, 0)
        clock.now += 1
        shown.advance(5)
        shown.refresh()
    assert "all models" not in out.file.getvalue()


def test_nothing_is_left_to_say_before_anything_is_done():
    assert Whole(3).left(0.0) is None


@pytest.mark.parametrize(("kind", "told"), [(StepProgress, "40 of 100, 2"), (BytesProgress, "40 of 100 MB, 2 MB")])
def test_steps_in_a_pipe_have_a_rate_of_what_was_done_since_and_the_time_left(clock, kind, told):
    shown = console(terminal=False)
    unit = 1_000_000 if kind is BytesProgress else 1
    with kind(shown) as tell:
        tell("indexing", 20 * unit, 100 * unit)
        clock.now += 10
        tell("indexing", 40 * unit, 100 * unit)
    assert shown.file.getvalue() == f"indexing: {told} per second, 0:30 left.\n"
