"""What a lexicon says: entries, and what goes with all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from idioprobe.core.tables import CLASSES
from idioprobe.data.lexicon.forms import Form
from idioprobe.data.lexicon.markup import Frame


@dataclass(frozen=True)
class Entry:
    """One expression with all that its lexicon says of it.

    `components` are its words by their roles, in their order in the expression, and `synonyms` what may stand for
    each, `general` a general word for each. `own` has what a sentence gives for itself, by field and number of the
    sentence, `figures` what a corpus says of the expression, `related` what is near it but
    means something else. A draft may lack its synonym and its sentences.
    """

    line: int
    language: str
    expression: Form
    frames: Mapping[int, Frame]
    synonym: Form | None
    synonym2: Form | None = None
    type: str | None = None
    pattern: str | None = None
    components: Mapping[str, Form] = field(default_factory=dict)
    synonyms: Mapping[str, tuple[Form, ...]] = field(default_factory=dict)
    general: Mapping[str, Form] = field(default_factory=dict)
    words: Form | None = None
    words_alt: tuple[Form, ...] = ()
    own: Mapping[tuple[str, int], tuple[Form, ...]] = field(default_factory=dict)
    label: str | None = None
    rating: float | None = None
    sentence_ratings: Mapping[int, float] = field(default_factory=dict)
    figures: Mapping[str, float] = field(default_factory=dict)
    related: Form | None = None
    sheet: str = field(default="", compare=False)
    """Where a spreadsheet has several."""

    @cached_property
    def name(self) -> str:
        """The expression in its citation form."""
        return self.expression.citation

    @cached_property
    def gender(self) -> str | None:
        """The grammatical gender of its head, or what the expression itself is tagged with."""
        head = self.components.get("head")
        return (head.gender if head else None) or self.expression.gender


Pools = Mapping[str, tuple[Form, ...]]
"""Random combinations by pattern; those under ANY have any."""
ANY = "any"


@dataclass(frozen=True)
class Lexicon:
    """Entries, pools of random combinations and neutral sentences by language, and the classes in their order."""

    path: Path
    name: str | None
    entries: tuple[Entry, ...]
    pool: Mapping[str, Pools] = field(default_factory=dict)
    templates: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    labelling: str = ""
    labelling_note: str = ""
    classes: tuple[str, ...] = CLASSES
    left_out: tuple[str, ...] = ()
    """Mistakes of entries that are passed over, in words."""
    notes: tuple[str, ...] = ()
    """What was taken for granted while the file was read, in words."""
