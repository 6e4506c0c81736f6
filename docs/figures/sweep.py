"""Draws what damage does to the idiom score, from the numbers that `benchmarks/damage.py --json FILE` keeps."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from headline import FONT, INK, LEFT, LINE, MEANING, QUIET, WIDTH, WORDS, at, text

TOP, ROW = 64, 24
NOISE = "cannot tell meaning from noise"


def svg(found: list[dict[str, object]]) -> str:
    """A row for each kind and amount of damage, a mark for each seed; hollow where the model gets no score."""
    whole, *rest = found
    kinds = list(dict.fromkeys((str(one["damage"]), str(one["amount"])) for one in rest))
    bottom = TOP + ROW * (len(kinds) + 1)
    height = bottom + 50
    title = "Idiom scores of damaged models (all-MiniLM-L6-v2, English starter set)"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="{FONT}" font-size="13" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        text(16, 22, title, weight="bold"),
    ]
    low, high = (at(float(str(whole[name]))) for name in ("low", "high"))
    parts.append(
        f'<rect x="{low}" y="{TOP - 8}" width="{high - low}" height="{bottom - TOP + 8}" fill="{LINE}" '
        'fill-opacity=".6"/>'
    )
    for tick in range(-40, 101, 20):
        parts.append(f'<path d="M{at(tick / 100)} {TOP - 8}V{bottom}" stroke="{LINE}"/>')
        parts.append(text(at(tick / 100), bottom + 18, str(tick), anchor="middle", fill=QUIET))
    for row, (kind, amount) in enumerate([("whole model", ""), *kinds]):
        y = TOP + ROW * row + ROW / 2
        own = [one for one in rest if (one["damage"], one["amount"]) == (kind, amount)] or [whole]
        parts.append(text(LEFT - 16, y + 4, f"{kind} {amount}".strip(), anchor="end", fill=INK, size=12))
        for one in own:
            noise = one["verdict"] == NOISE
            colour = QUIET if noise else MEANING if one is whole else WORDS
            fill = "#fff" if noise else colour
            x = at(max(-0.4, float(str(one["net"]))))
            parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{fill}" stroke="{colour}" stroke-width="1.5"/>')
    key = "a dot for each seed; hollow: cannot tell meaning from noise, so no score; grey: the whole model's interval"
    return "\n".join([*parts, text(16, bottom + 38, key, fill=QUIET, size=12), "</svg>", ""])


if __name__ == "__main__":
    numbers = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    (Path(__file__).parent / "sweep.svg").write_text(svg(numbers), encoding="utf-8")
