"""The tables about NCTTI's annotations, which stand in the ACL paper and in the thesis."""

import re

from tests.papers.text import cells

AGREEMENT = ("NC", "Head", "Modifier")
CORRELATION = ("All", "Idiomatic", "Partial", "Compositional")
CLASSES = ("Idiom.", "Partial", "Comp.")


def annotation_tables(lines, names):
    """Agreement, correlation, class means and the example, by the four names: labels and cells of each row."""
    found = [cells(line) for line in lines if "\t" in line]
    wanted = ((AGREEMENT, 4), (CORRELATION, 2), (CLASSES, 12))
    out = {}
    for name, (labels, width) in zip(names, wanted, strict=False):
        rows = [(row[0], row[1 : width + 1]) for row in found if row[0] in labels and _full(row, width)]
        assert [label for label, _ in rows] == list(labels)
        out.setdefault(name, []).extend(rows)
    sentences = [row[1] for row in found if len(row) == 3 and re.fullmatch(r"\d\.\d", row[1])]
    assert len(sentences) == 3
    score = re.search(r"score at the type-level: (\d\.\d+)", "\n".join(lines))[1]
    out[names[3]] = [*((f"sentence {i}", [mean]) for i, mean in enumerate(sentences, 1)), ("type level", [score])]
    return out


def _full(row, width):
    values = [cell for cell in row[1:] if cell]
    return len(values) == width and all(re.fullmatch(r"\d\.\d\d", value) for value in values)
