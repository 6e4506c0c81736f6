"""The models that the papers evaluate, under the names that their tables use, and the sets of their rows."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from idioprobe.core.errors import FileNeededError, ModelError
from idioprobe.papers.common.model import PaperModel
from idioprobe.papers.registry import all_papers

__all__ = ["PaperModel", "by_paper_name", "check_method", "check_needed", "model_sets", "paper_models", "resolve"]


@lru_cache(maxsize=1)
def model_sets() -> dict[str, tuple[PaperModel, ...]]:
    """All rows of a paper's tables, by the name of the set."""
    return {name: rows for paper in all_papers().values() for name, rows in paper.sets.items()}


@lru_cache(maxsize=1)
def paper_models() -> tuple[PaperModel, ...]:
    """The rows of all sets, each once."""
    return tuple(dict.fromkeys(model for rows in model_sets().values() for model in rows))


def by_paper_name(written: str) -> PaperModel | None:
    """The model of that name in the papers; where they do not mean the same by it, it is refused with all it means.

    Of several papers that took the same model under this name, the row of the first.
    """
    wanted = written.casefold()
    meant: dict[str, list[PaperModel]] = {}
    for model in paper_models():
        if model.name.casefold() == wanted:
            meant.setdefault(model.spec, []).append(model)
    if len(meant) > 1:
        told = "; ".join(f"{rows[0].arguments} ({_where(rows)})" for rows in meant.values())
        raise ModelError(f"{written!r} stands for several models: {told}. Write the one you mean.")
    return next(iter(meant.values()))[0] if meant else None


def _where(rows: list[PaperModel]) -> str:
    papers = dict.fromkeys(row.paper for row in rows)
    languages = dict.fromkeys(language for row in rows for language in row.languages)
    return f"{', '.join(papers)}: {', '.join(languages)}"


def resolve(written: str, options: Mapping[str, Any]) -> str:
    """What to load for what the user wrote: a paper's name becomes the model it stands for, all else stays.

    A file or folder of that name comes first. A model whose file is not here is refused, with what that file is;
    `options` are the user's, among which `inject` may name it.
    """
    row = None if os.path.exists(written) else by_paper_name(written)
    if row is None:
        return written
    check_needed(row, written, options.get("inject"))
    return row.spec


def check_method(row: PaperModel, inject: str | None = None) -> None:
    """Refuse vectors of expressions that were made otherwise than those of the row; `inject` is the user's own file."""
    from idioprobe.models.hf.inject import read_injected

    path = inject or row.inject
    if not row.method or path is None:
        return
    made = read_injected(Path(path).expanduser()).method
    if made.casefold() != row.method.casefold():
        raise ModelError(
            f"{row.name} ({row.paper}) needs vectors made with {row.method}; those of {path} were made by "
            f"{made or 'a method that the file does not name (`method` in its metadata)'}: run them under the model's "
            f"own name, {row.spec}, with `inject`."
        )


def check_needed(row: PaperModel, written: str, inject: str | None = None) -> None:
    """Refuse a row whose file is not here, with what that file is; `inject` is the user's own, if given."""
    path = (inject or row.inject) if row.inject else row.spec.partition(":")[2]
    if row.needs and not os.path.exists(os.path.expanduser(path or "")):
        own = "pass `inject`" if row.inject else f"write {row.family}:"
        raise FileNeededError(f"{written} needs {row.needs}: put it at {path}, or {own} and its path.")
