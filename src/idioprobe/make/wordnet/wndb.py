"""Wordnets in Princeton's own format: a folder with data.noun, index.noun and their like.

Read here, because `wn` knows WN-LMF only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.make.wordnet.wordnet import PARTS, Sense, Synset, Wordnet, key_of, ordered_senses

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
COUNTS = "cntlist.rev"
"""How often each sense was seen; a folder may lack it."""
_ABOVE, _BESIDE = ("@", "@i"), ("&",)
_SENSE_TYPES = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}

_SenseKey = tuple[str, str, str, str]
"""A word, its part of speech, the number of its lexicographer's file and its number in that file."""


def is_wndb(folder: Path) -> bool:
    """Whether a folder holds a wordnet in Princeton's format."""
    return (folder / "data.noun").is_file() and (folder / "index.noun").is_file()


@dataclass(frozen=True)
class _Line:
    synset: Synset
    keys: tuple[_SenseKey, ...]


def read_wndb(folder: Path, language: str = "en") -> Wordnet:
    """All synsets of a folder; senses in the order of its index, which is that of their frequency."""
    counts = _counts(folder / COUNTS)
    synsets: dict[str, Synset] = {}
    seen: dict[tuple[str, str], int] = {}
    for part, name in FILES.items():
        for line in _data(folder / f"data.{name}", part):
            own = [counts.get(key, 0) for key in line.keys]
            synsets[line.synset.id] = replace(line.synset, count=sum(own)) if any(own) else line.synset
            for word, count in zip(line.synset.words, own, strict=True):
                seen[key_of(word), line.synset.id] = count
    ranked = (
        (word, Sense(synset, seen.get((key_of(word), synset), 0)), (number,))
        for part, name in FILES.items()
        for word, number, synset in _index(folder / f"index.{name}", part)
        if synset in synsets
    )
    return Wordnet(str(folder), language, synsets, ordered_senses(ranked))


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if line.strip() and not line.startswith("  "):
                    yield number, line
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error.strerror}; name a folder with a whole wordnet.") from None


def _data(path: Path, part: str) -> Iterator[_Line]:
    for number, line in _lines(path):
        try:
            yield _synset(line, part)
        except (IndexError, ValueError, KeyError):
            raise DatasetError(
                f"{path}:{number}: this is no line of a wordnet's data file; get the file again."
            ) from None


def _synset(line: str, part: str) -> _Line:
    facts, _, gloss = line.partition(" | ")
    cells = facts.split()
    offset, file, kind, words = cells[0], cells[1], cells[2], int(cells[3], 16)
    written = [(cells[4 + 2 * i], cells[5 + 2 * i]) for i in range(words)]
    start = 4 + 2 * words
    relations = [cells[start + 1 + 4 * i : start + 5 + 4 * i] for i in range(int(cells[start]))]
    links = [(symbol, f"{target}-{PARTS[pos]}") for symbol, target, pos, _ in relations]
    names = [(word.partition("(")[0], number) for word, number in written]
    synset = Synset(
        f"{offset}-{PARTS[kind]}",
        part,
        tuple(word.replace("_", " ") for word, _ in names),
        gloss.partition('; "')[0].strip(),
        tuple(target for symbol, target in links if symbol in _ABOVE),
        tuple(target for symbol, target in links if symbol in _BESIDE),
    )
    return _Line(synset, tuple((word.lower(), part, file, f"{int(number, 16):02d}") for word, number in names))


def _index(path: Path, part: str) -> Iterator[tuple[str, int, str]]:
    for line_number, line in _lines(path):
        cells = line.split()
        try:
            offsets = cells[-int(cells[2]) :]
        except (IndexError, ValueError):
            raise DatasetError(
                f"{path}:{line_number}: this is no line of a wordnet's index; get the file again."
            ) from None
        yield from ((cells[0], number, f"{offset}-{part}") for number, offset in enumerate(offsets, 1))


def _counts(path: Path) -> dict[_SenseKey, int]:
    if not path.is_file():
        return {}
    found: dict[_SenseKey, int] = {}
    for _, line in _lines(path):
        key, _, rest = line.partition(" ")
        word, _, sense = key.partition("%")
        numbers, cells = sense.split(":"), rest.split()
        if len(numbers) >= 3 and numbers[0] in _SENSE_TYPES and cells[-1:] and cells[-1].isdigit():
            found[word, _SENSE_TYPES[numbers[0]], numbers[1], numbers[2]] = int(cells[-1])
    return found
