"""Static word vectors: one vector per word, whatever stands around it."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from pathlib import Path

import numpy as np

from idioprobe.errors import ModelError
from idioprobe.models.base import Encoded, Facts, Identity, Request, Spans, requests_for
from idioprobe.models.identity import file_sha256, fingerprint
from idioprobe.models.vectorfile import Vector, read_layout, read_vectors
from idioprobe.models.views import View

BATCH_TOKENS = 8192
POOLS = ("mean", "max", "min", "sum", "first", "last")

_WORD = re.compile(r"[\w\u0300-\u036f]+(?:[-'’.][\w\u0300-\u036f]+)*|[^\w\s]")
_PART = re.compile(r"[^-'’.]+")


class StaticEncoder:
    """A file of word vectors.

    A word is looked up as it is written, then in lower case; a hyphenated word that is
    unknown is looked up part by part. What is not found is skipped and counted.
    """

    def __init__(self, path: Path, *, memory: MutableMapping[str, str] | None = None) -> None:
        if not path.is_file():
            raise ModelError(f"static:{path}: there is no such file.")
        self.path = path
        self._memory = {} if memory is None else memory
        digest = file_sha256(path, self._memory)
        self._identity = Identity(
            family="static",
            name=path.name,
            fingerprint=fingerprint(["static", digest]),
            details={"weights_sha256": digest},
        )

    @property
    def identity(self) -> Identity:
        """Known from the file's hash."""
        return self._identity

    def facts(self) -> Facts:
        """Static vectors have no layers."""
        return Facts(states=0, dimension=read_layout(self.path).dimension, pools=POOLS)

    def encode(
        self,
        texts: Sequence[str],
        spans: Spans,
        views: Sequence[View],
        batch_tokens: int | None,
    ) -> Iterator[Encoded]:
        """The file is read once, for the words of all texts; then texts come in batches."""
        words = {text: _words(text) for text in texts}
        spellings = {form for found in words.values() for _, _, word in found for form in _spellings(word)}
        vectors = read_vectors(self.path, spellings)
        self._remember_unknown({word for found in words.values() for _, _, word in found}, vectors)
        size = max(1, (batch_tokens or BATCH_TOKENS) // 8)
        for at in range(0, len(texts), size):
            yield self._batch(texts[at : at + size], words, spans, views, vectors)

    def _batch(
        self,
        texts: Sequence[str],
        words: dict[str, list[tuple[int, int, str]]],
        spans: Spans,
        views: Sequence[View],
        vectors: dict[str, Vector],
    ) -> Encoded:
        made: dict[View, list[tuple[Request, Vector]]] = {view: [] for view in views}
        failed: dict[View, list[tuple[Request, str]]] = {view: [] for view in views}
        for text in texts:
            found = [
                (start + a, start + b, vector)
                for start, _, word in words[text]
                for a, b, vector in _look_up(word, vectors)
            ]
            for view in views:
                for request in requests_for(text, spans, view):
                    chosen = [v for start, end, v in found if _inside(request, start, end)]
                    if chosen:
                        made[view].append((request, _pool(np.stack(chosen), view.pool)))
                    else:
                        failed[view].append((request, "every word is out of vocabulary"))
        return Encoded(len(texts), made, failed)

    def unknown_words(self, texts: Iterable[str]) -> Counter[str]:
        """How often each word that the file lacks, wholly or in part, occurs in texts that were embedded."""
        notes = [key for key in self._memory if key.startswith(self._unknown_prefix)]
        unknown = {word for key in notes for word in json.loads(self._memory.get(key, "[]"))}
        return Counter(word for text in texts for _, _, word in _words(text) if word in unknown)

    @property
    def _unknown_prefix(self) -> str:
        return f"unknown|{self._identity.fingerprint}|"

    def _remember_unknown(self, words: set[str], vectors: dict[str, Vector]) -> None:
        """Kept beside the vectors, so that a run that finds them all in the store can still tell.

        Each call keeps a note of its own: two runs at once do not overwrite each other's.
        """
        unknown = sorted(word for word in words if any(map(str.isalnum, word)) and not _wholly_known(word, vectors))
        note = json.dumps(unknown)
        self._memory[self._unknown_prefix + fingerprint([note])] = note


def _wholly_known(word: str, vectors: dict[str, Vector]) -> bool:
    return any(all(_known(part, vectors) is not None for _, _, part in group) for group in _readings(word))


def _look_up(word: str, vectors: dict[str, Vector]) -> list[tuple[int, int, Vector]]:
    """The vectors of a word or of its known parts, each with where in the word it stands."""
    for group in _readings(word):
        found = [(a, b, vectors[form]) for a, b, part in group if (form := _known(part, vectors)) is not None]
        if found:
            return found
    return []


def _words(text: str) -> list[tuple[int, int, str]]:
    return [(match.start(), match.end(), match.group()) for match in _WORD.finditer(text)]


def _readings(word: str) -> list[list[tuple[int, int, str]]]:
    parts = [(match.start(), match.end(), match.group()) for match in _PART.finditer(word)]
    whole = [(0, len(word), word)]
    return [whole, parts] if len(parts) > 1 else [whole]


def _forms(word: str) -> list[str]:
    """As written, composed, and both in lower case."""
    composed = unicodedata.normalize("NFC", word)
    return [word, composed, word.lower(), composed.lower()]


def _spellings(word: str) -> set[str]:
    return {form for group in _readings(word) for _, _, part in group for form in _forms(part)}


def _known(word: str, vectors: dict[str, Vector]) -> str | None:
    return next((form for form in _forms(word) if form in vectors), None)


def _inside(request: Request, start: int, end: int) -> bool:
    return request.start is None or request.end is None or (start < request.end and end > request.start)


def _pool(rows: Vector, how: str) -> Vector:
    pooled = {
        "mean": lambda: rows.mean(axis=0),
        "max": lambda: rows.max(axis=0),
        "min": lambda: rows.min(axis=0),
        "sum": lambda: rows.sum(axis=0),
        "first": lambda: rows[0],
        "last": lambda: rows[-1],
    }[how]()
    return np.ascontiguousarray(pooled, dtype=np.float32)
