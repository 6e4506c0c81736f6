"""The tables about NCTTI's annotations, which are in the ACL paper and in the thesis."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from idioprobe.papers.common.paper import Rows
from idioprobe.papers.common.transcribe.rows import plain_row
from idioprobe.papers.common.transcribe.text import cells, check

AGREEMENT = ("NC", "Head", "Modifier")
CORRELATION = ("All", "Idiomatic", "Partial", "Compositional")
CLASSES = ("Idiom.", "Partial", "Comp.")
LANGUAGES = {"en": "English", "pt": "Portuguese"}
TARGETS = {"NC": "expression", "Head": "head", "Modifier": "modifier"}
GROUPS = {"All": "all", "Idiomatic": "NC", "Partial": "PC", "Compositional": "C", "Idiom.": "NC", "Comp.": "C"}

Lines = list[tuple[str, list[str]]]
"""A label and the cells of its row."""


def annotation_tables(lines: Sequence[str], names: tuple[str, str, str, str]) -> dict[str, Lines]:
    """Agreement, correlation, class means and the example, by the four names: labels and cells of each row."""
    found = [cells(line) for line in lines if "\t" in line]
    wanted = ((AGREEMENT, 4), (CORRELATION, 2), (CLASSES, 12))
    out: dict[str, Lines] = {}
    for name, (labels, width) in zip(names, wanted, strict=False):
        rows = [(row[0], row[1 : width + 1]) for row in found if row[0] in labels and _full(row, width)]
        check([label for label, _ in rows] == list(labels), f"the rows of {name}")
        out.setdefault(name, []).extend(rows)
    sentences = [row[1] for row in found if len(row) == 3 and re.fullmatch(r"\d\.\d", row[1])]
    score = re.search(r"score at the type-level: (\d\.\d+)", "\n".join(lines))
    check(len(sentences) == 3 and score is not None, f"the sentences of {names[3]}")
    out[names[3]] = [(f"sentence {i}", [mean]) for i, mean in enumerate(sentences, 1)]
    out[names[3]] += [("type level", [score[1]])] if score else []
    return out


def _full(row: Sequence[str], width: int) -> bool:
    values = [cell for cell in row[1:] if cell]
    return len(values) == width and all(re.fullmatch(r"\d\.\d\d", value) for value in values)


def annotation_rows(source: str, tables: Mapping[str, Lines]) -> Rows:
    """Rows of these tables: no model, the unit is what was rated."""
    return [row for name, lines in tables.items() for line in lines for row in _of_line(source, name, *line)]


def _of_line(source: str, name: str, label: str, printed: list[str]) -> Iterator[dict[str, Any]]:
    if len(printed) == 4:
        for (language, size), cell in zip(((a, n) for a in LANGUAGES for n in "23"), printed, strict=True):
            about = {"unit": TARGETS[label], "group": f"{size} annotators", "statistic": "alpha", "rating": "token"}
            column = f"{LANGUAGES[language]} / {size}"
            yield plain_row(source, name, label, column, cell, language=language, measure="agreement", **about)
    elif len(printed) == 2:
        for language, cell in zip(LANGUAGES, printed, strict=True):
            about = {"unit": "expression", "group": GROUPS[label], "statistic": "rho_type", "rating": "type"}
            labelling = "CompScale" if GROUPS[label] != "all" else None
            more = {"language": language, "measure": "token_avg", "labelling": labelling, **about}
            yield plain_row(source, name, label, LANGUAGES[language], cell, **more)
    elif len(printed) == 12:
        columns = [(t, a, s) for t in TARGETS for a in LANGUAGES for s in ("Mean", "StD")]
        for (target, language, spread), cell in zip(columns, printed, strict=True):
            about = {"unit": TARGETS[target], "group": GROUPS[label], "measure": "token_avg"}
            statistic = {"Mean": "mean", "StD": "sd"}[spread]
            more = {"language": language, "statistic": statistic, "labelling": "CompScale", **about}
            yield plain_row(source, name, label, f"{target} / {LANGUAGES[language]} / {spread}", cell, **more)
    else:
        measure = "type" if label == "type level" else f"token, {label}"
        about = {"unit": "expression", "measure": measure, "statistic": "mean", "expression": "disc jockey"}
        yield plain_row(source, name, label, "Mean", *printed, language="en", **about)
