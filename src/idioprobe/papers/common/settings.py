"""How a paper ran its models, as data: a run is made by it, and results are held against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from idioprobe.core.views import NATIVE
from idioprobe.models.registry import PLAIN


@dataclass(frozen=True)
class PaperSettings:
    """The options of a paper's runs, by the names that a run's configuration has for them.

    None is what a paper leaves open or has no use for. `views` go by the model's family, and `by_family` has all
    options of a family that the paper ran otherwise than the others;
    `special_tokens` are those of sentence means; `labelling` is of the paper's own dataset. What
    belongs to a single model, such as its prompt or its precision, is an option of its row. `hints`,
    by family, say what a user has to decide for a model that the paper does not have; `open` is
    what no run can have as the paper had it, or what is not known of it.
    """

    suites: tuple[str, ...] | None = None
    languages: tuple[str, ...] | None = None
    conditions: tuple[str, ...] | None = None
    units: tuple[str, ...] | None = None
    special_tokens: bool | None = None
    metric: str | None = "cosine"
    winner: str | None = None
    random_by: str | None = None
    rogue: int | None = None
    length: str | None = None
    pairing: str | None = None
    labelling: str | None = None
    views: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_family: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    open: tuple[str, ...] = ()

    def options(self, family: str) -> dict[str, Any]:
        """The options of a run of a model of that family; a family without views of its own has its default."""
        if family in self.by_family:
            return dict(self.by_family[family])
        beside = ("labelling", "views", "by_family", "hints", "open")
        named = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in beside}
        known = {name: value for name, value in named.items() if value is not None}
        return known | ({"views": self.views[family]} if family in self.views else {})

    def views_of(self, family: str) -> tuple[str, ...]:
        """The views of a family; of one that the paper did not have, those of plain models."""
        return self.views.get(family, self.views.get(PLAIN, ()))

    def has_view(self, view: str, family: str) -> bool:
        """Whether the paper took that view; a model's own pooling also of families that it did not have, if of some."""
        others = family not in self.views and any(NATIVE in views for views in self.views.values())
        return not self.views or view in self.views_of(family) or (others and view == NATIVE)
