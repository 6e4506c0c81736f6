"""Progress on the terminal: a bar where someone watches, a line now and then where nobody does."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.status import Status
from rich.text import Text

SECONDS_BETWEEN_LINES = 10.0
SECONDS_BEFORE_ESTIMATE = 5.0
SHARE_BEFORE_ESTIMATE = 0.05
"""Before so much time and work, the rate says nothing: the first batch warms up, and long texts come last."""


@dataclass
class Whole:
    """How far a command with several models is."""

    models: int = 1
    finished: int = 0
    begun: float = field(default_factory=time.monotonic)

    def left(self, share: float) -> float | None:
        """Seconds left for all models, if the rest goes as what was done; `share` of the present one is done."""
        done = self.finished + share
        return (time.monotonic() - self.begun) * (self.models - done) / done if done else None


class EmbeddingProgress:
    """Shows how many texts are embedded, at which rate, how long the rest will take, and that of all models."""

    def __init__(self, console: Console, label: str, whole: Whole | None = None) -> None:
        self._console, self._whole = console, whole or Whole()
        several = self._whole.models > 1
        self._label = f"{label} ({self._whole.finished + 1} of {self._whole.models})" if several else label
        self._bar: Progress | None = None
        self._status: Status | None = None
        self._total = self._done = 0
        self._begun = self._said = time.monotonic()

    def __enter__(self) -> EmbeddingProgress:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    def _clear(self) -> None:
        for shown in (self._bar, self._status):
            if shown is not None:
                shown.stop()
        self._bar = self._status = None

    def stage(self, name: str) -> None:
        """Say on a terminal what goes on after the texts are embedded."""
        self._clear()
        if self._console.is_terminal:
            self._status = self._console.status(Text(f"{self._label}: {name}"))
            self._status.start()

    def start(self, total: int, stored: int) -> None:
        """Begin, or begin again."""
        self._total, self._done = total, 0
        self._begun = self._said = time.monotonic()
        if stored:
            self._console.print(
                f"{self._label}: {stored:,} texts from the store, {total:,} to embed.", highlight=False, markup=False
            )
        if total and self._console.is_terminal:
            self._clear()
            columns = (
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                TextColumn("{task.fields[count]}"),
                TextColumn("{task.fields[rate]}"),
                TextColumn("{task.fields[left]}"),
            )
            self._bar = Progress(*columns, console=self._console, transient=True)
            self._bar.add_task(f"embedding with {self._label}", total=total, count="", rate="", left="")
            if self._whole.models > 1:
                self._bar.add_task("all models", total=self._whole.models, count="", rate="", left="")
            self._bar.start()

    def refresh(self) -> None:
        """Draw the bar now, not when its turn comes."""
        if self._bar is not None:
            self._bar.refresh()

    def advance(self, texts: int) -> None:
        """Some more texts are done."""
        self._done += texts
        now = time.monotonic()
        rate = self._done / max(now - self._begun, 1e-9)
        share = self._done / max(self._total, 1)
        known = now - self._begun >= SECONDS_BEFORE_ESTIMATE and share >= SHARE_BEFORE_ESTIMATE
        left = _clock((self._total - self._done) / rate) if known else ""
        whole = self._whole.left(share) if known and self._whole.models > 1 else None
        if self._bar is not None:
            count = f"{self._done:,}/{self._total:,}"
            self._bar.update(self._bar.task_ids[0], advance=texts, count=count, rate=f"{rate:.0f} texts/s", left=left)
            if self._whole.models > 1:
                models = f"{self._whole.finished}/{self._whole.models}"
                completed = self._whole.finished + share
                rest = _clock(whole) if whole is not None else ""
                self._bar.update(self._bar.task_ids[1], completed=completed, count=models, left=rest)
        elif now - self._said >= SECONDS_BETWEEN_LINES:
            self._said = now
            rest = f", {left}" if left else ""
            rest += f"; all models: {_clock(whole)}" if whole is not None else ""
            self._console.print(
                f"{self._label}: {self._done:,} of {self._total:,} texts, {rate:.0f} per second{rest}.",
                highlight=False,
                markup=False,
            )


def _clock(seconds: float) -> str:
    """How long the rest will take.

    >>> _clock(75), _clock(4000)
    ('1:15 left', '1:06:40 left')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} left" if hours else f"{minutes}:{rest:02} left"


class StepProgress:
    """Shows how much of some work is done: one bar per label, or a line now and then."""

    amount: ProgressColumn = MofNCompleteColumn()

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._said = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, label: str, done: int, total: int | None) -> None:
        """So much is done."""
        if self._console.is_terminal:
            if self._bar is None:
                columns = (TextColumn("{task.description}", markup=False), BarColumn(), self.amount)
                self._bar = Progress(*columns, TimeRemainingColumn(), console=self._console, transient=True)
                self._bar.start()
            if label not in self._tasks:
                self._tasks[label] = self._bar.add_task(label, total=total)
            self._bar.update(self._tasks[label], completed=done, total=total)
        elif time.monotonic() - self._said >= SECONDS_BETWEEN_LINES:
            self._said = time.monotonic()
            self._console.print(f"{label}: {self._words(done, total)}.", highlight=False, markup=False)

    def _words(self, done: int, total: int | None) -> str:
        return f"{done:,} of {total:,}" if total else f"{done:,}"


class BytesProgress(StepProgress):
    """The same for bytes of a file."""

    amount = DownloadColumn()

    def _words(self, done: int, total: int | None) -> str:
        return f"{done / 1e6:,.0f}" + (f" of {total / 1e6:,.0f}" if total else "") + " MB"
