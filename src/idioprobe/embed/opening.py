"""From what a user names to a store: one file on this machine, or parts that several machines share."""

from __future__ import annotations

from pathlib import Path

from idioprobe.embed.parts.store import open_parts
from idioprobe.embed.spaces import Store
from idioprobe.embed.store import open_store


def open_any(cache_dir: Path, store: str | None = None) -> tuple[Store, str | None]:
    """The parts store where one is named, else the file in `cache_dir`; and what there is to say about damage."""
    if store is not None:
        return open_parts(store, cache_dir), None
    return open_store(cache_dir)
