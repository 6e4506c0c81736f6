"""Numbers of Vieira (2023) that look like errors, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping

from idioprobe.papers.common.doubt import Doubt

_EN = {"language": "en"}

_EAGER = {"expression": "eager beaver", "model": "GloVe"}
_CLOSE = {"expression": "close call", "model": "ELMo", "condition": "nat"}
_GHOST = {"expression": "ghost town", "model": "ELMo", "condition": "neut"}
_CONTRADICTED: tuple[tuple[str, Mapping[str, str], str], ...] = (
    ("V5.9", _EAGER, "P1 is 0.41 by tables 5.11 and 6.7, and by tables 5.10 and 6.10"),
    ("V6.7", _EAGER, "tables 5.9 and 5.11 give -0.06"),
    ("V6.10", _EAGER, "tables 5.9 and 5.10 give -0.42"),
    ("V5.9", _CLOSE, "P1 is 0.59 by tables 5.11 and 6.7"),
    ("V6.7", _CLOSE, "tables 5.9 and 5.11 give -0.10"),
    ("V5.9", _GHOST, "P1 is 0.81 by tables 5.11 and 6.7"),
    ("V6.7", _GHOST, "tables 5.9 and 5.11 give 0.12"),
)
"""An affinity is the difference of two similarities; rounding explains 0.015 of what it is off."""

DOUBTS = (
    *(
        Doubt(table, cell, f"{cell['expression']} in {cell['model']}: {reason}")
        for table, cell, reason in _CONTRADICTED
    ),
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
