"""The tables of Garcia et al. (EACL 2021) and Garcia et al. (ACL 2021)."""

import re

from tests.papers.annotations import annotation_tables
from tests.papers.text import UNREADABLE, between, cells, lines_of, numbers_only, tokens

SIX = ("GloVe", "ELMo", "BERT", "DistilB", "SBERT", "BERTRAM")
PREDICTING = ("BERT", "DBERT", "SBERT", "ELMO", "BERTRAM")
ACROSS = ("BERT", "DBERT", "SBERT", "ELMO", "GLOVE")
EACL_MODELS = {"G1-2": SIX, "G1-3": ("GloVe", "BERT"), "G1-4": SIX[1:], "G1-5": SIX[:5]}
ACL_MODELS = {"G2-5": PREDICTING, "G2-6": ACROSS}


def eacl():
    """The tables of the EACL paper, whose columns stand one after another in its text."""
    lines = lines_of("garcia2021-eacl")
    before_4 = next(i for i, line in enumerate(lines) if line.startswith("Table 4:")) - 45
    before_5 = next(i for i, line in enumerate(lines) if line.startswith("Table 5:")) - 60
    return {
        "G1-2": _correlations(between(lines, "ENNAT", "Table 2:")),
        "G1-3": _similarities(between(lines, "Table 2: Spearman", "Table 3: Sim")),
        "G1-4": _in_and_out(between(lines[before_4:], "ENNAT", "Table 4:")),
        "G1-5": _lengths(between(lines[before_5:], "EN", "Table 5:")),
    }


def _groups(lines):
    """What stands between empty lines: the numbers and dashes of each."""
    groups, current = [], []
    for line in [*lines, ""]:
        if line.strip():
            current += tokens(line)
        elif current:
            groups.append(current)
            current = []
    return groups


def _correlations(lines):
    """Table 2: of a column whose dashes are lost, only what stands first in it can be placed."""
    text = lines[lines.index("GloVe") :]
    natural, rest = [], _groups(text[text.index("BERTRAM") + 5 :])
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
    assert len(rest) == 36
    columns = [natural, *(rest[i : i + 12] for i in range(0, 36, 12))]
    return [[_placed(column)[row] for column in block] for block in columns for row in range(3)]


def _placed(column):
    """The three rows of a column: all if all are there; the first if only dashes follow; else none."""
    if len(column) == 3:
        return column
    first = column[0] if len(column) == 2 and column[1] == "-" and column[0] != "-" else UNREADABLE
    return [first, UNREADABLE, UNREADABLE]


def _similarities(lines):
    """Table 3: GloVe's five, then BERT's five pairs, for each probe."""
    groups = [group for group in _winners(lines) if group]
    assert [len(group) for group in groups] == [5, 10] * 3
    return [
        [
            cell
            for glove, bert in zip(groups[::2], groups[1::2], strict=True)
            for cell in (glove[i], *bert[2 * i : 2 * i + 2])
        ]
        for i in range(5)
    ]


def _winners(lines):
    groups = [[]]
    for line in lines:
        groups[-1] += re.findall(r"\d\.\d\d(?:\(\d\))?", line)
        if not line.strip():
            groups.append([])
    return groups


def _in_and_out(lines):
    """Table 4: only a column that has kept its four rows can be read."""
    columns = _groups(lines)
    assert len(columns) == 5
    return [[column[row] if len(column) == 4 else UNREADABLE for column in columns] for row in range(4)]


def _lengths(lines):
    """Table 5: the English half of all models, then the Portuguese."""
    groups = _groups(lines)
    assert [len(group) for group in groups] == [3] * 10
    return [[column[row] for column in half] for half in (groups[:5], groups[5:]) for row in range(3)]


def probed():
    """Tables 6 and 7: for each example the rating and two similarities, or for P4 three."""
    lines = lines_of("garcia2021-eacl")
    english = _alone(between(lines, "Table 6: ", "Table 7: "))
    last = next(i for i, line in enumerate(lines) if line.startswith("Table 7: Nat"))
    portuguese = _alone(lines[last:])
    # The two Portuguese examples for P3 have their ratings behind the similarities of both.
    words = portuguese[15:21]
    portuguese[15:21] = [words[4], *words[:2], words[5], *words[2:4]]
    return {"G1-6": _examples(english, 8, 5), "G1-7": _examples(portuguese, 7, 4)}


def _alone(lines):
    return [line.strip() for line in lines if re.fullmatch(r"\d(\.\d+)?", line.strip())]


def _examples(values, of_three, of_four):
    assert len(values) == 3 * of_three + 4 * of_four
    threes = [values[3 * i : 3 * i + 3] for i in range(of_three)]
    fours = values[3 * of_three :]
    return [*threes, *(fours[4 * i : 4 * i + 4] for i in range(of_four))]


def acl():
    """The tables of models in the ACL paper."""
    lines = lines_of("garcia2021-acl")
    return {
        "G2-5": _predictions(between(lines, "¹⁰Spearman", "Table 5:")),
        "G2-6": _across(between(lines, "Table 5: Spearman", "Table 6: Average")),
    }


def _predictions(lines):
    """Table 5: English a line a model; of Portuguese, the last line holds three models, the other two are lost."""
    rows = [cells(line) for line in lines if line.split("\t")[0] in PREDICTING]
    english = [row[1:13] for row in rows if numbers_only(row[1:13]) and all(row[1:13])]
    assert len(english) == len(PREDICTING)
    one = [tokens(cell) for cell in next(x for x in lines if x.startswith("BERT\t<i>pred")).split("\t")[1:13]]
    three = [tokens(cell) for cell in next(x for x in lines if x.startswith("BERT DBERT SBERT\t")).split("\t")[1:13]]
    whole = [column if len(column) == 3 else [*first, *column] for first, column in zip(one, three, strict=True)]
    assert all(len(column) == 3 for column in whole)
    return [*english, *([column[i] for column in whole] for i in range(3)), *[[UNREADABLE] * 12] * 2]


def _across(lines):
    rows = [cells(line) for line in lines if line.split("\t")[0] in ACROSS]
    assert [row[0] for row in rows] == list(ACROSS) * 2
    return [row[1:9] for row in rows]


def data_tables():
    """Tables about the annotations, as rows of labels and cells."""
    lines = lines_of("garcia2021-acl")
    return annotation_tables(lines, ("G2-1", "G2-2", "G2-3", "G2-4"))
