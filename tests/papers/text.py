"""Reading tables out of a paper's text: cells, not words."""

import re
from pathlib import Path

PAPERS = Path(__file__).resolve().parents[3] / "shared" / "papers"
FILES = {
    "he2025": "he-2025-investigating-idiomaticity.txt",
    "vieira2023": "vieira-2023-finding-idiomaticity-thesis.txt",
    "garcia2021-eacl": "garcia-2021-eacl-probing-for-idiomaticity.txt",
    "garcia2021-acl": "garcia-2021-acl-nctti.txt",
    "wold2025": "wold-2025-epsilon-compositionality.txt",
}
NUMBER = re.compile(r"-?\d*[.,]\d+(?: ?\(\d*\.?\d+\))?")
DASHES = str.maketrans({"_": "-", "–": "-", "—": "-", "−": "-"})
UNREADABLE = None


def lines_of(source):
    return (PAPERS / FILES[source]).read_text(encoding="utf-8").splitlines()


def between(lines, start, end):
    """The lines after the one that starts with `start` and before the next that starts with `end`."""
    first = next(i for i, line in enumerate(lines) if line.startswith(start)) + 1
    last = next(i for i, line in enumerate(lines[first:], first) if line.startswith(end))
    return lines[first:last]


def plain(cell):
    """A cell without LaTeX and HTML, its dashes and its minus written in one way."""
    cell = re.sub(r"\\begin\{array\}\{[^}]*\}|\\end\{array\}|\\\\|\\(?= )|\$|</?\w+>", " ", cell).translate(DASHES)
    return re.sub(r"^- (?=\d)", "-", " ".join(cell.split()))


def tokens(cell, minus=""):
    """The numbers and dashes in a cell, where extraction has put several into one; `minus` is a further form of it."""
    text = plain(cell)
    return re.findall(rf"{NUMBER.pattern}|(?<!\S)-(?!\S)", text.replace(minus, "-") if minus else text)


def cells(line):
    """The cells of a line of a table."""
    return [plain(cell) for cell in line.split("\t")]


def numbers_only(row):
    """A row whose cells all hold at most one number or dash."""
    return all(re.fullmatch(rf"({NUMBER.pattern}|-)?(\(\d\))?", cell) for cell in row)
