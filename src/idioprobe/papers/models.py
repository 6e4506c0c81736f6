"""The models that the papers evaluate, under the names that their tables use, and the sets of their rows."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from idioprobe.core.errors import ModelError
from idioprobe.papers.garcia2021_eacl import models as garcia2021
from idioprobe.papers.he2025 import models as he2025
from idioprobe.papers.row import FLAGS, PaperModel
from idioprobe.papers.vieira2023 import models as vieira2023
from idioprobe.papers.wold2025 import models as wold2025

__all__ = ["FLAGS", "PAPER_MODELS", "SETS", "PaperModel", "by_paper_name", "check_needed", "resolve"]

SETS: dict[str, tuple[PaperModel, ...]] = {
    "he2025-en": he2025.EN,
    "he2025-pt": he2025.PT,
    "wold2025": wold2025.EN,
    "garcia2021-eacl-en": garcia2021.EACL_EN,
    "garcia2021-eacl-pt": garcia2021.EACL_PT,
    "garcia2021-acl-en": garcia2021.ACL_EN,
    "garcia2021-acl-pt": garcia2021.ACL_PT,
    "vieira2023-en": vieira2023.EN,
    "vieira2023-pt": vieira2023.PT,
}
"""All rows of a paper's tables, by the name that `--models` takes."""

PAPER_MODELS: tuple[PaperModel, ...] = tuple(dict.fromkeys(model for rows in SETS.values() for model in rows))


def by_paper_name(written: str) -> PaperModel | None:
    """The model of that name in the papers; where they do not mean the same by it, it is refused with all it means.

    Of several papers that took the same model under this name, the row of the first.
    """
    wanted = written.casefold()
    meant: dict[str, list[PaperModel]] = {}
    for model in PAPER_MODELS:
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
    """The model that a paper's name stands for; anything else stays as it is. A file that it needs must be here."""
    row = None if os.path.exists(written) else by_paper_name(written)
    if row is None:
        return written
    check_needed(row, written, options.get("inject"))
    return row.spec


def check_needed(row: PaperModel, written: str, inject: str | None = None) -> None:
    """Refuse a row whose file is not here, with what that file is; `inject` is the user's own, if given."""
    path = (inject or row.inject) if row.inject else row.spec.partition(":")[2]
    if row.needs and not os.path.exists(os.path.expanduser(path or "")):
        own = "--inject" if row.inject else f"-m {row.family}:"
        raise ModelError(f"{written} needs {row.needs}: put it at {path}, or write {own} and its path.")
