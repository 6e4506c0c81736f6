"""Naturalistic sentences of NCS and NCTTI: a text, or a reference into a corpus in its place.

Sentences under copyright are published as references into ukWaC and brWaC. A reference is
read into its document and its sentence, counted from 1 in the document, so that nobody
downstream needs to know how either publisher's script counts.
"""

from __future__ import annotations

import ast
import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.core.frames import quoted, unquoted
from idioprobe.core.tablefile import read_rows
from idioprobe.data.grammar.plurals import word_forms
from idioprobe.data.sources.fetch import write_whole
from idioprobe.data.sources.publishedcsv import published_rows

NUMBERS = (1, 2, 3)

_REFERENCE = re.compile(r"sent(\d+):\s*(\(.*\))", re.S)
_DOCUMENT_ID = re.compile(r'#\s*MWETOOLKIT:\s*meta\.doc\.id="([^"]+)"')
_DECIMAL = re.compile(r"\d+(?:[.,]\d+)?")


@dataclass(frozen=True)
class Reference:
    """A sentence of a corpus: the document's address (ukWaC) or id (brWaC), and which sentence, from 1."""

    document: str
    number: int


@dataclass(frozen=True)
class SourceSentence:
    """One of the three sentences of an expression; `filled` where the text came from the user's own corpus."""

    expression: str
    language: str
    number: int
    text: str | None
    reference: Reference | None
    filled: bool = False


def read_sentences(path: Path, language: str, filled: Mapping[Reference, str] | None = None) -> list[SourceSentence]:
    """All sentences of a `sentids` file, three to an expression; `filled` has texts for references.

    An empty cell becomes a sentence with neither text nor reference.
    """
    texts = filled or {}
    sentences = []
    for line, row in _rows(path, [f"sentence{number}" for number in NUMBERS]):
        name = row["compound"]
        for number in NUMBERS:
            cell = " ".join(row[f"sentence{number}"].split())
            text, reference = cell or None, None
            if re.match(r"sent\d+:", cell):
                try:
                    reference = parse_reference(cell, language, number)
                except ValueError as error:
                    raise DatasetError(f"{path}:{line}: sentence{number} of {name!r}: {error}.") from None
                text = texts.get(reference)
            sentences.append(
                SourceSentence(name, language, number, text, reference, reference is not None and bool(text))
            )
    return sentences


def type_scores(path: Path) -> dict[str, float]:
    """Type-level scores by expression; NCS writes them with a decimal comma in English, a point in Portuguese."""
    scores = {}
    for line, row in _rows(path, ["compositionality"]):
        written = row["compositionality"].strip()
        if not _DECIMAL.fullmatch(written):
            raise DatasetError(f"{path}:{line}: the score {written!r} of {row['compound']!r} is not a number.")
        scores[row["compound"]] = float(written.replace(",", "."))
    return scores


def parse_reference(cell: str, language: str, number: int) -> Reference:
    r"""The reference that stands in place of sentence `number`; a ValueError says why it is none.

    Portuguese numbers are one too high: the publishers' reader files each sentence under the next.

    >>> parse_reference("sent3: ('\"http://example.org/a\"', 140)", "en", 3)
    Reference(document='http://example.org/a', number=140)
    >>> parse_reference("sent2: (['# MWETOOLKIT: meta.doc.id=\"netq-1\"'], 293)", "pt", 2)
    Reference(document='netq-1', number=292)
    """
    match = _REFERENCE.fullmatch(cell)
    if not match or int(match[1]) != number:
        raise ValueError(f"{cell[:60]!r} is no reference to sentence {number}")
    try:
        value = ast.literal_eval(match[2])
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise ValueError(f"the reference {cell[:60]!r} cannot be read") from None
    first = 2 if language == "pt" else 1
    if not (isinstance(value, tuple) and len(value) == 2 and type(value[1]) is int and value[1] >= first):
        raise ValueError(f"the reference {cell[:60]!r} is not a document and a number from {first}")
    document = _document_id(value[0]) if language == "pt" else _address(value[0])
    if not document:
        raise ValueError(f"the reference {cell[:60]!r} names no document")
    return Reference(document, value[1] - first + 1)


def _address(value: object) -> str | None:
    return value.strip().strip('"').strip() if isinstance(value, str) else None


def _document_id(value: object) -> str | None:
    lines = value if isinstance(value, list) else []
    matches = (_DOCUMENT_ID.match(line) for line in lines if isinstance(line, str))
    return next((match[1] for match in matches if match), None)


def _rows(path: Path, columns: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows with their line; every column asked for is there."""
    for line, row in published_rows(path, ["compound", *columns], strict=True):
        row["compound"] = " ".join(row["compound"].split())
        if row["compound"]:
            yield line, row


FILLED_COLUMNS = ("expression", "sentence", "document", "number", "text", "corpus")


@dataclass(frozen=True)
class FilledSentence:
    """A sentence found in a corpus file: `sentence` is its number for the expression, 1 to 3."""

    expression: str
    language: str
    sentence: int
    reference: Reference
    text: str
    corpus: str


def read_filled(folder: Path, language: str) -> dict[Reference, str]:
    """Texts that were found in the user's corpora, by reference; none where nothing was filled in."""
    return {row.reference: row.text for row in _filled_rows(folder, language)}


def write_filled(folder: Path, found: Iterable[FilledSentence]) -> list[Path]:
    """Keep found sentences with those found before, one file a language, each written whole or not at all."""
    by_language: dict[str, list[FilledSentence]] = {}
    for row in found:
        by_language.setdefault(row.language, []).append(row)
    written = []
    for language, rows in by_language.items():
        merged = {(row.expression, row.sentence): row for row in (*_filled_rows(folder, language), *rows)}
        text = io.StringIO(newline="")
        table = csv.writer(text, lineterminator="\n")
        table.writerow(FILLED_COLUMNS)
        for row in sorted(merged.values(), key=lambda row: (row.expression, row.sentence)):
            place = (row.reference.document, row.reference.number)
            cells = (row.expression, row.sentence, *place, row.text, row.corpus)
            table.writerow(quoted(cell) if isinstance(cell, str) else cell for cell in cells)
        written.append(_filled_file(folder, language))
        write_whole(written[-1], text.getvalue())
    return written


def _filled_file(folder: Path, language: str) -> Path:
    return folder / "filled" / f"sentences_{language}.csv"


def _filled_rows(folder: Path, language: str) -> list[FilledSentence]:
    path = _filled_file(folder, language)
    if not path.is_file():
        return []
    rows = []
    for row in read_rows(path, FILLED_COLUMNS):
        cells = {column: unquoted(cell) for column, cell in row.cells.items()}
        try:
            sentence, reference = int(cells["sentence"]), Reference(cells["document"], int(cells["number"]))
        except ValueError:
            raise row.fail("sentence and number are whole numbers; delete the file and fill it again") from None
        name = unquoted(row.required("expression"))
        rows.append(FilledSentence(name, language, sentence, reference, cells["text"], cells["corpus"]))
    return rows


def expression_span(text: str, expression: str, language: str) -> tuple[int, int] | None:
    """Where an expression stands in a text, in any case, with or without hyphen, its words singular or plural.

    Accents do not count: published texts mix spellings from before and after reforms (vôo, voo).

    >>> expression_span("Os abalos sísmicos .", "abalo sísmico", "pt")
    (3, 18)
    """
    match = _pattern(expression, language).search(_without_accents(text))
    return match.span() if match else None


@lru_cache(maxsize=1024)
def _pattern(expression: str, language: str) -> re.Pattern[str]:
    words = re.split(r"[\s\-]+", expression.strip())
    forms = ([re.escape(_without_accents(form)) for form in word_forms(word, language)] for word in words)
    parts = (f"(?:{'|'.join(alternatives)})" for alternatives in forms)
    return re.compile(r"(?<!\w)" + r"[\s\-]+".join(parts) + r"(?!\w)", re.I)


def _without_accents(text: str) -> str:
    """The text with each letter bare, and as long as before."""
    return text if text.isascii() else "".join(unicodedata.normalize("NFD", letter)[0] for letter in text)
