"""What is printed while models run: notices, progress, results, and what failed."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe.cli.flags import in_flags
from idioprobe.cli.shared import errors, fail, output, say

if TYPE_CHECKING:
    from idioprobe.core.errors import IdioprobeError
    from idioprobe.core.progress import Progress
    from idioprobe.run.many import Finished, Outcome
    from idioprobe.run.plan import Forecast
    from idioprobe.run.results import Result


class Printed:
    """The terminal as the audience of a command's models; `quiet` prints nothing on standard output."""

    def __init__(self, total: int, *, quiet: bool, everything: bool = False) -> None:
        from idioprobe.report.terminal.progress import Whole

        self._quiet, self._errors, self._whole = quiet, errors(), Whole(total)
        self._everything, self._brief = everything, total > 1 and not everything

    def notice(self, message: str) -> None:
        """On standard error."""
        say(self._errors, message, "yellow")

    def progress(self, name: str) -> AbstractContextManager[Progress]:
        """A bar, or lines where nobody watches."""
        from idioprobe.report.terminal.progress import EmbeddingProgress

        return EmbeddingProgress(self._errors, name, self._whole)

    def finished(self, finished: Finished) -> None:
        """Its tables, and where they are."""
        from idioprobe.report.terminal.answer import show_briefly
        from idioprobe.report.terminal.run import show

        if not self._quiet:
            console, folder = output(), finished.folder
            if self._brief and finished.result.manifest.headline:
                show_briefly(finished.result, console)
            else:
                show(finished.result, console, in_flags, everything=self._everything)
            say(
                console,
                f"Results: {folder}" if finished.new else f"Already there (--force computes it again): {folder}",
            )

    def forecast(self, forecast: Forecast) -> None:
        """What a run would have to do."""
        if not self._quiet:
            say(output(), forecast.show())

    def failed(self, model: str, error: IdioprobeError) -> None:
        """A model among several."""
        say(self._errors, f"{model}: {error}", "red")

    def ended(self) -> None:
        """Count it."""
        self._whole.finished += 1

    def page(self, results: list[Result], out: Path) -> None:
        """Make the page of the results."""
        from idioprobe.api import make_page
        from idioprobe.report.terminal.progress import StepProgress

        with StepProgress(self._errors) as progress:
            path = make_page(results, out, notice=self.notice, progress=progress).resolve()
        if not self._quiet:
            say(output(), f"Page: {path}")

    def as_plain(self, outcome: Outcome) -> dict[str, Any]:
        """What was run and what failed, for scripts."""
        failed, to_get = (
            [{"model": name, "error": str(error)} for name, error in pairs]
            for pairs in (outcome.failures, outcome.to_get)
        )
        done = [*map(asdict, outcome.forecasts), *map(_told, outcome.finished)]
        return {"runs": done, "failed": failed, "to_get": to_get}

    def ranked(self, results: list[Result]) -> None:
        """Several models side by side."""
        from idioprobe.report.leaderboard import as_grid, leaderboards
        from idioprobe.report.terminal.grid import show_grid

        if self._quiet or len(results) < 2:
            return
        for board in leaderboards(results):
            show_grid(as_grid(board), output())

    def end(self, outcome: Outcome) -> None:
        """Name the models whose files a user has to get, and fail if a model did."""
        if outcome.to_get and not self._quiet:
            names = ", ".join(name for name, _ in outcome.to_get)
            say(output(), f"To get first, of {self._whole.models} models: {names}.")
        if outcome.failures:
            names = ", ".join(name for name, _ in outcome.failures)
            code = max(error.exit_code for _, error in outcome.failures)
            fail(f"{len(outcome.failures)} of {self._whole.models} models failed: {names}.", code)


def _told(finished: Finished) -> dict[str, Any]:
    from idioprobe.report.layers import sweeps_of
    from idioprobe.suites.controls.gap import idiom_gaps

    manifest = finished.result.manifest
    return {
        "model": manifest.model.name,
        "dataset": manifest.dataset.name,
        "folder": str(finished.folder),
        "new": finished.new,
        "headline": [asdict(one) for one in manifest.headline],
        "idiom_gap": [asdict(one) for one in idiom_gaps(finished.result.summary, finished.result.classes[0])],
        "layers": [asdict(one) for one in sweeps_of(finished.result)],
        "references": [record.model_dump() for record in manifest.references],
        "predictions": dict(finished.result.predictions["verdict"].value_counts().iter_rows()),
        "summary": finished.result.summary.drop("model", "dataset").to_dicts(),
        "verdicts": finished.result.predictions.drop("model", "dataset").to_dicts(),
        "counts": manifest.counts.model_dump(),
        "seconds": manifest.seconds,
    }
