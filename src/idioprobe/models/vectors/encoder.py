"""Vectors that were made elsewhere, for requests that `idioprobe requests` exported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path

from idioprobe.core.encoder import Encoded, Facts, Identity, Spans, requests_for
from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request, request_id, unit_of
from idioprobe.core.textfile import readable
from idioprobe.core.views import NATIVE, UNITS, Unit, View
from idioprobe.models.family import Memory
from idioprobe.models.vectors.file import Contents, Vector
from idioprobe.models.vectors.folders import collection

LISTED = 10
TEXTS_AT_ONCE = 1024
NOT_IN_FILE = "the file of vectors has none for it"


class PrecomputedEncoder:
    """Vectors in a file, a folder or a store; it has the units that these have, and vectors as they stand there."""

    def __init__(self, path: Path | str, *, allow_missing: bool = False, memory: Memory | None = None) -> None:
        self._vectors = collection(str(path))
        self.path, self.allow_missing = self._vectors.where, allow_missing
        self._short = self.path.rstrip("/").rpartition("/")[2]
        digest = self._vectors.digest({} if memory is None else memory)
        self._identity = Identity(
            family="vectors",
            name=readable(self._short),
            fingerprint=fingerprint(["vectors", digest]),
            details={"weights_sha256": digest},
        )

    @property
    def identity(self) -> Identity:
        """Known from the file's hash."""
        return self._identity

    def facts(self) -> Facts:
        """No layers; the units of the requests in the file."""
        return Facts(0, self._contents.dimension, units=self._units, pools=(NATIVE,))

    def check(self, wanted: Mapping[Unit, Set[Request]], notice: Callable[[str], None]) -> dict[str, int]:
        """Raise unless the file has what is wanted; how many requests it lacks, and how many vectors are not used.

        A few may be lacking where the user accepts that; if it is half of them, the file
        belongs to something else.
        """
        name_of = self._vectors.name_of
        asked = {name_of(request): request for requests in wanted.values() for request in requests}
        missing = sorted(r for name, r in asked.items() if name not in self._contents.ids)
        unused = len(self._contents.ids - asked.keys())
        if missing and not (self.allow_missing and 2 * len(missing) < len(asked)):
            raise ModelError(self._lacking(missing, len(asked)))
        if missing:
            notice(f"{self._short} lacks {len(missing):,} of {len(asked):,} requests; what needs them is left out.")
        if unused:
            notice(f"{self._short} holds {unused:,} vectors that this run does not ask for; they are not used.")
        return {"requests_missing": len(missing), "vectors_unused": unused}

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """The file is read once, for all texts; then texts come in batches."""
        del batch_tokens
        asked = (request for view in views for text in texts for request in requests_for(text, spans, view))
        name_of = self._vectors.name_of
        vectors = self._vectors.vectors({name_of(request) for request in asked})
        for at in range(0, len(texts), TEXTS_AT_ONCE):
            yield _batch(texts[at : at + TEXTS_AT_ONCE], spans, views, vectors, name_of)

    @cached_property
    def _contents(self) -> Contents:
        return self._vectors.contents()

    @cached_property
    def _units(self) -> tuple[Unit, ...]:
        found = {unit_of(name) for name in self._contents.ids}
        units = tuple(unit for unit in UNITS if unit in found)
        if not units:
            raise ModelError(
                f"{self.path}: no id in it is one of a request, such as {min(self._contents.ids)!r:.60}; "
                "keep the ids that idioprobe requests gives."
            )
        return units

    def _lacking(self, missing: Sequence[Request], asked: int) -> str:
        share = f"all {asked:,}" if len(missing) == asked else f"{len(missing):,} of the {asked:,}"
        listed = "; ".join(map(_described, missing[:LISTED]))
        more = f"; and {len(missing) - LISTED:,} more" if len(missing) > LISTED else ""
        few = "is for fewer than half" if self.allow_missing else "leaves out a few"
        return (
            f"{self.path} lacks {share} requests of this run: {listed}{more}. Embed all that idioprobe requests "
            f"exports with the options of this run, or run with the options of the export; `allow_missing` {few}."
        )


def _batch(
    texts: Sequence[str],
    spans: Spans,
    views: Sequence[View],
    vectors: Mapping[str, Vector],
    name_of: Callable[[Request], str],
) -> Encoded:
    made: dict[View, list[tuple[Request, Vector]]] = {view: [] for view in views}
    failed: dict[View, list[tuple[Request, str]]] = {view: [] for view in views}
    for view in views:
        for text in texts:
            for request in requests_for(text, spans, view):
                vector = vectors.get(name_of(request))
                if vector is None:
                    failed[view].append((request, NOT_IN_FILE))
                else:
                    made[view].append((request, vector))
    return Encoded(len(texts), made, failed)


def _described(request: Request) -> str:
    text = request.text if len(request.text) <= 50 else f"{request.text[:49]}…"
    if request.whole:
        return f"{request_id(request)} {text!r}"
    return f"{request_id(request)} {request.target!r} in {text!r}"
