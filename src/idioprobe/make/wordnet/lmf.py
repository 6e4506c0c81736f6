"""Wordnets in WN-LMF, read by the library `wn` without its database: nothing is downloaded, nothing is kept."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from idioprobe.core.errors import DatasetError, MissingExtraError, install
from idioprobe.data.grammar.names import language_code
from idioprobe.make.wordnet.omwtab import on_base
from idioprobe.make.wordnet.wordnet import PARTS, Sense, Synset, Wordnet, ordered_senses

_PACKED = (".gz", ".xz", ".bz2")
_ABOVE, _BESIDE = ("hypernym", "instance_hypernym"), ("similar",)
_OFFSET = re.compile(r".*-(\d{8})-([nvasr])")


def is_lmf(path: Path) -> bool:
    """Whether a file is named like a wordnet in WN-LMF, packed or not."""
    names = [suffix.lower() for suffix in path.suffixes]
    return names[-1:] == [".xml"] or (names[-1:] != [] and names[-1] in _PACKED and names[-2:-1] == [".xml"])


def read_lmf(path: Path, base: Wordnet | None = None, language: str | None = None) -> Wordnet:
    """A wordnet of one language; one without relations of its own takes those of `base`, if its synsets are the same.

    A file with lexicons in several languages needs `language` to say which is meant.
    """
    lexicons = _load(path)
    there = dict.fromkeys(_code(lexicon) for lexicon in lexicons)
    if language is None and len(there) > 1:
        raise DatasetError(f"{path} has {', '.join(there)}; say which is meant with `language`.")
    chosen = [lexicon for lexicon in lexicons if language in (None, _code(lexicon))]
    if not chosen:
        raise DatasetError(f"{path} is in {', '.join(there) or 'no language'}, not in {language}.")
    own = _own(path, language or next(iter(there)), chosen)
    offsets = {one: match for one in own.synsets if (match := _OFFSET.fullmatch(one))}
    related = any(synset.above or synset.beside for synset in own.synsets.values())
    if base is None or related or len(offsets) < len(own.synsets):
        return own
    named = {one: f"{match[1]}-{PARTS[match[2]]}" for one, match in offsets.items()}
    words = {named[one]: synset.words for one, synset in own.synsets.items() if synset.words}
    glosses = {named[one]: synset.gloss for one, synset in own.synsets.items() if synset.gloss}
    return on_base(own.name, own.language, words, glosses, base)


def _code(lexicon: Mapping[str, Any]) -> str:
    return language_code(lexicon["language"]) or str(lexicon["language"])


def _own(path: Path, language: str, lexicons: list[Mapping[str, Any]]) -> Wordnet:
    words: dict[str, dict[str, None]] = {}
    counts: dict[str, int] = {}
    ranked = []
    for lexicon in lexicons:
        for word, sense, rank in _senses(lexicon):
            words.setdefault(sense.synset, {})[word] = None
            counts[sense.synset] = counts.get(sense.synset, 0) + sense.count
            ranked.append((word, sense, rank))
    synsets = {
        one["id"]: _synset(one, tuple(words.get(one["id"], ())), counts.get(one["id"], 0))
        for lexicon in lexicons
        for one in lexicon.get("synsets", [])
    }
    known = [row for row in ranked if row[1].synset in synsets]
    if not known:
        raise DatasetError(f"{path} has no words with senses.")
    return Wordnet(str(path), language, synsets, ordered_senses(known))


def _senses(lexicon: Mapping[str, Any]) -> Iterator[tuple[str, Sense, tuple[int, ...]]]:
    for entry in lexicon.get("entries", []):
        if entry.get("external"):
            continue
        for number, sense in enumerate(entry.get("senses", []), 1):
            count = sum(one["value"] for one in sense.get("counts", []))
            yield entry["lemma"]["writtenForm"], Sense(sense["synset"], count), (-count, sense.get("n") or number)


def _synset(one: Mapping[str, Any], words: tuple[str, ...], count: int) -> Synset:
    relations = one.get("relations", [])
    definitions = one.get("definitions", [])
    return Synset(
        one["id"],
        PARTS.get(one.get("partOfSpeech", ""), ""),
        words,
        definitions[0]["text"] if definitions else "",
        tuple(link["target"] for link in relations if link["relType"] in _ABOVE),
        tuple(link["target"] for link in relations if link["relType"] in _BESIDE),
        count=count,
    )


def _load(path: Path) -> list[Mapping[str, Any]]:
    try:
        from wn import lmf
    except ModuleNotFoundError:
        raise MissingExtraError(f"{path} is in WN-LMF, which is read by the package wn: {install('corpus')}.") from None
    with tempfile.TemporaryDirectory() as folder:
        try:
            resource = lmf.load(_unpacked(path, Path(folder)), progress_handler=None)
        except (lmf.LMFError, AssertionError, KeyError, ValueError, OSError, EOFError) as error:
            detail = " ".join(str(error).split())[:120] or "a part that it must have is missing"
            raise DatasetError(f"{path} is no wordnet in WN-LMF: {detail}.") from None
    return list(resource["lexicons"])


def _unpacked(path: Path, folder: Path) -> Path:
    """The file itself, or a copy without its compression."""
    suffix = path.suffix.lower()
    if suffix not in _PACKED:
        return path
    copy = folder / "wordnet.xml"
    with _opened(path, suffix) as packed, copy.open("wb") as plain:
        shutil.copyfileobj(packed, plain)
    return copy


def _opened(path: Path, suffix: str) -> IO[bytes]:
    import bz2
    import gzip
    import lzma

    if suffix == ".gz":
        return gzip.open(path)  # type: ignore[return-value]
    return lzma.open(path) if suffix == ".xz" else bz2.open(path)
