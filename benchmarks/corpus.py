"""How fast a corpus is indexed: beside NLTK's BigramCollocationFinder and `wc -w`, on text made for the purpose.

    python benchmarks/corpus.py [MEGABYTES] [NLTK_MEGABYTES]

Ratios are of one run. NLTK is timed on a part of the text and scaled; its words are those between spaces, which
is the least that it can do.
"""

import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

SEED = 1
INDEX = """
import resource, sys
from pathlib import Path
from idioprobe.make.corpus.indexing.making import make_index
make_index([Path(sys.argv[1])], Path(sys.argv[2]), language="en")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def write_text(path: Path, size: int) -> None:
    """Sentences of English words, each as frequent as it is in English."""
    import wordfreq

    chance = random.Random(SEED)
    words = wordfreq.top_n_list("en", 60_000)
    weights = list(itertools.accumulate(wordfreq.word_frequency(word, "en") for word in words))
    written = 0
    with path.open("w", encoding="utf-8") as file:
        while written < size:
            drawn = iter(chance.choices(words, cum_weights=weights, k=50_000))
            lengths = iter(lambda: chance.randint(5, 30), None)
            sentences = itertools.takewhile(len, (list(itertools.islice(drawn, length)) for length in lengths))
            text = "".join(f"{' '.join(sentence).capitalize()}.\n" for sentence in sentences)
            written += len(text.encode())
            file.write(text)


def nltk_seconds(path: Path, size: int) -> float:
    """Words and pairs counted by NLTK, for as many bytes."""
    from nltk.collocations import BigramCollocationFinder

    with path.open("rb") as file:
        text = file.read(size).decode("utf-8", "ignore")
    begun = time.perf_counter()
    BigramCollocationFinder.from_words(text.lower().split())
    return time.perf_counter() - begun


def main() -> None:
    """Measure and print."""
    size = int(float(sys.argv[1] if len(sys.argv) > 1 else 1000) * 1e6)
    sample = int(float(sys.argv[2] if len(sys.argv) > 2 else 50) * 1e6)
    console = Console()
    with tempfile.TemporaryDirectory() as temporary:
        whole = 0.0
        for part, share in (("half", 0.5), ("all", 1.0)):
            path, index = Path(temporary) / f"{part}.txt", Path(temporary) / f"{part}.index"
            write_text(path, int(size * share))
            begun = time.perf_counter()
            subprocess.run(["wc", "-w", str(path)], check=True, capture_output=True)
            counted = time.perf_counter() - begun
            begun = time.perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", INDEX, str(path), str(index)], check=True, capture_output=True, text=True
            )
            whole = time.perf_counter() - begun
            console.print(
                f"{size * share / 1e6:.0f} MB: indexed in {whole:.1f} s on {os.cpu_count()} cores, {whole / counted:.1f} "
                f"times wc -w ({counted:.2f} s), peak memory {int(done.stdout) / 1e3:.0f} MB"
            )
        slow = nltk_seconds(path, min(sample, size)) * size / min(sample, size)
        console.print(
            f"NLTK, timed on {min(sample, size) / 1e6:.0f} MB and scaled: {slow:.1f} s, {slow / whole:.1f} times"
        )


if __name__ == "__main__":
    main()
