"""How faults are made and counted: seeded, few of them in `make test`, many in `make faults`.

A test takes the fixture `tally` and tries each fault by `tally.attempt`. Whatever does not end
in one of the three good outcomes fails the test when it is over, with all that is needed to make
it again.
"""

import io
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from idioprobe.cli import main
from idioprobe.core.errors import IdioprobeError

LONG = os.environ.get("FAULTS") == "long"
SEED = os.environ.get("FAULTS_SEED", "1")

RIGHT = "right numbers"
SAID = "clear message"
RENEWED = "set aside and computed again"
WRONG = "wrong"
_SHOWN = 1000
OUTCOMES = (RIGHT, SAID, RENEWED, WRONG)


def many(short: int, long: int) -> int:
    """How many faults of a kind to try: few within `make test`, many within `make faults`."""
    return long if LONG else short


def chance(*names: object) -> random.Random:
    """Chance that is the same each time for the same names."""
    return random.Random("/".join(map(str, (SEED, *names))))


class Tally:
    """What was tried, and how it ended, by kind of fault."""

    def __init__(self, test: str) -> None:
        self.test = test
        self.counts: Counter[tuple[str, str]] = Counter()
        self.wrong: list[str] = []

    def add(self, kind: str, outcome: str, detail: object = "") -> None:
        """Count one fault; a wrong outcome is kept with its detail, to fail the test with."""
        self.counts[kind, outcome] += 1
        if outcome == WRONG:
            self.wrong.append(f"{kind}: {detail}")

    def attempt(self, kind: str, detail: object, work: Callable[[], str]) -> None:
        """Do what a fault was made for: `work` returns an outcome, or raises.

        An error for the user is a clear message if each of its lines is; an AssertionError is a wrong
        outcome, and so is any other exception.
        """
        try:
            self.add(kind, work(), detail)
        except IdioprobeError as error:
            self.add(kind, SAID if _clear(str(error)) else WRONG, f"{detail}: {error!r}")
        except Exception as error:
            self.add(kind, WRONG, f"{detail}: {type(error).__name__}: {str(error)[:_SHOWN]}")

    def command(
        self, kind: str, detail: object, *arguments: object, right: Callable[[str], bool] | None = None
    ) -> None:
        """Run the command in this process: it has to end well (and `right` by its output), or with one clear line."""

        def work() -> str:
            done = command(*arguments)
            if done.code == 0:
                assert right is None or right(done.out), done.out[-500:]
                return RIGHT
            assert _clear("".join(done.err.strip().splitlines()[-1:])), done.err[-500:]
            return SAID

        self.attempt(kind, detail, work)


def _clear(message: str) -> bool:
    """Whether a message is one for a user: one line, or the mistakes of one file, a line each."""
    said = message.strip()
    lines = said.splitlines()
    listed = all(line.startswith((lines[0].partition(":")[0], "… and ")) for line in lines)
    return listed and bool(said) and not any(bad in said for bad in ("unexpected ", "Traceback"))


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: Any
    out: str
    err: str


def command(*arguments: object) -> Done:
    """The command as a user calls it, but in this process: many times quicker."""
    out, err = io.StringIO(), io.StringIO()
    before = signal.getsignal(signal.SIGTERM)
    with patch.object(sys, "argv", ["idioprobe", *map(str, arguments)]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
            code: Any = 0
        except SystemExit as end:
            code = end.code
        finally:
            signal.signal(signal.SIGTERM, before)
    return Done(code or 0, out.getvalue(), err.getvalue())


def table(counts: Counter[tuple[str, str]]) -> list[str]:
    """Lines of what was tried and how it ended."""
    kinds = sorted({kind for kind, _ in counts})
    width = max((len(kind) for kind in kinds), default=0)
    lines = [f"{'':{width}}  {'tried':>7}" + "".join(f"  {outcome}" for outcome in OUTCOMES)]
    for kind in [*kinds, "all"]:
        found = [sum(n for (k, o), n in counts.items() if o == outcome and kind in (k, "all")) for outcome in OUTCOMES]
        cells = (f"  {n:>{len(outcome)},}" for n, outcome in zip(found, OUTCOMES, strict=True))
        lines.append(f"{kind:{width}}  {sum(found):>7,}" + "".join(cells))
    return lines
