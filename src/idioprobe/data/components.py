"""The components of an expression: its words in their order, each with its role, and the type that it is of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import polars as pl

from idioprobe.core.tables import NOUN_COMPOUND, ROLES

PAIR = ("modifier", "head")
"""The roles of a noun compound's components, and of expressions whose components nobody wrote down."""
_WORDS = (
    "expression",
    "alone",
    "neutral",
    "component",
    "components",
    "sentences",
    "comp",
    "across",
    "matched",
    "adjusted",
)
NO_COMPONENT = frozenset({*ROLES, *_WORDS} - set(PAIR))
"""Words that mean something else where roles of components stand."""

_ROLE = re.compile(r"[a-z][a-z0-9]*")
_PART = re.compile(r"(?:\\.|[^;])+", re.S)
_SPECIAL, _ESCAPED, _BACKSLASH = re.compile(r"([\\;])"), re.compile(r"\\([\\;])"), r"\\\1"
_OTHER = "idiom"


@dataclass(frozen=True)
class Component:
    """One word of an expression, in the form that it has there, and what it is in it."""

    role: str
    word: str


Components = tuple[Component, ...]


def is_role(name: str) -> bool:
    """Whether a component may have this role.

    >>> is_role("verb"), is_role("modifier2"), is_role("syn"), is_role("head_alt")
    (True, True, False, False)
    """
    return bool(_ROLE.fullmatch(name)) and name not in NO_COMPONENT


def parse_components(text: str | None) -> Components:
    """The components that a cell lists, in the order in which they stand; a ValueError says what is wrong.

    A semicolon that belongs to a word has a backslash before it.

    >>> parse_components("verb:kick; object:bucket")
    (Component(role='verb', word='kick'), Component(role='object', word='bucket'))
    """
    found: list[Component] = []
    for part in _PART.findall(text or ""):
        if not part.strip():
            continue
        role, colon, word = (piece.strip() for piece in part.partition(":"))
        if not colon or not word:
            raise ValueError(f"{part.strip()!r} is not a role and a word; write role:word; role:word")
        if not is_role(role):
            remedy = "it means something else" if role in NO_COMPONENT else "write small letters a–z and digits"
            raise ValueError(f"{role!r} cannot be the role of a component: {remedy}")
        if role in {one.role for one in found}:
            raise ValueError(f"two components have the role {role}; write {role}2 for the second")
        found.append(Component(role, _ESCAPED.sub(r"\1", word)))
    return tuple(found)


def format_components(components: Iterable[Component]) -> str | None:
    """Components as they stand in a cell; nothing where there are none.

    >>> format_components([Component("modifier", "eager"), Component("head", "beaver")])
    'modifier:eager; head:beaver'
    """
    return "; ".join(f"{one.role}:{_SPECIAL.sub(_BACKSLASH, one.word)}" for one in components) or None


def modifier_and_head(expression: str, modifier: str | None, head: str | None) -> str | None:
    """The components of an expression of which modifier and head are known, in the order in which they stand in it.

    >>> modifier_and_head("pé frio", "frio", "pé")
    'head:pé; modifier:frio'
    """
    pair = [Component(role, word) for role, word in zip(PAIR, (modifier, head), strict=True) if word]
    return format_components(reversed(pair) if modifier and head and head_first(expression, modifier, head) else pair)


def head_first(expression: str, modifier: str, head: str) -> bool:
    """Whether an expression begins with its head.

    >>> head_first("pé frio", "frio", "pé"), head_first("eager beaver", "eager", "beaver")
    (True, False)
    """
    name, first, second = expression.lower(), head.lower(), modifier.lower()
    return name.startswith(first) and (not name.startswith(second) or len(first) > len(second))


def components_of(expressions: pl.DataFrame) -> dict[tuple[str, str], Components]:
    """By language and expression: the components that a table of expressions lists."""
    rows = expressions.select("language", "expression", "components").iter_rows()
    return {(language, name): parse_components(listed) for language, name, listed in rows}


def roles_of(components: Components) -> tuple[str, ...]:
    """The roles of an expression's components in their order; those of a noun compound where none are listed."""
    return tuple(one.role for one in components) or PAIR


def role_sets(expressions: pl.DataFrame) -> list[tuple[str, ...]]:
    """The roles that go together in an expression: once for all expressions that have the same."""
    listed = expressions["components"].unique(maintain_order=True)
    return list(dict.fromkeys(roles_of(parse_components(text)) for text in listed)) or [PAIR]


def component_roles(expressions: pl.DataFrame) -> tuple[str, ...]:
    """The roles that components may have in a dataset: modifier and head, and what its expressions list."""
    listed = (one.role for text in expressions["components"].unique(maintain_order=True) for one in _known(text))
    return tuple(dict.fromkeys((*PAIR, *listed)))


def _known(text: str | None) -> Components:
    try:
        return parse_components(text)
    except ValueError:
        return ()


def with_components(expressions: pl.DataFrame) -> pl.DataFrame:
    """A table that has the columns `modifier` and `head` with `components` in their place."""
    there = set(expressions.columns)
    if "components" in there or "expression" not in there or not there & set(PAIR):
        return expressions
    table = expressions.with_columns(pl.lit(None, pl.String).alias(c) for c in PAIR if c not in there)
    table = table.with_columns(pl.col("expression", *PAIR).cast(pl.String, strict=False))
    listed = [modifier_and_head(*row) for row in table.select("expression", *PAIR).iter_rows()]
    return table.with_columns(pl.Series("components", listed, dtype=pl.String)).drop(PAIR)


def with_types(expressions: pl.DataFrame) -> pl.DataFrame:
    """With a type for every expression: one that does not say its own is a noun compound, if its components are."""
    compound = pl.col("components").map_elements(_of_a_compound, return_dtype=pl.Boolean, skip_nulls=False)
    other = pl.when(compound).then(pl.lit(NOUN_COMPOUND)).otherwise(pl.lit(_OTHER))
    given = pl.col("type").str.strip_chars().replace("", None)
    return expressions.with_columns(type=pl.coalesce(given, other))


def _of_a_compound(text: str | None) -> bool:
    return all(one.role.rstrip("0123456789") in PAIR for one in _known(text))


def as_now(expressions: pl.DataFrame) -> pl.DataFrame:
    """A table of expressions of an older result, with the columns that it has now."""
    table = with_components(expressions)
    if "type" not in table.columns and "components" in table.columns:
        table = with_types(table.with_columns(type=pl.lit(None, pl.String)))
    return table


def types_of(expressions: pl.DataFrame) -> list[str]:
    """The types there are, the most frequent first."""
    counted = expressions.group_by("type").len().sort("len", "type", descending=[True, False])
    return [name for name in counted["type"] if name is not None]


def as_pairs(expressions: pl.DataFrame) -> pl.DataFrame:
    """A table of noun compounds of modifier and head in the columns that it had before there were other expressions.

    Any other table stays as it is. It is for identities alone, so that data that say the same keep theirs.
    """
    words = []
    for name, listed, kind in expressions.select("expression", "components", "type").iter_rows():
        own = {one.role: one.word for one in parse_components(listed)}
        if kind != NOUN_COMPOUND or not own.keys() <= set(PAIR):
            return expressions
        if modifier_and_head(name, own.get("modifier"), own.get("head")) != listed:
            return expressions
        words.append((own.get("modifier"), own.get("head")))
    pairs = pl.DataFrame(words, schema=dict.fromkeys(PAIR, pl.String()), orient="row")
    columns = [c for name in expressions.columns for c in (PAIR if name == "components" else (name,)) if c != "type"]
    return pl.concat([expressions.drop("components", "type"), pairs], how="horizontal").select(columns)
