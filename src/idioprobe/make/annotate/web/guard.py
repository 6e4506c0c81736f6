"""What stands between the server and the world: headers, limits, forms that came from the study's own pages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from urllib.parse import parse_qs

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 16 * 1024
MOST_FIELDS = 64
PATIENCE_SECONDS = 20.0
_FORM = "application/x-www-form-urlencoded"
_OWN_SITES = (None, "same-origin", "none")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
}


class Headers:
    """Puts the same headers on every response, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its response back with the headers."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class RateLimit:
    """So many requests per minute for each link, half of them at once at most.

    >>> now = 0.0
    >>> limit = RateLimit(60, lambda: now)
    >>> sum(limit.allows("one") for _ in range(100)), limit.allows("another")
    (30, True)
    >>> now = 2.0
    >>> sum(limit.allows("one") for _ in range(100))
    2
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_minute / 60
        self._most = max(1.0, per_minute / 2)
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, link: str) -> bool:
        """Whether one more request is allowed now."""
        now = self._clock()
        left, at = self._left.get(link, (self._most, now))
        left = min(self._most, left + (now - at) * self._per_second)
        self._left[link] = (left - 1, now) if left >= 1 else (left, now)
        return left >= 1


async def read_form(request: Request) -> dict[str, list[str]]:
    """The fields of a form that one of the study's own pages sent; others are refused."""
    if request.headers.get("sec-fetch-site") not in _OWN_SITES:
        raise HTTPException(403)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise HTTPException(415)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            body = await request.body()
        return parse_qs(body.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="replace")
    except TimeoutError as error:
        raise HTTPException(408) from error
    except ValueError as error:
        raise HTTPException(400) from error
