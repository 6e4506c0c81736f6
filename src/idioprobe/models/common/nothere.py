"""A model on the hub that is named in a dry run: its files are not here, and a dry run does not fetch them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoded, Facts, Identity, Spans
from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Question, Request
from idioprobe.core.views import View


class NotHereError(ModelError):
    """The model is not in the local cache, and nothing may be downloaded."""


class NotHere:
    """Stands for such a model: its name and languages are known, and no answer of it can be stored."""

    def __init__(self, family: str, name: str, languages: frozenset[str] | None) -> None:
        self._identity = Identity(family, name, fingerprint([family, name, "not here"]), languages=languages)

    @property
    def identity(self) -> Identity:
        """As far as it is known without the files."""
        return self._identity

    def facts(self) -> Facts:
        """Not known."""
        raise self._error()

    def _error(self) -> NotHereError:
        return NotHereError(f"{self.identity.name} is not in the local cache.")


class EncoderNotHere(NotHere):
    """A model with vectors."""

    def token_vectors(self, requests: Set[Request]) -> None:
        """Looked up once its files are here, at no cost."""
        del requests

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """Not possible."""
        del texts, spans, views, batch_tokens
        raise self._error()


class ResponderNotHere(NotHere):
    """A model that answers in words."""

    def respond(
        self, questions: Sequence[Question], batch_tokens: int | None
    ) -> Iterator[list[tuple[Question, Answer]]]:
        """Not possible."""
        del questions, batch_tokens
        raise self._error()
