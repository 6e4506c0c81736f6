"""Wordnets by path, whatever their format, and those that a machine has already."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.make.wordnet.lmf import is_lmf, read_lmf
from idioprobe.make.wordnet.mythes import is_mythes, read_mythes
from idioprobe.make.wordnet.omwtab import is_omw_tab, read_omw_tab
from idioprobe.make.wordnet.wndb import is_wndb, read_wndb
from idioprobe.make.wordnet.wordnet import Wordnet

PRINCETON = "en"
_USUAL = (
    "/usr/share/wordnet",
    "/usr/local/share/wordnet",
    "/usr/local/WordNet-3.0/dict",
    "/opt/homebrew/share/wordnet",
)
HOW_TO_GET = (
    "Princeton WordNet 3.0 (English) is in Debian's package wordnet-base, others are at https://omwn.org; "
    "pass `wordnet`: a folder with data.noun, a tab file of OMW, WN-LMF (.xml), or a thesaurus (th_….dat)"
)


def open_wordnets(paths: Sequence[Path], language: str) -> list[Wordnet]:
    """The wordnets and thesauri at `paths` for a language, in their order.

    For English, the one that this machine has will do. Princeton WordNet, among `paths` or on this machine, gives
    relations and glosses to those that have its synsets and no more.
    """
    base = next(filter(is_wndb, paths), None) or here()
    found = [_open(path, base, language) for path in paths if not (is_wndb(path) and language != PRINCETON)]
    if not paths and language == PRINCETON and base is not None:
        found = [_princeton(base)]
    wrong = [one for one in found if one.language not in ("", language)]
    if wrong:
        raise ConfigError(f"`wordnet` {wrong[0].name} is in {wrong[0].language}, the expressions are in {language}.")
    if not found:
        raise ConfigError(f"No wordnet for {language} is at hand. {HOW_TO_GET}.")
    return found


def wordnets_by_language(paths: Sequence[Path], language: str | None = None) -> dict[str, list[Wordnet]]:
    """The wordnets and thesauri at `paths` by the language that they say they are in."""
    base = next(filter(is_wndb, paths), None) or here()
    found: dict[str, list[Wordnet]] = {}
    for path in paths:
        one = _open(path, base, language)
        code = one.language or language
        if not code:
            raise ConfigError(f"{path} does not say its language; pass `language`.")
        found.setdefault(code, []).append(one)
    return found


def here() -> Path | None:
    """Princeton WordNet on this machine: where WNSEARCHDIR or WNHOME say, or where packages put it."""
    return next(filter(is_wndb, _places()), None)


def _places() -> Iterator[Path]:
    if folder := os.environ.get("WNSEARCHDIR"):
        yield Path(folder)
    if folder := os.environ.get("WNHOME"):
        yield Path(folder) / "dict"
    yield from map(Path, _USUAL)


def _open(path: Path, base: Path | None, language: str | None) -> Wordnet:
    if not path.exists():
        raise ConfigError(f"`wordnet` {path} does not exist. {HOW_TO_GET}.")
    if is_wndb(path):
        return _princeton(path)
    if path.is_dir():
        raise ConfigError(f"`wordnet` {path} is a folder without data.noun and index.noun. {HOW_TO_GET}.")
    if is_mythes(path):
        return read_mythes(path)
    if is_lmf(path):
        return read_lmf(path, _princeton(base) if base else None, language)
    if is_omw_tab(path):
        return read_omw_tab(path, _princeton(base) if base else None)
    raise DatasetError(f"`wordnet` {path} is in no format that is known. {HOW_TO_GET}.")


@cache
def _princeton(folder: Path) -> Wordnet:
    return read_wndb(folder, PRINCETON)
