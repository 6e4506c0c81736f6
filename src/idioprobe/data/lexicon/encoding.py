"""The text of a file in whatever encoding it was saved."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from itertools import islice
from pathlib import Path

from idioprobe.core.csvfile import delimiter_of
from idioprobe.core.errors import LexiconError
from idioprobe.core.textfile import refuse_nul, text_bytes
from idioprobe.data.grammar.names import language_code
from idioprobe.data.lexicon.fields import column_name

BY_LANGUAGE = {
    "ja": ("cp932", "euc_jp"),
    "zh": ("gb18030", "big5"),
    "ko": ("cp949",),
    "ru": ("cp1251",),
    "uk": ("cp1251",),
    "bg": ("cp1251",),
    "el": ("cp1253",),
    "tr": ("cp1254",),
    "he": ("cp1255",),
    "ar": ("cp1256",),
    "pl": ("cp1250",),
    "cs": ("cp1250",),
    "sk": ("cp1250",),
    "hu": ("cp1250",),
    "hr": ("cp1250",),
    "sl": ("cp1250",),
    "ro": ("cp1250",),
}
"""What spreadsheets of a language are saved in where it is not Unicode."""
WESTERN = frozenset({"en", "pt", "de", "es", "fr", "it", "gl", "nl", "ca", "da", "sv", "nb", "fi", "is"})
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def read_text(path: Path, language: str | None = None) -> tuple[str, str]:
    """The text of a file and the encoding that it was read in: Unicode, or what fits its language and bytes best."""
    raw = text_bytes(path, LexiconError, "a spreadsheet or archive; name it .xlsx, or export it as CSV (UTF-8)")
    for encoding in _candidates(raw, language or _stated_language(raw)):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        refuse_nul(text, path, LexiconError)
        return text, "utf-8" if encoding == "utf-8-sig" else encoding
    raise LexiconError(f"{path} is not text in any common encoding; save it as UTF-8 (in a spreadsheet: CSV UTF-8).")


def opened(text: str) -> io.StringIO:
    """A text as a file whose line ends are kept as they are."""
    return io.StringIO(text, newline="")


def _candidates(raw: bytes, language: str | None) -> list[str]:
    marked = next((encoding for mark, encoding in _MARKS.items() if raw.startswith(mark)), None)
    if marked:
        return [marked]
    zeros = [raw[start:2000:2].count(0) for start in (0, 1)]
    if max(zeros) > 4 * min(zeros) + 4:
        return ["utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"]
    if language in WESTERN:
        return ["utf-8", "cp1252"]
    return ["utf-8", *BY_LANGUAGE.get(language or "", ()), *_guessed(raw)]


def _stated_language(raw: bytes) -> str | None:
    """What most rows of a table have in their column language, which is readable in any encoding but UTF-16."""
    file = opened(raw.decode("latin-1"))
    rows = csv.reader(file, delimiter=delimiter_of(file))
    try:
        header = [column_name(cell) for cell in next(rows, [])]
        at = header.index("language") if "language" in header else None
        cells = [row[at].strip() for row in islice(rows, 200) if at is not None and at < len(row)]
    except csv.Error:
        return None
    codes = Counter(code for cell in cells if cell and (code := language_code(cell)))
    return codes.most_common(1)[0][0] if codes else None


def _guessed(raw: bytes) -> list[str]:
    from charset_normalizer import from_bytes

    common = ["cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp932", "gb18030", "cp949", "euc_jp", "big5"]
    best = from_bytes(raw, cp_isolation=common).best()
    return [best.encoding] if best else []
