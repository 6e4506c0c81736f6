"""How words were found in a file, kept beside the vectors: a run that finds these in the store can still tell."""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableMapping

from idioprobe.core.fingerprint import fingerprint


class Lookups:
    """What is known of each word or target that was looked up; what a store has lost has to be looked up again.

    Each look-up keeps a note of its own, so that two runs at once do not overwrite each other's. It names
    the words that were found too: a note that is lost must not pass for words that are known.
    """

    def __init__(self, memory: MutableMapping[str, str], model: str) -> None:
        self._memory, self._model = memory, model
        self._told: dict[str, dict[str, str]] = {}

    def of(self, kind: str) -> Mapping[str, str]:
        """All that is known of one kind of things, by their names."""
        if kind not in self._told:
            notes = [self._memory.get(key) for key in list(self._memory) if key.startswith(self._prefix(kind))]
            self._told[kind] = {
                name: how
                for note in notes
                if note is not None
                for how, names in json.loads(note).items()
                for name in names
            }
        return self._told[kind]

    def add(self, kind: str, found: Mapping[str, str]) -> None:
        """Keep what a look-up has found."""
        self._told[kind] = {**self.of(kind), **found}
        if not found:
            return
        by_how: dict[str, list[str]] = {}
        for name, how in sorted(found.items()):
            by_how.setdefault(how, []).append(name)
        note = json.dumps(by_how)
        self._memory[self._prefix(kind) + fingerprint([note])] = note

    def _prefix(self, kind: str) -> str:
        return f"{kind}|{self._model}|"
