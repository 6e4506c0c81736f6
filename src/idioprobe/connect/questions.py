"""The questions of the suite `questions` as rows of files, for harnesses that ask models themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe.core.errors import ConfigError
from idioprobe.core.files import replace_folder
from idioprobe.core.textfile import json_text
from idioprobe.run.config import make_config
from idioprobe.run.plan import make_plan, select
from idioprobe.suites.questions.kinds import FREE, KINDS

if TYPE_CHECKING:
    from idioprobe.core.requests import Question
    from idioprobe.data.dataset import Dataset

NAMED = ("item", "expression", "language", "condition", "sentence", "kind", "order")
"""What tells a question from the others of a file."""


@dataclass(frozen=True)
class Asked:
    """One question: its row in the suite's table, and what is asked."""

    row: Mapping[str, Any]
    question: Question

    @property
    def record(self) -> dict[str, Any]:
        """The question as a line of a file: as one `prompt`, and as a system's `instruction` and a user's `text`.

        `target` is the place of the right option, from 0.
        """
        named = {name: self.row[name] for name in NAMED}
        offers = KINDS[self.row["kind"]].offers
        roles = list(self.row["roles"])
        right = roles.index(offers[0]) if offers and offers[0] in roles else None
        lead = {"lead": self.question.lead} if self.question.options else {"tokens": self.question.tokens}
        return {
            **named,
            "class": self.row["class"],
            "prompt": self.question.prompt,
            "instruction": self.question.instruction,
            "text": self.question.text,
            **lead,
            "options": list(self.row["options"]),
            "roles": roles,
            "target": right,
        }


def asked(data: Dataset, way: str, languages: Sequence[str] = (), limit: int | None = None) -> list[Asked]:
    """All that the suite asks in a way; free questions, which have no answer, are left out."""
    missing = [language for language in languages if language not in data.languages]
    if missing:
        raise ConfigError(f"`languages` {missing[0]}: {data.name} has {', '.join(data.languages)}.")
    config = make_config({"suites": ("questions",), "limit": limit})
    wanted = list(languages) or data.languages
    part = select(data, wanted, config)
    plan = make_plan(part, wanted, config).plans[0]
    classes = {(e, n): c for e, n, c in part.expressions.select("expression", "language", "class").iter_rows()}
    rows = zip(plan.rows.to_dicts(), plan.context, strict=True)
    return [
        Asked({**row, "class": classes.get((row["expression"], row["language"]))}, question)
        for row, question in rows
        if row["view"] == way and row["kind"] != FREE.name
    ]


def parts(questions: Sequence[Asked]) -> Iterator[tuple[str, list[Asked]]]:
    """The questions by language, kind and condition, each part with its name: `en_pair_nat`."""
    found: dict[str, list[Asked]] = {}
    for one in questions:
        row = one.row
        bare = [row["language"], row["kind"], *([] if row["condition"] == "question" else [row["condition"]])]
        found.setdefault("_".join(bare), []).append(one)
    yield from found.items()


def slug(name: str) -> str:
    """A dataset's name as a part of the name of a task.

    >>> slug("My list (1)")
    'my_list_1'
    """
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_") or "dataset"


def write_files(folder: Path, files: Mapping[str, str], mark: str) -> Path:
    """Write text files into a folder, whole or not at all; only a folder that has `mark` is replaced."""
    folder = folder.expanduser().resolve()
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"`out` {folder} is a file; name a folder.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / mark).is_file():
        raise ConfigError(f"`out` {folder} holds other files; name a new folder.")
    with replace_folder(folder) as temporary:
        for name, text in files.items():
            (temporary / name).write_text(text, encoding="utf-8")
    return folder


def as_lines(questions: Sequence[Asked]) -> str:
    """The questions as JSON Lines."""
    return "".join(json_text(one.record) + "\n" for one in questions)
