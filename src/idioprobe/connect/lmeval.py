"""Tasks for lm-evaluation-harness, and its answers read back.

The harness compares the likelihood of options, as the suite does in the view `likelihood`. Raw likelihoods prefer
short options, so the metric is `acc_norm`: the logarithm of the likelihood by the number of characters.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from idioprobe.connect.questions import Asked, as_lines, asked, parts, slug, write_files
from idioprobe.connect.yaml import as_yaml
from idioprobe.core.answers import Answer, Failure
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import DatasetError, ResultsError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Question
from idioprobe.core.views import ANSWER, LIKELIHOOD
from idioprobe.models.common.hub import short_name

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset
    from idioprobe.run.results import Result

CHAT = "_chat"
"""How the names of tasks end that are for models with a chat template."""
MARK = "README.md"
SAMPLES = re.compile(r"samples_(?P<task>idioprobe_.+)_(?P<date>\d{4}-\d\d-\d\dT[\d.-]+)\.jsonl")
NOT_ASKED = Failure("lm-eval's samples do not have this question")


def write_lm_eval(data: Dataset, folder: Path, languages: Sequence[str] = (), limit: int | None = None) -> list[str]:
    """Write tasks for lm-eval, with the questions beside them; the names of the groups of tasks."""
    questions = [one for one in asked(data, LIKELIHOOD, languages, limit) if one.record["target"] is not None]
    if not questions:
        raise DatasetError(f"{data.name} has no question with options to choose from.")
    folder = folder.expanduser().resolve()
    group = f"idioprobe_{slug(data.name)}"
    files: dict[str, str] = {}
    names: dict[str, list[str]] = {"": [], CHAT: []}
    for part, rows in parts(questions):
        files[f"{part}.jsonl"] = as_lines(rows)
        for form, own in names.items():
            own.append(f"{group}_{part}{form}")
            files[f"{part}{form}.yaml"] = _task(own[-1], folder / f"{part}.jsonl", data, limit, chat=bool(form))
    for form, own in names.items():
        files[f"{group}{form}.yaml"] = _group(f"{group}{form}", own)
    files[MARK] = _readme(data, group, questions)
    write_files(folder, files, MARK)
    return [group, group + CHAT]


def _task(name: str, path: Path, data: Dataset, limit: int | None, *, chat: bool) -> str:
    """A task; a chat template makes the turns, and without one a line leads to the answer, as in the suite."""
    said = {"description": "{{instruction}}", "doc_to_text": "{{text}}"} if chat else {"doc_to_text": PLAIN}
    fields: dict[str, Any] = {
        "task": name,
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": str(path)}},
        "test_split": "test",
        "output_type": "multiple_choice",
        **said,
        "doc_to_choice": "options",
        "doc_to_target": "target",
        "target_delimiter": "" if chat else " ",
        "num_fewshot": 0,
        "metric_list": [{"metric": metric, "aggregation": "mean", "higher_is_better": True} for metric in METRICS],
        "metadata": {"version": 1.0, "dataset": data.name, "sha256": data.digest(), "limit": limit},
    }
    return as_yaml(fields)


PLAIN = "{{prompt}}\n{{lead}}"
METRICS = ("acc_norm", "acc")


def _group(name: str, tasks: Sequence[str]) -> str:
    mean = [{"metric": metric, "aggregation": "mean", "weight_by_size": True} for metric in METRICS]
    return as_yaml({"group": name, "task": list(tasks), "aggregate_metric_list": mean, "metadata": {"version": 1.0}})


def _readme(data: Dataset, group: str, questions: Sequence[Asked]) -> str:
    return f"""# {data.name} for lm-evaluation-harness

{len(questions)} questions with options, from the suite `questions` of idioprobe. A model without a chat template:

    lm_eval run --model hf --model_args pretrained=MODEL --include_path . --tasks {group} \\
      --output_path out --log_samples

A model with one:

    lm_eval run --model hf --model_args pretrained=MODEL --include_path . --tasks {group}{CHAT} --apply_chat_template \\
      --output_path out --log_samples

`acc_norm` is the share of right choices by the likelihood of options per character, as in idioprobe's view
`likelihood`; `acc` prefers short options. `idioprobe import lm-eval out` reads the answers back. The tasks name their
files by full paths: write them again when you move the folder.

Licence of the data: {data.header.licence or "not stated"}. {data.header.citation}
"""


@dataclass(frozen=True)
class Log:
    """What one run of lm-eval logged of our tasks: by question, the likelihood of each option."""

    name: str
    date: str
    dataset: str
    sha256: str
    chat: bool
    limit: int | None
    details: Mapping[str, str]
    languages: frozenset[str]
    likelihoods: Mapping[Question, tuple[float, ...]] = field(default_factory=dict)


class Recorded:
    """A model that was asked elsewhere: it answers what the log has."""

    def __init__(self, log: Log) -> None:
        self._log = log
        told = sorted(f"{question.text}|{question.options}|{found}" for question, found in log.likelihoods.items())
        digest = hashlib.sha256("\0".join(told).encode()).hexdigest()
        self._identity = Identity("lm-eval", log.name, fingerprint(["lm-eval", digest]), details=dict(log.details))

    @property
    def identity(self) -> Identity:
        """The model as lm-eval names it, and a digest of all that it answered."""
        return self._identity

    def facts(self) -> Facts:
        """Likelihoods only."""
        return Facts(0, 0, units=(ANSWER,), pools=(LIKELIHOOD,))

    def respond(
        self, questions: Sequence[Question], batch_tokens: int | None
    ) -> Iterator[list[tuple[Question, Answer]]]:
        """What the log has, and for each other question that it is not there."""
        del batch_tokens
        known = self._log.likelihoods
        yield [(one, np.array(known[one], np.float32) if one in known else NOT_ASKED) for one in questions]


def read_logs(path: Path) -> list[Log]:
    """What is logged in a file or folder of lm-eval's; a run of both forms of a task counts as two."""
    files = [path] if path.is_file() else sorted(path.rglob("samples_idioprobe_*.jsonl")) if path.is_dir() else []
    found: dict[tuple[Path, str, bool], list[tuple[str, Path]]] = {}
    for file in files:
        if match := SAMPLES.fullmatch(file.name):
            key = (file.parent, match["date"], match["task"].endswith(CHAT))
            found.setdefault(key, []).append((match["task"], file))
    if not found:
        raise ResultsError(
            f"{path} holds no answers to our tasks (samples_idioprobe_….jsonl): run lm-eval with --log_samples and "
            "--output_path, and give that folder."
        )
    return [_read_log(folder, date, chat, own) for (folder, date, chat), own in found.items()]


def _read_log(folder: Path, date: str, chat: bool, files: Sequence[tuple[str, Path]]) -> Log:
    summary = folder / f"results_{date}.json"
    try:
        told = json.loads(summary.read_text(encoding="utf-8"))
        about = told["configs"][files[0][0]]["metadata"]
        name = _short(str(told.get("model_name") or folder.name))
        arguments = told.get("config", {}).get("model_args") or ""
        details = {"model_args": json.dumps(arguments) if isinstance(arguments, dict) else str(arguments)}
        details |= {"lm_eval": str(told.get("lm_eval_version", "")), "chat_template": "yes" if chat else "no"}
        likelihoods: dict[Question, tuple[float, ...]] = {}
        languages: set[str] = set()
        for _, file in files:
            for line in file.read_text(encoding="utf-8").splitlines():
                sample = json.loads(line)
                doc = sample["doc"]
                options, instruction = tuple(doc["options"]), doc.get("instruction", "")
                text = doc.get("text", doc["prompt"])
                question = Question(text, options=options, lead=doc["lead"], instruction=instruction)
                found = tuple(float(one[0]) for one in sample["filtered_resps"])
                if len(found) != len(question.options):
                    raise ValueError(f"{file.name}: {len(found)} likelihoods of {len(question.options)} options")
                likelihoods[question] = found
                languages.add(doc["language"])
        sha256 = str(about["sha256"])
        return Log(
            name, date, about["dataset"], sha256, chat, about.get("limit"), details, frozenset(languages), likelihoods
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ResultsError(f"{summary}, and the samples beside it, cannot be read: {said}.") from error


def _short(name: str) -> str:
    """A model's id as it is; of a folder, which may be gone or elsewhere, its name.

    >>> _short("HuggingFaceTB/SmolLM2-135M"), _short("/models/mine")
    ('HuggingFaceTB/SmolLM2-135M', 'mine')
    """
    known = short_name(name)
    return Path(known).name if Path(known).is_absolute() or known.startswith(".") else known


def result_of(log: Log, data: Dataset, **options: Any) -> Result:
    """What the suite makes of a log: the same measures as of a model that we ask."""
    from idioprobe.run.evaluate import evaluate

    if data.digest() != log.sha256:
        raise ResultsError(
            f"lm-eval was run on another {log.dataset} (sha256 {log.sha256[:8]}…) than the one here "
            f"({data.digest()[:8]}…); name that dataset or its folder as `dataset`."
        )
    return evaluate(
        Recorded(log), data, suites=("questions",), languages=sorted(log.languages), limit=log.limit, **options
    )
