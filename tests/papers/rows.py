"""From a table as it is read to rows of the published data."""

import re
from dataclasses import dataclass

from idioprobe.papers.garcia2021_eacl.probed import MEASURES, PROBED_EN, PROBED_PT
from idioprobe.papers.papers import PAPERS
from idioprobe.papers.tables import TABLES
from idioprobe.report.tables.fill import expand, selected
from idioprobe.report.tables.spec import ANY_LANGUAGE, SHOW_P, LayoutTable, alternatives
from idioprobe.report.tables.subject import CONTEXTUAL, STATIC, SUMMARY_KEY
from tests.papers import garcia2021, he2025, vieira2023, wold2025
from tests.papers.text import between, cells, lines_of

TWO = re.compile(r"(.+?) ?\(([\d.]+)\)")
KEYS = (*SUMMARY_KEY, "expression")


@dataclass(frozen=True)
class Named:
    """A model of a paper, as far as a layout asks."""

    label: str
    kind: str
    view: str = ""


def everything():
    """The rows of every paper, by source."""
    eacl, acl = garcia2021.eacl(), garcia2021.acl()
    return {
        "he2025": laid_out("he2025", he2025.tables(), he2025.MODELS),
        "vieira2023": data_rows("vieira2023", vieira2023.data_tables())
        + laid_out("vieira2023", vieira2023.tables(), vieira2023.MODELS),
        "garcia2021-eacl": laid_out("garcia2021-eacl", eacl, garcia2021.EACL_MODELS) + probed_rows(),
        "garcia2021-acl": data_rows("garcia2021-acl", garcia2021.data_tables())
        + laid_out("garcia2021-acl", acl, garcia2021.ACL_MODELS),
        "wold2025": laid_out("wold2025", wold2025.tables(), dict.fromkeys(wold2025.WIDTH, wold2025.ROWS)) + size_rows(),
    }


def laid_out(source, tables, models):
    """Rows of tables that have a layout: the order of its lines is that of the paper."""
    return [row for name, matrix in tables.items() for row in _of_layout(source, name, matrix, models[name])]


def _of_layout(source, name, matrix, models):
    table, paper = TABLES[name], PAPERS[source]
    assert isinstance(table, LayoutTable)
    named = [_named(model, paper) for model in models]
    expressions = [c for group in table.expressions.values() for c in group]
    rows, columns = (expand(side, named, expressions) for side in (table.rows, table.columns))
    assert len(rows) == len(matrix), name
    for line, printed in zip(rows, matrix, strict=True):
        assert len(columns) == len(printed), name
        for column, cell in zip(columns, printed, strict=True):
            model = line.model or column.model
            where = selected(table, line, column)
            key = {key: _first(where.get(key)) for key in KEYS}
            if table.cell.startswith("expression"):
                key |= {"group": None, "rating": None, "statistic": "mean"}
            if where.get("show") == SHOW_P:
                key["statistic"] = "p"
            place = {"source": source, "table": name, "row": _join(line.labels), "column": _join(column.labels)}
            about = {"model": model.label, "view": model.view or None, "labelling": _labelling(paper, key)}
            yield from _cells({**place, **about, **key}, cell, table)


def _named(model, paper):
    label, view = model if isinstance(model, tuple) else (model, "")
    return Named(label, STATIC if label in paper.static else CONTEXTUAL, view)


def _labelling(paper, key):
    return paper.labelling if key["group"] in ("C", "PC", "NC") else None


def _first(value):
    return "en" if value == ANY_LANGUAGE else alternatives(value)[0]


def _join(labels):
    return " / ".join(label for label in labels if label)


def _cells(about, cell, table):
    if cell is None:
        yield {**about, "value": None, "printed": None, "state": "unreadable"}
    elif cell in ("", "-"):
        state = "not_significant" if cell and table.cell == "rho" else "missing"
        yield {**about, "value": None, "printed": cell or None, "state": state}
    else:
        parts = TWO.fullmatch(cell)
        numbers = parts.groups() if parts else (cell,)
        second = "winner" if table.cell == "expression_winner" else "sd"
        for statistic, number in zip((about["statistic"], second), numbers, strict=False):
            value = float(number.replace(",", "."))
            yield {**about, "statistic": statistic, "value": value, "printed": cell, "state": "value"}


def _plain_row(source, table, row, column, printed, **about):
    empty = dict.fromkeys(("model", "view", "labelling", *KEYS))
    labels = {"source": source, "table": table, "row": row, "column": column}
    return {**labels, **empty, **about, "value": float(printed), "printed": printed, "state": "value"}


LANGUAGES = {"en": "English", "pt": "Portuguese"}
TARGETS = {"NC": "expression", "Head": "head", "Modifier": "modifier"}
GROUPS = {"All": "all", "Idiomatic": "NC", "Partial": "PC", "Compositional": "C", "Idiom.": "NC", "Comp.": "C"}


def data_rows(source, tables):
    """Rows of tables about the annotations themselves: no model, the unit is what was rated."""
    return [row for name, lines in tables.items() for line in lines for row in _of_annotations(source, name, *line)]


def _of_annotations(source, name, label, printed):
    if len(printed) == 4:
        for (language, size), cell in zip(((a, n) for a in LANGUAGES for n in "23"), printed, strict=True):
            about = {"unit": TARGETS[label], "group": f"{size} annotators", "statistic": "alpha", "rating": "token"}
            column = f"{LANGUAGES[language]} / {size}"
            yield _plain_row(source, name, label, column, cell, language=language, measure="agreement", **about)
    elif len(printed) == 2:
        for language, cell in zip(LANGUAGES, printed, strict=True):
            about = {"unit": "expression", "group": GROUPS[label], "statistic": "rho_type", "rating": "type"}
            labelling = "CompScale" if GROUPS[label] != "all" else None
            more = {"language": language, "measure": "token_avg", "labelling": labelling, **about}
            yield _plain_row(source, name, label, LANGUAGES[language], cell, **more)
    elif len(printed) == 12:
        columns = [(t, a, s) for t in TARGETS for a in LANGUAGES for s in ("Mean", "StD")]
        for (target, language, spread), cell in zip(columns, printed, strict=True):
            about = {"unit": TARGETS[target], "group": GROUPS[label], "measure": "token_avg"}
            statistic = {"Mean": "mean", "StD": "sd"}[spread]
            more = {"language": language, "statistic": statistic, "labelling": "CompScale", **about}
            yield _plain_row(source, name, label, f"{target} / {LANGUAGES[language]} / {spread}", cell, **more)
    else:
        measure = "type" if label == "type level" else f"token, {label}"
        about = {"unit": "expression", "measure": measure, "statistic": "mean", "expression": "disc jockey"}
        yield _plain_row(source, name, label, "Mean", *printed, language="en", **about)


def probed_rows():
    """Rows of the examples for each probe: the rating, then the similarity in the sentence shown or its averages."""
    out = []
    for (name, examples), language, probes in zip(
        garcia2021.probed().items(), ("en", "pt"), (PROBED_EN, PROBED_PT), strict=True
    ):
        listed = [(probe, expression) for probe, expressions in probes.items() for expression in expressions]
        for (probe, expression), printed in zip(listed, examples, strict=True):
            sims = (
                ("BERT / sim", "GloVe / sim") if probe != "P4" else ("BERT / sim", "BERT / Avg NAT", "BERT / Avg NEU")
            )
            for column, cell in zip(("HC", *sims), printed, strict=True):
                about = {"language": language, "unit": "target", "expression": expression, "statistic": "mean"}
                if column == "HC":
                    about |= {"unit": "expression", "measure": "type"}
                else:
                    model, kind = column.split(" / ")
                    condition = "neut" if kind == "Avg NEU" else "nat"
                    statistic = "sentence" if kind == "sim" else "mean"
                    about |= {
                        "model": model,
                        "condition": condition,
                        "measure": MEASURES[probe],
                        "statistic": statistic,
                    }
                out.append(_plain_row("garcia2021-eacl", name, f"{probe} / {expression}", column, cell, **about))
    return out


def size_rows():
    """The sizes of the vectors that Wold et al. list."""
    lines = between(lines_of("wold2025"), "All the materials", "Table 2:")
    found = [cells(line) for line in lines if line.count("\t") == 4 and not line.startswith("Model\t")]
    names = dict(zip([row[0] for row in found], [*wold2025.PLAIN, *wold2025.EMBEDDING], strict=True))
    return [
        _plain_row("wold2025", "W2", names[row[0]], "Emb.size", row[2], model=names[row[0]], measure="dimension")
        for row in found
    ]
