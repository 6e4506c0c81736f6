"""Questions for Inspect: files that the task `idioprobe/questions` asks a model.

The task itself is in `inspect_task`, which Inspect finds by an entry point.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe.connect.questions import as_lines, asked, write_files
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.views import GENERATED

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset

FILE, MARK = "questions.jsonl", "idioprobe.json"
TASK = "idioprobe/questions"


def write_inspect(data: Dataset, folder: Path, languages: Sequence[str] = (), limit: int | None = None) -> str:
    """Write all questions that a model answers in words, in every order of their options; how to run them."""
    questions = asked(data, GENERATED, languages, limit)
    if not questions:
        raise DatasetError(f"{data.name} has nothing to ask.")
    about = {"dataset": data.name, "sha256": data.digest(), "licence": data.header.licence}
    files = {FILE: as_lines(questions), MARK: json.dumps(about, indent=2, ensure_ascii=False) + "\n"}
    written = write_files(folder, files, MARK)
    return f"inspect eval {TASK} -T folder={written} --model MODEL"


def read_questions_file(folder: str | Path, kinds: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The questions in a folder that `write_inspect` wrote, those of some kinds only if these are given."""
    path = Path(folder).expanduser() / FILE
    if not path.is_file():
        raise ConfigError(f"{path} is not there; write it first: idioprobe export inspect -d DATASET -o FOLDER.")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    there = {row["kind"] for row in rows}
    strange = [kind for kind in kinds if kind not in there]
    if strange:
        raise ConfigError(f"`kinds` {strange[0]}: {path} has {', '.join(sorted(there))}.")
    return [row for row in rows if not kinds or row["kind"] in kinds]


def judged(answer: str, row: dict[str, Any]) -> tuple[float | None, str]:
    """What an answer is worth, as the suite counts it, and how it was understood; None where it is of no use."""
    from idioprobe.data.questions.read import read_questions
    from idioprobe.suites.questions.kinds import KINDS

    kind = KINDS[row["kind"]]
    reading = kind.read(answer, row, read_questions([row["language"]])[row["language"]])
    return kind.counts(reading, row), reading.understood
