"""From stimuli to single substitutions: one component replaced by a synonym, the others kept."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.tables import DROPPED, ITEM, PAIR_KEYS
from idioprobe.data.components import component_roles, components_of
from idioprobe.data.targets import target_text
from idioprobe.suites.measure import IN_SENTENCE

SUBSTITUTIONS: dict[str, pl.DataType] = {
    **ITEM,
    "position": pl.String(),
    "index": pl.Int64(),
    "word": pl.String(),
    "text": pl.String(),
    "synonym": pl.String(),
    "synonym_text": pl.String(),
}
"""`position` is the role of a component, `word` in `text` the component itself, `synonym` in `synonym_text` what takes
its place."""
FEWEST_SYNONYMS = 2


@dataclass(frozen=True)
class _Alone:
    """The words of an expression without context: by position the component, and its synonyms by index."""

    words: dict[str, str]
    synonyms: dict[tuple[str, int], str]


def substitutions(stimuli: pl.DataFrame, expressions: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """One row per synonym of a component in a sentence; and what cannot be used, with the reason.

    The words are those of the sentence, in their form there; where another component
    changes with the substitution, those that the dataset gives without context.
    """
    alone = _words_alone(stimuli, expressions)
    within = stimuli.filter(pl.col("condition").is_in(IN_SENTENCE))
    originals = {row["item"]: row for row in within.filter(pl.col("role") == "original").iter_rows(named=True)}
    rows: list[dict[str, Any]] = []
    dropped: list[dict[str, Any]] = []
    seen: set[tuple[str, str, str]] = set()
    for position in component_roles(expressions):
        variants = within.filter(pl.col("role") == f"{position}_alt").sort("item", "index")
        for row in variants.iter_rows(named=True):
            original = originals[row["item"]]
            if _target(original).casefold() == _target(row).casefold():
                dropped.append(_drop(row, f"the synonym is the {position} itself"))
                continue
            words = _replaced(_target(original), _target(row)) or _given(alone, row, position)
            named = {key: row[key] for key in PAIR_KEYS} | {"position": position, "index": row["index"]}
            if words is None:
                dropped.append(_drop(row, f"the {position} alone is not known"))
                continue
            word, synonym = _in_small(words, alone[row["language"], row["expression"]].words.get(position))
            key = (row["item"], position, synonym.casefold())
            if key in seen:
                continue
            seen.add(key)
            if synonym.casefold() == word.casefold():
                dropped.append(_drop(row, f"the synonym is the {position} itself"))
                continue
            texts = {"text": original["text"], "synonym_text": row["text"]}
            rows.append({**named, "word": word, "synonym": synonym, **texts})
    return pl.DataFrame(rows, schema=SUBSTITUTIONS), pl.DataFrame(dropped, schema=DROPPED)


def synonym_counts(table: pl.DataFrame) -> dict[str, dict[int, int]]:
    """By language: in how many places a component has so many synonyms."""
    places = table.group_by("language", "item", "position").len()
    counts: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for language, synonyms, number in (
        places.group_by("language", "len").len("places").sort("language", "len").iter_rows()
    ):
        counts[language][synonyms] = number
    return dict(counts)


def _target(row: dict[str, Any]) -> str:
    return target_text(row["text"], row["spans"], row["language"])


def _replaced(original: str, variant: str) -> tuple[str, str] | None:
    """The words in which two targets differ, if they share the rest.

    >>> _replaced("eager beavers", "restless beavers")
    ('eager', 'restless')
    """
    first, second = original.split(), variant.split()
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    parts = tuple(" ".join(words[start : len(words) - end]) for words in (first, second))
    return (parts[0], parts[1]) if start + end and all(parts) else None


def _words_alone(stimuli: pl.DataFrame, expressions: pl.DataFrame) -> dict[tuple[str, str], _Alone]:
    listed = components_of(expressions)
    out = {name: _Alone({one.role: one.word for one in components}, {}) for name, components in listed.items()}
    roles = [f"{position}_syn" for position in component_roles(expressions)]
    here = stimuli.filter((pl.col("condition") == "none") & pl.col("role").is_in(roles))
    for row in here.iter_rows(named=True):
        out[row["language"], row["expression"]].synonyms[row["role"].removesuffix("_syn"), row["index"]] = _target(row)
    return out


def _given(alone: dict[tuple[str, str], _Alone], row: dict[str, Any], position: str) -> tuple[str, str] | None:
    mine = alone[row["language"], row["expression"]]
    word, synonym = mine.words.get(position), mine.synonyms.get((position, row["index"]))
    return (word, synonym) if word and synonym else None


def _in_small(words: tuple[str, str], citation: str | None) -> tuple[str, str]:
    """Without the capital that the first word of a sentence has."""
    word, synonym = words
    if not citation or citation[:1].isupper() or not word[:1].isupper() or word[:1].lower() != citation[:1]:
        return word, synonym
    return word[:1].lower() + word[1:], synonym[:1].lower() + synonym[1:]


def _drop(row: dict[str, Any], reason: str) -> dict[str, Any]:
    named = {key: row[key] for key in (*PAIR_KEYS, "role", "index")}
    return {**named, "unit": "sentence", "view": None, "what": "epsilon substitution", "reason": reason}
