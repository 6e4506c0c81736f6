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
    TransferSpeedColumn,
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


@dataclass(frozen=True)
class Words:
    """What a model works on, and how that is called."""

    many: str
    todo: str
    doing: str


EMBEDDING = Words("texts", "embed", "embedding with")
ASKING = Words("questions", "ask", "asking")


class EmbeddingProgress:
    """Shows how many texts are embedded or questions asked, at which rate, and how long the rest and all will take."""

    def __init__(self, console: Console, label: str, whole: Whole | None = None) -> None:
        self._console, self._whole = console, whole or Whole()
        several = self._whole.models > 1
        self._label = f"{label} ({self._whole.finished + 1} of {self._whole.models})" if several else label
        self._bar: Progress | None = None
        self._status: Status | None = None
        self._total = self._done = 0
        self._words = EMBEDDING
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

    def start(self, total: int, stored: int, *, asks: bool = False) -> None:
        """Begin, or begin again."""
        self._total, self._done = total, 0
        self._words = ASKING if asks else EMBEDDING
        self._begun = self._said = time.monotonic()
        if stored:
            line = f"{self._label}: {stored:,} {self._words.many} from the store, {total:,} to {self._words.todo}."
            self._console.print(line, highlight=False, markup=False)
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
            self._bar.add_task(f"{self._words.doing} {self._label}", total=total, count="", rate="", left="")
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
            speed = f"{_rate(rate)} {self._words.many}/s"
            self._bar.update(self._bar.task_ids[0], advance=texts, count=count, rate=speed, left=left)
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
                f"{self._label}: {self._done:,} of {self._total:,} {self._words.many}, {_rate(rate)} per second{rest}.",
                highlight=False,
                markup=False,
            )


def _rate(rate: float) -> str:
    """How many in a second, where slow models do less than one.

    >>> _rate(41.8), _rate(0.25)
    ('42', '0.25')
    """
    return f"{rate:.0f}" if rate >= 1 else f"{rate:.2f}"


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

    amounts: tuple[ProgressColumn, ...] = (MofNCompleteColumn(),)

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._said = time.monotonic()
        self._begun: dict[str, tuple[float, int]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, label: str, done: int, total: int | None) -> None:
        """So much is done; what was done when it began does not count for the rate."""
        self._begun.setdefault(label, (time.monotonic(), done))
        if self._console.is_terminal:
            if self._bar is None:
                columns = (TextColumn("{task.description}", markup=False), BarColumn(), *self.amounts)
                self._bar = Progress(*columns, TimeRemainingColumn(), console=self._console, transient=True)
                self._bar.start()
            if label not in self._tasks:
                self._tasks[label] = self._bar.add_task(label, total=total)
            self._bar.update(self._tasks[label], completed=done, total=total)
        elif time.monotonic() - self._said >= SECONDS_BETWEEN_LINES:
            self._said = time.monotonic()
            told = f"{label}: {self._words(done, total)}{self._pace(label, done, total)}."
            self._console.print(told, highlight=False, markup=False)

    def _pace(self, label: str, done: int, total: int | None) -> str:
        began, before = self._begun[label]
        rate = (done - before) / max(self._said - began, 1e-9)
        if rate <= 0:
            return ""
        return f", {self._speed(rate)} per second" + (f", {_clock((total - done) / rate)}" if total else "")

    def _words(self, done: int, total: int | None) -> str:
        return f"{done:,} of {total:,}" if total else f"{done:,}"

    def _speed(self, rate: float) -> str:
        return _rate(rate)


class BytesProgress(StepProgress):
    """The same for bytes of a file."""

    amounts = (DownloadColumn(), TransferSpeedColumn())

    def _words(self, done: int, total: int | None) -> str:
        return f"{done / 1e6:,.0f}" + (f" of {total / 1e6:,.0f}" if total else "") + " MB"

    def _speed(self, rate: float) -> str:
        return f"{_rate(rate / 1e6)} MB"
