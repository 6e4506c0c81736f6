"""What a model is asked for, how the spans of a target are written, and the names of requests in files.

What is exported to be embedded elsewhere comes back under these names.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from idioprobe.core.views import GENERATED, LIKELIHOOD, Unit

Span = tuple[int, int]
"""A part of a text: its first character, counted from 0, and the one after its last."""


@dataclass(frozen=True, order=True, slots=True)
class Request:
    """A text, and the spans of its target in order; no span stands for the sentence.

    >>> Request("She gave it up.", ((4, 8), (12, 14))).target
    'gave up'
    """

    text: str
    spans: tuple[Span, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the sentence is wanted, and not a target in it."""
        return not self.spans

    @property
    def target(self) -> str:
        """The target as it is written, its parts with one space between them; empty for the sentence."""
        return " ".join(parts(self.text, self.spans))


@dataclass(frozen=True, order=True, slots=True)
class Question(Request):
    """A request for words: `text` is what the user says to the model, after an `instruction` if there is one.

    With `options`, how likely each of them is as the answer is wanted; without, what the model writes, in `tokens`
    tokens at most. `lead` is what introduces the answer where a model knows no turns of a conversation. `sample`
    tells repeated questions apart.
    """

    options: tuple[str, ...] = ()
    lead: str = ""
    tokens: int = 32
    sample: int = 0
    instruction: str = ""

    @property
    def prompt(self) -> str:
        r"""All that is said to the model, in one text.

        >>> Question("Am I lost?", instruction="Be brief.").prompt
        'Be brief.\n\nAm I lost?'
        """
        return f"{self.instruction}\n\n{self.text}" if self.instruction else self.text

    @property
    def way(self) -> str:
        """The view in which it is answered."""
        return LIKELIHOOD if self.options else GENERATED


def parts(text: str, spans: Sequence[Span]) -> list[str]:
    """What stands at each span."""
    return [text[start:end] for start, end in spans]


def format_spans(spans: Sequence[Span]) -> str:
    """Spans as tables and keys have them.

    >>> format_spans(((3, 7), (20, 24)))
    '3:7 20:24'
    """
    if len(spans) == 1:
        ((start, end),) = spans
        return f"{start}:{end}"
    return " ".join(f"{start}:{end}" for start, end in spans)


_NUMBER = r"(?:0|-?[1-9][0-9]*)"
_SPANS = re.compile(rf"{_NUMBER}:{_NUMBER}(?: {_NUMBER}:{_NUMBER})*")


@lru_cache(maxsize=1 << 14)
def parse_spans(written: str) -> tuple[Span, ...]:
    """Spans from how they are written; a ValueError where that says none.

    Strict, as a spreadsheet that takes `3:75` for a time writes `04:15:00`, which must not pass for a span.

    >>> parse_spans("3:7 20:24")
    ((3, 7), (20, 24))
    """
    if not _SPANS.fullmatch(written):
        raise ValueError(f"{written!r} is no list of spans; write 3:15, or 3:7 20:24 for a target in two parts")
    return tuple((int(start), int(end)) for start, _, end in (span.partition(":") for span in written.split(" ")))


_PREFIXES: dict[Unit, str] = {"target": "t-", "sentence": "s-", "answer": "q-"}
_DIGITS = 32


def request_key(request: Request) -> bytes:
    r"""What tells a request from all others, as bytes: files and stores know it by a hash of these.

    >>> request_key(Request("a lame duck", ((2, 11),)))
    b'2:11\x00a lame duck'
    """
    head = format_spans(request.spans)
    if isinstance(request, Question):
        own = [request.options, request.lead, request.tokens, request.sample]
        head = json.dumps([*own, request.instruction] if request.instruction else own)
    return f"{head}\0{request.text}".encode("utf-8", "surrogatepass")


def request_id(request: Request) -> str:
    """The unit's letter, and a digest of text and spans: the same wherever and whenever it is made.

    >>> request_id(Request("a lame duck", ((2, 11),)))
    't-cb7ae4ef2d82f88e26babb33d46c14ef'
    """
    unit: Unit = "answer" if isinstance(request, Question) else "sentence" if request.whole else "target"
    return _PREFIXES[unit] + hashlib.sha256(request_key(request)).hexdigest()[:_DIGITS]


def named_by(unit: Unit, key: bytes) -> str:
    """A name like that of `request_id` from another digest of 16 bytes.

    >>> named_by("target", bytes(16))
    't-00000000000000000000000000000000'
    """
    return _PREFIXES[unit] + key.hex()


def unit_of(identifier: str) -> Unit | None:
    """The unit that an id says; None for what is no id of a request.

    >>> unit_of("s-" + 32 * "0"), unit_of("row 7")
    ('sentence', None)
    """
    for unit, prefix in _PREFIXES.items():
        if identifier.startswith(prefix) and len(identifier) == len(prefix) + _DIGITS:
            return unit
    return None
