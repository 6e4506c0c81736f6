"""Numbers of Wold et al. (2025) that look like errors, each with the reason."""

from __future__ import annotations

from idioprobe.papers.common.doubt import Doubt

DOUBTS = (
    Doubt(
        "W1",
        {"model": "S-GPT", "group": "C", "statistic": "p"},
        "the text counts the model among the anti-compositional, which takes p ≤ 0.05 here too",
    ),
    Doubt("W2", {"model": "S-BERT", "measure": "dimension"}, "all-MiniLM-L6-v2 has vectors of 384 numbers"),
)
