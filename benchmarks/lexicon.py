"""How the time to read a TOML lexicon grows: four times the entries should take about four times as long."""

import tempfile
import time
from pathlib import Path

from rich.console import Console

from idioprobe.data.lexicon.read import read_lexicon


def seconds(folder: Path, entries: int) -> float:
    pool = ", ".join(f'"w{i} v{i}"' for i in range(entries))
    blocks = (
        f'[[expression]]\nexpression = "a{i} b{i}"\nsynonym = "c"\nsentence = "A a{i} b{i}."\n' for i in range(entries)
    )
    path = folder / "long.toml"
    path.write_text(f'language = "en"\nrandom = [{pool}]\n' + "".join(blocks), encoding="utf-8")
    begun = time.process_time()
    read_lexicon(path)
    return time.process_time() - begun


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as temporary:
        seconds(Path(temporary), 100)
        short, long = (seconds(Path(temporary), entries) for entries in (2000, 8000))
    Console().print(
        f"a TOML lexicon of 2,000 entries: {short:.2f} s; of 8,000: {long:.2f} s, {long / short:.1f} times as long"
    )


if __name__ == "__main__":
    main()
