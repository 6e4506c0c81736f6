"""How fast a corpus is indexed: beside NLTK's BigramCollocationFinder and `wc -w`, on text made for the purpose.

    python benchmarks/corpus.py [MEGABYTES] [NLTK_MEGABYTES]

Ratios are of one run, by the clock and by the processor's time (of all cores together): on a machine that has other
work the latter is fair, and the index would be so many times faster by the clock as there are cores. NLTK is timed on a
part of the text and scaled; its words are those between spaces, which is the least that it can do. The text is indexed
whole and then by half, to see that time is linear and memory the same.
"""

import itertools
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console

SEED = 1
INDEX = """
import sys
from pathlib import Path
from idioprobe.make.corpus.indexing.making import make_index
make_index([Path(sys.argv[1])], Path(sys.argv[2]), language="en")
"""
NLTK = """
import sys
import time
from nltk.collocations import BigramCollocationFinder
with open(sys.argv[1], "rb") as file:
    text = file.read(int(sys.argv[2])).decode("utf-8", "ignore")
clock, processor = time.perf_counter(), time.process_time()
BigramCollocationFinder.from_words(text.lower().split())
print(time.perf_counter() - clock, time.process_time() - processor)
"""


@dataclass(frozen=True)
class Cost:
    """What a command took: seconds by the clock and of the processor, and its peak memory in MB."""

    clock: float
    processor: float
    memory: float

    def __str__(self) -> str:
        return f"{self.clock:.1f} s, {self.processor:.1f} s of the processor"


def cost(*command: str) -> Cost:
    """Run a command in a process of its own."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    clock = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} failed")
    return Cost(clock, used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3)


def write_text(path: Path, size: int) -> None:
    """Sentences of English words, each as frequent as it is in English."""
    import wordfreq

    chance = np.random.default_rng(SEED)
    words = np.array(wordfreq.top_n_list("en", 60_000), object)
    shares = np.cumsum([wordfreq.word_frequency(word, "en") for word in words])
    written = 0
    with path.open("wb") as file:
        while written < size:
            drawn = words[np.searchsorted(shares, chance.random(50_000) * shares[-1])].tolist()
            ends = np.cumsum(chance.integers(5, 31, size=len(drawn) // 18))
            sentences = (drawn[start:end] for start, end in itertools.pairwise([0, *ends.tolist()]))
            text = "".join(f"{' '.join(sentence).capitalize()}.\n" for sentence in sentences if sentence).encode()
            written += file.write(text)
    os.truncate(path, size)


def nltk_cost(path: Path, size: int) -> Cost:
    """Words and pairs counted by NLTK, for as many bytes, in a process of its own because it fills the memory."""
    command = [sys.executable, "-c", NLTK, str(path), str(size)]
    clock, processor = map(float, subprocess.run(command, capture_output=True, check=True).stdout.split())
    return Cost(clock, processor, 0)


def main() -> None:
    """Measure and print."""
    size = int(float(sys.argv[1] if len(sys.argv) > 1 else 2000) * 1e6)
    sample = min(size, int(float(sys.argv[2] if len(sys.argv) > 2 else 50) * 1e6))
    console = Console(soft_wrap=True)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "text.txt"
        write_text(path, size)
        slow = nltk_cost(path, sample)
        console.print(f"NLTK, {sample / 1e6:.0f} MB: {slow}")
        for share in (1.0, 0.5):
            os.truncate(path, int(size * share))
            counted = cost("wc", "-w", str(path))
            made = cost(sys.executable, "-c", INDEX, str(path), str(Path(temporary) / f"{share}.index"))
            scale = size * share / sample
            console.print(f"{size * share / 1e6:.0f} MB: wc -w {counted}; indexed in {made} on {os.cpu_count()} cores")
            console.print(
                f"  {made.clock / counted.clock:.1f} times the time of wc -w by the clock, "
                f"{made.processor / counted.processor:.1f} times by the processor; "
                f"{slow.clock * scale / made.clock:.1f} and {slow.processor * scale / made.processor:.1f} times as "
                f"fast as NLTK; peak memory {made.memory:.0f} MB"
            )


if __name__ == "__main__":
    main()
