"""Embeddings APIs: OpenAI's, and every server that speaks as it does. Sentences only, as they come."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.encoder import Encoded, Facts, Identity, Spans
from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.price import Estimate
from idioprobe.core.requests import Request
from idioprobe.core.views import NATIVE, View
from idioprobe.models.api.client import Client, Refusal, ServerError, said
from idioprobe.models.api.cost import OPENAI_MODELS, count_tokens, estimate
from idioprobe.models.api.key import DEFAULT_URL
from idioprobe.models.common.reasons import NO_TOKEN
from idioprobe.models.family import Memory

TEXTS_AT_ONCE = 256
TOKENS_AT_ONCE = 8000
"""About so many in a request: within every known limit, and little to lose; a longer text goes alone."""
SHORT_TEXT = "a"
"""What a server is asked to embed where only the form of its answer matters."""

_NUMBERS = {int, float, type(None)}
"""What a vector may hold; null is what JSON has for NaN."""

Vectors = NDArray[np.float32]


class ApiEncoder:
    """A model behind an embeddings API. Each answer is handed on at once, so that nothing is paid for twice."""

    def __init__(self, name: str, client: Client, *, prompt: str = "", memory: Memory | None = None) -> None:
        self.client, self._prompt = client, prompt
        self._memory: Memory = {} if memory is None else memory
        self._known = OPENAI_MODELS.get(name) if client.base_url == DEFAULT_URL else None
        self._texts_at_once = TEXTS_AT_ONCE
        self._accepted = False
        self._identity = Identity(
            family="openai",
            name=name,
            fingerprint=fingerprint(["openai", client.base_url, name, prompt]),
            details={"base_url": client.base_url} | ({"prompt": prompt} if prompt else {}),
        )

    @property
    def identity(self) -> Identity:
        """Known from address, name and prompt: which weights the server has, it does not tell."""
        return self._identity

    def promises(self) -> Facts:
        """The facts without asking the server; the dimension is 0 where only an answer can tell it."""
        limit = self._known.max_tokens if self._known else None
        return Facts(0, self._dimension or 0, limit, units=("sentence",), pools=(NATIVE,))

    def facts(self) -> Facts:
        """Asks the server to embed one letter where the dimension is not known."""
        if self._dimension is None:
            self._check_server()
        return self.promises()

    def estimate(self, requests: Iterable[Request]) -> Estimate:
        """What embedding the texts would cost, about; no request is sent."""
        return estimate((self._prompt + request.text for request in requests), self._known)

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """One request after the other; a text that the server refuses is left out with its reason."""
        del spans
        done = 0
        try:
            for encoded in self._encode(texts, views, batch_tokens or TOKENS_AT_ONCE):
                yield encoded
                done += encoded.texts
        except ModelError as error:
            if not done and not isinstance(error, ServerError):
                raise
            kept = f"{done:,} of {len(texts):,} texts to embed are stored; the same command continues from there."
            raise type(error)(f"{error} {kept}") from None

    def _encode(self, texts: Sequence[str], views: Sequence[View], budget: int) -> Iterator[Encoded]:
        blank = [text for text in texts if not text.strip()]
        if blank:
            yield _failed(blank, views, NO_TOKEN)
        waiting = deque(text for text in texts if text.strip())
        while waiting:
            batch = [waiting.popleft()]
            size = count_tokens(self._prompt + batch[0])
            while waiting and len(batch) < self._texts_at_once:
                size += count_tokens(self._prompt + waiting[0])
                if size > budget:
                    break
                batch.append(waiting.popleft())
            yield from self._embed(batch, views)

    def _embed(self, batch: list[str], views: Sequence[View]) -> Generator[Encoded, None, bool]:
        """The vectors of a batch, in halves if the server refuses it; whether it took every single text.

        A refusal names no text, so halving finds the one at fault. If there is none, the batch as a
        whole was too much, and later ones are no larger than its halves.
        """
        asked = len(batch) <= self._texts_at_once
        if asked:
            vectors = self._ask(batch)
            if not isinstance(vectors, Refusal):
                yield from self._kept(batch, vectors, views)
                return True
            if len(batch) == 1 or not self._accepted:
                self._check_server()
            if len(batch) == 1:
                yield _failed(batch, views, f"refused by the server: {vectors.reason}")
                return False
        middle = (len(batch) + 1) // 2
        first = yield from self._embed(batch[:middle], views)
        second = yield from self._embed(batch[middle:], views)
        if asked and first and second:
            self._texts_at_once = min(self._texts_at_once, middle)
        return first and second

    def _kept(self, batch: list[str], vectors: Vectors, views: Sequence[View]) -> Iterator[Encoded]:
        """Hand on what is usable of an answer before complaining about the rest."""
        rows = [
            (Request(text), vector) for text, vector in zip(batch, vectors, strict=True) if np.isfinite(vector).all()
        ]
        if rows:
            yield Encoded(len(rows), dict.fromkeys(views, rows), {})
        usable = {request.text for request, _ in rows}
        for text in batch:
            if text not in usable:
                raise self._broken(f"NaN, infinity or null in the vector of {text[:60]!r}")

    def _check_server(self) -> None:
        """Tell a server that refuses everything from one that refuses a certain text."""
        vectors = self._ask([SHORT_TEXT])
        if isinstance(vectors, Refusal):
            raise ModelError(
                f"{self.client.base_url} does not embed with {self.identity.name}: {vectors.reason}. "
                "Check the model's name and `base_url`."
            )
        if not np.isfinite(vectors).all():
            raise self._broken(f"NaN, infinity or null in the vector of {SHORT_TEXT!r}")

    def _ask(self, batch: list[str]) -> Vectors | Refusal:
        """One request, its answer checked and in the order of the texts."""
        inputs = [self._prompt + text for text in batch]
        content = {"model": self.identity.name, "input": inputs, "encoding_format": "float"}
        vectors = _read(self.client.post(content, sum(map(count_tokens, inputs))), len(batch))
        if isinstance(vectors, str):
            raise self._broken(vectors)
        if not isinstance(vectors, Refusal):
            self._check_dimension(vectors.shape[1])
            self._accepted = True
        return vectors

    @property
    def _dimension(self) -> int | None:
        """As in the first answer that ever came, else as OpenAI says."""
        told = self._memory.get(self._note)
        return int(told) if told else self._known.dimension if self._known else None

    @property
    def _note(self) -> str:
        return f"dimension|{self.identity.fingerprint}"

    def _check_dimension(self, found: int) -> None:
        if self._dimension not in (None, found):
            raise self._broken(
                f"vectors of {found} dimensions, where {self._dimension} were expected: the model behind the name "
                "has changed. Go back to the former one, or start again with another `cache_dir`"
            )
        if self._note not in self._memory:
            self._memory[self._note] = str(found)

    def _broken(self, what: str) -> ServerError:
        return ServerError(f"{self.client.base_url} gives a broken answer: {what}.")


def _failed(texts: Sequence[str], views: Sequence[View], reason: str) -> Encoded:
    rows = [(Request(text), reason) for text in texts]
    return Encoded(len(texts), {}, dict.fromkeys(views, rows))


def _read(answer: dict[str, Any] | Refusal, count: int) -> Vectors | Refusal | str:
    """The vectors of an answer, in order; a string says what is wrong with it."""
    if isinstance(answer, Refusal):
        return answer
    data = answer.get("data")
    if not isinstance(data, list):
        complaint = said(answer) if "error" in answer or "detail" in answer or "message" in answer else ""
        return "it holds no vectors" + (f" but says {complaint!r}" if complaint else "")
    if len(data) != count:
        return f"{len(data)} vectors for {count} texts"
    by_place = {e.get("index"): e.get("embedding") for e in data if isinstance(e, dict) and type(e.get("index")) is int}
    if by_place.keys() != set(range(count)):
        return f"the vectors' numbers (index) are not 0 to {count - 1}, each once"
    ordered: list[Any] = [by_place[place] for place in range(count)]
    if not all(isinstance(vector, list) and {type(x) for x in vector} <= _NUMBERS for vector in ordered):
        return "an embedding that is not a list of numbers"
    lengths = sorted({len(vector) for vector in ordered})
    if len(lengths) > 1:
        return f"vectors of {lengths[0]} and of {lengths[-1]} dimensions"
    if lengths == [0]:
        return "empty vectors"
    try:
        with np.errstate(over="ignore"):
            return np.array(ordered, dtype=np.float64).astype(np.float32)
    except OverflowError:
        return "a number too large to be kept"
