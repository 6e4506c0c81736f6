"""Results in a model card: fields and a table for its README, and a file in the Hub's format of evaluation results.

The Hub reads evaluation results from `.eval_results/*.yaml` of a model's repository; `model-index` in the README is
its earlier form, which other tools still read. Both name a dataset on the Hub, where the user has put it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from idioprobe import __version__
from idioprobe.connect.questions import slug
from idioprobe.connect.yaml import as_yaml
from idioprobe.core.errors import ConfigError
from idioprobe.core.files import replace_file
from idioprobe.core.views import ANSWER
from idioprobe.run.results import Result
from idioprobe.suites.headline import NAMES, NOISE, VERDICTS, Headline, hundred

HOME = "https://github.com/idioprobe/idioprobe"
OWNER = "idioprobe"
"""Whose dataset is named where the user names none."""
CARD = "model-card.md"
FOLDER = ".eval_results"
IN_VECTORS = (
    "The idiom score: offered the meaning of an idiomatic expression in its sentence, what its words say, and random "
    "words, how often the model takes the meaning, less how often it takes the random words. 0: by the words or by "
    "guessing; 100: every idiom. The sentence score is the same from the vectors of whole sentences."
)
IN_WORDS = (
    "The idiom score in words: asked which of two replacements keeps the meaning of an idiomatic expression in its "
    "sentence, the share of answers that take its synonym and not the synonyms of its words. 0: words, 50: chance, "
    "100: meaning."
)


@dataclass(frozen=True)
class Scored:
    """One idiom score of one result."""

    result: Result
    score: Headline

    @property
    def task(self) -> str:
        """What tells it from the other scores of the same model on the same dataset."""
        bare = [self.score.language, self.score.unit]
        several = len({one.view for one in self.result.manifest.headline}) > 1
        return "_".join([*bare, slug(self.score.view)] if several else bare)

    @property
    def value(self) -> float:
        """The number as a card has it."""
        return round(self.score.value or 0.0, 6)

    @property
    def words(self) -> str:
        """How the number was made."""
        score, config = self.score, self.result.manifest.config
        known = score.ci_low is not None and score.ci_high is not None
        bounds = f"95 % interval {score.ci_low:.4f} to {score.ci_high:.4f}, " if known else ""
        tokens = f"its tokens {score.tokens.value:.4f}, " if score.tokens else ""
        verdict = f"{VERDICTS[score.verdict]}, " if score.verdict else ""
        return (
            f"{score.measure}, {score.condition}, {score.group}, unit {score.unit}, view {score.view}, {bounds}"
            f"{tokens}{verdict}n = {score.n} expressions, chance {score.chance:g}, {config.resamples} resamples"
        )


def scored(results: Sequence[Result]) -> list[Scored]:
    """The scores of one model, those of sentences first; several models are refused, as a card is one model's."""
    names = sorted({result.manifest.model.name for result in results})
    if len(names) > 1:
        raise ConfigError(f"A model card is about one model; these are {', '.join(names)}. Name the folders of one.")
    every = [Scored(result, score) for result in results for score in result.manifest.headline]
    found = [one for one in every if one.score.ranked and not one.score.former]
    if not found:
        noise = any(one.score.verdict == NOISE for one in every)
        why = f": this model {VERDICTS[NOISE]}" if noise else ""
        raise ConfigError(f"These results have no idiom score to put into a card{why}.")
    return sorted(found, key=lambda one: list(NAMES).index(one.score.unit))


def model_index(results: Sequence[Result], dataset_id: str | None = None) -> dict[str, Any]:
    """The field `model-index` of a model card."""
    entries = []
    for one in scored(results):
        about = one.result.manifest
        metric = {
            "type": slug(one.score.name),
            "name": one.score.name,
            "value": one.value,
            "args": {
                **{name: getattr(one.score, name) for name in ("measure", "unit", "view", "condition", "group", "n")},
                "ci_low": one.score.ci_low,
                "ci_high": one.score.ci_high,
                "chance": one.score.chance,
                "tokens": one.score.tokens.value if one.score.tokens else None,
                "verdict": one.score.verdict,
            },
        }
        dataset = {
            "type": _dataset(one, dataset_id),
            "name": f"{about.dataset.name} ({one.score.language})",
            "config": "stimuli",
            "split": "test",
            "revision": about.dataset.sha256,
        }
        task = {"type": "text-generation" if one.score.unit == ANSWER else "sentence-similarity", "name": "Idioms"}
        source = {"name": f"idioprobe {about.idioprobe}", "url": HOME}
        entries.append({"task": task, "dataset": dataset, "metrics": [metric], "source": source})
    return {"model-index": [{"name": results[0].manifest.model.name, "results": entries}]}


def eval_results(results: Sequence[Result], dataset_id: str | None = None) -> list[dict[str, Any]]:
    """The entries of a file in `.eval_results`."""
    return [
        {
            "dataset": {"id": _dataset(one, dataset_id), "task_id": one.task},
            "value": one.value,
            "date": one.result.manifest.day,
            "source": {"url": HOME, "name": f"idioprobe {one.result.manifest.idioprobe}"},
            "notes": one.words,
        }
        for one in scored(results)
    ]


def _dataset(one: Scored, dataset_id: str | None) -> str:
    if dataset_id is not None and dataset_id.count("/") != 1:
        raise ConfigError(f"`dataset_id` {dataset_id}: write OWNER/NAME, as on the Hub.")
    return dataset_id or f"{OWNER}/{slug(one.result.manifest.dataset.name).replace('_', '-')}"


def snippet(results: Sequence[Result], dataset_id: str | None = None) -> str:
    """What goes into the README of a model: its fields, and below them the same for people."""
    return f"---\n{as_yaml(model_index(results, dataset_id))}---\n\n" + "\n".join(_table(results)) + "\n"


def _table(results: Sequence[Result]) -> Iterator[str]:
    yield "## Idioms\n"
    units = {one.score.unit for one in scored(results)}
    told = [text for text, there in ((IN_VECTORS, units != {ANSWER}), (IN_WORDS, ANSWER in units)) if there]
    yield f"{' '.join(told)} In brackets, 95 % intervals that resample expressions and their substitutes.\n"
    yield "| dataset | language | | of 100 | its tokens | expressions | verdict | view |"
    yield "| --- | --- | --- | ---: | ---: | ---: | --- | --- |"
    for one in scored(results):
        score, about = one.score, one.result.manifest
        cells = [about.dataset.name, score.language, score.name, hundred(score.value, score.ci_low, score.ci_high)]
        cells += [hundred(score.tokens.value) if score.tokens else "", str(score.n)]
        cells += [VERDICTS[score.verdict] if score.verdict else "", score.view]
        yield "| " + " | ".join(escape(cell, quote=False).replace("|", "\\|") for cell in cells) + " |"
    yield f"\nMeasured with [idioprobe]({HOME}) {__version__}."


def write_card(results: Sequence[Result], folder: Path, dataset_id: str | None = None) -> list[Path]:
    """Write the snippet and a file of evaluation results for each dataset."""
    folder = folder.expanduser()
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"`out` {folder} is a file; name a folder.")
    texts = {folder / CARD: snippet(results, dataset_id)}
    for name in dict.fromkeys(result.manifest.dataset.name for result in results):
        own = [result for result in results if result.manifest.dataset.name == name]
        texts[folder / FOLDER / f"idioprobe_{slug(name)}.yaml"] = as_yaml(eval_results(own, dataset_id))
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with replace_file(path) as temporary:
            temporary.write_text(text, encoding="utf-8")
    return list(texts)
