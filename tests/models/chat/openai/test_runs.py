"""Questions to a model behind a chat API, through the store: nothing is paid for twice."""

import itertools
import re
import signal
import threading
from contextlib import contextmanager

import polars as pl
import pytest
from typer.testing import CliRunner

from idioprobe.cli import app
from idioprobe.core.errors import ConfigError
from idioprobe.core.progress import Quiet
from idioprobe.core.requests import Question
from idioprobe.core.views import View
from idioprobe.embed.embedder import embed, know_facts, plan_views, tasks_of
from idioprobe.models.api.client import ServerError
from idioprobe.run.plan import Forecast
from tests.models.api.cases import KEY, body, status
from tests.models.chat.openai.conftest import GOOD, QUESTIONS, ask
from tests.models.chat.openai.server import completion

WRITTEN = View("answer", "generated", "")
WANTED = {"answer": set(QUESTIONS)}


def run(model, store, wanted=WANTED, progress=None):
    """Have everything answered; what is in the store then."""
    embed(model, store, wanted, [WRITTEN], None, progress or Quiet())
    return store.read_all(store.space(model.identity, WRITTEN), wanted["answer"])


def test_a_second_run_asks_nothing_and_needs_no_key(server, make, store, monkeypatch):
    assert run(make(), store) == GOOD
    server.requests.clear()
    monkeypatch.delenv("OPENAI_API_KEY")
    assert run(make(), store) == GOOD
    assert server.requests == []


def test_only_what_is_missing_is_asked(server, make, store):
    run(make(), store, {"answer": set(QUESTIONS[:15])})
    server.requests.clear()
    assert run(make(), store) == GOOD
    assert sorted(server.asked) == sorted([question.text] for question in QUESTIONS[15:])


def test_after_the_server_dies_the_same_call_goes_on_and_nothing_is_paid_twice(server, make, store):
    server.dies_after = 9
    with pytest.raises(ServerError, match=r"\d+ of 20 answers are stored; the same command continues"):
        run(make(), store)
    server.dies_after = None
    assert run(make(), store) == GOOD
    assert set(server.paid.values()) == {1}


@contextmanager
def interruptible():
    """Ctrl-C interrupts what is inside and nothing else, also in a program that was told to pass over it."""
    inside = True

    def interrupt(_signal, _frame):
        if inside:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        inside = False
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_keeps_what_came_and_what_is_about_to_come(server, make, store):
    asked = itertools.count(1)

    def takes(_text):
        if next(asked) == 7:
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        return 0.3

    server.takes = takes
    with pytest.raises(KeyboardInterrupt), interruptible():
        run(make(), store)
    paid = set(server.paid)
    assert 1 <= len(paid) < 20
    server.takes = lambda _: 0.0
    assert run(make(), store) == GOOD
    twice = [question for question, times in server.paid.items() if times > 1]
    assert len(twice) < 4, "only those under way while an answer is being written may be asked again"


def test_a_refused_question_is_not_asked_again(server, make, store):
    bad = Question("A question that no server likes. " * 5)
    server.most_characters = 100
    server.refusal = f"flagged, says {KEY}"
    answers = run(make(), store, {"answer": {*QUESTIONS, bad}})
    assert answers[bad].reason == "refused by the server: flagged, says [key]"
    server.requests.clear()
    run(make(), store, {"answer": {*QUESTIONS, bad}})
    assert server.requests == []


def test_samples_are_questions_of_their_own_and_other_temperatures_other_answers(server, make, store):
    samples = {"answer": {Question("Am I lost?", sample=n) for n in range(5)}}
    run(make(temperature=0.7), store, samples)
    run(make(temperature=0.7), store, samples)
    assert len(server.requests) == 5
    run(make(temperature=0.8), store, samples)
    assert len(server.requests) == 10


def test_the_key_is_in_no_file(server, make, store, tmp_path):
    server.plan = [status(400, f"no, {KEY}")]
    run(make(), store)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not any(KEY.encode() in path.read_bytes() for path in files)


def test_likelihoods_are_refused_with_a_clear_line(make, store):
    facts = know_facts(make(), store)
    notices = []
    with pytest.raises(ConfigError, match="`views` likelihood: this model has the view generated only"):
        plan_views(facts, ["likelihood"], ["answer"], special_tokens=False, notice=notices.append)
    for asked in ("mean@last4",), ("generated", "likelihood"):
        assert plan_views(facts, asked, ["answer"], special_tokens=False, notice=notices.append) == [WRITTEN]
    assert notices == ["`views` likelihood is left out: this model has the view generated only."]


class TestForecast:
    def test_questions_are_counted_each_sample_one_and_nothing_is_asked(self, server, make, store):
        run(make(), store, {"answer": set(QUESTIONS[:15])})
        server.requests.clear()
        wanted = {"answer": {*QUESTIONS, Question(QUESTIONS[0].text, sample=1)}}
        every, missing = tasks_of(make(), store, wanted, [WRITTEN])
        assert (len(every), len(missing)) == (21, 6)
        assert make().estimate(missing).output == 6 * 32
        assert server.requests == []

    def test_it_is_about_questions(self, make):
        cost = make().estimate(QUESTIONS)
        assert Forecast("tiny", 30, 20, cost, asks=True).show() == (
            "tiny: 30 questions, 10 in the store, 20 to ask; about 360 tokens at four characters each and answers of "
            "at most 640; the price is not known."
        )


class TestSuite:
    SMALL = ("--suite", "questions", "--language", "en", "--limit", "1", "--resamples", "100")

    @pytest.fixture
    def command(self, server, tmp_path):
        """Calls the program with a small run of the model `tiny` on the server."""

        def call(*more):
            folders = ("--cache-dir", str(tmp_path / "cache"), "--out", str(tmp_path / "out"))
            model = ("-m", "chat:openai:tiny", "--base-url", server.url)
            return CliRunner().invoke(app, ["run", *model, *self.SMALL, *folders, *more])

        return call

    def test_a_run_asks_what_its_dry_run_says_and_once(self, server, command):
        dry = command("--dry-run")
        assert server.requests == []
        [count] = re.findall(r"^tiny: (\d+) questions, 0 in the store, \1 to ask; about ", dry.output)
        done = command()
        assert done.exit_code == 0, done.output
        assert "Results: " in done.output
        assert len(server.requests) == int(count)
        assert f"tiny: {count} questions, {count} in the store, 0 to ask.\n" in command("--dry-run").output
        again = command("--force")
        assert f"tiny: {count} questions from the store, 0 to ask." in again.output
        assert len(server.requests) == int(count)

    def test_the_key_is_in_no_file_of_a_result(self, server, command, tmp_path):
        refusal = completion(content=None, refusal=f"I cannot tell you {KEY}.")
        server.plan = [body(refusal), body(refusal), status(400, f"no, {KEY}")]
        done = command()
        assert done.exit_code == 0, done.output
        assert KEY not in done.output
        [table] = tmp_path.rglob("answers.parquet")
        said = pl.read_parquet(table)["answer"].to_list()
        assert "I cannot tell you [key]." in said
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert not any(KEY.encode() in path.read_bytes() for path in files)

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (("--view", "likelihood"), "--view likelihood: this model has the view generated only"),
            (("--suite", "probes"), "tiny answers in words"),
            (("--thinking", "-1"), "--thinking"),
        ],
    )
    def test_what_cannot_be_is_one_line(self, server, command, options, words):
        failed = command(*options).exception
        assert isinstance(failed, ConfigError)
        assert words in str(failed)
        assert "\n" not in str(failed)
        assert server.requests == []

    def test_a_server_that_fails_is_one_line(self, server, command):
        server.plan = [status(401)]
        assert "refuses the key in OPENAI_API_KEY (401)" in str(command().exception)


def test_ask_is_the_same_with_and_without_a_store(make, store):
    assert ask(make()) == run(make(), store)
