"""What a model is asked for, and the names of requests in files.

What is exported to be embedded elsewhere comes back under these names.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from idioprobe.core.views import Unit


@dataclass(frozen=True, order=True)
class Request:
    """A text, and the span of its target in characters; no span stands for the sentence."""

    text: str
    start: int | None = None
    end: int | None = None


_PREFIXES: dict[Unit, str] = {"target": "t-", "sentence": "s-"}
_DIGITS = 32


def request_id(request: Request) -> str:
    """The unit's letter, and a digest of text and span: the same wherever and whenever it is made.

    >>> request_id(Request("a lame duck", 2, 11))
    't-cb7ae4ef2d82f88e26babb33d46c14ef'
    """
    whole = request.start is None
    span = "" if whole else f"{request.start}:{request.end}"
    raw = f"{span}\0{request.text}".encode("utf-8", "surrogatepass")
    return _PREFIXES["sentence" if whole else "target"] + hashlib.sha256(raw).hexdigest()[:_DIGITS]


def unit_of(identifier: str) -> Unit | None:
    """The unit that an id says; None for what is no id of a request.

    >>> unit_of("s-" + 32 * "0"), unit_of("row 7")
    ('sentence', None)
    """
    for unit, prefix in _PREFIXES.items():
        if identifier.startswith(prefix) and len(identifier) == len(prefix) + _DIGITS:
            return unit
    return None


def in_order(request: Request) -> tuple[str, int, int]:
    """A key to sort requests by: a text, then the targets in it."""
    return request.text, -1 if request.start is None else request.start, request.end or 0
