"""What a server says about its rate limits: how long to wait, in the forms that servers use."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime

_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|h|m|s)?")
_LIMITS = ("requests", "tokens")


def seconds(text: str | None) -> float | None:
    """A span of time, a number of seconds or a date; None if it is none of these.

    >>> seconds("1m0.5s"), seconds("20ms"), seconds("7"), seconds("soon")
    (60.5, 0.02, 7.0, None)
    """
    text = (text or "").strip()
    found = _DURATION.findall(text)
    if text and "".join(number + unit for number, unit in found) == text:
        return sum(float(number) * _UNITS[unit or "s"] for number, unit in found)
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())


def wait_told(headers: Message) -> float | None:
    """How long the server asks to wait before the request is repeated; None if it does not say."""
    milliseconds = headers.get("retry-after-ms")
    told = seconds(f"{milliseconds}ms") if milliseconds else seconds(headers.get("Retry-After"))
    if told is not None:
        return told
    resets = [reset for kind in _LIMITS if _left(headers, kind) == 0 if (reset := _reset(headers, kind)) is not None]
    return max(resets, default=None)


def pause_before(headers: Message, requests: int, tokens: int) -> float:
    """How long to wait, going by the last answer, before so many requests with so many tokens fit the limits."""
    pause = 0.0
    for kind, needed in zip(_LIMITS, (requests, tokens), strict=True):
        left, reset = _left(headers, kind), _reset(headers, kind)
        if left is not None and left < needed and reset is not None:
            pause = max(pause, reset)
    return pause


def _left(headers: Message, kind: str) -> int | None:
    """What is left of a limit; a negative number stands for no limit."""
    text = (headers.get(f"x-ratelimit-remaining-{kind}") or "").strip()
    return int(text) if text.isdecimal() and len(text) < 20 else None


def _reset(headers: Message, kind: str) -> float | None:
    return seconds(headers.get(f"x-ratelimit-reset-{kind}"))
