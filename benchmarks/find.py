"""What a thousand expressions cost beside one, in a text made for the purpose with words as frequent as words are.

Each expression occurs about once in a million words, as idioms do. Seconds are the processor's; the ratio is given by
the clock too.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from rich.console import Console

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.find import find_all
from tests.make.corpus.indexes import write_index

VOCABULARY = 60_000
WORDS_IN_SENTENCE = 18
EXPRESSIONS = 1_000


def vocabulary(chance: random.Random) -> list[str]:
    letters = "etaoinshrdlcumwfgypbvkjxqz"
    weights = [1 / (at + 3) for at in range(len(letters))]
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        shortest = 2 + len(words) * 5 // VOCABULARY
        words["".join(chance.choices(letters, weights, k=chance.randint(shortest, shortest + 6)))] = None
    return list(words)


def sentences(words: list[str], pairs: list[tuple[str, str]], number: int, seed: int) -> list[str]:
    dice = np.random.default_rng(seed)
    share = 1 / (np.arange(VOCABULARY) + 3)
    chosen = dice.choice(VOCABULARY, size=(number, WORDS_IN_SENTENCE), p=share / share.sum())
    planted = dice.random(number) < WORDS_IN_SENTENCE * EXPRESSIONS / 1e6
    which = dice.integers(len(pairs), size=number)
    made = []
    for row, has_one, at_pair in zip(chosen, planted, which, strict=True):
        text = [words[at] for at in row]
        if has_one:
            text[5:7] = pairs[at_pair]
        made.append(" ".join(text).capitalize() + ".")
    return made


def seconds(index: object, wanted: list[Wanted]) -> tuple[float, float, int]:
    processor, clock = time.process_time(), time.perf_counter()
    found = find_all(index, wanted)  # type: ignore[arg-type]
    return time.process_time() - processor, time.perf_counter() - clock, len(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=1_000_000)
    parser.add_argument("--turns", type=int, default=5)
    asked = parser.parse_args()
    chance = random.Random(0)
    words = vocabulary(chance)
    pairs = [(chance.choice(words[500:]), chance.choice(words[500:])) for _ in range(EXPRESSIONS)]
    wanted = [Wanted(" ".join(pair), "en", (" ".join(pair), " ".join(pair) + "s")) for pair in pairs]
    with tempfile.TemporaryDirectory() as folder:
        shards = [sentences(words, pairs, asked.sentences // 2, seed) for seed in (1, 2)]
        size = sum(len(text) for shard in shards for text in shard) / 1e6
        index = write_index(Path(folder) / "index", shards)
        del shards
        seconds(index, wanted)
        turns = [(seconds(index, wanted[:1]), seconds(index, wanted)) for _ in range(asked.turns)]
    one, all_ = (statistics.median(turn[at][0] for turn in turns) for at in (0, 1))
    clock = statistics.median(turn[1][1] / turn[0][1] for turn in turns)
    Console().print(
        f"{size:.0f} MB: one expression {one:.2f} s ({turns[0][0][2]} matches), "
        f"{EXPRESSIONS:,} expressions {all_:.2f} s ({turns[0][1][2]:,} matches): "
        f"{all_ / one:.2f} times as long, {clock:.2f} times by the clock; {size / all_:.0f} MB/s"
    )


if __name__ == "__main__":
    main()
