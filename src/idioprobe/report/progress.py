"""Progress on the terminal: a bar where someone watches, a line now and then where nobody does."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

SECONDS_BETWEEN_LINES = 10.0


class EmbeddingProgress:
    """Shows how many texts are embedded, at which rate, and how long the rest will take."""

    def __init__(self, console: Console, label: str) -> None:
        self._console, self._label = console, label
        self._bar: Progress | None = None
        self._total = self._done = 0
        self._begun = self._said = time.monotonic()

    def __enter__(self) -> EmbeddingProgress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def start(self, total: int, stored: int) -> None:
        """Begin, or begin again."""
        self._total, self._done = total, 0
        self._begun = self._said = time.monotonic()
        if stored:
            self._console.print(
                f"{self._label}: {stored:,} texts from the store, {total:,} to embed.", highlight=False, markup=False
            )
        if total and self._console.is_terminal:
            if self._bar is not None:
                self._bar.stop()
            columns = (
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[rate]}"),
                TimeRemainingColumn(),
            )
            self._bar = Progress(*columns, console=self._console, transient=True)
            self._bar.add_task(f"embedding with {self._label}", total=total, rate="")
            self._bar.start()

    def advance(self, texts: int) -> None:
        """Some more texts are done."""
        self._done += texts
        now = time.monotonic()
        rate = self._done / max(now - self._begun, 1e-9)
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], advance=texts, rate=f"{rate:.0f} texts/s")
        elif now - self._said >= SECONDS_BETWEEN_LINES:
            self._said = now
            left = (self._total - self._done) / rate
            self._console.print(
                f"{self._label}: {self._done:,} of {self._total:,} texts, {rate:.0f} per second, {left:.0f} s left.",
                highlight=False,
                markup=False,
            )


class BytesProgress:
    """Shows how much of a file has been read: one bar per file, or a line now and then."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._said = time.monotonic()

    def __enter__(self) -> BytesProgress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, label: str, done: int, total: int | None) -> None:
        """So many bytes of a file are done."""
        if self._console.is_terminal:
            if self._bar is None:
                columns = (TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn())
                self._bar = Progress(*columns, TimeRemainingColumn(), console=self._console, transient=True)
                self._bar.start()
            if label not in self._tasks:
                self._tasks[label] = self._bar.add_task(label, total=total)
            self._bar.update(self._tasks[label], completed=done, total=total)
        elif time.monotonic() - self._said >= SECONDS_BETWEEN_LINES:
            self._said = time.monotonic()
            part = f" of {total / 1e6:,.0f}" if total else ""
            self._console.print(f"{label}: {done / 1e6:,.0f}{part} MB.", highlight=False, markup=False)
