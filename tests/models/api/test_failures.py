"""Servers that fail, limit, hang and break: what may pass is waited for, the rest is one clear line."""

import pytest

from idioprobe.core.errors import ModelError
from idioprobe.models.api import client as apiclient
from idioprobe.models.api.client import RETRIES, Client, ServerError
from idioprobe.models.api.encoder import ApiEncoder
from tests.models.api.cases import BROKEN, LASTING, NATIVE, PASSING, TEXTS, embed, entries, right, status
from tests.models.api.server import ApiServer, vector

GOES_ON = "texts to embed are stored; the same command continues from there."


class TestRetries:
    @pytest.mark.parametrize("trouble", [500, 502, 503, 529, 408, 409, 429, "drop", "hang up"])
    def test_what_may_pass_is_tried_again(self, server, make, slept, trouble):
        server.plan = [status(trouble) if isinstance(trouble, int) else trouble] * 2
        vectors, _ = embed(make())
        assert right(vectors)
        assert len(vectors) == len(TEXTS)
        assert slept == [1.0, 2.0]
        assert len(server.requests) == 3

    def test_an_answer_that_does_not_come_in_time_is_asked_for_again(self, server, make, slept):
        server.plan = ["hang"]
        assert right(embed(make(timeout=0.3))[0])
        assert len(server.requests) == 2
        assert slept == [1.0]

    def test_a_server_that_never_answers_in_time_is_given_up(self, server, make, monkeypatch):
        monkeypatch.setattr(apiclient, "RETRIES", 1)
        server.plan = ["hang"] * 2
        with pytest.raises(ServerError, match=r"gave no answer within 0\.1 s \(`timeout`\), 2 times in a row"):
            embed(make(timeout=0.1))

    def test_an_answer_that_only_trickles_is_given_up_too(self, server, make, monkeypatch):
        monkeypatch.setattr(apiclient, "RETRIES", 0)
        server.plan = ["trickle"]
        with pytest.raises(ServerError, match=r"gave no answer within 0\.3 s"):
            embed(make(timeout=0.3))

    def test_pauses_double_and_are_spread_by_chance(self, server, slept):
        server.plan = [status(500)] * (RETRIES + 1)
        client = Client(server.url, timeout=5, sleep=slept.append, chance=lambda: 0.0)
        with pytest.raises(ServerError, match=r"answers 500 \(no luck\), 7 times in a row"):
            embed(ApiEncoder("tiny", client))
        assert slept == [0.5, 1, 2, 4, 8, 16]

    @pytest.mark.parametrize(
        ("headers", "wait"),
        [
            ({"Retry_After": "7"}, 7.0),
            ({"Retry_After": "0.25"}, 1.0),
            ({"retry_after_ms": "9500", "Retry_After": "20"}, 9.5),
            ({"x_ratelimit_remaining_requests": "0", "x_ratelimit_reset_requests": "1m12s"}, 72.0),
            ({"x_ratelimit_remaining_tokens": "0", "x_ratelimit_reset_tokens": "8s"}, 8.0),
            ({"x_ratelimit_remaining_requests": "9", "x_ratelimit_reset_requests": "3h"}, 1.0),
            ({"Retry_After": "soon"}, 1.0),
            ({"Retry_After": "Mon, 01 Jan 2001 00:00:00 GMT"}, 1.0),
        ],
    )
    def test_a_server_that_limits_is_waited_for_as_long_as_it_asks(self, server, make, slept, headers, wait):
        server.plan = [status(429, **headers)]
        assert right(embed(make())[0])
        assert slept == [wait]

    def test_a_server_that_asks_for_hours_ends_the_run_at_once(self, server, make, slept):
        server.plan = [status(429, "slow down", Retry_After="7200")]
        with pytest.raises(ServerError, match=r"429: slow down\), and asks to wait for 7,200 s\. 0 of 20 texts"):
            embed(make())
        assert slept == []

    def test_a_limit_that_the_next_request_would_break_is_waited_for(self, server, make, slept):
        server.headers = {"x-ratelimit-remaining-tokens": "3", "x-ratelimit-reset-tokens": "45s"}
        embed(make(), ["one", "two", "some longer text here"], batch_tokens=1)
        assert len(slept) == 1
        assert 30 < slept[0] <= 45

    def test_an_unlimited_server_is_not_waited_for(self, server, make, slept):
        server.headers = {"x-ratelimit-remaining-tokens": "-1", "x-ratelimit-reset-tokens": "30"}
        embed(make(), batch_tokens=1)
        assert slept == []

    def test_a_spent_quota_is_not_waited_for(self, server, make, slept):
        error = {"error": {"message": "You exceeded your current quota.", "code": "insufficient_quota"}}
        server.plan = [lambda _: (429, error)]
        with pytest.raises(ModelError, match="quota of this key is used up"):
            embed(make())
        assert slept == []

    def test_a_limit_that_only_advertises_a_larger_one_is_waited_for(self, server, make, slept):
        server.plan = [status(429, "You can increase your rate limit at https://platform.openai.com/account/billing.")]
        assert right(embed(make())[0])
        assert slept == [1.0]

    def test_a_server_that_was_never_there_is_not_waited_for(self, slept):
        with ApiServer() as gone:
            url = gone.url
        encoder = ApiEncoder("tiny", Client(url, timeout=5, sleep=slept.append))
        with pytest.raises(ServerError, match=r"refuses the connection \(does the server run\?\)\. 0 of 20 texts"):
            embed(encoder)
        assert slept == []

    def test_a_server_that_goes_away_is_waited_for(self, slept):
        with ApiServer() as going:
            encoder = ApiEncoder("tiny", Client(going.url, timeout=5, sleep=slept.append))
            batches = encoder.encode(TEXTS, {}, [NATIVE], 50)
            next(batches)
        with pytest.raises(ServerError, match=r"refuses the connection .*7 times in a row.* 5 of 20 texts"):
            next(batches)
        assert len(slept) == RETRIES


class TestFailures:
    @pytest.mark.parametrize(("trouble", "words"), LASTING.values(), ids=LASTING)
    def test_what_will_not_pass_is_said_at_once(self, server, make, slept, trouble, words):
        server.plan = [trouble] * 2
        with pytest.raises(ModelError, match=words) as caught:
            embed(make())
        assert caught.value.exit_code == 2
        assert "\n" not in str(caught.value)
        assert slept == []

    @pytest.mark.parametrize(("trouble", "words"), BROKEN.values(), ids=BROKEN)
    def test_a_broken_answer_is_one_clear_line_and_nothing_of_it_is_believed(self, server, make, slept, trouble, words):
        server.plan = [trouble]
        got = []
        with pytest.raises(ServerError, match=words) as caught:
            got.extend(make().encode(TEXTS, {}, [NATIVE], None))
        assert got == []
        assert caught.value.exit_code == 1
        assert "\n" not in str(caught.value)
        assert str(caught.value).endswith(f" 0 of 20 {GOES_ON}")
        assert len(server.requests) == 1
        assert slept == []

    @pytest.mark.parametrize(("trouble", "words"), PASSING.values(), ids=PASSING)
    def test_what_does_not_pass_ends_with_how_far_the_run_came(self, server, make, slept, trouble, words):
        server.plan = [server.good, server.good] + [trouble] * (RETRIES + 1)
        with pytest.raises(ServerError, match=words) as caught:
            embed(make(), batch_tokens=50)
        assert "\n" not in str(caught.value)
        assert str(caught.value).endswith(f" 10 of 20 {GOES_ON}")
        assert slept == [1, 2, 4, 8, 16, 32]

    @pytest.mark.parametrize("spoilt", [float("nan"), None])
    def test_where_one_vector_is_nan_or_null_the_others_of_its_answer_are_kept(self, server, make, spoilt):
        def spoiled(inputs):
            data = entries(inputs)
            data[3]["embedding"][0] = spoilt
            return 200, {"data": data}

        server.plan = [spoiled]
        got = []
        with pytest.raises(
            ServerError, match=r"NaN, infinity or null in the vector of 'She saw the eager beaver number 3\."
        ):
            got.extend(make().encode(TEXTS, {}, [NATIVE], None))
        kept = [request.text for encoded in got for request, _ in encoded.vectors[NATIVE]]
        assert kept == [text for text in TEXTS if text != TEXTS[3]]

    def test_a_dimension_that_changes_between_two_answers_is_refused(self, server, make):
        def other(inputs):
            return 200, {"data": [{"index": n, "embedding": vector(t, 5)} for n, t in enumerate(inputs)]}

        server.plan = [server.good, other]
        with pytest.raises(ServerError, match=r"vectors of 5 dimensions, where 8 were expected.* 5 of 20 texts"):
            embed(make(), batch_tokens=50)

    def test_a_dimension_that_changes_between_two_runs_is_refused(self, server, make):
        memory = {}
        embed(make(memory=memory))
        server.dimension = 5
        with pytest.raises(ServerError, match="vectors of 5 dimensions, where 8 were expected"):
            embed(make(memory=memory), ["new text"])

    def test_an_answer_without_end_is_not_read_to_its_end(self, make, monkeypatch):
        monkeypatch.setattr(apiclient, "LARGEST_ANSWER", 1000)
        with pytest.raises(ServerError, match="more than 1,000 bytes"):
            embed(make())
