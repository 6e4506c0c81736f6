"""The tables of Vieira (2023)."""

import re

from tests.papers.annotations import annotation_tables
from tests.papers.text import cells, lines_of, numbers_only

STATIC = ("word2vec", "GloVe", "fastText")
CONTEXTUAL = ("ELMo", "BERT", "BERT ML", "DistilB ML", "SBERT ML")
ALL = (*STATIC, *CONTEXTUAL)
THREE = ("GloVe", "ELMo", "BERT")
SHAPES = {
    **dict.fromkeys(("V5.2", "V6.3"), (STATIC, 4, 6)),
    **dict.fromkeys(("V5.3", "V6.4"), (CONTEXTUAL, 4, 10)),
    **dict.fromkeys(("V5.4", "V5.5"), (ALL, 2, 8)),
    "V5.6": (STATIC, 24, 6),
    "V5.7": (CONTEXTUAL, 24, 10),
    "V5.8": (ALL, 6, 8),
    **dict.fromkeys(("V5.9", "V5.10", "V5.11", "V6.7", "V6.10"), (THREE, 6, 5)),
    "V5.12": (CONTEXTUAL, 6, 5),
    "V5.13": (THREE[1:], 6, 4),
    "V5.14": (THREE[1:], 6, 2),
    **dict.fromkeys(("V6.1", "V6.8"), (STATIC, 12, 6)),
    **dict.fromkeys(("V6.2", "V6.9"), (CONTEXTUAL, 12, 10)),
    "V6.5": (STATIC, 8, 6),
    "V6.6": (CONTEXTUAL, 8, 10),
    "VB.1": (STATIC, 4, 6),
    "VB.2": (CONTEXTUAL, 4, 10),
    **dict.fromkeys(("VB.3", "VB.5"), (STATIC, 8, 6)),
    **dict.fromkeys(("VB.4", "VB.6"), (CONTEXTUAL, 8, 10)),
}
"""Models, rows and columns of each table."""
MODELS = {name: models for name, (models, *_) in SHAPES.items()}


def tables():
    """Every table of results as rows of cells; the table stands above its title."""
    lines = lines_of("vieira2023")
    out = {}
    for name, (_, height, width) in SHAPES.items():
        title = next(i for i, line in enumerate(lines) if line.startswith(f"Tabela {name[1:]} –"))
        rows = _above(lines, title, width)
        assert len(rows) == height, (name, len(rows))
        out[name] = rows
    return out


def _above(lines, title, width):
    rows = []
    for line in reversed(lines[:title]):
        found = [re.sub(r"^<\w+>|</\w+>$", "", cell) for cell in cells(line)]
        if rows and "\t" not in line and line.strip():
            break
        values = found[-width:]
        if "\t" in line and len(found) > width and numbers_only(values) and all(values):
            rows.insert(0, values)
    return rows


def data_tables():
    """Tables about the annotations, as rows of labels and cells."""
    lines = lines_of("vieira2023")
    at = next(i for i, line in enumerate(lines) if line.startswith("Tabela 4.2 –"))
    part = lines[at - 60 : at + 25]
    return annotation_tables(part, ("V4.1", "V4.1", "V4.2", "V4.3"))


def labels():
    """For each table the names of its models as printed above it, and the innermost label of every row."""
    lines = lines_of("vieira2023")
    out = {}
    for name, (_, _, width) in SHAPES.items():
        title = next(i for i, line in enumerate(lines) if line.startswith(f"Tabela {name[1:]} –"))
        start = title
        while start > 0 and ("\t" in lines[start - 1] or not lines[start - 1].strip()):
            start -= 1
        table = [cells(line) for line in lines[start:title] if "\t" in line]
        header = [letters(cell) for cell in table[0] if cell and cell != "Granularity"]
        body = [row for row in table[1:] if numbers_only(row[-width:]) and all(row[-width:])]
        out[name] = header, [letters(next(cell for cell in reversed(row[:-width]) if cell)) for row in body]
    return out


def letters(label):
    """A label without markup, spaces and signs."""
    return re.sub(r"text|sub|[^A-Za-z0-9]", "", re.sub(r"</?\w+>", "", label)).lower()
