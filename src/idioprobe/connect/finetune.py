"""Does a model that is trained on idioms learn idioms, or these idioms? Training with sentence-transformers."""

from __future__ import annotations

import copy
import json
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.errors import ConfigError, DatasetError, MissingExtraError, install
from idioprobe.core.files import replace_folder
from idioprobe.core.frames import quote_cells, write_csv, write_parquet
from idioprobe.core.notices import Notice, ignore
from idioprobe.data.dataset import Dataset
from idioprobe.data.registry import load_dataset
from idioprobe.data.training.similarity import similarity_pairs
from idioprobe.data.training.splits import SPLITS, split_expressions
from idioprobe.data.training.triples import make_triples
from idioprobe.models.live import as_model
from idioprobe.run.watch import Watch
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.beforeafter import CHANGES, changes, correlation_change, grouped, level_change

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

LOSSES = ("triplet", "mnrl", "cosent")
MARGIN = 0.3
"""By how much, in cosine, the synonym has to be nearer for the triplet loss to be content."""
RANDOM_WORDS = 2
"""Of a sentence's random replacements, so many are trained on: they are easy, and the others are what matters."""
MEASURES = (
    *("choice_net", "choice", "choice_random", "pref_words", "pref_rand"),
    *("aff_syn_words", "sim_syn", "sim_words", "sim_rand"),
)
SEEN, WATCHED, UNSEEN, LITERAL, ORDINARY = "seen", "watched", "unseen", "compositional", "ordinary"
GROUPS = {
    SEEN: "idiomatic expressions that the model was trained on",
    WATCHED: "idiomatic expressions that training only watched (validation)",
    UNSEEN: "idiomatic expressions that share no word and no synonym with those (test)",
    LITERAL: "compositional expressions, none of which was trained on",
    ORDINARY: "pairs of ordinary sentences",
}
"""What is measured before and after, in words."""


@dataclass(frozen=True)
class Training:
    """How a model is trained."""

    loss: str = "triplet"
    epochs: int = 2
    seed: int = 0
    seeds: int = 3
    batch_size: int = 16
    learning_rate: float = 2e-5
    language: str = ""
    """English where nothing is said and the dataset has it, else its only language."""
    limit: int | None = None
    resamples: int = 2000

    def __post_init__(self) -> None:
        """Check what can be wrong."""
        if self.loss not in LOSSES:
            raise ConfigError(f"`loss` {self.loss}: one of {', '.join(LOSSES)}.")
        for name in ("epochs", "seeds", "batch_size"):
            if getattr(self, name) < 1:
                raise ConfigError(f"`{name}` {getattr(self, name)}: a number of 1 or more.")
        if not self.learning_rate > 0:
            raise ConfigError(f"`learning_rate` {self.learning_rate}: a number above 0.")


@dataclass(frozen=True)
class Finetuned:
    """What came of it: the changes, and the tables that they were made from."""

    about: dict[str, Any]
    changes: pl.DataFrame
    items: pl.DataFrame
    splits: pl.DataFrame
    triples: pl.DataFrame
    similarity: pl.DataFrame
    history: pl.DataFrame
    model: SentenceTransformer = field(repr=False)

    def save(self, out: Path) -> Path:
        """Write the folder, whole or not at all: the model, tables, JSON and the page."""
        from idioprobe.report.trained.page import trained_page

        with replace_folder(out) as folder:
            self.model.save_pretrained(str(folder / "model"), create_model_card=False)
            for name in ("items", "splits", "triples", "similarity", "history"):
                write_parquet(getattr(self, name), folder / f"{name}.parquet")
            write_parquet(self.changes, folder / "changes.parquet")
            write_csv(quote_cells(self.changes), folder / "changes.csv")
            text = json.dumps({**self.about, "changes": self.changes.to_dicts()}, indent=2, ensure_ascii=False)
            (folder / "finetune.json").write_text(text + "\n", encoding="utf-8")
            page = trained_page(self.about, self.changes, self.items, self.history, GROUPS)
            (folder / "report.html").write_text(page, encoding="utf-8")
        return out


def finetune(
    model: Any,
    dataset: str | Path | Dataset = "starter",
    training: Training | None = None,
    *,
    notice: Notice = ignore,
    progress: Callable[[str], None] = lambda _stage: None,
    **options: Any,
) -> Finetuned:
    """Train a model on idiomatic expressions, and measure it before and after on those and on others.

    `model` is a sentence-transformers model, by name or in memory; one in memory is copied. `training` or `options`
    say how: `loss`, `epochs`, `seed`, `seeds` … Each seed splits the expressions anew and trains a model of its own;
    the first seed's is kept.
    """
    how = replace(training or Training(), **options)
    begun = time.perf_counter()
    original, name = _original(model)
    whole = dataset if isinstance(dataset, Dataset) else load_dataset(dataset)
    how = replace(how, language=how.language or _language(whole))
    data = _part(whole, how)
    resampling = Resampling(how.resamples, how.seed)
    watch = Watch(data, languages=[how.language], idiomatic=False, measures=MEASURES, resamples=100)
    pairs = similarity_pairs(how.language)
    if pairs.is_empty():
        notice(
            f"There are no pairs of ordinary sentences in {how.language}: what training does to them is not measured."
        )
    progress("measuring the model as it is")
    before, cosines = _measured(original, watch, pairs)
    after, after_pairs, members = {}, {}, {}
    parts: dict[str, list[pl.DataFrame]] = {"splits": [], "triples": [], "history": []}
    kept = None
    for seed in range(how.seed, how.seed + how.seeds):
        progress(f"seed {seed}: training")
        splits = split_expressions(data.expressions, data.stimuli, seed=seed)
        triples = _trained_on(make_triples(data, classes=data.classes[:1], seed=seed))
        trained = copy.deepcopy(original)
        watched = _members(data, splits)[WATCHED]
        history = _train(trained, triples, _about(data, watched), replace(how, seed=seed))
        progress(f"seed {seed}: measuring")
        after[seed], after_pairs[seed] = _measured(trained, watch, pairs)
        members[seed] = _members(data, splits)
        for label, table in (("splits", splits), ("triples", triples), ("history", history)):
            parts[label].append(table.select(pl.lit(seed).alias("seed"), pl.all()))
        kept = kept or trained
    items = grouped(before, after, members)
    rows = changes(items, resampling)
    ordinary = _ordinary(pairs, cosines, after_pairs, resampling)
    found = pl.concat([rows, pl.DataFrame(ordinary, schema=CHANGES)])
    about = _manifest(name, data, how, members, round(time.perf_counter() - begun, 1))
    tables = {label: pl.concat(several) for label, several in parts.items()}
    return Finetuned(about, found, items, similarity=_pairs_table(pairs, cosines, after_pairs), model=kept, **tables)


def _original(model: Any) -> tuple[SentenceTransformer, str]:
    """The model to be trained, which stays as it is, and its name."""
    try:
        import accelerate  # noqa: F401
        import datasets  # noqa: F401
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise MissingExtraError(f"Training needs {error.name}: {install('train')}.") from error
    if isinstance(model, SentenceTransformer):
        return model, as_model(model).identity.name  # type: ignore[union-attr]
    if not isinstance(model, str | Path):
        raise ConfigError("`model`: sentence-transformers models can be trained, by name or in memory.")
    from idioprobe.models.registry import load_encoder
    from idioprobe.models.st.encoder import SentenceTransformerEncoder

    name = str(model).removeprefix("st:")
    encoder = load_encoder(f"st:{name}")
    if not isinstance(encoder, SentenceTransformerEncoder):
        raise ConfigError(f"{name}: its files are not here.")
    return encoder.load().transformer, encoder.identity.name


def _language(data: Dataset) -> str:
    if "en" in data.languages:
        return "en"
    if len(data.languages) > 1:
        raise ConfigError(f"{data.name} has {', '.join(data.languages)}; say in which to train with `language`.")
    return data.languages[0]


def _part(data: Dataset, how: Training) -> Dataset:
    """What is trained and measured on: idiomatic and compositional expressions of one language."""
    if how.language not in data.languages:
        raise ConfigError(f"`language` {how.language}: {data.name} has {', '.join(data.languages)}.")
    data = data.select([how.language], ["nat"], None)
    first, last = data.classes[0], data.classes[-1]
    if data.expressions.filter(pl.col("class") == first).is_empty():
        raise DatasetError(
            f"{data.name} has no expression of the class {first} in {how.language}: nothing to train on."
        )
    kept = data.expressions.filter(pl.col("class").is_in([first, last]))
    if how.limit is not None:
        kept = kept.filter(pl.int_range(pl.len()).over("class") < how.limit)
    return _about(data, kept["expression"].to_list())


def _about(data: Dataset, names: Sequence[str]) -> Dataset:
    """The part of a dataset that is about some expressions."""
    tables = {
        label: getattr(data, label).filter(pl.col("expression").is_in(list(names)))
        for label in ("expressions", "stimuli")
    }
    return replace(data, **tables)


def _members(data: Dataset, splits: pl.DataFrame) -> dict[str, list[str]]:
    """The expressions of each group that is measured."""
    known = splits.join(data.expressions.select("expression", "language", "class"), on=["expression", "language"])
    idiomatic, literal = (known.filter(pl.col("class") == data.classes[at]) for at in (0, -1))
    found = {
        group: idiomatic.filter(split=split)["expression"].to_list()
        for group, split in zip((SEEN, WATCHED, UNSEEN), SPLITS, strict=True)
    }
    if len(data.classes) > 1:
        found[LITERAL] = literal.filter(pl.col("split") != SPLITS[0])["expression"].to_list()
    return found


def _trained_on(triples: pl.DataFrame) -> pl.DataFrame:
    few = (pl.col("negative_role") != "rand") | (pl.col("negative_index") < RANDOM_WORDS)
    return triples.filter(few, split=SPLITS[0])


def _measured(
    model: SentenceTransformer, watch: Watch, pairs: pl.DataFrame
) -> tuple[pl.DataFrame, NDArray[np.float64]]:
    """Every item's scores, and the cosines of ordinary pairs."""
    scores = watch.look(as_model(model)).scores  # type: ignore[arg-type]
    if pairs.is_empty():
        return scores, np.empty(0)
    first, second = (
        np.asarray(model.encode(pairs[side].to_list(), show_progress_bar=False), dtype=np.float64)
        for side in ("first", "second")
    )
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    return scores, (first * second).sum(axis=1) / lengths


def _train(model: SentenceTransformer, triples: pl.DataFrame, watched: Dataset, how: Training) -> pl.DataFrame:
    """Train a model in place; what was logged after each epoch."""
    from sentence_transformers import SentenceTransformerTrainer, SentenceTransformerTrainingArguments
    from sentence_transformers.base.training_args import BatchSamplers

    from idioprobe.connect.sentence_transformers import IdiomEvaluator

    loss, rows = _loss(model, triples, how.loss)
    model.model_card_data.widget = [{}]  # no examples for a page on the Hub: they take time, and draw a bar
    evaluator = None
    if not watched.expressions.is_empty():
        evaluator = IdiomEvaluator(watched, languages=[how.language], measures=("choice",), write_csv=False)
    with TemporaryDirectory(prefix="idioprobe-") as folder:
        arguments = SentenceTransformerTrainingArguments(
            output_dir=folder,
            num_train_epochs=how.epochs,
            per_device_train_batch_size=how.batch_size,
            learning_rate=how.learning_rate,
            warmup_steps=0.1,
            seed=how.seed,
            data_seed=how.seed,
            batch_sampler=BatchSamplers.NO_DUPLICATES if how.loss == "mnrl" else BatchSamplers.BATCH_SAMPLER,
            eval_strategy="no" if evaluator is None else "epoch",
            logging_strategy="epoch",
            save_strategy="no",
            report_to="none",
            disable_tqdm=True,
            dataloader_pin_memory=False,
        )
        trainer = SentenceTransformerTrainer(
            model=model, args=arguments, train_dataset=rows, loss=loss, evaluator=evaluator
        )
        trainer.remove_callback(_printer())
        trainer.train()
    model.eval()
    return _history(trainer.state.log_history)


def _printer() -> Any:
    from transformers import PrinterCallback

    return PrinterCallback


def _history(log: Sequence[Mapping[str, float]]) -> pl.DataFrame:
    """The loss of each epoch, and the scores on what is watched."""
    epochs: dict[int, dict[str, float]] = {}
    for entry in log:
        row = epochs.setdefault(round(entry.get("epoch", 0)), {})
        row |= {new: entry[old] for old, new in _LOGGED.items() if old in entry}
    schema = {"epoch": pl.Int64(), **{name: pl.Float64() for name in _LOGGED.values()}}
    return pl.DataFrame([{"epoch": epoch, **row} for epoch, row in sorted(epochs.items())], schema=schema)


_LOGGED = {"loss": "loss", "eval_idiom_score": "watched", "eval_sentence_score": "watched_sentence"}


def _loss(model: SentenceTransformer, triples: pl.DataFrame, name: str) -> tuple[Any, Any]:
    """A loss, and the triples in the columns that it reads."""
    from datasets import Dataset as Rows
    from sentence_transformers.sentence_transformer import losses

    if name == "cosent":
        anchors = triples.select("anchor", other="positive").unique(maintain_order=True)
        pairs = pl.concat(
            [
                anchors.with_columns(score=pl.lit(1.0)),
                triples.select("anchor", other="negative").unique(maintain_order=True).with_columns(score=pl.lit(0.0)),
            ]
        )
        return losses.CoSENTLoss(model), Rows.from_dict(pairs.to_dict(as_series=False))
    columns = triples.select("anchor", "positive", "negative").to_dict(as_series=False)
    if name == "mnrl":
        return losses.MultipleNegativesRankingLoss(model), Rows.from_dict(columns)
    distance = losses.TripletDistanceMetric.COSINE
    return losses.TripletLoss(model, distance_metric=distance, triplet_margin=MARGIN), Rows.from_dict(columns)


def _ordinary(
    pairs: pl.DataFrame, before: NDArray[np.float64], after: Mapping[int, NDArray[np.float64]], how: Resampling
) -> list[dict[str, Any]]:
    """What became of ordinary similarity, and of the distance between sentences that have nothing in common."""
    if pairs.is_empty():
        return []
    gold = pairs["similarity"].to_numpy()
    unrelated = gold == 0
    apart = {seed: cosines[unrelated] for seed, cosines in after.items()}
    return [
        correlation_change(gold, before, after, how, ORDINARY),
        level_change(before[unrelated], apart, how, ORDINARY, "sim_unrelated"),
    ]


def _pairs_table(
    pairs: pl.DataFrame, before: NDArray[np.float64], after: Mapping[int, NDArray[np.float64]]
) -> pl.DataFrame:
    parts = [
        pairs.with_columns(pl.lit(seed).alias("seed"), pl.Series("before", before), pl.Series("after", cosines))
        for seed, cosines in after.items()
    ]
    return pl.concat(parts).select("seed", *pairs.columns, "before", "after")


def _manifest(
    name: str, data: Dataset, how: Training, members: Mapping[int, Mapping[str, Sequence[str]]], seconds: float
) -> dict[str, Any]:
    packages = ("idioprobe", "torch", "transformers", "sentence-transformers", "datasets", "accelerate")
    return {
        "model": name,
        "dataset": data.name,
        "sha256": data.digest(),
        "training": asdict(how) | ({"margin": MARGIN} if how.loss == "triplet" else {}),
        "groups": GROUPS,
        "expressions": {str(seed): {group: len(n) for group, n in own.items()} for seed, own in members.items()},
        "seconds": seconds,
        "versions": {"python": platform.python_version(), **{one: _version(one) for one in packages}},
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
