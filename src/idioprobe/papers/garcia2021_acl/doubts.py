"""Numbers of Garcia et al. (ACL 2021) that look like errors, each with the reason."""

from __future__ import annotations

from idioprobe.papers.common.doubt import Doubt

_EN = {"language": "en"}

DOUBTS = (
    Doubt(
        "G2-6",
        {**_EN, "group": "all", "statistic": "mean", "model": ("ELMO", "GLOVE")},
        "these two totals seem to be exchanged: the averages of the classes are 0.016 (ELMO) and 0.006 (GLOVE)",
    ),
    Doubt(
        "G2-6",
        {"language": "pt", "group": "all", "statistic": "mean", "model": ("DBERT", "SBERT")},
        "not the average of the three classes of 60 expressions each, which is 0.025 (DBERT) and 0.006 (SBERT)",
    ),
)
