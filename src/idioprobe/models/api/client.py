"""Asking a server over HTTP: waiting, trying again, and saying what went wrong.

What goes wrong below is turned into plain words at once and raised without its cause, since
the frames of the causes hold the headers, and so the key.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from email.message import Message
from typing import Any

from idioprobe import __version__
from idioprobe.core.errors import ModelError
from idioprobe.models.api.key import (
    DEFAULT_URL,
    KEY_VARIABLE,
    authorise,
    check_key,
    check_url,
    clean,
    has_key,
    is_local,
)
from idioprobe.models.api.limits import pause_before, wait_told

RETRIES = 6
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
LONGEST_WAIT = 300.0
"""A server that asks for more patience than this many seconds ends the run, which can go on later."""
LARGEST_ANSWER = 500_000_000
"""No answer comes near this many bytes."""

_CHUNK = 1 << 16
_PASSING = (408, 409, 425, 429)
_REFUSED = (400, 413, 422)
_HALF = "dropped the connection before its answer was whole"
_USED_UP = re.compile(rb'"(insufficient_quota|billing_\w+)"')


class ServerError(ModelError):
    """The server failed although it was asked correctly; what it answered before is kept."""

    exit_code = 1


class GivenUpError(ServerError):
    """Nobody waits for this answer any more, and it is not asked for again."""


@dataclass(frozen=True)
class Refusal:
    """The server does not take these texts, for this reason; it may take others, or fewer at once."""

    reason: str


@dataclass(frozen=True)
class _Answer:
    status: int
    headers: Message
    body: bytes = field(repr=False)


@dataclass(frozen=True)
class _Lost:
    """No answer came; `passing` if one may come yet."""

    words: str
    passing: bool = True


def parse(body: bytes) -> Any:
    """The JSON in an answer; None if it is none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True)
class Endpoint:
    """Where requests of one kind go: a path after the server's address, and in a word what is wanted there.

    `read` makes of a successful answer what JSON would say, or None; `cut` says whether the end of it is missing.
    """

    path: str
    wanted: str
    read: Callable[[bytes], Any] = parse
    cut: Callable[[bytes], bool] = lambda _: False


EMBEDDINGS = Endpoint("embeddings", "vectors")


class Client:
    """One server, which several threads may ask at once until it limits the rate: from then on they take turns.

    Whoever sets `stopped` ends every wait, and no request is sent any more.
    """

    def __init__(
        self,
        base_url: str | None = None,
        endpoint: Endpoint = EMBEDDINGS,
        *,
        timeout: float,
        sleep: Callable[[float], object] | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.base_url = DEFAULT_URL if base_url is None else check_url(base_url)
        self.stopped = threading.Event()
        self.limited = False
        self._endpoint, self._timeout, self._chance = endpoint, timeout, chance
        self._sleep = sleep or self.stopped.wait
        self.opener = _opener(self.base_url)
        self._last: tuple[float, Message] | None = None
        self._turn, self._counting = threading.RLock(), threading.Lock()
        self._under_way: list[int] = []

    def post(self, content: Mapping[str, Any], tokens: int) -> dict[str, Any] | Refusal:
        """The server's answer to a request of about so many tokens, tried again while that can help."""
        check_key(self.base_url)
        body = json.dumps(content).encode("ascii")
        with ExitStack() as turn:
            if self.limited:
                turn.enter_context(self._turn)
            turn.enter_context(self._counted(tokens))
            self._rest()
            return self._post(body, turn)

    def _post(self, body: bytes, turn: ExitStack) -> dict[str, Any] | Refusal:
        words = ""
        for attempt in range(RETRIES + 1):
            if self.stopped.is_set():
                raise GivenUpError(f"{self.base_url} is not waited for any more.")
            outcome = self._try(body)
            told = None
            if isinstance(outcome, _Answer):
                self._last = time.monotonic(), outcome.headers
                if outcome.status in _REFUSED:
                    return Refusal(self._reason(outcome))
                if 200 <= outcome.status < 300:
                    return self._json(outcome)
                words, told = self._passing(outcome), wait_told(outcome.headers)
            elif outcome.passing:
                words = outcome.words
            else:
                raise ServerError(f"{self.base_url} {outcome.words}.")
            if told is not None and told > LONGEST_WAIT:
                raise ServerError(f"{self.base_url} {words}, and asks to wait for {told:,.0f} s.")
            if attempt < RETRIES:
                if self.limited:
                    turn.enter_context(self._turn)
                backoff = min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt) * (1 + self._chance()) / 2
                self._sleep(max(backoff, told or 0.0))
        raise ServerError(f"{self.base_url} {words}, {RETRIES + 1} times in a row.")

    @contextmanager
    def _counted(self, tokens: int) -> Iterator[None]:
        """Count a request among those under way."""
        with self._counting:
            self._under_way.append(tokens)
        try:
            yield
        finally:
            with self._counting:
                self._under_way.remove(tokens)

    def _rest(self) -> None:
        """Wait where the last answer said that the requests under way are too many."""
        if self._last is not None:
            then, headers = self._last
            with self._counting:
                requests, tokens = len(self._under_way), sum(self._under_way)
            pause = pause_before(headers, requests, tokens) - (time.monotonic() - then)
            if 0 < pause <= LONGEST_WAIT:
                self._sleep(pause)

    def _try(self, body: bytes) -> _Answer | _Lost:
        url = f"{self.base_url}/{self._endpoint.path}"
        request = urllib.request.Request(url, body, method="POST")  # noqa: S310
        request.add_header("User-Agent", f"idioprobe/{__version__}")
        request.add_header("Content-Type", "application/json")
        request.add_header("Accept", "application/json")
        authorise(request)
        until = time.monotonic() + self._timeout
        try:
            response = self.opener.open(request, timeout=self._timeout)
            if response is None:
                return _Lost("cannot be reached through the proxy that the environment names", passing=False)
            with response:
                answer = _Answer(response.status, response.headers, _read(response, until))
            return _Lost(_HALF) if self._endpoint.cut(answer.body) else answer
        except (OSError, http.client.HTTPException, ValueError) as error:
            return self._lost(error)

    def _lost(self, error: Exception) -> _Lost:
        """Why no answer came. A server that was never reached is not waited for: its address may be wrong."""
        passing = True
        if isinstance(error, urllib.error.URLError):
            passing = self._last is not None
            error = error.reason if isinstance(error.reason, Exception) else error
        match error:
            case ssl.SSLCertVerificationError():
                told = clean(error.verify_message)
                return _Lost(
                    f"shows a certificate that cannot be trusted ({told}); "
                    "check the clock and the certificates of this machine",
                    passing=False,
                )
            case TimeoutError():
                return _Lost(f"gave no answer within {self._timeout:g} s (`timeout`)", passing)
            case ConnectionRefusedError():
                return _Lost("refuses the connection (does the server run?)", passing)
            case socket.gaierror():
                return _Lost("cannot be found (no such host, or no network)", passing)
            case ConnectionError() | http.client.IncompleteRead() | ssl.SSLEOFError():
                return _Lost(_HALF)
            case _TooLargeError():
                return _Lost(f"sends more than {LARGEST_ANSWER:,} bytes in one answer", passing=False)
        return _Lost(f"cannot be asked ({clean(f'{type(error).__name__}: {error}')})", passing)

    def _passing(self, answer: _Answer) -> str:
        """What a failure that may pass is; one that will not is raised."""
        status, reason = answer.status, self._reason(answer)
        where = self.base_url
        if status in _PASSING or (status >= 500 and status != http.client.NOT_IMPLEMENTED):
            if status != http.client.TOO_MANY_REQUESTS:
                return f"answers {status} ({reason})"
            if _USED_UP.search(answer.body[:_CHUNK]):
                raise ModelError(f"{where}: the quota of this key is used up ({reason}); check its billing.")
            self.limited = True
            return f"limits the rate of requests (429: {reason})"
        if status == http.client.UNAUTHORIZED:
            if has_key():
                raise ModelError(f"{where} refuses the key in {KEY_VARIABLE} (401); is it a key for this server?")
            raise ModelError(f"{where} wants a key (401): set the environment variable {KEY_VARIABLE}.")
        if 300 <= status < 400:
            target = clean(answer.headers.get("Location") or "nowhere")
            raise ModelError(f"{where} leads elsewhere ({status}, to {target}); give `base_url` the right address.")
        if status in (http.client.NOT_FOUND, http.client.METHOD_NOT_ALLOWED):
            raise ModelError(
                f"{where} answers {status} ({reason}); check the model's name, and that `base_url` is what "
                f"stands before /{self._endpoint.path}, often with /v1 at its end."
            )
        raise ModelError(f"{where} answers {status} ({reason}).")

    def _json(self, answer: _Answer) -> dict[str, Any]:
        content = self._endpoint.read(answer.body)
        if isinstance(content, dict):
            return content
        looks_like_json = answer.body.lstrip().startswith((b"{", b"["))
        what = "broken JSON" if looks_like_json and content is None else self._reason(answer)
        raise ServerError(f"{self.base_url} answers with {what} instead of {self._endpoint.wanted} in JSON.")

    def _reason(self, answer: _Answer) -> str:
        """What an answer says went wrong, short and clean."""
        text = answer.body[:_CHUNK].decode("utf-8", "replace")
        if text.lstrip().lower().startswith(("<!doctype", "<html")):
            return "a web page (is there a log-in page or a proxy in between?)"
        return said(parse(answer.body)) or clean(text) or "an empty answer"


def said(content: Any) -> str:
    """The message in an error object of any of the usual forms; empty if there is none.

    >>> said({"error": {"message": "no such model", "code": "x"}})
    'no such model'
    """
    for name in ("error", "message", "detail"):
        if isinstance(content, dict) and content.get(name):
            content = content[name]
    if isinstance(content, dict | list):
        return clean(json.dumps(content, ensure_ascii=False)) if content else ""
    return clean(content) if isinstance(content, str) else ""


def _opener(base_url: str) -> urllib.request.OpenerDirector:
    """Verifies certificates, honours the environment's proxies but not for this machine, follows no redirection."""
    opener = urllib.request.OpenerDirector()
    opener.addheaders = []
    opener.add_handler(urllib.request.ProxyHandler({} if is_local(base_url) else None))
    opener.add_handler(urllib.request.HTTPHandler())
    if base_url.startswith("https:"):
        opener.add_handler(urllib.request.HTTPSHandler(context=ssl.create_default_context()))
    return opener


class _TooLargeError(ValueError):
    """The answer never seems to end."""


def _read(response: http.client.HTTPResponse, until: float) -> bytes:
    parts, size = [], 0
    while chunk := response.read1(_CHUNK):
        parts.append(chunk)
        size += len(chunk)
        if size > LARGEST_ANSWER:
            raise _TooLargeError
        if time.monotonic() > until:
            raise TimeoutError
    length = response.headers.get("Content-Length") or ""
    if length.isdecimal() and size < int(length):
        raise http.client.IncompleteRead(b"")
    return b"".join(parts)
