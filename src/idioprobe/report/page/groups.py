"""Which results stand on a page together: one group for each dataset and way of measuring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from idioprobe.report.results import labels_of
from idioprobe.report.tables.gather import DIGEST, Inputs, Model, settings
from idioprobe.report.tables.references import FAMILY
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view


@dataclass(frozen=True)
class Group:
    """Results of one dataset, measured in one way; `view` is the one that was asked for."""

    name: str
    inputs: Inputs
    view: str | None = None

    @property
    def results(self) -> list[Result]:
        """One for each model."""
        return [model.result for model in self.inputs.models]


def group_results(results: Sequence[Result], view: str | None = None) -> list[Group]:
    """Results that share all settings but the view stand together, each in one view; references come last."""
    alike: dict[tuple[tuple[str, object], ...], list[Result]] = {}
    for result in sorted(results, key=lambda one: one.manifest.model.family == FAMILY):
        alike.setdefault(tuple(settings(result, None).items()), []).append(result)
    names = list(_names([dict(key) for key in alike]))
    return [
        Group(name, Inputs(tuple(_models(members, view))), view)
        for name, members in zip(names, alike.values(), strict=True)
    ]


def _names(keys: Sequence[dict[str, object]]) -> Iterator[str]:
    """The dataset's name, with the settings that tell it from other groups of the same dataset."""
    for key in keys:
        rivals = [other for other in keys if other["dataset"] == key["dataset"] and other is not key]
        said = []
        for name in sorted(key, key=lambda name: name == DIGEST):
            if any(other[name] != key[name] for other in rivals):
                said.append(f"{name.removesuffix(' (sha256)')} {key[name]}")
                rivals = [other for other in rivals if other[name] == key[name]]
        yield f"{key['dataset']} ({', '.join(said)})" if said else str(key["dataset"])


def _models(results: Sequence[Result], wanted: str | None) -> Iterator[Model]:
    views = [shown_view(result, wanted) for result in results]
    several = len({view.partition("@")[2] for view in views if "@" in view}) > 1
    for label, result, view in zip(labels_of(results), results, views, strict=True):
        name = f"{label} ({view})" if several and "@" in view else label
        yield Model(name, result.manifest.model.family, view, result)


def twice(groups: Sequence[Group]) -> Iterator[str]:
    """A word about models that stand in a group more than once."""
    for group in groups:
        names = [f"{r.manifest.model.family}:{r.manifest.model.name}" for r in group.results]
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            labels = [m.label for m, own in zip(group.inputs.models, names, strict=True) if own == name]
            yield (
                f"{len(labels)} runs of {name} on {group.name} stand side by side as {', '.join(labels)}; "
                "name one folder to show one of them."
            )
