"""Datasets that have a name: the starter set, the published ones, and those that other packages register."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from idioprobe.core.errors import DatasetError, UserError
from idioprobe.data.sources.catalogue import sources

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset

STARTER = "starter"
GROUP = "idioprobe.datasets"
"""Entry points of this group register datasets: each is a function that returns one, or a `Declaration`."""


class Declaration(Protocol):
    """A dataset of another package that wants to know where data lie and which classes are asked for."""

    def load(self, data_dirs: Sequence[Path], labelling: str | None) -> Dataset:
        """The dataset; `labelling` is None unless the user chose one."""
        ...


@dataclass(frozen=True)
class Registered:
    """A dataset that another package registers under a name."""

    name: str
    entries: tuple[EntryPoint, ...]

    @cached_property
    def package(self) -> str:
        """The package, or the packages where several want the name."""
        return ", ".join(sorted({entry.dist.name if entry.dist else entry.module for entry in self.entries}))

    def load(self, data_dirs: Sequence[Path], labelling: str | None) -> Dataset:
        """The dataset; whatever is wrong in the other package becomes one message that names it."""
        if len({entry.value for entry in self.entries}) > 1:
            raise self._broken(f"the packages {self.package} all register it; uninstall all but one")
        try:
            return self._made(data_dirs, labelling)
        except UserError:
            raise
        except Exception as error:
            reason = " ".join(str(error).split()) or "no reason given"
            raise self._broken(f"{type(error).__name__}: {reason}") from error

    def _made(self, data_dirs: Sequence[Path], labelling: str | None) -> Dataset:
        from idioprobe.data.dataset import Dataset
        from idioprobe.data.folder import checked

        found = self.entries[0].load()
        if not callable(getattr(found, "load", found)):
            raise self._broken(f"{self.entries[0].value} is neither a function nor has it a load(…)")
        data = found.load(data_dirs, labelling) if hasattr(found, "load") else found()
        if not isinstance(data, Dataset):
            raise self._broken(f"{self.entries[0].value} gives no Dataset but {type(data).__name__}")
        return checked(data, f"The dataset {self.name!r} of the package {self.package}")

    def _broken(self, why: str) -> DatasetError:
        return DatasetError(f"The dataset {self.name!r} of the package {self.package} cannot be loaded: {why}.")


def registered() -> dict[str, Registered]:
    """The datasets of other packages by name; the names of idioprobe's own are not theirs to take."""
    by_name: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        by_name[entry.name] = (*by_name.get(entry.name, ()), entry)
    own = {STARTER, *sources()}
    return {name: Registered(name, entries) for name, entries in sorted(by_name.items()) if name not in own}


def dataset_names() -> list[str]:
    """All names there are."""
    return [STARTER, *sources(), *registered()]
