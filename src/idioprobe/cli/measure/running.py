"""Running models one after the other: progress, what is printed, and going on past a model that fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe.cli.shared import errors, fail, output, say
from idioprobe.core.errors import IdioprobeError

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset
    from idioprobe.run.config import RunConfig
    from idioprobe.run.results import Result


class Runs:
    """The models of one command on one dataset."""

    def __init__(self, data: Dataset, out: Path, *, force: bool, total: int, quiet: bool) -> None:
        """`quiet`: nothing on standard output, which `as_json` is for."""
        from idioprobe.report.terminal.progress import Whole

        self._data, self._out, self._force, self._quiet = data, out, force, quiet
        self._errors, self._whole = errors(), Whole(total)
        self._failures: list[tuple[str, IdioprobeError]] = []
        self._done: list[dict[str, Any]] = []
        self.results: list[Result] = []

    @contextmanager
    def attempt(self, name: str) -> Iterator[None]:
        """A model that fails among several is told, and the next has its turn."""
        try:
            yield
        except IdioprobeError as error:
            if self._whole.models == 1:
                raise
            self._failures.append((name, error))
            say(self._errors, f"{name}: {error}", "red")
        finally:
            self._whole.finished += 1

    def forecast(self, model: str, config: RunConfig) -> None:
        """Say what a run would have to do."""
        from idioprobe.run.evaluate import open_run

        with open_run(model, self._data, config, self._notice, download=False) as planned:
            forecast = planned.forecast()
        self._done.append(asdict(forecast))
        if not self._quiet:
            say(output(), forecast.show())

    def run(self, model: str, config: RunConfig) -> None:
        """Run one model, or show what is there of it."""
        from idioprobe.report.terminal.progress import EmbeddingProgress
        from idioprobe.report.terminal.run import show
        from idioprobe.run.evaluate import open_run

        with open_run(model, self._data, config, self._notice) as planned:
            result = None if self._force else planned.existing(self._out)
            new = result is None
            if result is None:
                with EmbeddingProgress(self._errors, planned.encoder.identity.name, self._whole) as progress:
                    result = planned.compute(progress)
                result.save(self._out)
            folder = planned.folder(self._out)
        self.results.append(result)
        self._done.append(_told(result, folder, new))
        if not self._quiet:
            console = output()
            show(result, console)
            say(console, f"Results: {folder}" if new else f"Already there (--force computes anew): {folder}")

    def page(self, out: Path) -> None:
        """Make the page of the results."""
        from idioprobe.api import make_page
        from idioprobe.report.terminal.progress import StepProgress

        with StepProgress(self._errors) as progress:
            path = make_page(self.results, out, notice=self._notice, progress=progress).resolve()
        if not self._quiet:
            say(output(), f"Page: {path}")

    def as_json(self) -> str:
        """What was run and what failed, for scripts."""
        failed = [{"model": name, "error": str(error)} for name, error in self._failures]
        return json.dumps({"runs": self._done, "failed": failed}, indent=2, ensure_ascii=False)

    def end(self) -> None:
        """Fail if a model did."""
        if self._failures:
            names = ", ".join(name for name, _ in self._failures)
            code = max(error.exit_code for _, error in self._failures)
            fail(f"{len(self._failures)} of {self._whole.models} models failed: {names}.", code)

    def notice(self, message: str | None) -> None:
        """Say something about the model whose turn it is, if there is something to say."""
        if message:
            self._notice(message)

    def _notice(self, message: str) -> None:
        say(self._errors, message, "yellow")


def _told(result: Result, folder: Path, new: bool) -> dict[str, Any]:
    verdicts = dict(result.predictions["verdict"].value_counts().iter_rows())
    return {
        "model": result.info["model"]["name"],
        "dataset": result.info["dataset"]["name"],
        "folder": str(folder),
        "new": new,
        "predictions": verdicts,
        "counts": result.info["counts"],
        "seconds": result.info["seconds"],
    }
