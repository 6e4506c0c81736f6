"""How long a run takes whose vectors are all in the store, from the command to its last line.

The command fills a store first; then it is timed several times, with `--force`, so that all but
the model's work is done again. `--against PATH` times another version of the program (the `src`
folder of a checkout) in turn with this one, and prints the ratio:

    git worktree add ../before v0.3.0
    python benchmarks/stored.py --against ../before/src

Seconds are those of the processor: a busy machine changes them less than those of the clock.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1] / "src"
COMMAND = "import sys; from idioprobe.cli import main; sys.argv[0] = 'idioprobe'; main()"


def run(source: Path, folder: Path, options: list[str]) -> float:
    """Seconds of one run of the program in `source`."""
    arguments = ["run", "--cache-dir", str(folder / "cache"), "--out", str(folder / "results"), "--force", *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments],
        env={**os.environ, "PYTHONPATH": str(source)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{source}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path, metavar="PATH", help="the src folder of another version")
    parser.add_argument("--times", type=int, default=5, help="how often each is run; the median counts")
    parser.add_argument("options", nargs="*", help="options of `idioprobe run`, after --")
    given = parser.parse_args()
    sources = [HERE] if given.against is None else [HERE, given.against.resolve()]
    with tempfile.TemporaryDirectory() as temporary:
        folders = {source: Path(temporary) / str(number) for number, source in enumerate(sources)}
        for source, folder in folders.items():
            folder.mkdir()
            run(source, folder, given.options)
        taken = {source: [] for source in sources}
        for _ in range(given.times):
            for source, folder in folders.items():
                taken[source].append(run(source, folder, given.options))
    medians = [statistics.median(taken[source]) for source in sources]
    print(f"a run with all vectors in the store: {medians[0]:.2f} s")
    if given.against is not None:
        print(f"the same in {given.against}: {medians[1]:.2f} s, {medians[1] / medians[0]:.2f} times as long")


if __name__ == "__main__":
    main()
