"""Draws the examples beside this file: all-MiniLM-L6-v2 on the starter set (`make figures`)."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PROGRAM = (sys.executable, "-m", "idioprobe")
RUNS: dict[str, tuple[str, ...]] = {
    "probes": ("--view", "mean@last4,mean@all"),
    "epsilon": ("--suite", "epsilon"),
}
EXAMPLES = {"H2": "probes", "H4": "probes", "layers": "probes", "W2": "epsilon"}
"""Figures, and the run that each is drawn from."""


def main() -> None:
    """Run, then draw."""
    with tempfile.TemporaryDirectory() as folder:
        places = {name: str(Path(folder) / name) for name in RUNS}
        for name, options in RUNS.items():
            asked = ("--language", "en", "--condition", "nat,neut", "--out", places[name])
            subprocess.run([*PROGRAM, "run", *asked, *options], check=True)
        for name, run in EXAMPLES.items():
            file = str(HERE / f"{name}.svg")
            subprocess.run([*PROGRAM, "figures", places[run], "-f", name, "--title", "-o", file], check=True)


if __name__ == "__main__":
    main()
