"""Thesauri of OpenOffice and LibreOffice (MyThes), which Debian has in its packages mythes-*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.data.grammar.names import language_code
from idioprobe.make.wordnet.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, Sense, Synset, Wordnet, ordered_senses

_NAME = re.compile(r"th_([a-z]{2,3})(?:_[A-Z]{2})?.*\.dat")
_PARTS = {
    "noun": NOUN, "n": NOUN, "s": NOUN, "subst": NOUN, "sust": NOUN, "nom": NOUN, "substantiv": NOUN,
    "verb": VERB, "v": VERB, "adj": ADJECTIVE, "adjective": ADJECTIVE, "adjectif": ADJECTIVE, "adv": ADVERB,
    "adverb": ADVERB,
}  # fmt: skip
_REMARK = re.compile(r"\s*\(([^)]*)\)\s*$")
_GENERAL, _OPPOSITE = ("generic term", "oberbegriff"), ("antonym",)


def is_mythes(path: Path) -> bool:
    """Whether a file looks like the data of a thesaurus."""
    return path.suffix.lower() == ".dat" and path.name.startswith("th_")


def read_mythes(path: Path, language: str | None = None) -> Wordnet:
    """A thesaurus: each meaning of a word is a set of synonyms of its own."""
    named = _NAME.fullmatch(path.name)
    language = language or (language_code(named[1]) if named else None) or ""
    synsets = {synset.id: synset for synset in _meanings(path)}
    if not synsets:
        raise DatasetError(f"{path} has no words; name the .dat file of a thesaurus.")
    rows = ((synset.words[0], Sense(synset.id), (number,)) for number, synset in enumerate(synsets.values()))
    return Wordnet(str(path), language, synsets, ordered_senses(rows))


def _meanings(path: Path) -> Iterator[Synset]:
    lines = iter(_text(path).splitlines()[1:])
    for number, line in enumerate(lines, 2):
        word, bar, count = line.rpartition("|")
        if not line.strip():
            continue
        if not bar or not count.strip().isdigit():
            raise DatasetError(f"{path}: near line {number}: expected word|number of meanings; found {line[:60]!r}.")
        for meaning in range(int(count)):
            part, _, listed = next(lines, "").partition("|")
            yield _synset(word.strip(), meaning, part, [cell.strip() for cell in listed.split("|") if cell.strip()])


def _synset(word: str, meaning: int, part: str, cells: list[str]) -> Synset:
    own: dict[str, None] = {word: None}
    general: dict[str, None] = {}
    for cell in cells:
        remark = _REMARK.search(cell)
        kind = remark[1].casefold() if remark else ""
        name = _REMARK.sub("", cell)
        if kind in _GENERAL:
            general[name] = None
        elif kind not in _OPPOSITE and name:
            own[name] = None
    letters = re.sub(r"[^a-z]", "", part.casefold())
    return Synset(f"{word}#{meaning + 1}", _PARTS.get(letters, ""), tuple(own), general=tuple(general))


def _text(path: Path) -> str:
    raw = path.read_bytes()
    encoding = raw.split(b"\n", 1)[0].strip().decode("ascii", errors="replace")
    try:
        return raw.decode(encoding)
    except (LookupError, UnicodeDecodeError):
        raise DatasetError(
            f"{path}:1: its first line should name its encoding, such as UTF-8, and says {encoding[:40]!r}; name the "
            ".dat file of a thesaurus."
        ) from None
