"""The formats of corpora: how a document is announced, and how its lines become sentences."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

MOST_TOKENS = 10_000
"""A sentence of more is a document without sentence ends; the rest of it is not kept."""


class Reader(Protocol):
    """Turns the lines of a document into sentences."""

    def feed(self, line: str) -> list[str] | None:
        """Take the next line; the words of the sentence that it ends, if it ends one."""

    def end(self) -> list[str] | None:
        """The words of the sentence under way, if there is one."""


_TAG = re.compile(r"<(/?)(\w+)[^>]*>\s*")
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[a-zA-Z]\w*);")


class _Tagged:
    """`<s>`, a token a line with its word first, `</s>`: XML to look at, but not well-formed."""

    def __init__(self) -> None:
        self._tokens: list[str] | None = None

    def feed(self, line: str) -> list[str] | None:
        tag = _TAG.fullmatch(line) if line.startswith("<") else None
        if tag is None:
            if self._tokens is not None and line.strip() and len(self._tokens) < MOST_TOKENS:
                self._tokens.append(_ENTITY.sub(lambda m: html.unescape(m[0]), line.partition("\t")[0]))
            return None
        if tag[2].lower() != "s":
            return None
        done, self._tokens = self._tokens, None if tag[1] else []
        return done

    def end(self) -> list[str] | None:
        done, self._tokens = self._tokens, None
        return done


_ID = re.compile(r"(\d+)(?:-(\d+)|(\.)\d+)?")


class _Conll:
    """A token a line, its form in the second column (the only one where there are no ids), blank lines between."""

    def __init__(self) -> None:
        self._tokens: list[str] = []
        self._last = self._covered = 0

    def feed(self, line: str) -> list[str] | None:
        if not line.strip():
            return self.end()
        if line.startswith("#") and "\t" not in line and not line[1:2].isalnum():
            return None
        cells = line.split("\t")
        number = _ID.fullmatch(cells[0]) if len(cells) > 1 else None
        if number is None:
            self._add(cells[0])
            return None
        first, until, empty = int(number[1]), number[2], number[3]
        done = self.end() if first == 1 and not empty and (self._last or (until and self._tokens)) else None
        if until:  # 3-4: the form as it is written; the words it is made of follow
            self._covered = int(until)
            self._add(cells[1])
        elif not empty:
            self._last = first
            if first > self._covered:
                self._add(cells[1])
        return done

    def _add(self, form: str) -> None:
        if len(self._tokens) < MOST_TOKENS:
            self._tokens.append(form.replace("=", " ").strip() or form)  # = joins the words of a name

    def end(self) -> list[str] | None:
        done, self._tokens = self._tokens, []
        self._last = self._covered = 0
        return done or None


@dataclass(frozen=True)
class Kind:
    """A format of corpus: how it announces a document, and how its sentences are read.

    `lower`: the publishers lower-case what they take from ukWaC, so sentences filled in do not
    stand out. `repeats`: a second announcement of the same document goes on with it.
    """

    name: str
    language: str
    marker: bytes
    announcement: re.Pattern[str]
    reader: Callable[[], Reader]
    lower: bool
    repeats: bool

    def document(self, line: str) -> str | None:
        """The document that a line announces."""
        match = self.announcement.match(line)
        if match is None:
            return None
        return plain_name(next(group for group in match.groups() if group is not None))


def plain_name(document: str) -> str:
    """A document's name with its ampersands as they are meant: corpora write `&amp;` or `&`.

    >>> plain_name("http://example.org/?a=1&amp;b=2 ")
    'http://example.org/?a=1&b=2'
    """
    return document.replace("&amp;", "&").strip()


KINDS = (
    Kind(
        name="ukWaC",
        language="en",
        marker=b"<text",
        announcement=re.compile(
            r"""\s*<text\b[^>]*?\bid\s*=\s*(?:"(?:ukwac:)?([^"]*)"|'(?:ukwac:)?([^']*)'|(?:ukwac:)?([^\s"'>]+))"""
        ),
        reader=_Tagged,
        lower=True,
        repeats=False,
    ),
    Kind(
        name="brWaC",
        language="pt",
        marker=b"meta.doc.id",
        announcement=re.compile(r"""#.*?\bmeta\.doc\.id\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))"""),
        reader=_Conll,
        lower=False,
        repeats=True,
    ),
)
