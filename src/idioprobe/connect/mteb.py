"""Tasks for mteb: the sentence score of any model that mteb runs, without a network.

mteb files results by a model's name and revision, and calls every model that it was handed as an object
`no_model_name/available`. Results of these tasks are never filed under what names no weights: `local` gives a model
a name and the digest of its weights before it is run, and a task does so for one that comes without.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoded, Facts, Identity, Spans
from idioprobe.core.errors import ConfigError, MissingExtraError, ModelError, install
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import NATIVE, View

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset
    from idioprobe.data.registry import DataDirs
    from idioprobe.run.results import Result

MAIN = "sentence_score"
"""The number that mteb ranks by."""
TASK = "IdiomScore"
"""What the names of tasks begin with."""
SPLIT = "test"
CONDITION = "nat"
"""The sentences of the score; others are read only where a dataset has none of these."""
RECORD = "idioprobe"
"""Where a score of mteb's keeps what our results are made of again."""
BY_TARGET = frozenset({"aff_syn_comp"})
"""Measures that look at targets even in the sentence unit: without these they are something else, and are left out."""
NAMELESS, NO_REVISION = "no_model_name/available", "no_revision_available"
"""What mteb calls models and revisions that it does not know."""
OWNER = "local"
"""The first half of the names of models that have none on the Hub."""
DIGITS = 16


def tasks(
    dataset: str | Path | Dataset = "starter",
    languages: Sequence[str] | str | None = None,
    *,
    data_dir: DataDirs = None,
    labelling: str | None = None,
) -> list[Any]:
    """One task of mteb for each language of a dataset.

    They are run as any other: `mteb.evaluate(model, tasks("starter", "en"))`. `dataset`, `data_dir` and `labelling` are
    those of `load_dataset`. The main score is the sentence score, 1 at most and NaN for a model that cannot tell
    meaning from noise; its interval, its n, its verdict and the means of all other measures are beside it in mteb's
    files.
    """
    _library()
    from idioprobe.data.dataset import Dataset
    from idioprobe.data.registry import load_dataset

    data = dataset if isinstance(dataset, Dataset) else load_dataset(dataset, data_dir, labelling=labelling)
    given = languages.split(",") if isinstance(languages, str) else languages
    wanted = data.languages if given is None else [language.strip() for language in given]
    missing = [language for language in wanted if language not in data.languages]
    if missing:
        raise ConfigError(f"`languages` {missing[0]}: {data.name} has {', '.join(data.languages)}.")
    return [_registered(data, language) for language in wanted]


def benchmark(
    dataset: str | Path | Dataset = "starter",
    languages: Sequence[str] | str | None = None,
    *,
    data_dir: DataDirs = None,
    labelling: str | None = None,
) -> Any:
    """The same tasks as a benchmark of mteb, which shows their mean over languages."""
    own = tasks(dataset, languages, data_dir=data_dir, labelling=labelling)
    return _library().Benchmark(
        name=f"Idioms({own[0].data.name})",
        tasks=own,
        description="Does a model take the meaning of an idiom, or its words? 0: words or guessing, 1: every idiom.",
        reference="https://github.com/idioprobe/idioprobe",
    )


def local(model: Any, name: str | None = None) -> Any:
    """A model in memory as mteb takes it, with a name of its own and the digest of its weights as revision.

    `model` is a `SentenceTransformer`, or any model of mteb's that has weights; `name` is what result folders call it.
    """
    library = _library()
    from sentence_transformers import SentenceTransformer

    made = model
    if isinstance(model, SentenceTransformer):
        made = library.models.SentenceTransformerEncoderWrapper(model)
    meta = getattr(made, "mteb_model_meta", None)
    weights = weights_digest(made)
    if meta is None or weights is None:
        raise ModelError(f"{type(model).__name__}: give a SentenceTransformer, or a model of mteb's that has weights.")
    own = "" if meta.name == NAMELESS else meta.name
    known = name or own or _own_name(made, weights)
    full = known if "/" in known else f"{OWNER}/{known}"
    made.mteb_model_meta = meta.model_copy(update={"name": full, "revision": weights[:DIGITS]})
    return made


def weights_digest(model: Any) -> str | None:
    """SHA-256 of all tensors of a model or of the one that it wraps, with their names; None where it has none."""
    inner = next((one for one in (getattr(model, "model", None), model) if hasattr(one, "state_dict")), None)
    if inner is None:
        return None
    digest = hashlib.sha256()
    for name, tensor in sorted(inner.state_dict().items()):
        if hasattr(tensor, "detach"):
            plain = tensor.detach().cpu().contiguous()
            digest.update(f"{name}|{plain.dtype}|{tuple(plain.shape)}\0".encode())
            digest.update(plain.flatten().view(_bytes()).numpy().tobytes() if plain.numel() else b"")
    return digest.hexdigest()


class MtebEncoder:
    """A model of mteb's as one of ours: sentences in its own pooling, with the prompts that mteb gives it."""

    def __init__(self, model: Any, task: Any, language: str, encode: Mapping[str, Any]) -> None:
        self._model, self._task, self._language, self._encode = model, task, language, encode
        meta = model.mteb_model_meta
        weights = weights_digest(model)
        if _made_up(model, meta):
            _name_after_weights(model, meta, weights or _probe_digest(self._vectors(list(_PROBES))), encode)
        parts = ["mteb", str(meta.name), str(meta.revision), str(meta.experiment_name or ""), weights or ""]
        details = {"weights_sha256": weights} if weights else {}
        self._identity = Identity("mteb", str(meta.name), fingerprint(parts), str(meta.revision), details=details)

    @property
    def identity(self) -> Identity:
        """The name and revision that mteb files results under, and the digest of the weights."""
        return self._identity

    def facts(self) -> Facts:
        """Sentences only: mteb's models have no vectors of parts of a text."""
        return Facts(0, self._vectors([_PROBES[0]]).shape[1], units=("sentence",), pools=(NATIVE,))

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """All texts at once, the longest first: mteb makes the batches."""
        del spans, batch_tokens
        order = sorted(texts, key=lambda text: (-len(text), text))
        if order:
            rows = [(Request(text), vector) for text, vector in zip(order, self._vectors(order), strict=True)]
            yield Encoded(len(rows), dict.fromkeys(views, rows), {})

    def token_vectors(self, requests: Set[Request]) -> Mapping[Request, Answer] | None:
        """Means of the input embeddings of a sentence-transformers model; none of others."""
        from sentence_transformers import SentenceTransformer

        from idioprobe.models.st.live import LiveSentenceTransformer

        inner = getattr(self._model, "model", None)
        if not isinstance(inner, SentenceTransformer):
            return None
        return LiveSentenceTransformer(inner).token_vectors(requests)

    def _vectors(self, texts: list[str]) -> NDArray[np.float32]:
        from datasets import Dataset as Table
        from torch.utils.data import DataLoader

        size = int(self._encode.get("batch_size", 32))
        batches = DataLoader(Table.from_dict({"text": texts}), batch_size=size)
        found = self._model.encode(
            batches, task_metadata=self._task.metadata, hf_split=SPLIT, hf_subset=self._language, **self._encode
        )
        plain = found.detach().float().cpu().numpy() if hasattr(found, "detach") else np.asarray(found)
        if plain.ndim != 2 or len(plain) != len(texts):
            raise ModelError(
                f"{self._model.mteb_model_meta.name} returned an array of shape {plain.shape} for {len(texts)} texts."
            )
        return np.ascontiguousarray(plain, dtype=np.float32)


_PROBES = ("The senator is a lame duck.", "An eager beaver came first.")
"""What a model without weights is told from another by: its vectors of these."""


def scores_of(result: Result) -> dict[str, Any]:
    """What a result is as a score of mteb's: the sentence score, all that it is made of, and all that ours are made of.

    mteb needs a number: of a model that cannot tell meaning from noise it is NaN.
    """
    from idioprobe.connect.mteb_results import as_record
    from idioprobe.suites.headline import LACKS, VERDICTS, main_score, means_beside, partials

    score = main_score(result.manifest.headline)
    if score is None:
        lacks = next(iter(partials(result.summary, result.classes[0])), None)
        why = LACKS[lacks.lacks] if lacks else "The dataset has no variants to compare an idiom with."
        raise ModelError(f"There is no sentence score. {why}")
    means = means_beside(score, result.summary).select("measure", "value", "ci_low", "ci_high", "n").to_dicts()
    return {
        MAIN: math.nan if score.value is None else score.value,
        "ci_low": score.ci_low,
        "ci_high": score.ci_high,
        "n": score.n,
        "chance": score.chance,
        "verdict": VERDICTS[score.verdict] if score.verdict else "",
        "tokens": score.tokens.value if score.tokens else None,
        **{name: getattr(score, name) for name in ("name", "measure", "unit", "view", "condition", "group")},
        "notes": list(score.notes),
        "measures": {row.pop("measure"): row for row in means if row["measure"] not in BY_TARGET},
        RECORD: as_record(result),
    }


@cache
def _task_class() -> type[Any]:
    """Made when it is first needed, as its base is mteb's."""
    base: Any = _library().AbsTask

    class IdiomTask(base):  # type: ignore[misc]
        """The sentence score of one dataset in one language."""

        abstask_prompt = "Retrieve semantically similar text."
        data: Dataset
        language: str

        def load_data(self, num_proc: int | None = None, **kwargs: Any) -> None:
            """The stimuli, for whoever looks at them; nothing is fetched."""
            del num_proc, kwargs
            if not self.data_loaded:
                from datasets import Dataset as Table
                from datasets import DatasetDict

                rows = self.data.stimuli.filter(language=self.language).to_dict(as_series=False)
                self.dataset = {self.hf_subsets[0]: DatasetDict({SPLIT: Table.from_dict(rows)})}
                self.data_loaded: bool = True

        def _evaluate_subset(self, model: Any, data_split: Any, **how: Any) -> dict[str, Any]:
            del data_split
            return scores_of(_run(model, self, self.data, self.language, how["encode_kwargs"]))

        def _calculate_descriptive_statistics_from_split(self, split: str, **how: Any) -> Any:
            texts = self.dataset[how.get("hf_subset") or self.hf_subsets[0]][split]["text"]
            return {"num_samples": len(texts), "number_of_characters": sum(map(len, texts))}

        def _get_content_columns(self) -> dict[str, str]:
            return {"text": "text"}

    return IdiomTask


def _run(model: Any, task: Any, data: Dataset, language: str, encode: Mapping[str, Any]) -> Result:
    """The same computation as `idioprobe run` on the sentences of the score, with a store that is gone afterwards."""
    from idioprobe.run.evaluate import evaluate

    with TemporaryDirectory(prefix="idioprobe-") as folder:
        encoder = MtebEncoder(model, task, language, encode)
        how: dict[str, Any] = {"units": ("sentence",), "conditions": (CONDITION,)}
        if CONDITION not in data.stimuli.filter(language=language)["condition"]:
            del how["conditions"]
        return evaluate(encoder, data, languages=(language,), cache_dir=Path(folder), controls=False, **how)


def _registered(data: Dataset, language: str) -> Any:
    """The task as an object; mteb finds it by name from then on, as it wants to when it reads results."""
    made: Any = type(
        TASK, (_task_class(),), {"metadata": _metadata(data, language), "data": data, "language": language}
    )
    registry: dict[str, Any] = import_module("mteb.get_tasks")._TASKS_REGISTRY  # noqa: SLF001
    registry[made.metadata.name] = made
    return made()


def task_name(dataset: str, language: str) -> str:
    """What mteb calls a task, and the file with its results.

    >>> task_name("my list", "en")
    'IdiomScore-my-list-en'
    """
    return f"{TASK}-{re.sub(r'[^A-Za-z0-9.]+', '-', dataset).strip('-.') or 'dataset'}-{language}"


def _metadata(data: Dataset, language: str) -> Any:
    """The subset has the digest of the data in its name: mteb would serve scores of other data of the same name."""
    from langcodes import Language
    from mteb.abstasks.task_metadata import TaskMetadata

    digest = data.digest()
    tag = Language.get(language)
    code = f"{tag.to_alpha3()}-{tag.maximize().script}"
    licence = data.header.licence.casefold()
    return TaskMetadata(
        name=task_name(data.name, language),
        description=data.header.description or f"Idioms of {data.name} in minimal pairs.",
        reference="https://github.com/idioprobe/idioprobe",
        dataset={"path": f"idioprobe/{data.name}", "revision": digest[:40]},
        type="STS",
        category="t2t",
        modalities=["text"],
        eval_splits=[SPLIT],
        eval_langs={f"{language}-{digest[:8]}": [code]},
        main_score=MAIN,
        license=licence if licence in _licences() else "not specified",
        annotations_creators="expert-annotated",
        sample_creation="created",
        bibtex_citation=None,
    )


@cache
def _licences() -> frozenset[str]:
    """The licences that mteb knows by name."""
    from typing import get_args

    from mteb.types import Licenses

    return frozenset(get_args(Licenses))


def _made_up(model: Any, meta: Any) -> bool:
    """Whether metadata say nothing about the weights: mteb takes those of a model in memory from its card.

    A fine-tuned model has the name and the revision of what it was made from there.
    """
    if meta.name in (None, NAMELESS) or meta.revision in (None, NO_REVISION):
        return True
    wrapped = isinstance(model, _library().models.SentenceTransformerEncoderWrapper)
    return wrapped and meta.release_date is None and meta.open_weights is None


def _name_after_weights(model: Any, meta: Any, digest: str, encode: Mapping[str, Any]) -> None:
    """Name a model in the metadata that mteb holds as well, before it files the result."""
    if encode.get("precision") is not None:
        raise ModelError(
            f"mteb calls this model {meta.name} and would file its result under that; "
            "give it as idioprobe.connect.mteb.local(model)."
        )
    known = meta.name if meta.name not in (None, NAMELESS) else _own_name(model, digest)
    full = known if "/" in known else f"{OWNER}/{known}"
    meta.__dict__.update(name=full, revision=digest[:DIGITS])


def _own_name(model: Any, digest: str) -> str:
    """The folder that a model was read from, where it says so, and digits: mteb's tables tell models by name alone."""
    inner = getattr(model, "model", model)
    config = getattr(getattr(next(iter(inner), None), "auto_model", None), "config", None) if _iterable(inner) else None
    return f"{Path(str(getattr(config, '_name_or_path', '') or '')).name or 'model'}-{digest[:8]}"


def _iterable(value: Any) -> bool:
    return hasattr(type(value), "__iter__")


def _probe_digest(vectors: NDArray[np.float32]) -> str:
    return hashlib.sha256(np.round(vectors.astype(np.float64), 4).tobytes()).hexdigest()


def _bytes() -> Any:
    import torch

    return torch.uint8


def _library() -> Any:
    """The package mteb, or a line that says how to get it."""
    try:
        import mteb
    except ImportError as error:
        raise MissingExtraError(f"Tasks for mteb need {error.name}: {install('mteb')}.") from error
    return mteb
