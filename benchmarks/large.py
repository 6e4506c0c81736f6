"""Large data: a made-up lexicon of N expressions from build to page, with static vectors and all else by default.

    python benchmarks/large.py 1000 3000 10000

Each step (build, run, report) is the command itself in a process of its own. Printed are its seconds, by the clock and
of the processor, and its peak memory. Time should grow as N does: the last lines say how far it does. Options after
`--` go to `idioprobe run`.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

SOURCE = Path(__file__).resolve().parents[1] / "src"
COMMAND = "import sys; from idioprobe.cli import main; sys.argv[0] = 'idioprobe'; main()"
DIMENSION = 300
SYLLABLES = [a + b for a, b in product("bdfglmnprstvz", ("a", "e", "i", "o", "u", "an", "el", "or"))]
SENTENCES = (
    "After the long winter the council of {0} called the plan a [{1}] and went on with it",
    "Nobody in {0} thought that such a [{1}] would be seen again before the end of the year",
    "They said that the [{1}] in {0} had been the talk of the town since the early spring",
)
CLASSES = ("NC", "PC", "C")
SYNONYMS = 2
"""Of each component."""
FIELDS = (
    *("expression", "type", "class", "rating", "modifier", "head", "synonym", "modifier_synonyms", "head_synonyms"),
    *(f"sentence{i}" for i in range(1, len(SENTENCES) + 1)),
)


class Step(NamedTuple):
    """What a command took: seconds by the clock and of the processor, and megabytes at its peak."""

    clock: float
    processor: float
    peak: float


def words(count: int, chance: random.Random) -> list[str]:
    """So many words that do not exist."""
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(chance.choices(SYLLABLES, k=chance.choice((2, 3, 4))))] = None
    return list(made)


def write_lexicon(folder: Path, count: int) -> tuple[Path, Path, Path]:
    """A lexicon, a pool of random combinations and vectors of all their words."""
    chance = random.Random(count)
    vocabulary = words(3000 + count, chance)
    rows = []
    for first, second in {tuple(chance.sample(vocabulary, 2)): None for _ in range(2 * count)}:
        if len(rows) == count:
            break
        some = [chance.sample(vocabulary, SYNONYMS) for _ in range(2)]
        name, label = f"{first} {second}", chance.choice(CLASSES)
        rating = round(min(5, max(0, 2.5 * CLASSES.index(label) + chance.gauss(0, 0.8))), 2)
        sentences = [text.format(chance.choice(vocabulary).capitalize(), name) + "." for text in SENTENCES]
        synonym = " ".join([word for word in chance.sample(vocabulary, 4) if word not in (first, second)][:2])
        parts = (first, second, synonym, *(";".join(each) for each in some))
        rows.append((name, "noun-compound", label, rating, *parts, *sentences))
    lexicon, pool, vectors = (folder / name for name in ("lexicon.csv", "pool.txt", "vectors.txt"))
    with lexicon.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([FIELDS, *rows])
    pool.write_text("\n".join(" ".join(chance.sample(vocabulary, 2)) for _ in range(2000)), encoding="utf-8")
    known = sorted({*vocabulary, *" ".join(SENTENCES).lower().replace("[{1}]", "").replace("{0}", "").split()})
    known += ["this", "is", "here", "he", "she", "it", "was", "."]
    numbers = np.random.default_rng(0).normal(size=(len(known), DIMENSION)).astype(np.float32).round(4)
    with vectors.open("w", encoding="utf-8") as file:
        file.write(f"{len(known)} {DIMENSION}\n")
        file.writelines(
            f"{word} {' '.join(map(str, row))}\n" for word, row in zip(known, numbers.tolist(), strict=True)
        )
    return lexicon, pool, vectors


def measured(folder: Path, *arguments: object) -> Step:
    """One command, in a process of its own; its last words where it fails."""
    begun = time.perf_counter()
    log = folder / "log.txt"
    with log.open("wb") as said:
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *map(str, arguments)], cwd=folder, env=environment, stdout=said, stderr=said
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, arguments))}: {log.read_text(encoding='utf-8')[-2000:]}")
    return Step(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def whole(count: int, options: list[str]) -> dict[str, Step]:
    """All steps with a lexicon of so many expressions."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        lexicon, pool, vectors = write_lexicon(folder, count)
        steps = {
            "build": ("data", "build", lexicon, "-o", "made", "--language", "en", "--random", pool),
            "run": (
                "run",
                "-d",
                "made",
                "-m",
                f"static:{vectors}",
                "--cache-dir",
                "cache",
                "--out",
                "results",
                *options,
            ),
            "report": ("report", "results", "-o", "page.html"),
        }
        taken = {}
        for name, arguments in steps.items():
            taken[name] = measured(folder, *arguments)
            clock, processor, peak = taken[name]
            print(f"  {name}: {clock:.0f} s, {processor:.0f} s of the processor, {peak / 1024:.2f} GB", flush=True)
        (manifest,) = folder.glob("results/*/*/run.json")
        told = json.loads(manifest.read_text(encoding="utf-8"))
        texts, seconds = told["counts"]["texts"], told["seconds"]
        size = (folder / "page.html").stat().st_size / 1e6
        stages = ", ".join(f"{name} {value:.0f} s" for name, value in seconds.items())
        print(f"  {texts:,} texts; the run by the clock: {stages}; page of {size:.1f} MB", flush=True)
        return taken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", type=int, nargs="*", default=[1000, 3000], help="numbers of expressions")
    given, options = parser.parse_known_args()
    done = {}
    for count in given.sizes:
        print(f"{count:,} expressions", flush=True)
        done[count] = whole(count, [option for option in options if option != "--"])
    (first, before), *others = done.items()
    for count, steps in others:
        ratios = ", ".join(f"{name} {steps[name].processor / before[name].processor:.1f}" for name in steps)
        together, once = (sum(step.processor for step in some.values()) for some in (steps, before))
        print(
            f"{count / first:.1f} times as many expressions as {first:,} take so many times the processor: {ratios}, "
            f"all together {together / once:.1f}"
        )


if __name__ == "__main__":
    main()
