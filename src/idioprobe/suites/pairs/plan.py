"""From stimuli to minimal pairs: which two requests are compared, and for what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import polars as pl

from idioprobe.core.requests import Request, Span, parse_spans
from idioprobe.core.tables import ITEM, PAIR_KEYS
from idioprobe.core.views import Unit
from idioprobe.data.components import Components, components_of, roles_of
from idioprobe.data.targets import target_texts
from idioprobe.suites.measure import COMPONENT, Comparison

PAIRS: dict[str, pl.DataType] = {
    **ITEM,
    "comparison": pl.String(),
    "role": pl.String(),
    "index": pl.Int64(),
    "left": pl.UInt32(),
    "right": pl.UInt32(),
    "plus": pl.List(pl.UInt32()),
    "other": pl.String(),
}
"""One minimal pair; `left` and `right` are places by number. Where the original is compared with a sum, `plus` is what
is added to the right; where a variant is taken from another sentence, `other` is its item."""
MOST_OTHERS = 4
"""Sentences whose variants an original is compared with beside its own: of more, those that follow it."""

_PLACE = ["text", "spans"]
_EXPRESSION = ["expression", "language"]


@dataclass(frozen=True)
class Places:
    """The targets in texts that pairs are about, each once, by number."""

    table: pl.DataFrame

    @cached_property
    def requests(self) -> Mapping[Unit, list[Request]]:
        """By unit: what is asked for at each place; requests share texts and spans, of which there may be millions."""
        places: dict[str, tuple[Span, ...]] = {spans: parse_spans(spans) for spans in self.table["spans"].unique()}
        texts = self.table["text"].to_list()
        whole = {text: Request(text) for text in dict.fromkeys(texts)}
        sentences = [whole[text] for text in texts]
        spans = map(places.__getitem__, self.table["spans"].to_list())
        targets = [Request(sentence.text, at) for sentence, at in zip(sentences, spans, strict=True)]
        return {"target": targets, "sentence": sentences}

    def forget(self) -> None:
        """Free the requests, which are made again when they are asked for."""
        vars(self).pop("requests", None)


def for_roles(comparisons: Iterable[Comparison], roles: Sequence[str]) -> tuple[Comparison, ...]:
    """The comparisons, with one for each role that components have in place of that with a component."""
    out: list[Comparison] = []
    for comparison in comparisons:
        each = [replace(comparison, name=role, right=role) for role in roles]
        out += each if comparison.right == COMPONENT else [comparison]
    return tuple(out)


def minimal_pairs(
    stimuli: pl.DataFrame,
    comparisons: Sequence[Comparison],
    expressions: pl.DataFrame | None = None,
    component_forms: str = "listed",
) -> tuple[pl.DataFrame, Places]:
    """One row per minimal pair that the stimuli allow, and the places that its numbers stand for.

    `role` and `index` name the stimulus that the original is compared with. Which synonym is free of
    overlap is read from the column `free`, where there is one; which components an expression has, from `expressions`.
    By `component_forms` the components that are summed are as `listed`, or as in the `sentence` where an item has all.
    """
    numbered, places = _numbered(stimuli)
    components = _component_table(stimuli, {} if expressions is None else components_of(expressions))
    own = component_forms == "sentence"
    made = (_pairs(numbered, components, comparison, own_forms=own) for comparison in comparisons)
    pairs = pl.concat([pl.DataFrame(schema=PAIRS), *made])
    return pairs.sort("language", "item", "comparison", "other", "index"), places


def _numbered(stimuli: pl.DataFrame) -> tuple[pl.DataFrame, Places]:
    """The stimuli with the number of their place, and of that of their target without its sentence."""
    written = target_texts(stimuli)
    alone = pl.DataFrame({"alone_text": written}).with_columns(
        alone_spans=pl.format("0:{}", pl.col("alone_text").str.len_chars())
    )
    both = pl.concat([stimuli.select(_PLACE), alone.rename(dict(zip(alone.columns, _PLACE, strict=True)))])
    places = both.unique(maintain_order=True).with_row_index("place")
    numbered = pl.concat([stimuli, alone], how="horizontal").join(
        places, on=_PLACE, how="left", maintain_order="left", nulls_equal=True
    )
    alone_places = places.rename({"place": "alone"})
    numbered = numbered.join(
        alone_places, left_on=alone.columns, right_on=_PLACE, how="left", maintain_order="left", nulls_equal=True
    )
    return numbered, Places(places)


def _component_table(stimuli: pl.DataFrame, components: Mapping[tuple[str, str], Components]) -> pl.DataFrame:
    """One row per component of an expression, the head first, else in their order."""
    rows = [
        (expression, language, role)
        for expression, language in stimuli.select(_EXPRESSION).unique(maintain_order=True).iter_rows()
        for role in sorted(roles_of(components.get((language, expression), ())), key=lambda role: role != "head")
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys((*_EXPRESSION, "role"), pl.String()), orient="row")


def _pairs(stimuli: pl.DataFrame, components: pl.DataFrame, comparison: Comparison, *, own_forms: bool) -> pl.DataFrame:
    within = stimuli.filter(pl.col("condition").is_in(comparison.conditions))
    left = within.filter(pl.col("role") == comparison.left).select(*PAIR_KEYS, left="place")
    if comparison.crossed:
        paired = _crossed(left, within, comparison.right)
    elif comparison.right == "components":
        listed = left.join(_summed(stimuli, components), on=_EXPRESSION)
        in_place = left.join(_summed_in_place(within, components), on="item") if own_forms else listed.clear()
        paired = pl.concat([in_place, listed.join(in_place, on="item", how="anti")])
    else:
        paired = _SPECIAL.get(comparison.right, _other_role)(left, within, stimuli, comparison.right)
    absent = [pl.lit(None, PAIRS[name]).alias(name) for name in ("plus", "other") if name not in paired.columns]
    paired = paired.with_columns(absent)
    return paired.with_columns(comparison=pl.lit(comparison.name)).select(list(PAIRS))


def _other_role(left: pl.DataFrame, within: pl.DataFrame, _: pl.DataFrame, role: str) -> pl.DataFrame:
    right = within.filter(pl.col("role") == role).select("item", "role", "index", right="place")
    return left.join(right, on="item")


def _crossed(left: pl.DataFrame, within: pl.DataFrame, role: str) -> pl.DataFrame:
    """With the variants of the sentences that follow, after the last of them the first again."""
    here = [*_EXPRESSION, "condition"]
    turns = left.select("item", *here).unique("item", maintain_order=True)
    turns = turns.with_columns(turn=pl.int_range(pl.len()).over(here), turns=pl.len().over(here))
    right = within.filter(pl.col("role") == role).select("item", "role", "index", right="place")
    others = turns.join(right, on="item").rename({"item": "other", "turn": "its_turn"}).drop("turns")
    paired = left.join(turns.select("item", "turn", "turns"), on="item").join(others, on=here)
    away = (pl.col("its_turn").cast(pl.Int64) - pl.col("turn").cast(pl.Int64)) % pl.col("turns").cast(pl.Int64)
    return paired.filter(away.is_between(1, MOST_OTHERS)).drop("turn", "turns", "its_turn")


def _alone(left: pl.DataFrame, within: pl.DataFrame, _: pl.DataFrame, __: str) -> pl.DataFrame:
    right = within.filter(pl.col("role") == "original").select("item", role="role", index="index", right="alone")
    return left.join(right, on="item")


def _neutral(left: pl.DataFrame, _: pl.DataFrame, stimuli: pl.DataFrame, __: str) -> pl.DataFrame:
    neutral = stimuli.filter((pl.col("role") == "original") & (pl.col("condition") == "neut"))
    right = neutral.select(*_EXPRESSION, role="role", index="index", right="place")
    return left.join(right.unique(_EXPRESSION, keep="first", maintain_order=True), on=_EXPRESSION)


def _summed(stimuli: pl.DataFrame, components: pl.DataFrame) -> pl.DataFrame:
    """By expression: its components, each alone; only where all are there."""
    key = [*_EXPRESSION, "role"]
    alone = stimuli.filter((pl.col("condition") == "none") & (pl.col("index") == 0)).select(*key, "index", "place")
    found = components.join(alone.unique(key, keep="first"), on=key, how="left", maintain_order="left")
    return _sums(found, _EXPRESSION)


def _summed_in_place(within: pl.DataFrame, components: pl.DataFrame) -> pl.DataFrame:
    """By item: its components as they are in its sentence, each alone; only where all are there."""
    items = within.filter(pl.col("role") == "original").select("item", *_EXPRESSION)
    forms = within.filter(pl.col("index") == 0).select("item", "role", "index", place="alone")
    asked = items.join(components, on=_EXPRESSION, maintain_order="left_right")
    return _sums(asked.join(forms, on=["item", "role"], how="left", maintain_order="left"), ["item"])


def _sums(found: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    """The components of each key as a right side and what is added to it."""
    whole = found.filter(pl.col("place").is_not_null().all().over(key))
    place = pl.col("place")
    return whole.group_by(key, maintain_order=True).agg(
        pl.col("role", "index").first(), right=place.first(), plus=place.slice(1)
    )


def _sentences(left: pl.DataFrame, within: pl.DataFrame, _: pl.DataFrame, __: str) -> pl.DataFrame:
    others = within.filter(pl.col("role") == "original").select(
        *_EXPRESSION, role="role", index="sentence", right="place"
    )
    return left.join(others, on=_EXPRESSION).filter(pl.col("index") > pl.col("sentence"))


def _free_synonym(left: pl.DataFrame, within: pl.DataFrame, _: pl.DataFrame, __: str) -> pl.DataFrame:
    free = within.filter(pl.col("free")) if "free" in within.columns else within.clear()
    return left.join(free.select("item", "role", "index", right="place"), on="item")


_SPECIAL = {
    "alone": _alone,
    "neutral": _neutral,
    "sentences": _sentences,
    "free_synonym": _free_synonym,
}


def requests_by_unit(
    pairs: pl.DataFrame, places: Places, comparisons: Iterable[Comparison]
) -> dict[Unit, set[Request]]:
    """The distinct requests of all pairs, for each unit that some comparison is made in."""
    wanted: dict[Unit, set[Request]] = {}
    units: tuple[Unit, ...] = ("target", "sentence")
    for unit in units:
        made = [comparison.name for comparison in comparisons if unit in comparison.units]
        rows = pairs.filter(pl.col("comparison").is_in(made))
        used = pl.concat([rows["left"], rows["right"], rows["plus"].explode()]).drop_nulls().unique()
        requests = places.requests[unit]
        wanted[unit] = {requests[place] for place in used.to_list()}
    return wanted
