"""Reads the tables of Garcia et al. (EACL 2021) out of its text, in which columns follow one another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from idioprobe.papers.common.paper import Paper, Rows
from idioprobe.papers.common.transcribe.rows import laid_out, plain_row
from idioprobe.papers.common.transcribe.text import (
    UNREADABLE,
    Matrix,
    Printed,
    TranscriptionError,
    between,
    check,
    starting,
    tokens,
)
from idioprobe.papers.garcia2021_eacl.probed import MEASURES, PROBED_EN, PROBED_PT

SIX = ("GloVe", "ELMo", "BERT", "DistilB", "SBERT", "BERTRAM")
MODELS = {"G1-2": SIX, "G1-3": ("GloVe", "BERT"), "G1-4": SIX[1:], "G1-5": SIX[:5]}


def rows(paper: Paper, lines: Sequence[str]) -> Rows:
    """All numbers of its tables, and of what its text says of judgments and of P4."""
    in_the_text = [*_judgments(paper.source, lines), *_gaps(paper.source, lines)]
    return laid_out(paper, tables(lines), MODELS) + list(_probed_rows(paper.source, lines)) + in_the_text


def tables(lines: Sequence[str]) -> dict[str, Matrix]:
    """The tables of models."""
    before_4, before_5 = starting(lines, "Table 4:") - 45, starting(lines, "Table 5:") - 60
    return {
        "G1-2": _correlations(between(lines, "ENNAT", "Table 2:")),
        "G1-3": _similarities(between(lines, "Table 2: Spearman", "Table 3: Sim")),
        "G1-4": _in_and_out(between(lines[before_4:], "ENNAT", "Table 4:")),
        "G1-5": _lengths(between(lines[before_5:], "EN", "Table 5:")),
    }


def _groups(lines: Sequence[str]) -> list[list[str]]:
    """What is between empty lines: the numbers and dashes of each."""
    groups: list[list[str]] = []
    current: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            current += tokens(line)
        elif current:
            groups.append(current)
            current = []
    return groups


def _correlations(lines: list[str]) -> Matrix:
    """Table 2: of a column whose dashes are lost, only what is first in it can be placed."""
    text = lines[lines.index("GloVe") :]
    natural: Matrix = []
    rest: Matrix = [[*group] for group in _groups(text[text.index("BERTRAM") + 5 :])]
    for model in SIX:
        at = text.index(model)
        end = next((i for i, line in enumerate(text[at:], at) if not line.strip()), None)
        held = [tokens(line) for line in text[at + 1 : end] if tokens(line)]
        pairs = [pair for pair in held if len(pair) == 2]
        if len(pairs) == 3:
            natural += [[pair[0] for pair in pairs], [pair[1] for pair in pairs]]
        else:
            first = pairs[0] if pairs else [held[0][0], held[1][0]]
            natural += [[value, UNREADABLE, UNREADABLE] for value in first]
    check(len(rest) == 36, "the columns of table 2")
    columns = [natural, *(rest[i : i + 12] for i in range(0, 36, 12))]
    return [[_placed(column)[row] for column in block] for block in columns for row in range(3)]


def _placed(column: list[Printed]) -> list[Printed]:
    """The three rows of a column: all if all are there; the first if only dashes follow; else none."""
    if len(column) == 3:
        return column
    first = column[0] if len(column) == 2 and column[1] == "-" and column[0] != "-" else UNREADABLE
    return [first, UNREADABLE, UNREADABLE]


def _similarities(lines: Sequence[str]) -> Matrix:
    """Table 3: GloVe's five, then BERT's five pairs, for each probe."""
    groups = [group for group in _winners(lines) if group]
    check([len(group) for group in groups] == [5, 10] * 3, "the columns of table 3")
    return [
        [
            cell
            for glove, bert in zip(groups[::2], groups[1::2], strict=True)
            for cell in (glove[i], *bert[2 * i : 2 * i + 2])
        ]
        for i in range(5)
    ]


def _winners(lines: Sequence[str]) -> list[list[str]]:
    groups: list[list[str]] = [[]]
    for line in lines:
        groups[-1] += re.findall(r"\d\.\d\d(?:\(\d\))?", line)
        if not line.strip():
            groups.append([])
    return groups


def _in_and_out(lines: Sequence[str]) -> Matrix:
    """Table 4: only a column that has kept its four rows can be read."""
    columns = _groups(lines)
    check(len(columns) == 5, "the columns of table 4")
    return [[column[row] if len(column) == 4 else UNREADABLE for column in columns] for row in range(4)]


def _lengths(lines: Sequence[str]) -> Matrix:
    """Table 5: the English half of all models, then the Portuguese."""
    groups = _groups(lines)
    check([len(group) for group in groups] == [3] * 10, "the columns of table 5")
    return [[column[row] for column in half] for half in (groups[:5], groups[5:]) for row in range(3)]


def _probed_rows(source: str, lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Rows of the examples for each probe: the rating, then the similarity in the sentence shown or its averages."""
    read = _probed(lines).items()
    for (name, examples), language, probes in zip(read, ("en", "pt"), (PROBED_EN, PROBED_PT), strict=True):
        listed = [(probe, expression) for probe, expressions in probes.items() for expression in expressions]
        for (probe, expression), printed in zip(listed, examples, strict=True):
            of_bert = ("BERT / sim", "BERT / Avg NAT", "BERT / Avg NEU")
            similarities = of_bert if probe == "P4" else ("BERT / sim", "GloVe / sim")
            for column, cell in zip(("HC", *similarities), printed, strict=True):
                about = {"language": language, "expression": expression, **_about(column, probe)}
                yield plain_row(source, name, f"{probe} / {expression}", column, cell, **about)


def _about(column: str, probe: str) -> dict[str, str]:
    if column == "HC":
        return {"unit": "expression", "measure": "type", "statistic": "mean"}
    model, kind = column.split(" / ")
    condition = "neut" if kind == "Avg NEU" else "nat"
    statistic = "sentence" if kind == "sim" else "mean"
    about = {"unit": "target", "model": model, "condition": condition}
    return {**about, "measure": MEASURES[probe], "statistic": statistic}


def _probed(lines: Sequence[str]) -> dict[str, list[list[str]]]:
    """Tables 6 and 7: for each example the rating and two similarities, or for P4 three."""
    english = _alone(between(lines, "Table 6: ", "Table 7: "))
    portuguese = _alone(lines[starting(lines, "Table 7: Nat") :])
    # The two Portuguese examples for P3 have their ratings behind the similarities of both.
    words = portuguese[15:21]
    portuguese[15:21] = [words[4], *words[:2], words[5], *words[2:4]]
    return {"G1-6": _examples(english, 8, 5), "G1-7": _examples(portuguese, 7, 4)}


def _alone(lines: Sequence[str]) -> list[str]:
    return [line.strip() for line in lines if re.fullmatch(r"\d(\.\d+)?", line.strip())]


def _examples(values: list[str], of_three: int, of_four: int) -> list[list[str]]:
    check(len(values) == 3 * of_three + 4 * of_four, "the examples of tables 6 and 7")
    threes = [values[3 * i : 3 * i + 3] for i in range(of_three)]
    fours = values[3 * of_three :]
    return [*threes, *(fours[4 * i : 4 * i + 4] for i in range(of_four))]


def _judgments(source: str, lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """ρ of mean and median, in footnote 2."""
    text = " ".join(lines[starting(lines, "However, both mean and median") :][:3])
    found = re.search(r"ρ = (0\.\d\d) \(English\) and ρ = (0\.\d\d) \(Portuguese\)", text)
    check(found is not None, "mean and median in footnote 2")
    about = {"unit": "expression", "measure": "median", "statistic": "rho_type", "rating": "type"}
    for language, printed in zip(("en", "pt"), found.groups() if found else (), strict=True):
        row = f"{language.upper()} / per expression"
        yield plain_row(source, "G1-median", row, "NC", printed, language=language, **about)


GAPS = {"largest / 1": ("engine room", "C"), "smallest / 1": ("rice paper", "C")}
NAMED_GAPS = re.compile(
    r"such as (?P<one>bad apple) or (?P<other>bad hat) .+ of just (?P<both>0\.\d\d) in both .+"
    r"\(e\.g\., (?P<last>melting pot), with (?P<gap>0\.\d\d)\)"
)


def _gaps(source: str, lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Section 4.4: the largest and the smallest gap with both similarities; of three expressions the gap alone."""
    text = " ".join(lines[starting(lines, "the semantic compositionality of the NCs") :][:22])
    pairs = [re.findall(r"= (0\.\d\d)", part) for part in text.split("rice", 1)]
    check([len(pair) for pair in pairs] == [2, 2], "the gaps of section 4.4")
    found = NAMED_GAPS.search(text)
    if found is None:
        raise TranscriptionError("The text is not as expected: the named gaps of section 4.4.")
    about = {"model": "BERT", "language": "en", "unit": "target", "measure": "ctx_in_out", "statistic": "gap"}
    for (at, (name, label)), (natural, neutral) in zip(GAPS.items(), pairs, strict=True):
        gap = f"{float(neutral) - float(natural):.2f}"
        row = plain_row(source, "G1-gaps", f"EN / {at}", "BERT", gap, **about, expression=name)
        yield {**row, "printed": f"{name} ({label}) {natural} / {neutral}"}
    for name, gap in ((found["one"], found["both"]), (found["other"], found["both"]), (found["last"], found["gap"])):
        yield plain_row(source, "G1-gaps", f"EN / named / {name}", "BERT", gap, **about, expression=name)
