"""An index of a corpus as its readers see it: Parquet tables beside a manifest."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.core.errors import DatasetError
from idioprobe.make.corpus.manifest import Manifest, read_manifest, require_language
from idioprobe.make.corpus.tokens import find_tokeniser

if TYPE_CHECKING:
    import polars as pl

WORDS, PAIRS, PATTERNS, TAGS = "words.parquet", "pairs.parquet", "patterns.parquet", "tags.parquet"
SENTENCES = "sentences"


@dataclass(frozen=True)
class Index:
    """A finished index; its tables are scanned, never loaded whole.

    `words` has `word`, `count`; `pairs` has `first`, `second`, `count`, and `gap` where the window is wider than 1.
    Both are sorted by their words, which are folded as `tokens.fold` does. Where the corpus has tags, `patterns` has
    `first`, `second`, `pattern`, `count`, and `tags` has `word`, `tag`, `count`.
    """

    folder: Path
    manifest: Manifest

    @property
    def words(self) -> pl.LazyFrame:
        """How often each word occurs."""
        return _scan(self.folder / WORDS)

    @property
    def pairs(self) -> pl.LazyFrame:
        """How often two words follow each other in a sentence."""
        return _scan(self.folder / PAIRS)

    @property
    def patterns(self) -> pl.LazyFrame | None:
        """The pairs by their parts of speech; None where the corpus has no tags."""
        return _scan(self.folder / PATTERNS) if (self.folder / PATTERNS).is_file() else None

    @property
    def tags(self) -> pl.LazyFrame | None:
        """How often each word has each part of speech; None where the corpus has no tags."""
        return _scan(self.folder / TAGS) if (self.folder / TAGS).is_file() else None

    @property
    def sentence_files(self) -> tuple[Path, ...]:
        """The sentences, one file or more for each shard: `document`, `number` in it (from 1), and `text`.

        A document's number is unique: the shard's times a billion, and then from 1.
        """
        return tuple(sorted((self.folder / SENTENCES).glob("part-*.parquet")))


def open_index(folder: Path, language: str | None = None) -> Index:
    """The index in a folder, checked for its format, its rule, its tables and, where one is given, its language."""
    manifest = read_manifest(folder)
    require_language(manifest, language, folder)
    find_tokeniser(manifest.tokeniser)
    index = Index(folder, manifest)
    lacking = [name for name in (WORDS, PAIRS) if not (folder / name).is_file()]
    if manifest.has_sentences and not index.sentence_files:
        lacking.append(SENTENCES)
    if lacking:
        what = ", ".join(lacking)
        raise DatasetError(f"{folder} lacks {what}; index the corpus again.")
    return index


def _scan(path: Path) -> pl.LazyFrame:
    import polars as pl

    return pl.scan_parquet(path)
