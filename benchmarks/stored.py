"""What a run costs whose vectors are all in the store, and what of it is the summary.

The command fills a store first, and is then run several times, each time in a new process, so that all but the
model's work is done again. Printed are ratios: how much quicker the embedding stage is than the first time, what the
whole costs beside the summary alone, and with `--against PATH` (the `src` folder of another version) how many times
as long that version takes, in turn with this one:

    git worktree add ../before v0.7.0
    python benchmarks/stored.py --against ../before/src -- -d ncimp --data-dir ../shared/data --language en,pt

Seconds are those of the processor: a busy machine changes them less than those of the clock. What follows `--` are
options of `idioprobe run`.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1] / "src"
MEASURED = """
import json, sys, time
from contextlib import contextmanager
from pathlib import Path
from idioprobe.run.run import Run
from idioprobe.cli import main

spent = {}

@contextmanager
def timed(self, stage):
    begun = time.process_time()
    yield
    self.timings[stage] = spent[stage] = time.process_time() - begun

Run._timed = timed
sys.argv[0] = "idioprobe"
told = Path(sys.argv.pop(1))
try:
    main()
finally:
    told.write_text(json.dumps({**spent, "whole": time.process_time()}))
"""
"""The command, and what of its stages the processor spent."""


def environment(source: Path, folder: Path) -> dict[str, str]:
    """As an installed program has it: modules are compiled once, not in each run."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(source), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def run(source: Path, folder: Path, options: list[str]) -> dict[str, float]:
    """Seconds of the stages and of the whole of one run of the program in `source`."""
    told = folder / "told.json"
    arguments = ["run", "--cache-dir", str(folder / "cache"), "--out", str(folder / "results"), "--force", *options]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(told), *arguments],
        env=environment(source, folder),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{source}: {done.stderr}")
    found: dict[str, float] = json.loads(told.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path, metavar="PATH", help="the src folder of another version")
    parser.add_argument("--times", type=int, default=5, help="how often each is run; the median counts")
    parser.add_argument("options", nargs="*", help="options of `idioprobe run`, after --")
    given = parser.parse_args()
    sources = [HERE] if given.against is None else [HERE, given.against.resolve()]
    with tempfile.TemporaryDirectory() as temporary:
        folders = {source: Path(temporary) / str(number) for number, source in enumerate(sources)}
        first = {}
        for source, folder in folders.items():
            folder.mkdir()
            first[source] = run(source, folder, given.options)
        taken: dict[Path, list[dict[str, float]]] = {source: [] for source in sources}
        for _ in range(given.times):
            for source, folder in folders.items():
                taken[source].append(run(source, folder, given.options))
    medians = [
        {stage: statistics.median(one[stage] for one in taken[source]) for stage in taken[source][0]}
        for source in sources
    ]
    mine = medians[0]
    stages = ", ".join(f"{name} {seconds:.2f}" for name, seconds in mine.items())
    print(f"a run with all vectors in the store, in seconds of the processor: {stages}")
    print(f"its embedding stage: {first[HERE]['embedding'] / mine['embedding']:.0f} times as fast as the first time")
    print(f"the whole command: {mine['whole'] / mine['summary']:.2f} times the summary alone")
    if given.against is not None:
        ratios = ", ".join(f"{name} {medians[1][name] / mine[name]:.2f}" for name in ("summary", "whole"))
        print(f"the same in {given.against} takes so many times as long: {ratios}")


if __name__ == "__main__":
    main()
