"""Expressions as single tokens: a file with one input vector per expression, and where texts hold such expressions.

The file is safetensors: a tensor `vectors` (expressions × the width of the model's input embeddings) and,
as strings, `expressions` (JSON: for each row the written form, or a list of them), `model` and
`weights_sha256` of the model that the vectors were made for. Without `weights_sha256` only the width is checked.
`method` says how the vectors were made, such as BERTRAM.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.errors import MissingExtraError, ModelError, install
from idioprobe.core.files import replace_file
from idioprobe.core.notices import old_form
from idioprobe.core.requests import Request
from idioprobe.models.common.spans import tokens_in_span, trimmed
from idioprobe.models.common.spelling import NO_SPACES

LEARNED = "inject learn"
"""The method of the vectors that `idioprobe inject learn` makes."""


def form_key(written: str) -> str:
    """What two spellings of a form have in common: accents composed, case folded, white space single.

    >>> form_key("Eager  Beaver")
    'eager beaver'
    """
    return " ".join(unicodedata.normalize("NFC", written).casefold().split())


@dataclass(frozen=True)
class Found:
    """A known expression in a text: its span in characters, and its row of the vectors."""

    start: int
    end: int
    row: int


@dataclass(frozen=True)
class Injected:
    """One input vector per expression, found by any of its written forms."""

    vectors: NDArray[np.float32]
    forms: tuple[tuple[str, ...], ...]
    model: str | None = None
    weights_sha256: str | None = None
    notes: dict[str, str] = field(default_factory=dict)
    _rows: dict[str, int] = field(init=False, repr=False)
    _pattern: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse what would make a form stand for two vectors, or for none."""
        if self.vectors.ndim != 2 or len(self.vectors) != len(self.forms) or not self.vectors.size:
            raise ValueError(f"vectors of shape {list(self.vectors.shape)} for {len(self.forms)} expressions")
        if not np.isfinite(self.vectors).all():
            raise ValueError("a vector has numbers that are not finite")
        rows: dict[str, int] = {}
        for row, forms in enumerate(self.forms):
            if not forms or not all(form_key(form) for form in forms):
                raise ValueError(f"expression {row + 1} has an empty form or none")
            for form in forms:
                if rows.setdefault(form_key(form), row) != row:
                    raise ValueError(f"{form!r} is a form of two expressions")
        object.__setattr__(self, "_rows", rows)
        object.__setattr__(self, "_pattern", _pattern(form for forms in self.forms for form in forms))

    @property
    def method(self) -> str:
        """How the vectors were made; empty where the file does not tell."""
        return self.notes.get("method") or (LEARNED if "learned" in self.notes else "")

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return int(self.vectors.shape[1])

    def row(self, written: str) -> int | None:
        """The row of an expression as it is written; None where it is not known."""
        return self._rows.get(form_key(written))

    def find(self, text: str) -> list[Found]:
        """All known expressions in a text, as whole words, the longest where several begin alike.

        What is found depends on the text alone and not on the targets asked for, so that a
        sentence has one vector, whichever units a run wants.
        """
        matches = ((match, self.row(match.group())) for match in self._pattern.finditer(text))
        return [Found(*match.span(), row) for match, row in matches if row is not None and _whole(text, match)]


def _pattern(forms: Iterable[str]) -> re.Pattern[str]:
    """An expression for all forms, accents composed or not; by first letter, so that few are tried at each place."""
    by_letter: dict[str, list[str]] = {}
    written = {cased for form in forms for cased in (" ".join(form.lower().split()), form_key(form))}
    spellings = {unicodedata.normalize(how, form) for form in written for how in ("NFC", "NFD")}
    for spelling in sorted(spellings, key=lambda s: (-len(s), s)):
        by_letter.setdefault(spelling[0], []).append(spelling)
    groups = []
    for letter, group in by_letter.items():
        rests = (r"\s+".join(map(re.escape, s[1:].split(" "))) + _edge(s[-1], r"(?!\w)") for s in group)
        groups.append(_edge(letter, r"(?<!\w)") + re.escape(letter) + f"(?:{'|'.join(rests)})")
    return re.compile("|".join(groups), re.IGNORECASE)


def _whole(text: str, match: re.Match[str]) -> bool:
    """Whether no accent follows, nor any other sign that belongs to the letter before it, at either edge."""
    edges = (text[match.start()], text[match.end() : match.end() + 1])
    return not any(unicodedata.category(sign).startswith("M") for sign in edges if sign)


def _edge(letter: str, boundary: str) -> str:
    return "" if NO_SPACES.match(letter) else boundary


Merged = tuple[list[int], list[tuple[int, int]], list[int]]
"""Ids and offsets of a text in which some runs of tokens became one token each, and which tokens were kept."""


def merge(
    ids: Sequence[int],
    offsets: Sequence[tuple[int, int]],
    special: Sequence[int],
    found: Sequence[Found],
    first_id: int,
) -> Merged:
    """One token in place of each expression's tokens, with all their characters; row 0 of the vectors has `first_id`.

    The tokens kept are those that stayed, or were the first of an expression.
    A token that an expression shares with the text around it goes with the expression, or, between
    two expressions, with the first, and the second keeps its own tokens.

    >>> merge([1, 5, 6, 2], [(0, 0), (0, 5), (6, 12), (0, 0)], [1, 0, 0, 1], [Found(0, 12, 7)], 100)
    ([1, 107, 2], [(0, 0), (0, 12), (0, 0)], [0, 1, 3])
    """
    runs: dict[int, tuple[int, int]] = {}
    taken = -1
    for expression in found:
        inside = tokens_in_span(offsets, special, expression.start, expression.end)
        if inside and inside[0] > taken:
            taken = inside[-1]
            runs[inside[0]] = (taken, first_id + expression.row)
    tokens: list[int] = []
    characters: list[tuple[int, int]] = []
    kept: list[int] = []
    at = 0
    while at < len(ids):
        last, token = runs.get(at, (at, ids[at]))
        tokens.append(token)
        characters.append((offsets[at][0], offsets[last][1]))
        kept.append(at)
        at = last + 1
    return tokens, characters, kept


def coverage(
    injected: Injected, name: str, written: Mapping[tuple[str, str], Sequence[Request]], notice: Callable[[str], None]
) -> dict[str, int]:
    """How many expressions, and how many of the places where they are written, are single tokens; a notice if not all.

    `written` has the targets in the texts, by expression and language.
    """
    covered = {expression: [_covers(injected, place) for place in places] for expression, places in written.items()}
    known = sum(any(places) for places in covered.values())
    places, found = sum(map(len, covered.values())), sum(map(sum, covered.values()))
    if found < places:
        some = f"{known} of {len(covered)} ({found:,} of {places:,} times)" if known else "none"
        other = "the others are" if known else "they are"
        notice(
            f"{name}: as the dataset's expressions are written in its sentences, `inject` knows {some}; "
            f"{other} read in their own tokens."
        )
    return {"expressions_injected": known, "targets_injected": found}


def _covers(injected: Injected, place: Request) -> bool:
    """Whether the place is one token; never where other words stand between its parts."""
    if len(place.spans) > 1:
        return False
    start, end = trimmed(place.text, *(place.spans[0] if place.spans else (0, len(place.text))))
    return any(found.start <= start and end <= found.end for found in injected.find(place.text))


def read_injected(path: Path) -> Injected:
    """The vectors of a file; one clear line about anything that is wrong with it."""
    try:
        from safetensors import SafetensorError, safe_open
    except ImportError as error:
        raise MissingExtraError(f"Reading {path} needs safetensors: {install('hf')}.") from error
    if not path.is_file():
        raise ModelError(f"`inject` {path}: there is no such file; idioprobe inject learn makes one.")
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = dict(file.metadata() or {})
            if "vectors" not in file.keys():  # noqa: SIM118 - not a mapping
                raise ValueError("it has no tensor named vectors")
            vectors = np.asarray(file.get_tensor("vectors"), dtype=np.float32)
        if "expressions" not in metadata and "compounds" in metadata:
            old_form(f"{path} is written as in idioprobe 0.3 (compounds); idioprobe inject learn makes it again.")
            metadata["expressions"] = metadata.pop("compounds")
        forms = _forms(metadata.pop("expressions", None))
        return Injected(vectors, forms, metadata.pop("model", None), metadata.pop("weights_sha256", None), metadata)
    except (SafetensorError, OSError, ValueError, TypeError, RecursionError) as error:
        raise ModelError(
            f"`inject` {path} cannot be used: {' '.join(str(error).split())}; "
            "it should be safetensors, as idioprobe inject learn writes it."
        ) from error


def _forms(written: str | None) -> tuple[tuple[str, ...], ...]:
    if written is None:
        raise ValueError("its metadata has no expressions")
    rows: Any = json.loads(written)
    rows = [[row] if isinstance(row, str) else row for row in rows] if isinstance(rows, list) else None
    if rows is None or not all(isinstance(row, list) and all(isinstance(form, str) for form in row) for row in rows):
        raise ValueError("expressions is not a JSON list of forms, or of lists of forms")
    return tuple(tuple(row) for row in rows)


def write_injected(path: Path, injected: Injected) -> None:
    """Write the file whole or not at all."""
    from safetensors.numpy import save

    metadata = {"expressions": json.dumps(injected.forms, ensure_ascii=False), **injected.notes}
    metadata |= {"model": injected.model} if injected.model else {}
    metadata |= {"weights_sha256": injected.weights_sha256} if injected.weights_sha256 else {}
    raw = save({"vectors": np.ascontiguousarray(injected.vectors, dtype=np.float32)}, metadata)
    with replace_file(path) as temporary:
        temporary.write_bytes(raw)


def check_made_for(injected: Injected, path: Path, name: str, weights_sha256: str) -> None:
    """Refuse vectors that were made for other weights: they mean nothing there."""
    if injected.weights_sha256 not in (None, weights_sha256):
        raise ModelError(
            f"`inject` {path} was made for {injected.model or 'other weights'} "
            f"(SHA-256 {str(injected.weights_sha256)[:12]}…), not for {name} ({weights_sha256[:12]}…); "
            "use that model, or learn vectors for this one: idioprobe inject learn."
        )
