"""Wordnets of the Open Multilingual Wordnet as tab files, whose synsets are those of Princeton WordNet 3.0."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.core.textfile import open_text
from idioprobe.data.grammar.names import language_code
from idioprobe.make.wordnet.wordnet import PARTS, Sense, Synset, Wordnet, ordered_senses

_ID = re.compile(r"(\d{8})-([nvasr])")
_WORD = re.compile(r"(?:(\w+):)?lemma(?::(?:root|brokenplural))?")
_GLOSS = re.compile(r"(?:(\w+):)?def")
NEVER = 1_000_000
"""The rank of a sense of which no frequency is known."""


def is_omw_tab(path: Path) -> bool:
    """Whether a file is a tab file of the Open Multilingual Wordnet, by its first lines."""
    if path.suffix.lower() not in (".tab", ".tsv"):
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        first = [file.readline() for _ in range(3)]
    return any(_ID.match(line) for line in first) or (first[0].startswith("#") and first[0].count("\t") >= 2)


def read_omw_tab(path: Path, base: Wordnet | None = None, language: str | None = None) -> Wordnet:
    """The words of a tab file; relations, glosses and the order of senses come from `base`, Princeton WordNet 3.0."""
    words: dict[str, dict[str, None]] = {}
    glosses: dict[str, str] = {}
    for number, line in enumerate(open_text(path, DatasetError), 1):
        cells = line.rstrip("\r\n").split("\t")
        if line.startswith("#") or not line.strip():
            if number == 1 and len(cells) > 1:
                language = language or language_code(cells[1])
            continue
        match = _ID.fullmatch(cells[0].strip())
        if match is None or len(cells) < 3:
            raise DatasetError(
                f"{path}:{number}: expected a synset, a type and a word with tabs between them, as in "
                f"00001740-n, lemma, entidade; found {line.strip()[:60]!r}."
            )
        synset, kind, text = f"{match[1]}-{PARTS[match[2]]}", cells[1].strip(), cells[-1].strip()
        if _WORD.fullmatch(kind) and text:
            words.setdefault(synset, {})[text.replace("_", " ")] = None
        elif _GLOSS.fullmatch(kind):
            glosses.setdefault(synset, text)
    if not words:
        raise DatasetError(f"{path} has no words; write a synset, lemma and a word, with tabs between them.")
    return on_base(str(path), language or "", {name: tuple(found) for name, found in words.items()}, glosses, base)


def on_base(
    name: str,
    language: str,
    words: Mapping[str, tuple[str, ...]],
    glosses: Mapping[str, str],
    base: Wordnet | None,
) -> Wordnet:
    """A wordnet that has words of its own and all else from another with the same synsets.

    A word's senses go by how often the other was seen with them, and then by how near the front its words have them.
    """
    known = base.synsets if base else {}
    ranks = _ranks(base) if base else {}
    synsets = {one: replace(synset, words=words.get(one, ())) for one, synset in known.items()}
    for one, own in words.items():
        synset = synsets.get(one) or Synset(one, one[-1], own)
        synsets[one] = replace(synset, words=own, gloss=glosses.get(one, synset.gloss))
    rows = (
        (word, Sense(one, synsets[one].count), (-synsets[one].count, ranks.get(one, NEVER)))
        for one, own in words.items()
        for word in own
    )
    return Wordnet(name, language, synsets, ordered_senses(rows))


def _ranks(base: Wordnet) -> dict[str, int]:
    """For each synset, the best place that it has among the senses of its words."""
    places: dict[str, int] = {}
    for senses in base.senses.values():
        for place, sense in enumerate(senses):
            places[sense.synset] = min(place, places.get(sense.synset, place))
    return places
