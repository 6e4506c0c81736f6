"""What the suite `epsilon` costs beyond embedding its distinct texts once.

On the published part of NCIMP's English sentences if a copy lies beside this repository
(`../shared/data/ncimp-en-public`), else on the starter set.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from rich.console import Console

from idioprobe import evaluate, load_dataset

PUBLISHED = Path(__file__).resolve().parents[2] / "shared" / "data" / "ncimp-en-public"


def main() -> None:
    """Measure and print."""
    console = Console(width=110)
    data = load_dataset("ncimp", PUBLISHED) if PUBLISHED.is_dir() else load_dataset("starter")
    with tempfile.TemporaryDirectory() as temporary:
        evaluate(
            "all-MiniLM-L6-v2",
            data,
            languages="en",
            suites="epsilon",
            conditions="nat",
            limit=2,
            cache_dir=Path(temporary),
        )
    for model in ("all-MiniLM-L6-v2", "st:all-MiniLM-L6-v2"):
        with tempfile.TemporaryDirectory() as temporary:
            begun = time.perf_counter()
            result = evaluate(
                model, data, languages="en", suites="epsilon", conditions="nat", cache_dir=Path(temporary)
            )
            total = time.perf_counter() - begun
        embedding, texts = result.manifest.seconds["embedding"], result.manifest.counts.texts
        console.print(
            f"{model}: {len(result.table('epsilon')):,} pairs, {texts:,} distinct texts; "
            f"embedding {embedding:.1f} s, everything {total:.1f} s: {100 * (total / embedding - 1):.1f} % more"
        )


if __name__ == "__main__":
    main()
