"""What a model's tokens get when they are added up, without any reading: the floor of its idiom score."""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
import polars as pl

from idioprobe.core.answers import Answer, Answers, Failure
from idioprobe.core.encoder import Encoder, HoldsVectors, LooksUpTokens, Model, Responder
from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import CODE_VERSION
from idioprobe.core.frames import packed, unpacked
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.requests import Request
from idioprobe.core.views import Unit, View
from idioprobe.embed.spaces import Store
from idioprobe.models.common.spelling import NO_SPACES, is_word, words_of
from idioprobe.run.plan import RunPlan
from idioprobe.suites.base import ComparesTokens

TOKENS, WORDS = "tokens", "words"
"""What is added up: embeddings that are looked up, or words that are embedded one by one."""
NO_WORD = "no word"


@dataclass(frozen=True)
class Floor:
    """Similarities of what is added up, and what that is; empty where a model gives nothing."""

    similarities: pl.DataFrame | None = None
    kind: str = ""


def single_words(request: Request) -> list[str]:
    """The words of a text or a target in it; of a script without spaces, its characters.

    >>> single_words(Request("She gave it up.", ((4, 8), (12, 14))))
    ['gave', 'up']
    """
    spans = request.spans or ((0, len(request.text)),)
    near = (word for a, b, word in words_of(request.text) if any(a < end and b > start for start, end in spans))
    return [part for word in near if is_word(word) for part in (word if NO_SPACES.search(word) else [word])]


def words_alone(requests: Iterable[Request]) -> set[Request]:
    """What has to be embedded so that words can be added up."""
    return {Request(word) for request in requests for word in single_words(request)}


def words_wanted(plan: RunPlan, units: Collection[Unit]) -> set[Request]:
    """The single words of all that a plan compares; none where nothing asks for them, or no text is embedded whole."""
    if "sentence" not in units or not _asked(plan):
        return set()
    return words_alone(set().union(*(plan.wanted[unit] for unit in units)))


def words_for(encoder: Model, plan: RunPlan, units: Collection[Unit], notice: Notice) -> set[Request]:
    """The single words that a model without a table has to embed: none where a file of vectors lacks them."""
    if isinstance(encoder, LooksUpTokens | Responder):
        return set()
    words = words_wanted(plan, units)
    if words and isinstance(encoder, HoldsVectors):
        try:
            encoder.check({"sentence": words}, ignore)
        except ModelError:
            notice(
                f"{encoder.identity.name} has no vectors of single words, so nothing says what adding up words gets, "
                "and there is no verdict; idioprobe requests exports them, and `floor` leaves them out."
            )
            return set()
    return words


def floor_of(
    encoder: Encoder, plan: RunPlan, views: Sequence[View], words: Set[Request], store: Store, key: str
) -> Floor:
    """Look up what is needed, or take it from the words' vectors in the store; what was made before is remembered."""
    kind = TOKENS if isinstance(encoder, LooksUpTokens) else WORDS if words else ""
    if not kind or not _asked(plan):
        return Floor()
    memory, note = store.notes("memory"), f"floor {CODE_VERSION} {encoder.identity.fingerprint} {key}"
    told = memory.get(note)
    if told is None:
        answers = _looked_up(encoder) if isinstance(encoder, LooksUpTokens) else _added(encoder, views, store)
        made = answers and _compared(plan, dict.fromkeys(view.unit for view in views), answers)
        told = memory[note] = base64.b64encode(packed(made)).decode("ascii") if made is not None else ""
    return Floor(unpacked(base64.b64decode(told)), kind) if told else Floor()


def _asked(plan: RunPlan) -> bool:
    return any(isinstance(suite, ComparesTokens) and suite.compares_tokens for suite in plan.suites)


def _compared(plan: RunPlan, units: Iterable[Unit], answers: Answers) -> pl.DataFrame:
    return pl.concat(
        suite.tokens(own, unit, answers, plan.settings)
        for suite, own in zip(plan.suites, plan.plans, strict=True)
        if isinstance(suite, ComparesTokens) and suite.compares_tokens
        for unit in units
    )


def _looked_up(encoder: LooksUpTokens) -> Answers | None:
    if encoder.token_vectors(set()) is None:
        return None

    def answers(requests: Set[Request]) -> Mapping[Request, Answer]:
        return encoder.token_vectors(set(requests)) or {}

    return answers


def _added(encoder: Encoder, views: Sequence[View], store: Store) -> Answers:
    """Means of the vectors of single words, each as a text of its own."""
    view = next(view for view in views if view.unit == "sentence")
    space = store.space(encoder.identity, view)

    def answers(requests: Set[Request]) -> Mapping[Request, Answer]:
        known = store.read(space, words_alone(requests))
        return {request: _mean([known.get(Request(word)) for word in single_words(request)]) for request in requests}

    return answers


def _mean(vectors: Sequence[Answer | None]) -> Answer:
    there = [vector for vector in vectors if isinstance(vector, np.ndarray)]
    return np.mean(there, axis=0, dtype=np.float32) if there else Failure(NO_WORD)
