"""Draws the idiom scores of some results on one axis: from words or guessing to every idiom."""

from __future__ import annotations

import html
from pathlib import Path

from idioprobe.report.leaderboard import Leaderboard, leaderboards
from idioprobe.report.results import find_results
from idioprobe.suites.headline import ADDS_UP, GOES_BEYOND, Headline

WIDTH, LEFT, RIGHT, TOP, ROW = 760, 190, 40, 72, 38
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
INK, QUIET, LINE = "#1f2328", "#6e7781", "#d0d7de"
WORDS, MEANING = "#d55e00", "#0072b2"
LOWEST = -0.4
"""Where the axis begins."""
NAMES = {
    "st:all-MiniLM-L6-v2": "all-MiniLM-L6-v2",
    "hf:all-MiniLM-L6-v2": "… its hidden states",
    "glove.840B.300d_filtered.txt": "GloVe 840B (a part)",
}
"""Models as the picture names them."""


def draw(results: Path, out: Path) -> None:
    """One row per model, the best first."""
    (board,) = leaderboards(find_results([results]))
    out.write_text(svg(board), encoding="utf-8")


def svg(board: Leaderboard) -> str:
    """The picture of one board."""
    bottom = TOP + ROW * len(board.entries)
    height = bottom + 62
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="{FONT}" font-size="14" role="img">',
        f"<title>Idiom scores: {html.escape(board.conclusion)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        text(
            16,
            22,
            "Offered its meaning, its words and random words: which does a model take for an idiom?",
            weight="bold",
        ),
        text(at(0), 46, "0: by the words, or by guessing", anchor="middle", fill=WORDS),
        text(WIDTH - 8, 46, "100: every idiom", anchor="end", fill=MEANING),
    ]
    for tick in range(round(100 * LOWEST), 101, 20):
        where = at(tick / 100)
        dash = ' stroke-dasharray="4 3"' if tick == 0 else ""
        stroke = QUIET if dash else LINE
        parts.append(f'<path d="M{where} {TOP - 8}V{bottom}" stroke="{stroke}"{dash}/>')
        parts.append(text(where, bottom + 18, str(tick), anchor="middle", fill=QUIET))
    for number, entry in enumerate(board.entries):
        parts += row(TOP + ROW * number + ROW / 2, NAMES.get(entry.label, entry.label), entry.score)
    key = "dot: the model, with its 95 % interval; cross: what its tokens get, added up without reading"
    return "\n".join([*parts, text(16, bottom + 46, key, fill=QUIET, size=12), "</svg>", ""])


def row(y: float, label: str, score: Headline) -> list[str]:
    """A model's name, its interval, its score and that of its tokens."""
    value, low, high = score.value or 0.0, score.ci_low, score.ci_high
    colour = {GOES_BEYOND: MEANING, ADDS_UP: WORDS}.get(score.verdict or "", QUIET)
    parts = [text(LEFT - 16, y + 5, label, anchor="end")]
    if low is not None and high is not None:
        parts.append(f'<path d="M{at(low)} {y}H{at(high)}" stroke="{colour}" stroke-width="3" stroke-opacity=".45"/>')
    if score.tokens is not None:
        x = at(score.tokens.value)
        parts.append(f'<path d="M{x - 4} {y - 4}l8 8m0 -8l-8 8" stroke="{QUIET}" stroke-width="2"/>')
    parts.append(f'<circle cx="{at(value)}" cy="{y}" r="6" fill="{colour}"/>')
    return [*parts, text(at(value), y - 10, f"{100 * value:.0f}", anchor="middle", fill=colour, size=12)]


def text(
    x: float, y: float, said: str, *, anchor: str = "start", fill: str = INK, size: int = 14, weight: str = ""
) -> str:
    """A piece of text."""
    bold = f' font-weight="{weight}"' if weight else ""
    style = f'text-anchor="{anchor}" fill="{fill}" font-size="{size}"{bold}'
    return f'<text x="{x}" y="{y}" {style}>{html.escape(said)}</text>'


def at(share: float) -> float:
    """Where a score is on the axis."""
    return round(LEFT + (share - LOWEST) / (1 - LOWEST) * (WIDTH - LEFT - RIGHT), 1)
