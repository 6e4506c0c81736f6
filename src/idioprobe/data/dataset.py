"""A dataset in memory: its header and its tables, checked."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace

import polars as pl
from pydantic import BaseModel, ConfigDict, Field, field_validator

from idioprobe.core.tables import ADDED_COLUMNS, CLASSES, FLAWS, LABELLINGS, LENGTHS, NO_CLASS, PARAPHRASES, is_class
from idioprobe.data.components import as_pairs, types_of
from idioprobe.data.lexicon.frequency import words
from idioprobe.data.targets import target_texts

FORMAT = 1
_KNOWN = "known digest"


class Header(BaseModel):
    """What a dataset says about itself, in `dataset.json`."""

    model_config = ConfigDict(extra="forbid")

    format: int = FORMAT
    name: str = Field(min_length=1, pattern=r"^[\w][\w.\- ]*$")
    description: str = ""
    licence: str = ""
    citation: str = ""
    labelling: str = ""
    labelling_note: str = ""
    classes: list[str] = list(CLASSES)
    """From idiomatic to compositional."""
    notes: list[str] = []

    @field_validator("classes")
    @classmethod
    def _can_be_classes(cls, classes: list[str]) -> list[str]:
        for name in classes:
            if not is_class(name) or name in ("", NO_CLASS) or name != name.strip():
                raise ValueError(f"{name!r} cannot be the name of a class; call it something else")
        if not classes or len(set(classes)) != len(classes):
            raise ValueError("list each class once, the idiomatic one first")
        return classes


def fit_name(text: str) -> str:
    """A name for a dataset from the name of a file or folder.

    >>> fit_name("my list (1)")
    'my list -1-'
    """
    return re.sub(r"[^\w.\- ]", "-", text).lstrip(".- ") or "dataset"


@dataclass(frozen=True)
class Dataset:
    """Stimuli, expressions and ratings, as the schema describes them.

    A published dataset has more: `flaws` of its files and how they were handled; `labellings`,
    all classifications there are, of which `expressions` holds one; its own sentence `lengths`; all `paraphrases` that
    people gave, of which the stimuli hold two.
    """

    header: Header
    stimuli: pl.DataFrame
    expressions: pl.DataFrame
    ratings: pl.DataFrame
    flaws: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=FLAWS))
    labellings: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=LABELLINGS))
    lengths: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=LENGTHS))
    paraphrases: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=PARAPHRASES))

    @property
    def name(self) -> str:
        """The name that results are filed under."""
        return self.header.name

    @property
    def languages(self) -> list[str]:
        """Languages with at least one stimulus."""
        return sorted(self.stimuli["language"].unique())

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of expressions, the idiomatic one first."""
        return tuple(self.header.classes)

    @property
    def types(self) -> list[str]:
        """The types of expressions there are, the most frequent first."""
        return types_of(self.expressions)

    def digest(self) -> str:
        """SHA-256 of all that the tables say, whatever file they came from."""
        return vars(self).get(_KNOWN) or self._digest()

    def of_digest(self, digest: str) -> Dataset:
        """The dataset, whose digest is known; what is made of it with other tables does not have it."""
        vars(self)[_KNOWN] = digest
        return self

    def _digest(self) -> str:
        digest = hashlib.sha256(self.header.labelling.encode())
        if self.classes != CLASSES:
            digest.update("\0".join(self.classes).encode())
        known = as_pairs(self.expressions)
        empty = [c for c in ADDED_COLUMNS if c in known.columns and known[c].null_count() == len(known)]
        for table in (_with_single_spans(self.stimuli), known.drop(empty), self.ratings, self.lengths):
            digest.update(table.write_csv().encode())
        return digest.hexdigest()

    def of_types(self, types: Collection[str]) -> Dataset:
        """The part that is about expressions of some types."""
        expressions = self.expressions.filter(pl.col("type").is_in(list(types)))
        return replace(self, expressions=expressions, stimuli=_about(self.stimuli, expressions))

    def select(self, languages: list[str], conditions: list[str], limit: int | None) -> Dataset:
        """The part in some languages and conditions; `limit` expressions of each language.

        Kept whatever the conditions: stimuli without context, and the expression in the
        short neutral sentence, which measures in other conditions compare with. A limit takes
        the classes in turn, so that a small run still has all of them.
        """
        expressions = self.expressions.filter(pl.col("language").is_in(languages))
        if limit is not None:
            ranks = {label: rank for rank, label in enumerate(self.classes)}
            turn = pl.int_range(pl.len()).over("language", "class")
            order = pl.struct(turn, pl.col("class").replace_strict(ranks, default=len(ranks), return_dtype=pl.Int64))
            expressions = expressions.filter(order.rank("ordinal").over("language") <= limit)
        asked = pl.col("condition").is_in([*conditions, "none"])
        reference = (pl.col("condition") == "neut") & (pl.col("role") == "original")
        stimuli = _about(self.stimuli.filter(asked | reference), expressions)
        return replace(self, stimuli=stimuli, expressions=expressions)


def _with_single_spans(stimuli: pl.DataFrame) -> pl.DataFrame:
    """Stimuli with `start` and `end`, as long as every target has one span: so their digest is that of 0.5."""
    if stimuli["spans"].str.contains(" ", literal=True).any():
        return stimuli
    ends = stimuli["spans"].str.split_exact(":", 1).struct.rename_fields(["start", "end"]).struct.unnest()
    at = stimuli.columns.index("spans")
    columns = [*stimuli.columns[:at], *ends.columns, *stimuli.columns[at + 1 :]]
    return pl.concat([stimuli, ends], how="horizontal").select(columns)


def _about(stimuli: pl.DataFrame, expressions: pl.DataFrame) -> pl.DataFrame:
    return stimuli.join(expressions, on=["expression", "language"], how="semi", maintain_order="left")


def shares_word(one: str, other: str) -> bool:
    """Whether two expressions share a word, after lower-casing and splitting at spaces and hyphens.

    >>> shares_word("Parking-lot", "car lot")
    True
    """
    return not {w.lower() for w in words(one)}.isdisjoint(w.lower() for w in words(other))


def overlaps(stimuli: pl.DataFrame, role: str) -> dict[tuple[str, str], bool]:
    """By expression and language: whether what is written in a role shares a word with it in any of its sentences."""
    here = stimuli.filter(pl.col("role").is_in(["original", role]))
    written = here.select("item", "expression", "language", "role", target=target_texts(here))
    pairs = written.filter(pl.col("role") == "original").join(
        written.filter(pl.col("role") == role).select("item", synonym="target"), on="item"
    )
    overlap: dict[tuple[str, str], bool] = {}
    for _, expression, language, _, target, synonym in pairs.iter_rows():
        key = (expression, language)
        overlap[key] = overlap.get(key, False) or shares_word(target, synonym) or shares_word(expression, synonym)
    return overlap


def fill_overlap(stimuli: pl.DataFrame, expressions: pl.DataFrame) -> pl.DataFrame:
    """Expressions with `synonym_overlap` worked out from the stimuli where it is not given."""
    overlap = overlaps(stimuli, "syn")
    values = [
        given if given is not None else overlap.get((expression, language))
        for expression, language, given in expressions.select("expression", "language", "synonym_overlap").iter_rows()
    ]
    return expressions.with_columns(pl.Series("synonym_overlap", values, dtype=pl.Boolean))
