"""The tables of Wold et al. (2025)."""

from tests.papers.text import between, cells, lines_of, numbers_only

PLAIN = ("BERT", "ModernBERT", "DeBERTa-v3")
VIEWS = {"CLS": "cls@-1", "CLS + SEP": "cls+sep@-1", "mean": "mean@last4"}
NATIVE = "native"
EMBEDDING = ("S-BERT", "S-GPT", "E5", "UAE", "QWEN3")
ROWS = (*((model, view) for model in PLAIN for view in VIEWS.values()), *((model, NATIVE) for model in EMBEDDING))
BEFORE = {"W1": "To resolve this ambiguity", "W3": "Table 3 shows", "W4": "Table 3: Distance"}
WIDTH = {"W1": 6, "W3": 4, "W4": 6}


def tables():
    """Every table of results as rows of cells, a model in a view a row."""
    lines = lines_of("wold2025")
    out = {}
    for name, start in BEFORE.items():
        found = [cells(line) for line in between(lines, start, f"Table {name[1:]}:")]
        rows, model = [], ""
        for row in (row for row in found if len(row) == WIDTH[name] + 2 and all(row[2:]) and numbers_only(row[2:])):
            model = row[0] or model
            rows.append(((model, VIEWS.get(row[1], NATIVE)), row[2:]))
        assert [key for key, _ in rows] == list(ROWS)
        out[name] = [values for _, values in rows]
    return out
