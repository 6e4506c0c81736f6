"""Reads the tables of He et al. (2025) out of its text."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean

from idioprobe.papers.common.paper import Paper, Rows
from idioprobe.papers.common.transcribe.rows import laid_out, plain_row, words_row
from idioprobe.papers.common.transcribe.text import (
    UNREADABLE,
    Matrix,
    Printed,
    TranscriptionError,
    between,
    cells,
    check,
    numbers_only,
    starting,
    tokens,
)

EIGHT = ("Word2Vec", "GloVe", "ELMo", "SBERT ML", "BERT", "BERT ML", "DistilBERT ML", "Llama2")
NINE = (*EIGHT, "OpenAI")
MODELS = {
    "H2": NINE,
    "H4": NINE,
    **dict.fromkeys(("H3", "H5", "H6", "H8", "H10", "H11", "H12", "H13", "H14", "H15"), EIGHT),
    "H16": EIGHT[2:],
}
QUESTION = "Question"
SLICES = ("EN-Nat", "EN-Neut", "PT-Nat", "PT-Neut")


def rows(paper: Paper, lines: Sequence[str]) -> Rows:
    """All numbers of its tables and of the ranking that its text describes, and the answers of chatbots."""
    return laid_out(paper, tables(lines), MODELS) + ranking(paper.source, lines) + answers(paper.source, lines)


def tables(lines: Sequence[str]) -> dict[str, Matrix]:
    """Every table of results as rows of cells, in the order of its layout."""
    section = {
        n: between(lines[620 if n >= 10 else 0 :], f"Table {n}", end)
        for n, end in {
            2: "level, in Figure",
            3: "Table 4",
            4: "For instance",
            5: "neutral sentences and",
            6: "idiomatic) in three",
            8: "we expect higher",
            10: "Table 11",
            11: "Table 12",
            12: "Table 13",
            13: "Appendix B",
            14: "Table 15",
            15: "Appendix C",
            16: "Acknowledgments",
        }.items()
    }
    return {
        "H2": _one_a_line(section[2], 9, SLICES * 4),
        "H3": _one_a_line(section[3], 8, SLICES * 4),
        "H4": _one_a_line(section[4], 9, ("EN-Nat", "PT-Nat") * 4),
        "H5": _two_a_line(section[5]),
        "H6": _four_a_line(section[6]),
        "H8": _expressions(section[8]),
        "H10": _levels_in_words(section[10], _levels(section[11], 4), _levels(section[12], 2)),
        **{f"H{n}": _levels(section[n], blocks) for n, blocks in ((11, 4), (12, 2), (13, 2))},
        "H14": _one_a_line(section[14], 8, SLICES * 2),
        "H15": _one_a_line(section[15], 8, SLICES * 2),
        "H16": _standardised(section[16]),
    }


CHATBOTS = ("GPT-3", "Gemini Pro", "ChatGPT 4")


def answers(source: str, lines: Sequence[str]) -> Rows:
    """Table 9: of each idiom the question, and what chatbots answer."""
    start = starting(lines, "Idiom\tQuestion\t")
    columns, *printed = [
        line.split("\t") for line in lines[start : starting(lines[start:], "rather than") + start] if line
    ]
    check(columns == ["Idiom", QUESTION, *CHATBOTS] and len(printed) == 5, "table 9")
    out = []
    for idiom, *texts in printed:
        about = {"language": "en", "condition": "question", "unit": "answer", "expression": idiom.lower()}
        for column, text in zip(columns[1:], texts, strict=True):
            model = column if column in CHATBOTS else None
            out.append(words_row(source, "H9", idiom, column, text, model=model, **about))
    return out


RANKING = re.compile(
    r"starting with \*(?P<first>[^*]+)\* with [^=]+= (?P<first_value>[\d.]+)\$, "
    r"and \*(?P<second>[^*]+)\* with [^=]+= (?P<second_value>[\d.]+)\$\), "
    r"with the first partly compositional NC appearing at position (?P<pc>\d+) "
    r"\(\*(?P<pc_name>[^*]+)\* with [^=]+= (?P<pc_value>[\d.]+)\$\)\..+ "
    r"is at position (?P<nc>\d+) \(\*(?P<nc_name>[^*]+)\*[^=]+= (?P<nc_value>[\d.]+)\$\)"
)
LOWEST = re.compile(
    r"top (?P<count>10) examples with the lowest values we find (?P<nc>\d) idiomatic .+ "
    r"the NC with the lowest value, \*(?P<first>[^*]+)\*, [^=]+= (?P<first_value>-[\d.]+)\$\), "
    r"with (?P<pc>\d) partly compositional and only one compositional NC in position (?P<c>10) "
    r"\(\*(?P<c_name>[^*]+)\* with [^=]+= (?P<c_value>-[\d.]+)\$\)"
)


def ranking(source: str, lines: Sequence[str]) -> Rows:
    """Highest and lowest affinities of BERT in English naturalistic sentences (§4.5), in the cells of `H-ranks`."""
    found = [next((m for line in lines if (m := pattern.search(line))), None) for pattern in (RANKING, LOWEST)]
    if None in found:
        raise TranscriptionError("The text is not as expected: the ranking of section 4.5.")
    high, low = (match.groupdict() for match in found if match)
    cells = [
        ("highest / 1", "C", high["first"], high["first_value"]),
        ("highest / 2", "C", high["second"], high["second_value"]),
        ("lowest / 1", "NC", low["first"], low["first_value"]),
        (f"lowest / {low['c']}", "C", low["c_name"], low["c_value"]),
    ]
    about = {"model": "BERT", "language": "en", "condition": "nat", "unit": "target", "measure": "aff_syn_words"}
    rows = [
        {
            **plain_row(source, "H-ranks", f"EN-Nat / {at}", "BERT", value, expression=name, statistic="mean", **about),
            "printed": f"{name} ({label}) {value}",
        }
        for at, label, name, value in cells
    ]
    counts = {"C": "1", "PC": low["pc"], "NC": low["nc"]}
    printed = " / ".join(f"{count} {label}" for label, count in counts.items())
    for label, count in counts.items():
        row = plain_row(source, "H-ranks", "EN-Nat / lowest / classes", "BERT", count, **about, group=label)
        rows.append({**row, "statistic": "count", "printed": printed})
    for label, at, name, value in (
        ("PC", high["pc"], high["pc_name"], high["pc_value"]),
        ("NC", high["nc"], high["nc_name"], high["nc_value"]),
    ):
        row = plain_row(source, "H-ranks", f"EN-Nat / first {label} / position", "BERT", at, **about, group=label)
        rows.append({**row, "statistic": "rank", "expression": name, "printed": f"{at}: {name} {value}"})
    return rows


def _slice(label: str) -> str:
    return label.replace("Ň", "N").replace("Ñ", "N")


def _one_a_line(lines: Sequence[str], width: int, labels: tuple[str, ...]) -> Matrix:
    found = [cells(line) for line in lines if re.match(r"(E.{1,2}|PT)-(Nat|Neut)\t", line)]
    check(tuple(_slice(row[0]) for row in found) == labels, f"the rows {', '.join(labels)}")
    check(all(len(row) == width + 1 and numbers_only(row[1:]) for row in found), f"rows of {width} numbers")
    return [[cell or UNREADABLE for cell in row[1:]] for row in found]


def _two_a_line(lines: Sequence[str]) -> Matrix:
    """Table 5: some lines hold two rows; the line of the second heading holds numbers of no row."""
    out: Matrix = []
    for line in lines:
        label, *row = line.split("\t")
        held = re.findall(r"(?:EN|PT)-(?:Nat|Neut)", label)
        found = [tokens(cell) for cell in row]
        if held:
            check(all(len(values) == len(held) for values in found), f"{label} of table 5")
            out += [[values[i] for values in found] for i in range(len(held))]
    check(len(out) == 8, "eight rows of a table")
    return out


def _four_a_line(lines: Sequence[str]) -> Matrix:
    """Table 6: one line holds four rows; a column that has lost a row cannot be read."""
    out: Matrix = []
    for line in lines:
        label, *row = line.split("\t")
        if label.startswith("EN-Nat EN-Neut PT-Nat PT-Neut"):
            found = [tokens(cell) for cell in row]
            out += [[values[i] if len(values) == 4 else UNREADABLE for values in found] for i in range(4)]
    check(len(out) == 8, "eight rows of a table")
    return out


MEASURES = ("P_Syn", "P_Comp", "P_WordsSyn", "P_Rand", "A_Syn|WordsSyn", "A_Syn|Rand", "Sim_R|Syn", "Sim_R|WordsSyn")
GARBLED = 4
"""How many of table 8's six expressions stand one measure a line."""


def _expressions(lines: Sequence[str]) -> Matrix:
    """Table 8: four expressions a measure a line; then lines that repeat what was before, each with more rows in it."""
    names = ("grey matter", "eager", "Dutch courage", "eternal rest", "economic aid")
    at = [starting(lines, f"{name}\tWord2Vec") for name in names]
    out: Matrix = []
    for first, last in pairwise(at):
        held = [cells(line)[1:] for line in lines[first + 1 : last] if "\t" in line]
        held = [row for row in held if (numbers_only(row) and any(row)) or ". ," in row]
        read: Matrix = [[*row] for row in held]
        if len(held) == 9:  # Dutch courage: the second measure is in two lines, the first of which is broken
            check(set(held[1][2:]) == {"", ". ,"} and held[2][:2] == ["", ""], "Dutch courage in table 8")
            read[1:3] = [[UNREADABLE, UNREADABLE, *held[2][2:]]]
        check(len(read) == len(MEASURES), "the measures of table 8")
        out += read
    return out + _repeated(lines[at[GARBLED] + 1 :])


def _repeated(lines: Sequence[str]) -> Matrix:
    """What extraction repeats counts where two lines or more hold it and all that hold it agree.

    A line holds all rows from the second measure of economic aid on (the third, for the last two
    models), one more than the line above; from the first number of research lab on, some have lost
    numbers before it, so these are counted from the end. An affinity of research lab, which the last
    line alone holds, counts where it is the difference of the two similarities above it.
    """
    out: Matrix = [[UNREADABLE] * len(EIGHT) for _ in range(2 * len(MEASURES))]
    out[0], out[1] = [*cells(lines[0])[1:]], [*cells(lines[2])[1:]]
    held = [[tokens(cell, "- ") for cell in line.split("\t")[1:]] for line in lines if "\t" in line]
    growing = [line for line in held if [len(c) for c in line] == [len(line[0])] * 6 + [len(line[0]) - 1] * 2]
    first = [line for line in growing if 1 < len(line[0]) <= len(MEASURES) - 1]
    second = held[-5:]
    check([len(line[0]) for line in first] == [2, 3, 4, 5, 6, 7, 7], "the repeated lines of table 8")
    for column in range(len(EIGHT)):
        start = 2 if column >= 6 else 1
        for at in range(start, len(MEASURES)):
            out[at][column] = _agreed([line[column][at - start : at - start + 1] for line in first])
        for at in range(5):
            votes = [line[column][-n:][at : at + 1] for n, line in enumerate(second, 1) if at < n]
            out[len(MEASURES) + at][column] = _agreed(votes)
        syn, words, affinity = out[len(MEASURES)][column], out[len(MEASURES) + 2][column], second[-1][column][-1]
        if syn and words and abs(_mean(syn) - _mean(words) - _mean(affinity)) < ROUNDED_DIFFERENCE:
            out[len(MEASURES) + 4][column] = affinity
    return out


ROUNDED_DIFFERENCE = 0.0151
"""How far the difference of two numbers of two decimals may be from a third, all rounded."""


def _mean(printed: str) -> float:
    return float(printed.split("(")[0])


def _agreed(votes: Sequence[Sequence[str]]) -> Printed:
    given = [vote[0] for vote in votes if vote]
    return given[0] if len(given) > 1 and len(set(given)) == 1 else UNREADABLE


def _levels(lines: Sequence[str], blocks: int) -> Matrix:
    """Tables 11 to 13: a model a line."""
    found = [cells(line) for line in lines if line.split("\t")[0] in EIGHT]
    check([row[0] for row in found] == list(EIGHT) * blocks, "the models of tables 11 to 13")
    check(all(len(row) == 9 and numbers_only(row[1:]) and all(row) for row in found), "the rows of tables 11 to 13")
    return [[*row[1:]] for row in found]


Key = tuple[int, str]
"""A measure of table 10, counted, and a model."""
HEADINGS = {"I\tSyn": 0, "\tComp\t": 1, "P_W\tordsSyn": 2, "\tRand\t": 3}
TAGS = {"F_comp": 1, "P_{WordsSyn}": 2, "P_{Rand}": 3, "P _{Rand}": 3, "P_Rand": 3}
TAG = re.compile("|".join(re.escape(tag) for tag in TAGS))
IN_WORDS = re.compile(rf"({'|'.join(sorted(EIGHT, key=len, reverse=True))}) ?((?:\d\.\d{{3}} ?){{8}})")


def _levels_in_words(lines: Sequence[str], targets: Matrix, affinities: Matrix) -> Matrix:
    """Table 10: a model's numbers stand in their columns behind its name, or one after another in a line of words.

    Columns are read as they stand; words count where two lines hold the same number, and no two lines another.
    A row that one line alone holds counts where table 12 follows from its means, together with table 11.
    """
    columns: dict[Key, list[str]] = {}
    words: defaultdict[Key, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    block = -1
    for line in lines:
        block = next((n for heading, n in HEADINGS.items() if heading in line), block)
        text, *row = line.split("\t")
        for (measure, model), values in _in_words(text):
            for i, value in enumerate(values):
                words[measure, model][i].append(value)
        if row and row[0] in EIGHT:
            columns[block, row[0]] = cells("\t".join(row[1:]))
    out: Matrix = []
    for key in ((measure, model) for measure in range(4) for model in EIGHT):
        stand = columns.get(key, [""] * 8)
        out.append([stand[i] or _held_twice(words[key][i] + [stand[i]] * bool(stand[i])) for i in range(8)])
    once = {key: [values[0] for values in held.values()] for key, held in words.items() if len(held[0]) == 1}
    for key in ((measure, model) for measure in (0, 2) for model in EIGHT):
        at = key[0] * len(EIGHT) + EIGHT.index(key[1])
        if key in once and not any(out[at]) and _follows(key, once[key], out, targets, affinities):
            out[at] = [*once[key]]
    return out


SYN, WORDS, RAND = 0, 2, 3
ROUNDED_AVERAGE = 0.0016
"""How far the average of two differences of numbers of three decimals may be from a third, all rounded."""


def _follows(key: Key, row: Sequence[str], sentences: Matrix, targets: Matrix, affinities: Matrix) -> bool:
    """Whether table 12's means are the averages of the differences in both units: three slices or more, and no other.

    Against the row's partner in A_Syn|WordsSyn; where that is lost, A_Syn|Rand less A_Syn|WordsSyn does without it.
    Table 11's P_Rand of PT-Nat repeats another row and tells nothing.
    """
    measure, model = key
    column = EIGHT.index(model)
    found = []
    for at in range(0, 8, 2):
        unit = [{m: rows[m * len(EIGHT) + column][at] for m in (SYN, WORDS, RAND)} for rows in (sentences, targets)]
        unit[0][measure] = row[at]
        to_words, to_rand = (_number(affinities[n * len(EIGHT) + column][at]) for n in (0, 1))
        if unit[0][SYN]:
            found.append(fmean(_number(u[SYN]) - _number(u[WORDS]) for u in unit) - to_words)
        elif SLICES[at // 2] != "PT-Nat":
            found.append(fmean(_number(u[WORDS]) - _number(u[RAND]) for u in unit) - to_rand + to_words)
    return len(found) >= len(SLICES) - 1 and all(abs(difference) < ROUNDED_AVERAGE for difference in found)


def _number(printed: Printed) -> float:
    """Of a cell that cannot be read, a number that fits nothing."""
    return float(printed) if printed else math.nan


def _in_words(text: str) -> Iterator[tuple[Key, list[str]]]:
    tags = [(match.start(), TAGS[match.group()]) for match in TAG.finditer(text)]
    before = tags[0][1] - 1 if tags else 3
    for match in IN_WORDS.finditer(text):
        measure = next((n for at, n in reversed(tags) if at < match.start()), before)
        yield (measure, match[1]), re.findall(r"\d\.\d{3}", match[2])


def _held_twice(values: Sequence[str]) -> Printed:
    often = {value for value in values if values.count(value) > 1}
    return often.pop() if len(often) == 1 else UNREADABLE


def _standardised(lines: Sequence[str]) -> Matrix:
    """Table 16: of the lower half only the first row is there; static models and ELMo have no numbers."""
    upper = [cells(line)[3:] for line in lines if re.match(r"(EN|PT)-(Nat|Neut)\t\t", line)]
    lower = next(line.split("\t") for line in lines if line.startswith("EN-Nat\tWord2Vec"))
    first = ["", *(tokens(cell)[0] for cell in lower[4:])]
    check(len(upper) == 4, "the upper half of table 16")
    out: Matrix = [[*row] for row in (*upper, first)]
    lost: list[Printed] = ["", *[UNREADABLE] * 5]
    return out + [lost] * 3
