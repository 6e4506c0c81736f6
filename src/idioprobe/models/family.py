"""What a model family says about itself, in a declaration that costs nothing to import.

Another package registers a family by an entry point of the group `idioprobe.models`: its name is the
family's prefix, and it resolves to a `Family`.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe.core.options import Option, declared

if TYPE_CHECKING:
    from idioprobe.core.encoder import Model
    from idioprobe.data.dataset import Dataset

Memory = MutableMapping[str, str]
"""What is kept between runs: hashes of large files, words that a vocabulary lacks, dimensions of APIs' vectors."""


@dataclass(frozen=True)
class Setting:
    """What a family is given beside a model's name and options.

    `cache_dir` is a folder for files of its own; without `download` nothing may be fetched; `dataset`
    is what the run is about, where there is a run. `claimed`: the user named no family.
    """

    memory: Memory = field(default_factory=dict)
    cache_dir: Path | None = None
    download: bool = True
    dataset: Dataset | None = None
    claimed: bool = False


@dataclass(frozen=True)
class NoOptions:
    """The options of a family that has none."""


@dataclass(frozen=True)
class Family:
    """A model family: the word before the colon, how its models are written, its options, and what loads one.

    `load` is called with what follows the colon, an instance of `options`, and the setting; it
    imports what it needs. `about` is a line for the list of families. `claims` says whether a model that is
    written without a family is one of its own; `native_only`: it makes no other view than the model's own;
    `responds`: its models answer in words.
    """

    prefix: str
    written: str
    load: Callable[[str, Any, Setting], Model]
    options: type = NoOptions
    about: str = ""
    claims: Callable[[str, Any, Setting], bool] | None = None
    native_only: bool = False
    responds: bool = False

    def declared(self) -> dict[str, Option]:
        """Its options by name."""
        return declared(self.options)
