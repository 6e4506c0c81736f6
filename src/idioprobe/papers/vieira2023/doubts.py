"""Numbers of Vieira (2023) that look like errors, each with the reason."""

from __future__ import annotations

from idioprobe.papers.common.doubt import Doubt

_EN = {"language": "en"}

DOUBTS = (
    Doubt(
        "V4.1",
        {"language": "pt", "measure": "agreement", "unit": "expression"},
        "the text gives 0.52 for three and 0.44 for two annotators; Garcia et al. (ACL 2021) agree with the table",
    ),
    Doubt(
        "V5.5",
        {**_EN, "model": "fastText"},
        "a static model has the same vector in a neutral sentence, for which table 5.6 gives 0.58",
    ),
    Doubt(
        "V5.13",
        {"expression": "field work", "model": "ELMo", "condition": "nat"},
        "the text gives 0.77 for this expression as the highest of the six",
    ),
    Doubt("V6.4", {"condition": "nat"}, "repeats table 5.3, which is about P1 and not about A1"),
    Doubt("V6.4", {**_EN, "condition": "neut"}, "repeats table 5.3, which is about P1 and not about A1"),
    Doubt("V6.4", {"language": "pt", "condition": "neut"}, "repeats the row EN-Neutral of the same table"),
)
