"""Draws the examples beside this file: all-MiniLM-L6-v2 on the starter set (`make figures`)."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PROGRAM = (sys.executable, "-m", "idioprobe")
RUN = ("--language", "en,pt", "--condition", "nat,neut", "--view", "mean@last4,mean@all", "--suite", "probes,epsilon")
EXAMPLES: dict[str, tuple[str, ...]] = {
    "H2": ("--language", "en"),
    "H4": ("--language", "en"),
    "W2": ("--view", "mean@last4"),
    "layers": ("--language", "en"),
}
"""Figures, and what is drawn of them."""


def main() -> None:
    """Run once, draw each example."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*PROGRAM, "run", *RUN, "--out", folder], check=True)
        for name, options in EXAMPLES.items():
            file = str(HERE / f"{name}.svg")
            subprocess.run([*PROGRAM, "figures", folder, "-f", name, "--title", "-o", file, *options], check=True)


if __name__ == "__main__":
    main()
