"""sentence-transformers: an evaluator that watches idioms while a model is trained."""

from __future__ import annotations

import csv
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe.connect.watched import IdiomWatch
from idioprobe.core.errors import MissingExtraError, install
from idioprobe.models.live import as_model

try:
    from sentence_transformers.base.evaluation import BaseEvaluator
except ImportError as error:
    raise MissingExtraError(f"IdiomEvaluator needs {error.name}: {install('st')}.") from error

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from idioprobe.data.dataset import Dataset
    from idioprobe.models.st.live import LiveSentenceTransformer

__all__ = ["IdiomEvaluator"]

logger = logging.getLogger(__name__)


class IdiomEvaluator(BaseEvaluator):  # type: ignore[misc]
    """The idiom score of a `SentenceTransformer` in training, for `SentenceTransformerTrainer(evaluator=…)`.

    All arguments are optional. `dataset` is a name, a folder or a `Dataset`, whose idiomatic expressions in natural
    sentences are measured; `name` comes before the names of the numbers; `prompt` or `prompt_name` goes before every
    text, as in `evaluate`. Further options are those of `IdiomWatch`: `languages`, `idiomatic`, `units`, `measures`,
    `limit`, `resamples`, `seed`.

    `metric_for_best_model="eval_idiom_score"` keeps the checkpoint that knows idioms best; with a name, it is
    `eval_NAME_idiom_score`.
    """

    def __init__(
        self,
        dataset: str | Path | Dataset = "starter",
        *,
        name: str = "",
        prompt: str | None = None,
        prompt_name: str | None = None,
        batch_size: int = 32,
        write_csv: bool = True,
        **options: Any,
    ) -> None:
        super().__init__()
        self.watch = IdiomWatch(dataset, **options)
        self.primary_metric = self.watch.primary
        self.greater_is_better = True
        self.name, self.batch_size, self.write_csv = name, batch_size, write_csv
        self.prompts = {"prompt": prompt, "prompt_name": prompt_name}
        self.csv_file = f"idiom_evaluation{f'_{name}' if name else ''}_results.csv"
        self.csv_headers = ["epoch", "steps", *self.watch.columns]
        self._live: LiveSentenceTransformer | None = None

    def __call__(
        self, model: SentenceTransformer, output_path: str | None = None, epoch: int = -1, steps: int = -1
    ) -> dict[str, float]:
        """The numbers by name; a row of them in the CSV file of `output_path`, where one is given."""
        from idioprobe.models.st.sentencemodel import AVERAGE_TOKENS

        if self._live is None or self._live.model is not model:
            live: Any = as_model(model, {name: value for name, value in self.prompts.items() if value is not None})
            self._live = live
        assert self._live is not None  # noqa: S101
        found = self.watch.numbers(self._live, self.batch_size * AVERAGE_TOKENS)
        when = f" after epoch {epoch}" if epoch != -1 else ""
        when += f", step {steps}" if steps != -1 else ""
        logger.info(
            f"Idiom score{f' of {self.name}' if self.name else ''}{when}: {100 * found[self.watch.primary]:.0f} of 100"
        )
        if output_path is not None and self.write_csv:
            self._write(Path(output_path), {"epoch": epoch, "steps": steps, **found})
        metrics: dict[str, float] = self.prefix_name_to_metrics(found, self.name)
        self.store_metrics_in_model_card_data(model, metrics, epoch, steps)
        return metrics

    def _write(self, folder: Path, row: dict[str, Any]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / self.csv_file
        new = not path.is_file()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.csv_headers)
            if new:
                writer.writeheader()
            writer.writerow(row)

    @property
    def description(self) -> str:
        """What model cards call it."""
        return "Idioms"

    def get_config_dict(self) -> dict[str, Any]:
        """What decides the numbers, for model cards."""
        prompts = {name: value for name, value in self.prompts.items() if value is not None}
        return {**self.watch.config, **prompts}
