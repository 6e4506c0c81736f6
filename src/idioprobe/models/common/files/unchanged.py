"""What was hashed is what was loaded: the files of a model, and whether they are still what they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path

from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import HashedFile, hash_file

_NAMED = 3

Find = Callable[[], Mapping[str, Path]]


@dataclass(frozen=True)
class HashedFiles:
    """The files that decide what a model computes, by name, each as it was when the model was identified."""

    files: Mapping[str, HashedFile]
    find: Find
    """Which files these are, looked up anew."""

    @property
    def hashes(self) -> dict[str, str]:
        """Their hashes by name."""
        return {name: file.sha256 for name, file in self.files.items()}

    def check_loaded(self, model: str) -> None:
        """Raise if a file is another than the one that was hashed, or was so for a while: called after loading.

        Every file is hashed again, whatever is remembered of it.
        """
        try:
            now = hash_files(self.find, {}).files
        except OSError as error:
            raise ModelError(changed(model, [str(error.filename)])) from error
        names = sorted(name for name in {*now, *self.files} if now.get(name) != self.files.get(name))
        if names:
            raise ModelError(changed(model, names))

    def check_read(self, model: str) -> None:
        """The same of files too large to be hashed whenever they are read: by their size, times and number."""
        names = [name for name, file in self.files.items() if file.has_changed()]
        if names:
            raise ModelError(changed(model, names))


def hash_files(find: Find, memory: MutableMapping[str, str]) -> HashedFiles:
    """The files that are found, hashed; `memory` keeps what is known of them."""
    return HashedFiles({name: hash_file(path, memory) for name, path in find().items()}, find)


def changed(model: str, names: list[str]) -> str:
    """That files became others while a model was read."""
    told = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
    return (
        f"The files of {model} changed while they were read ({told}): nothing of what was loaded is used or kept. "
        "Wait until whoever writes them has finished, or copy the model elsewhere, and run again."
    )
