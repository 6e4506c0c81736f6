"""Encoders made by hand, whose vectors are known in advance."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from idioprobe.core.encoder import Encoded, Facts, Identity, Spans, requests_for
from idioprobe.core.requests import Request
from idioprobe.core.views import View


class HandmadeEncoder:
    """An encoder whose vector for a request is a function of its text and span.

    `vector(request)` returns a vector, or a string: the reason why there is none. It counts
    the texts that it was asked to embed in `seen`.
    """

    def __init__(self, vector: Callable[[Request], np.ndarray | str], name: str = "handmade", languages=None) -> None:
        self.vector = vector
        self.seen: list[str] = []
        self._identity = Identity("test", name, fingerprint=name, languages=languages)

    @property
    def identity(self) -> Identity:
        return self._identity

    def facts(self) -> Facts:
        return Facts(states=0, dimension=3, pools=("mean",))

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        size = max(1, (batch_tokens or 1024) // 16)
        for at in range(0, len(texts), size):
            part = texts[at : at + size]
            self.seen += part
            made = {
                view: [(r, self.vector(r)) for text in part for r in requests_for(text, spans, view)] for view in views
            }
            yield Encoded(
                len(part),
                {
                    v: [(r, np.asarray(x, dtype=np.float32)) for r, x in rows if not isinstance(x, str)]
                    for v, rows in made.items()
                },
                {v: [(r, x) for r, x in rows if isinstance(x, str)] for v, rows in made.items()},
            )
