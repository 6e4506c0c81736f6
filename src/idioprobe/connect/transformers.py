"""transformers: a callback that watches idioms while `Trainer` trains a model."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from idioprobe.connect.watched import IdiomWatch
from idioprobe.core.errors import ConfigError, MissingExtraError, install
from idioprobe.models.live import as_model

try:
    from transformers import Trainer, TrainerCallback

    from idioprobe.models.common.weights import weights_digest
except ImportError as error:
    raise MissingExtraError(f"IdiomCallback needs {error.name}: {install('hf')}.") from error

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset

__all__ = ["IdiomCallback"]


class IdiomCallback(TrainerCallback):  # type: ignore[misc]
    """The idiom score of a model in training, for `Trainer(callbacks=[IdiomCallback()])`.

    It measures whenever the trainer evaluates, or at the end of each epoch where the trainer never does, and hands the
    numbers to the trainer's own log, so that Weights & Biases, TensorBoard and MLflow get them as all others.
    `metric_for_best_model="eval_idiom_score"` keeps the best checkpoint. All arguments are optional: `dataset` and the
    options of `IdiomWatch`; `name` comes before the names of the numbers; `tokenizer` is the trainer's
    `processing_class` unless you give another.
    """

    def __init__(
        self,
        dataset: str | Path | Dataset = "starter",
        *,
        name: str = "",
        tokenizer: Any = None,
        batch_tokens: int | None = None,
        **options: Any,
    ) -> None:
        self.watch = IdiomWatch(dataset, **options)
        self.primary_metric = f"{name}_{self.watch.primary}" if name else self.watch.primary
        self.name, self.tokenizer, self.batch_tokens = name, tokenizer, batch_tokens
        self._encoder: Any = None
        self._of: Any = None
        self._last: tuple[str, dict[str, float]] | None = None

    def on_evaluate(self, args: Any, state: Any, control: Any, **given: Any) -> None:
        """Measure the model, log the numbers, and add them to what the evaluation found."""
        del args, state, control
        encoder = self._known(given)
        weights = weights_digest(encoder.model)
        if self._last is None or self._last[0] != weights:  # once for several evaluation datasets
            self._last = weights, self._numbers(encoder)
            _trainer().log(dict(self._last[1]))
        metrics = given.get("metrics")
        if metrics is not None:
            metrics.update(self._last[1])

    def on_epoch_end(self, args: Any, state: Any, control: Any, **given: Any) -> None:
        """Measure here where the trainer is told not to evaluate."""
        del state, control
        if str(getattr(args.eval_strategy, "value", args.eval_strategy)) == "no":
            _trainer().log(self._numbers(self._known(given)))

    def _known(self, given: dict[str, Any]) -> Any:
        """The encoder of the model that is trained, which remembers its texts' tokens."""
        model, tokenizer = given["model"], self.tokenizer or given.get("processing_class")
        if self._encoder is None or self._of is not model:
            has_its_own = hasattr(model, "encode") and hasattr(model, "tokenizer")
            if tokenizer is None and not has_its_own:
                raise ConfigError(
                    "IdiomCallback needs the tokenizer: give Trainer(processing_class=…) or IdiomCallback(tokenizer=…)."
                )
            self._encoder, self._of = as_model(model if has_its_own else (model, tokenizer)), model
        return self._encoder

    def _numbers(self, encoder: Any) -> dict[str, float]:
        prefix = f"eval_{self.name}_" if self.name else "eval_"
        found = self.watch.numbers(encoder, self.batch_tokens)
        return {f"{prefix}{key}": float(value) for key, value in found.items()}


def _trainer() -> Any:
    """The trainer that is calling: it does not tell callbacks who it is, and only its `log` reaches all reporters."""
    frame: FrameType | None = sys._getframe()  # noqa: SLF001
    while frame is not None:
        if isinstance(caller := frame.f_locals.get("self"), Trainer):
            return caller
        frame = frame.f_back
    raise ConfigError("IdiomCallback is for a transformers.Trainer: give it as Trainer(callbacks=[IdiomCallback()]).")
