"""A draft as a spreadsheet: one row per expression, the candidates beside what is filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from idioprobe.core.errors import MissingExtraError, install
from idioprobe.core.files import replace_file
from idioprobe.make.draft.draft import Draft
from idioprobe.make.wordnet.related import Candidate

SENTENCES = 3
_OPEN = "#FFF2CC"
_WIDTHS = {"expression": 24, "synonym": 24, "synonym_candidates": 40}


def write_sheet(drafts: Sequence[Draft], path: Path) -> None:
    """Write the drafts as XLSX; cells that are open have a colour of their own, cells are never formulas."""
    try:
        import xlsxwriter
    except ModuleNotFoundError:
        raise MissingExtraError(f"A spreadsheet is written by the package xlsxwriter: {install('corpus')}.") from None
    rows = [_row(draft) for draft in drafts]
    columns = _columns(rows)
    with replace_file(path) as temporary:
        book = xlsxwriter.Workbook(
            str(temporary), {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
        )
        sheet = book.add_worksheet("lexicon")
        head, empty = book.add_format({"bold": True}), book.add_format({"bg_color": _OPEN})
        for at, name in enumerate(columns):
            sheet.write_string(0, at, name, head)
            wide = 40 if name.startswith("sentence") or name.endswith("_candidates") else 16
            sheet.set_column(at, at, _WIDTHS.get(name, wide))
        for line, (draft, row) in enumerate(zip(drafts, rows, strict=True), 1):
            for at, name in enumerate(columns):
                value = row.get(name)
                if isinstance(value, float):
                    sheet.write_number(line, at, value)
                elif value:
                    sheet.write_string(line, at, str(value))
                elif name in draft.open or (name == "sentence1" and "sentence" in draft.open):
                    sheet.write_blank(line, at, None, empty)
        sheet.freeze_panes(1, 1)
        book.close()


def _columns(rows: Iterable[dict[str, str | float]]) -> list[str]:
    """The fields that some row has, those of the words after those of the whole, sentences last."""
    found = dict.fromkeys(name for row in rows for name in row)
    last = [name for name in found if name.startswith("sentence")]
    return [*(name for name in found if name not in last), *last]


def _row(draft: Draft) -> dict[str, str | float]:
    row: dict[str, str | float] = {
        "expression": draft.expression,
        "language": draft.language,
        "draft": "yes",
        "type": draft.type,
        "pattern": draft.pattern,
        "class": draft.kept.whole.get("class", ""),
        "synonym": draft.kept.whole.get("synonym", ""),
        "synonym_candidates": _listed(draft.offered, draft, ""),
    }
    for word in draft.words:
        row |= {
            word.role: draft.written(word.word, word.role),
            f"{word.role}_synonyms": _listed(word.chosen, draft, word.role),
            f"{word.role}_candidates": _listed(word.offered, draft, word.role),
            f"{word.role}_generic": draft.written(word.general[0].word, word.role) if word.general else "",
        }
    row |= {name: _cell(value) for name, value in draft.kept.others.items()}
    row |= {name: float(value) for name, value in draft.known.figures.items()}
    for number in range(max(SENTENCES, len(draft.known.sentences))):
        given = draft.known.sentences[number : number + 1]
        row[f"sentence{number + 1}"] = given[0] if given else ""
    return row


def _cell(value: object) -> str | float:
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return float(value) if isinstance(value, int | float) else str(value)


def _listed(found: Iterable[Candidate], draft: Draft, role: str) -> str:
    return "; ".join(draft.written(one.word, role) for one in found)
