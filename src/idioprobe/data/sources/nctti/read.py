"""NCTTI: expressions with type and token ratings and paraphrases (Garcia et al., ACL 2021).

Read from a copy of the repository marcospln/nctti, which keeps one table per language in `data/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tablefile import Row, read_rows
from idioprobe.core.tables import CLASSES, PARAPHRASES
from idioprobe.data.sources.layout import find_folders

FILES = {"en": "data/data_en.tsv", "pt": "data/data_pt.tsv"}
"""Language codes and their files, in a copy of the repository; `idioprobe judgments` writes such files of others."""

SENTENCES = (1, 2, 3)
COLUMNS = (
    "compound",
    "CompScale",
    "CompType",
    *(f"MeanS{number}" for number in SENTENCES),
    "Synonyms",
    *(f"SynonymsS{number}" for number in SENTENCES),
)
SCORES: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "class": pl.String(),
    "type": pl.Float64(),
    "mean1": pl.Float64(),
    "mean2": pl.Float64(),
    "mean3": pl.Float64(),
}


@dataclass(frozen=True)
class Nctti:
    """Scores, one row per expression; paraphrases, in file order with all repetitions.

    A score is null where the file has none. A paraphrase of the type has no sentence.
    """

    scores: pl.DataFrame
    paraphrases: pl.DataFrame


def read_nctti(folder: Path) -> Nctti:
    """The tables of the languages that are there; a mistake is named with file, line and column."""
    named = {path.stem.removeprefix("data_"): path for path in sorted(folder.glob("data/data_*.tsv"))}
    published = {language: folder / name for language, name in FILES.items()}
    files = {language: path for language, path in (published | named).items() if path.is_file()}
    if not files:
        raise DatasetError(
            f"{folder} holds neither {' nor '.join(FILES.values())}: it is not a copy of the repository "
            "marcospln/nctti; clone it from GitHub, and name the folder."
        )
    scores, paraphrases = [], []
    for language, path in files.items():
        seen: dict[str, int] = {}
        for row in read_rows(path, COLUMNS):
            expression = row.required("compound")
            if expression.casefold() in seen:
                raise row.fail(f"{expression!r} is on line {seen[expression.casefold()]} already; remove one")
            seen[expression.casefold()] = row.line
            means = [row.number(f"MeanS{number}") for number in SENTENCES]
            scores.append((expression, language, _class(row, language), row.number("CompType"), *means))
            for sentence in (None, *SENTENCES):
                cell = row.text("Synonyms" if sentence is None else f"SynonymsS{sentence}")
                parts = (part.strip() for part in cell.split(";"))
                paraphrases += [(expression, language, sentence, part) for part in parts if part]
    return Nctti(
        pl.DataFrame(scores, schema=SCORES, orient="row"), pl.DataFrame(paraphrases, schema=PARAPHRASES, orient="row")
    )


def comp_scale(nctti: Nctti) -> dict[tuple[str, str], str]:
    """The experts' class of each expression, by language and lower-cased expression.

    NCTTI writes in lower case what other datasets capitalise (*Dutch courage*).
    """
    rows = nctti.scores.select("language", "expression", "class").iter_rows()
    return {(language, expression.lower()): label for language, expression, label in rows if label}


def classes_at_hand(data_dirs: Sequence[Path]) -> dict[tuple[str, str], str]:
    """The experts' classes for other datasets of the same expressions; none where NCTTI is not at hand."""
    folders = find_folders("nctti", data_dirs)
    return comp_scale(read_nctti(folders[0])) if folders else {}


def _class(row: Row, language: str) -> str | None:
    """One of the paper's classes; in other languages than the paper's, any or none."""
    label = row.text("CompScale")
    if language not in FILES:
        return label or None
    if label not in CLASSES:
        raise row.fail(f"CompScale {label!r} is not a class; write one of {', '.join(CLASSES)}")
    return label
