"""Chat servers that fail, limit, hang and break: what may pass is waited for, the rest is one clear line."""

import json
import logging

import pytest

from idioprobe.core.answers import Failure, Text
from idioprobe.core.errors import ModelError
from idioprobe.core.requests import Question
from idioprobe.models.api import client as apiclient
from idioprobe.models.api.client import RETRIES, Client, ServerError
from idioprobe.models.chat.openai import CHAT, TRIES, ChatApi
from tests.models.api.cases import KEY, body, status
from tests.models.api.test_key import ECHOES, assert_secret
from tests.models.chat.openai.conftest import GOOD, QUESTIONS, ask
from tests.models.chat.openai.server import ChatServer, completion, stream

BAD = Question("A question that no server likes. " * 5)
GOES_ON = "answers are stored; the same command continues from there."

LASTING = {
    "bad key": (status(401, f"Incorrect API key provided: {KEY[:8]}****{KEY[-4:]}"), "refuses the key in OPENAI_API_"),
    "forbidden": (status(403, "not in your country"), r"answers 403 \(not in your country\)"),
    "no model": (status(404, "The model `tiny` does not exist"), "404 .*does not exist.*check the model's name"),
    "no such way": (status(405), "405 .*stands before /chat/completions"),
    "moved": (status(301, Location="https://elsewhere.example/v1"), "leads elsewhere .*elsewhere.example"),
    "refuses all": (lambda _: (400, {"detail": [{"msg": "unknown field"}]}), "does not answer with tiny.*unknown fie"),
}
"""What will not pass, so that the user has to change something."""

BROKEN = {
    "html": (body(b"<!DOCTYPE html><title>Log in</title>"), "answers with a web page .*log-in page"),
    "nothing": (body(b""), "an empty answer instead of answers"),
    "words": (body(b"all is well"), "all is well instead of answers"),
    "cut": (body(b'{"choices": [{"index": 0, "mess'), "broken JSON instead of answers"),
    "deep": (body(b"[" * 200_000), "broken JSON"),
    "list": (body([{"message": {"content": "Lost."}}]), "instead of answers"),
    "no choices": (body({"object": "list"}), "it holds no answer"),
    "error as success": (body({"error": {"message": "model is loading"}}), "no answer but says 'model is loading'"),
    "no message": (body({"choices": [{"index": 0}]}), "a choice without a message"),
    "no object": (body({"choices": ["Lost."]}), "a choice without a message"),
    "a number": (body(completion(content=7)), "a content that is no text"),
    "breaks off": (
        body({"choices": [{"message": {"content": "Lo"}, "error": {"message": "upstream died"}}]}),
        "breaks off and says 'upstream died'",
    ),
    "error in a stream": (body(stream({"content": "Lo"}, finish="", end='data: {"error": "died"}\n\n')), "says 'died'"),
    "broken stream": (body(b'data: {"choices": [\n\ndata: [DONE]\n\n'), "instead of answers"),
}
"""Answers that look like success and are none."""

PASSING = {
    "dead": ("hang up", "dropped the connection before its answer was whole, 7 times in a row"),
    "half": ("drop", "dropped the connection before its answer was whole, 7 times in a row"),
    "half a stream": (body(stream({"content": "Lo"}, finish="", end="")), "before its answer was whole, 7 times"),
    "limited": (status(429, "slow down"), "limits the rate of requests .*slow down"),
    "failing": (status(503, "overloaded\x1b[31m\nvery much"), r"answers 503 \(overloaded \[31m very much\), 7 times"),
    "failing page": (lambda _: (502, b"<html>Bad gateway</html>"), r"answers 502 \(a web page"),
}
"""What may pass and does not."""

TROUBLES = {name: trouble for name, (trouble, _) in {**LASTING, **BROKEN, **PASSING}.items()}


class TestRetries:
    @pytest.mark.parametrize(
        "trouble", [500, 503, 529, 408, 429, "drop", "hang up", body(PASSING["half a stream"][0](0)[1])]
    )
    def test_what_may_pass_is_tried_again(self, server, make, slept, trouble):
        server.plan = [status(trouble) if isinstance(trouble, int) else trouble] * 2
        assert ask(make()) == GOOD
        assert slept == [1.0, 2.0]
        assert len(server.requests) == 22

    def test_troubles_in_the_middle_cost_no_question(self, server, make):
        server.plan = [server.good, status(500), "hang up", server.good, status(502), "drop", status(429)]
        assert ask(make()) == GOOD

    def test_an_answer_that_does_not_come_in_time_is_asked_for_again(self, server, make, slept):
        server.plan = ["hang"]
        assert ask(make(timeout=1.5)) == GOOD
        assert slept == [1.0]

    def test_a_server_that_asks_for_hours_ends_the_run_at_once(self, server, make, slept):
        server.plan = [status(429, "slow down", Retry_After="7200")]
        with pytest.raises(ServerError, match=r"and asks to wait for 7,200 s\. 0 of 20 answers"):
            ask(make())
        assert slept == []

    def test_a_server_that_was_never_there_is_not_waited_for(self, slept):
        with ChatServer() as gone:
            url = gone.url
        model = ChatApi("tiny", Client(url, CHAT, timeout=5, sleep=slept.append))
        with pytest.raises(ServerError, match=r"refuses the connection \(does the server run\?\)\. 0 of 20 answers"):
            ask(model)
        assert slept == []


class TestOneQuestion:
    def test_one_that_is_refused_has_its_reason_and_the_others_go_on(self, server, make):
        server.most_characters = 100
        server.refusal = "The prompt was flagged by the content filter."
        for questions in ([BAD, *QUESTIONS], [*QUESTIONS, BAD]):
            answers = ask(make(), questions)
            assert answers == {
                **GOOD,
                BAD: Failure("refused by the server: The prompt was flagged by the content filter"),
            }

    def test_a_server_that_suddenly_refuses_everything_does_not_cost_a_question(self, server, make):
        server.plan = [server.good] + [status(400, "Billing hard limit has been reached")] * 20
        with pytest.raises(ModelError, match=r"Billing hard limit has been reached.* 1 of 20 answers"):
            ask(make())
        assert len(server.requests) < 12

    def test_an_empty_list_of_choices_is_asked_for_again(self, server, make):
        server.plan = [body({"choices": []})]
        assert ask(make()) == GOOD

    def test_one_to_which_nothing_ever_comes_is_left_and_the_others_go_on(self, server, make):
        server.plan = [body({"choices": []})] * TRIES
        [first, *others] = QUESTIONS
        answers = ask(make())
        assert answers.pop(first) == Failure("the server sent no answer (an empty list of choices)")
        assert answers == {question: GOOD[question] for question in others}

    def test_a_server_that_never_sends_any_ends_the_run(self, server, make):
        server.plan = [body({"choices": []})] * 50
        with pytest.raises(ServerError, match=r"an empty list of choices, whatever it is asked\. 0 of 20 answers"):
            ask(make())


class TestFailures:
    @pytest.mark.parametrize(("trouble", "words"), LASTING.values(), ids=LASTING)
    def test_what_will_not_pass_is_said_at_once(self, server, make, slept, trouble, words):
        server.plan = [trouble] * 2
        with pytest.raises(ModelError, match=words) as caught:
            ask(make())
        assert caught.value.exit_code == 2
        assert "\n" not in str(caught.value)
        assert slept == []

    @pytest.mark.parametrize(("trouble", "words"), BROKEN.values(), ids=BROKEN)
    def test_a_broken_answer_is_one_clear_line(self, server, make, slept, trouble, words):
        server.plan = [trouble]
        with pytest.raises(ServerError, match=words) as caught:
            ask(make())
        assert caught.value.exit_code == 1
        assert "\n" not in str(caught.value)
        assert str(caught.value).endswith(f" 0 of 20 {GOES_ON}")
        assert len(server.requests) == 1
        assert slept == []

    @pytest.mark.parametrize(("trouble", "words"), PASSING.values(), ids=PASSING)
    def test_what_does_not_pass_ends_with_how_far_the_run_came(self, server, make, trouble, words):
        server.plan = [server.good, server.good] + [trouble] * 4 * (RETRIES + 1)
        got = []
        with pytest.raises(ServerError, match=words) as caught:
            got.extend(make().respond(QUESTIONS, None))
        assert "\n" not in str(caught.value)
        assert str(caught.value).endswith(f" {len(got)} of 20 {GOES_ON}")
        assert 2 <= len(got) < 20

    def test_an_answer_that_comes_after_another_failed_is_kept(self, server, make):
        server.plan = [server.good, status(403, "enough")]
        server.takes = lambda _: 0.2
        got = []
        with pytest.raises(ModelError, match=r"enough.* [1-4] of 20 answers"):
            got.extend(pair for answered in make().respond(QUESTIONS, None) for pair in answered)
        assert {question.text for question, _ in got} == set(server.paid) | {QUESTIONS[0].text}

    def test_an_answer_without_end_is_not_read_to_its_end(self, make, monkeypatch):
        monkeypatch.setattr(apiclient, "LARGEST_ANSWER", 100)
        with pytest.raises(ServerError, match="more than 100 bytes"):
            ask(make())


class TestSecrecy:
    @pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES)
    def test_no_error_shows_the_key(self, server, make, caplog, capfd, trouble):
        caplog.set_level(logging.DEBUG)
        server.plan = [trouble] * 50
        model = make()
        with pytest.raises(ModelError) as caught:
            ask(model)
        assert_secret(caught.value)
        assert KEY not in repr(model) + repr(vars(model)) + repr(vars(model.client)) + caplog.text
        assert not any(KEY in text for text in capfd.readouterr())

    @pytest.mark.parametrize("code", [200, 301, 400, 401, 403, 429, 500])
    @pytest.mark.parametrize("echo", ECHOES)
    def test_a_server_that_repeats_it_is_not_quoted(self, server, make, code, echo):
        server.plan = [lambda _: (code, ECHOES[echo], {"Location": f"https://x/{KEY}"})] * 50
        with pytest.raises(ModelError) as caught:
            ask(make())
        assert_secret(caught.value)
        assert KEY[:12] not in str(caught.value)

    def test_no_answer_holds_it(self, server, make):
        server.plan = [
            body(completion(content=f"Your key is {KEY}.")),
            body(stream({"content": f"It is {KEY[:9]}"}, {"content": f"{KEY[9:]}."})),
            body(json.dumps(completion(refusal=KEY)).replace("-", "\\u002d").encode()),
        ]
        assert ask(make(), QUESTIONS[:3])[QUESTIONS[0]] == Text("Your key is [key].")
        server.plan = [status(400, f"Bearer {KEY} said no")]
        answers = {**ask(make(), QUESTIONS[:3]), **ask(make(), QUESTIONS[3:])}
        assert KEY not in repr(answers)
