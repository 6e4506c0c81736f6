"""The key: only from the environment, only to the server, and never to be seen anywhere else."""

import json
import logging
import ssl
import traceback
import urllib.request

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError, ModelError
from idioprobe.models.api.client import RETRIES, Client
from idioprobe.models.api.encoder import ApiEncoder
from idioprobe.models.api.key import clean
from tests.models.api.cases import BROKEN, KEY, LASTING, PASSING, embed, right, status
from tests.models.api.server import ApiServer

TROUBLES = {name: trouble for name, (trouble, _) in {**LASTING, **BROKEN, **PASSING}.items()}
ECHOES = {
    "message": {"error": {"message": f"You sent Bearer {KEY}."}},
    "at the cut": {"error": f"{'x' * 190} {KEY}"},
    "deep": {"detail": [{"headers": {"authorization": f"Bearer {KEY}"}}]},
    "words": f"header {KEY} was refused".encode(),
    "page": f"<html>{KEY}</html>".encode(),
    "escaped": json.dumps({"message": KEY}).replace("-", "\\u002d").encode(),
    "spent": {"error": {"message": f"no money for {KEY}", "code": "insufficient_quota"}},
}


def assert_secret(error):
    """The key is neither in the words of an error nor in any frame of its traceback, nor of what led to it."""
    while error is not None:
        shown = traceback.TracebackException.from_exception(error, capture_locals=True).format(chain=False)
        assert KEY not in f"{error} {error!r} {error.args}" + "".join(shown)
        error = error.__cause__ or error.__context__


class TestUse:
    @pytest.mark.parametrize("value", ["", " \n"])
    def test_openai_is_not_asked_without_one(self, monkeypatch, value):
        monkeypatch.setenv("OPENAI_API_KEY", value)
        with pytest.raises(ModelError, match="set the environment variable OPENAI_API_KEY, or name a server"):
            embed(ApiEncoder("text-embedding-3-small", Client(timeout=5)))

    def test_a_server_of_ones_own_may_need_none(self, server, make, monkeypatch):
        monkeypatch.delenv("OPENAI_API_KEY")
        assert right(embed(make())[0])
        assert server.requests[0]["authorization"] is None

    def test_a_server_of_ones_own_that_needs_one_says_so(self, server, make, monkeypatch):
        monkeypatch.delenv("OPENAI_API_KEY")
        server.plan = [status(401)]
        with pytest.raises(ModelError, match=r"wants a key \(401\): set the environment variable OPENAI_API_KEY"):
            embed(make())

    def test_a_line_break_after_it_is_forgiven(self, server, make, monkeypatch):
        monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n")
        embed(make(), ["x"])
        assert server.requests[0]["authorization"] == f"Bearer {KEY}"

    @pytest.mark.parametrize("inside", ["\n", " ", "’", "\x07"])
    def test_what_cannot_be_one_is_refused_and_not_repeated(self, server, make, monkeypatch, inside):
        monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}{inside}{KEY}")
        with pytest.raises(ModelError, match="character that no key has") as caught:
            embed(make())
        assert_secret(caught.value)
        assert server.requests == []

    def test_it_is_not_sent_over_an_open_line(self):
        with pytest.raises(ModelError, match="not a safe connection") as caught:
            embed(ApiEncoder("tiny", Client("http://example.org/v1", timeout=5)))
        assert_secret(caught.value)

    def test_a_redirection_does_not_get_it(self, server, make):
        with ApiServer() as thief:
            server.plan = [status(307, Location=f"{thief.url}/embeddings")]
            with pytest.raises(ModelError, match="leads elsewhere"):
                embed(make())
            assert thief.requests == []

    def test_it_goes_only_to_a_server_whose_certificate_is_verified(self):
        [handler] = [h for h in Client(timeout=5).opener.handlers if isinstance(h, urllib.request.HTTPSHandler)]
        assert handler._context.verify_mode is ssl.CERT_REQUIRED  # noqa: SLF001
        assert handler._context.check_hostname  # noqa: SLF001

    @pytest.mark.parametrize("url", [f"https://user:{KEY}@host/v1", f"https://host/v1?key={KEY}", f"https://h/#{KEY}"])
    def test_an_address_that_holds_one_is_refused_and_not_repeated(self, url):
        with pytest.raises(ConfigError, match="OPENAI_API_KEY") as caught:
            Client(url, timeout=5)
        assert KEY not in str(caught.value)


class TestSecrecy:
    @pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES)
    def test_no_error_shows_it(self, server, make, caplog, capfd, trouble):
        caplog.set_level(logging.DEBUG)
        server.plan = [trouble] * (RETRIES + 1)
        encoder = make()
        with pytest.raises(ModelError) as caught:
            embed(encoder)
        assert_secret(caught.value)
        assert KEY not in repr(encoder) + repr(vars(encoder)) + repr(vars(encoder.client)) + caplog.text
        assert not any(KEY in text for text in capfd.readouterr())

    @pytest.mark.parametrize("code", [200, 301, 400, 401, 403, 429, 500])
    @pytest.mark.parametrize("echo", ECHOES)
    def test_a_server_that_repeats_it_is_not_quoted(self, server, make, code, echo):
        server.plan = [lambda _: (code, ECHOES[echo], {"Location": f"https://x/{KEY}"})] * (RETRIES + 1)
        with pytest.raises(ModelError) as caught:
            embed(make())
        assert_secret(caught.value)
        assert KEY[:12] not in str(caught.value)

    def test_it_is_in_no_file_that_a_run_leaves(self, server, make, starter, tmp_path):
        server.refusal = f"too long, says {KEY}"
        texts = starter.select(["en"], ["nat"], 1).stimuli["text"]
        server.most_characters = max(map(len, texts)) - 1
        options = {"languages": ("en",), "conditions": ("nat",), "limit": 1, "resamples": 100, "units": ("sentence",)}
        result = evaluate(make(), starter, cache_dir=tmp_path / "cache", **options)
        result.save(tmp_path / "results")
        assert any("too long, says [key]" in reason for reason in result.dropped["reason"])
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert len(files) > 5
        assert not any(KEY.encode() in path.read_bytes() for path in files)

    def test_a_masked_one_is_hidden_too(self):
        assert clean("Incorrect API key provided: sk-proj-abc****wxyz. See https://x.") == (
            "Incorrect API key provided: [key] See https://x"
        )

    def test_a_stand_in_does_not_garble_what_a_server_says(self, monkeypatch):
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        assert clean("none of these") == "none of these"
