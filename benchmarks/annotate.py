"""How long a request to a study takes while 200 annotators answer 60 sentences, 32 at a time, over real HTTP.

The server is a process of its own, the annotators are threads of this one, on the same machine: they take processor
time from each other. An answer is acknowledged when it is on disk, so the disk counts too.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from rich.console import Console

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.make.annotate import studies
from tests.make.annotate.crowd import AT_ONCE, Crowd
from tests.make.annotate.visitors import Server

ANNOTATORS, EXPRESSIONS, SENTENCES, EACH = 200, 20, 3, 15


def main() -> None:
    console = Console(width=110)
    with tempfile.TemporaryDirectory() as temporary:
        wanted = ANNOTATORS * EACH // (EXPRESSIONS * SENTENCES) + 5
        changes = (f"annotations = {wanted}", f"per_annotator = {EACH}", "requests_per_minute = 1000000")
        folder = studies.make(Path(temporary) / "study", expressions=EXPRESSIONS, sentences=SENTENCES, changes=changes)
        truths = {str(number): 2.5 for number in range(1, EXPRESSIONS * (SENTENCES + 1) + 1)}
        paths = studies.links(folder, ANNOTATORS)
        with Server(folder) as server:
            crowd = Crowd(truths, dict.fromkeys(range(1, ANNOTATORS + 1), 1.0), server.url)
            begun = time.perf_counter()
            crowd.come(paths)
            seconds = time.perf_counter() - begun
    each = np.array(crowd.seconds) * 1000
    console.print(
        f"annotate: {len(crowd.acknowledged):,} answers, {len(each):,} requests, {AT_ONCE} at a time: "
        f"median {np.median(each):.0f} ms, 99th percentile {np.percentile(each, 99):.0f} ms, "
        f"{len(each) / seconds:.0f} requests/s"
    )


if __name__ == "__main__":
    main()
