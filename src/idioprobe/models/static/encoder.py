"""Static word vectors: one vector per word, whatever stands around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, MutableMapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.answers import Answer, Failure
from idioprobe.core.encoder import Encoded, Facts, Identity, Spans, requests_for, spans_of
from idioprobe.core.errors import ConfigError, ModelError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.textfile import readable
from idioprobe.core.views import RARE, UNITS, Unit, View
from idioprobe.models.common.files.unchanged import hash_files
from idioprobe.models.common.spelling import (
    Place,
    check_casing,
    is_word,
    joined,
    plain_spelling,
    readings,
    spellings,
    word_list,
    words_of,
)
from idioprobe.models.static.family import MWE_MISSING, UNKNOWN_WORDS
from idioprobe.models.static.lookups import Lookups
from idioprobe.models.static.rarity import read_weights
from idioprobe.models.static.vectorfile import Vector
from idioprobe.models.static.wordvectors import Notice, WordVectors, open_vectors

BATCH_TOKENS = 8192
_WORDS, _UNKNOWN, _SUBWORDS = "words", "unknown ", "subwords "
_TARGETS, _ENTRY = "targets", "entry"
COUNTS = "word counts"
"""What the table of counts is called among the files that decide."""
POOLS = ("mean", "max", "min", "sum", "mean+max", "first", "last")
UNKNOWN = "every word is out of vocabulary"
NO_ENTRY = "several words without an entry of their own (`mwe_missing` words makes a vector from them)"


class StaticEncoder:
    """A file of word vectors.

    A word has a letter or a digit: marks of punctuation and other signs are none, whatever the file
    has. It is looked up as `casing` says; a hyphenated word that is unknown is looked up part by part.
    What is not found is made from character n-grams where the file has them (fastText `.bin`), else
    skipped, and counted either way; with `unknown_words` "word" it gets the vector of the word "word".
    With `mwe_tokens` a target of several words in one place is first looked up as one entry
    (`eager_beaver`); `mwe_missing` says what if it has none. With `word_counts`, a table of words, there is the pooling
    `sif`.
    """

    def __init__(
        self,
        path: Path,
        *,
        memory: MutableMapping[str, str] | None = None,
        cache_dir: Path | None = None,
        casing: str = "fallback",
        mwe_tokens: bool = False,
        mwe_missing: str = "drop",
        unknown_words: str = "skip",
        word_counts: Path | None = None,
    ) -> None:
        if not path.is_file():
            raise ModelError(f"static:{path}: there is no such file.")
        if word_counts is not None and not word_counts.is_file():
            raise ConfigError(f"`word_counts` {word_counts}: there is no such file.")
        if mwe_missing not in MWE_MISSING:
            raise ConfigError(f"`mwe_missing` {mwe_missing}: one of {', '.join(MWE_MISSING)}.")
        if unknown_words not in UNKNOWN_WORDS:
            raise ConfigError(f"`unknown_words` {unknown_words}: one of {', '.join(UNKNOWN_WORDS)}.")
        if mwe_missing != "drop" and not mwe_tokens:
            raise ConfigError(f"`mwe_missing` {mwe_missing} says what to do with `mwe_tokens`; give that too.")
        self.path = path
        self.notice: Notice = lambda _: None
        memory = {} if memory is None else memory
        self._cache_dir = cache_dir
        self._casing, self._mwe_tokens, self._mwe_missing = check_casing(casing), mwe_tokens, mwe_missing
        self._stand_in = unknown_words if unknown_words != "skip" else None
        counted = {COUNTS: word_counts} if word_counts else {}
        self._files = hash_files(lambda: {path.name: path, **counted}, memory)
        self._digest = self._files.hashes[path.name]
        self._weights = read_weights(word_counts) if word_counts else None
        mark = fingerprint(["static", self._digest, "punctuation is no word", *self._unusual()])
        self._lookups = Lookups(memory, mark)
        self._identity = Identity(
            family="static",
            name=readable(path.name),
            fingerprint=mark,
            details={"weights_sha256": self._digest, "casing": casing, "mwe_tokens": self._mwe_words()},
        )

    @property
    def identity(self) -> Identity:
        """Known from the file's hash and the options."""
        return self._identity

    def facts(self) -> Facts:
        """Static vectors have no layers."""
        dimension = self._open().dimension
        self._check_read()
        return Facts(states=0, dimension=dimension, pools=(*POOLS, RARE) if self._weights else POOLS, contextual=False)

    def encode(
        self,
        texts: Sequence[str],
        spans: Spans,
        views: Sequence[View],
        batch_tokens: int | None,
    ) -> Iterator[Encoded]:
        """The file is asked once, for the words of all texts; then texts come in batches."""
        asked = (Request(text, target) for text in texts for target in spans.get(text, ())) if self._mwe_tokens else ()
        targets = {unit for request in asked if (unit := _unit(request))}
        lexicon = self._look_up(set(_words(texts)), targets)
        size = max(1, (batch_tokens or BATCH_TOKENS) // 8)
        for at in range(0, len(texts), size):
            yield self._batch(texts[at : at + size], spans, views, lexicon)

    def token_vectors(self, requests: Set[Request]) -> Mapping[Request, Answer] | None:
        """Means of the vectors of single words, whatever entries expressions have."""
        found: dict[Request, Answer] = {}
        lexicon = self._look_up(set(_words(request.text for request in requests)), set())
        units: dict[Unit, list[Request]] = {unit: [] for unit in UNITS}
        for request in sorted(requests):
            units["sentence" if request.whole else "target"].append(request)
        for unit, own in units.items():
            view = View(unit, "mean", "")
            texts = {request.text for request in own}
            encoded = self._batch(sorted(texts), spans_of(own, texts), [view], lexicon)
            found |= {request: Failure(why) for request, why in encoded.failed.get(view, ())}
            found |= dict(encoded.vectors.get(view, ()))
        return found

    def unknown_words(self, texts: Iterable[str]) -> Counter[str]:
        """How often each word that the file lacks, wholly or in part, occurs in texts that were embedded."""
        return self._occurrences(_UNKNOWN, list(texts))

    def made_from_subwords(self, texts: Iterable[str]) -> Counter[str]:
        """How often each word made from character n-grams, wholly or in part, occurs in texts that were embedded."""
        return self._occurrences(_SUBWORDS, list(texts))

    def multiword_entries(self, targets: Iterable[str]) -> dict[str, bool]:
        """The targets of several words, and whether each has an entry of its own; empty unless it was asked for."""
        if not self._mwe_tokens:
            return {}
        asked = {target: None for target in targets if joined(target, self._casing)}
        if lost := asked.keys() - self._lookups.of(_TARGETS).keys():
            self._look_up(set(), lost)
        told = self._lookups.of(_TARGETS)
        return {target: told[target] == _ENTRY for target in asked}

    def lookup_counts(self, requests: Iterable[Request]) -> dict[str, int]:
        """How words and targets were found beyond what is usual, for the manifest; empty where nothing was.

        Words count as often as they occur in the distinct texts, targets once each.
        """
        asked = set(requests)
        made = self.made_from_subwords({request.text for request in asked})
        entries = self.multiword_entries({unit for request in asked if (unit := _unit(request))})
        counts = {"made_from_subwords": made.total(), "made_from_subwords_types": len(made)} if made else {}
        if self._mwe_tokens:
            counts |= {"mwe_targets": len(entries), "mwe_targets_with_entry": sum(entries.values())}
        return counts

    def _occurrences(self, how: str, texts: Sequence[str]) -> Counter[str]:
        """How often each word that was looked up with this end occurs in texts; what is not known is looked up."""
        occurring = Counter(_words(texts))
        if lost := occurring.keys() - self._lookups.of(_WORDS).keys():
            self._look_up(lost, set())
        told = self._lookups.of(_WORDS)
        return Counter({word: count for word, count in occurring.items() if how in told[word]})

    def _open(self) -> WordVectors:
        return open_vectors(self.path, self._digest, self._cache_dir, self.notice, self._check_read)

    def _check_read(self) -> None:
        """Raise if the file is another than the one that was hashed."""
        self._files.check_read(self._identity.name)

    def _unusual(self) -> list[str]:
        """The options that are not as they are by default, for the fingerprint."""
        chosen = [] if self._casing == "fallback" else [f"casing={self._casing}"]
        chosen += [f"unknown_words={self._stand_in}"] if self._stand_in else []
        chosen += [f"word_counts={self._files.hashes[COUNTS]}"] if self._weights else []
        return [*chosen, f"mwe_tokens={self._mwe_words()}"] if self._mwe_tokens else chosen

    def _mwe_words(self) -> str:
        return f"else {self._mwe_missing}" if self._mwe_tokens else "no"

    def _look_up(self, words: set[str], targets: set[str]) -> _Lexicon:
        """Ask the file for all that may be needed; what it lacks is remembered."""
        wanted = {form for word in words for form in _all_spellings(word, self._casing)}
        entries = {t: forms for t in targets if (forms := joined(t, self._casing))} if self._mwe_tokens else {}
        source = self._open()
        found = source.read(wanted.union(*entries.values(), [self._stand_in] if self._stand_in else []))
        if self._stand_in and self._stand_in not in found:
            raise ConfigError(f"`unknown_words` {self._stand_in}: {self.path.name} has no such word.")
        parts = {word: _parts(word, self._casing, found) for word in words}
        absent = {part for places in parts.values() for _, _, part in places if part not in found and is_word(part)}
        made = source.from_subwords(absent)
        self._check_read()
        units = {t: next((form for form in forms if form in found), None) for t, forms in entries.items()}
        unknown, grams = _holding(parts, absent - made.keys()), _holding(parts, made)
        self._lookups.add(_WORDS, {w: _UNKNOWN * (w in unknown) + _SUBWORDS * (w in grams) for w in words})
        self._lookups.add(_TARGETS, {t: _ENTRY * (form is not None) for t, form in units.items()})
        both = found | made
        rows = {part: at for at, part in enumerate(both)}
        if self._stand_in:
            rows |= dict.fromkeys(absent - made.keys(), rows[self._stand_in])
        return _Lexicon(
            np.stack([*both.values()]) if both else np.zeros((0, source.dimension), np.float32),
            {w: [(a, b, rows[part]) for a, b, part in places if part in rows] for w, places in parts.items()},
            {t: None if form is None else rows[form] for t, form in units.items()},
            np.array([(self._weights or {}).get(part.casefold(), 1.0) for part in both], np.float32),
        )

    def _batch(
        self,
        texts: Sequence[str],
        spans: Spans,
        views: Sequence[View],
        lexicon: _Lexicon,
    ) -> Encoded:
        pooled: dict[View, list[tuple[Request, list[int]]]] = {view: [] for view in views}
        failed: dict[View, list[tuple[Request, str]]] = {view: [] for view in views}
        for text in texts:
            found = [
                (start + a, start + b, row)
                for start, _, word in words_of(text)
                for a, b, row in lexicon.words.get(word, ())
            ]
            for view in views:
                for request in requests_for(text, spans, view):
                    target = _unit(request) if lexicon.units else None
                    unit = lexicon.units.get(target) if target is not None else None
                    if unit is not None:
                        pooled[view].append((request, [unit]))
                    elif target in lexicon.units and self._mwe_missing == "drop":
                        failed[view].append((request, NO_ENTRY))
                    elif chosen := _chosen(request, found):
                        pooled[view].append((request, chosen))
                    else:
                        failed[view].append((request, UNKNOWN))
        made = {
            view: list(zip((r for r, _ in own), _pool(lexicon, [rows for _, rows in own], view.pool), strict=True))
            for view, own in pooled.items()
        }
        return Encoded(len(texts), made, failed)


@dataclass(frozen=True)
class _Lexicon:
    """Vectors in rows; the words in use, each with its rows and where in it they are; and expressions as one unit.

    `weights` are those of the rows in a `sif` mean: 1 where nothing is known of a word.
    """

    vectors: Vector
    words: dict[str, list[tuple[int, int, int]]]
    units: dict[str, int | None]
    weights: NDArray[np.float32]


def _words(texts: Iterable[str]) -> Iterator[str]:
    return filter(is_word, chain.from_iterable(map(word_list, texts)))


def _all_spellings(word: str, casing: str) -> set[str]:
    return {form for group in readings(word) for _, _, part in group for form in spellings(part, casing)}


def _parts(word: str, casing: str, found: Container[str]) -> list[Place]:
    """The word as one unit if the file has it or it has no parts, else its parts; each as it is spelled there.

    What the file lacks is spelled as its characters are to be read.
    """
    *whole, last = readings(word)
    for group in whole:
        if known := [(a, b, form) for a, b, part in group if (form := _known(part, casing, found))]:
            return known
    return [(a, b, _known(part, casing, found) or plain_spelling(part, casing)) for a, b, part in last]


def _known(word: str, casing: str, found: Container[str]) -> str | None:
    return next((form for form in spellings(word, casing) if form in found), None)


def _holding(parts: Mapping[str, list[Place]], spelled: Container[str]) -> set[str]:
    return {word for word, places in parts.items() if any(part in spelled for _, _, part in places)}


def _chosen(request: Request, found: Sequence[tuple[int, int, int]]) -> list[int]:
    """The rows of what is inside of a request's spans, in part or whole; all of them for a sentence."""
    if request.whole:
        return [row for _, _, row in found]
    first, last = request.spans[0][0], request.spans[-1][1]
    near = [place for place in found if place[0] < last and place[1] > first]
    return [row for start, end, row in near if any(start < b and end > a for a, b in request.spans)]


def _unit(request: Request) -> str | None:
    """The target as a file may hold it in one entry; None for a sentence and for what stands in several parts."""
    return request.target if len(request.spans) == 1 else None


def _pool(lexicon: _Lexicon, rows: Sequence[Sequence[int]], how: str) -> Sequence[Vector]:
    """One vector from some of the rows, of which there is at least one, for each request."""
    if not rows:
        return []
    vectors = lexicon.vectors
    lengths = np.array([len(own) for own in rows])
    ends = np.cumsum(lengths)
    starts, columns = ends - lengths, np.fromiter(chain.from_iterable(rows), np.int64, ends[-1])
    ways: dict[str, Callable[[], Vector]] = {
        "mean": lambda: np.divide(_sums(vectors, columns, ends), lengths[:, np.newaxis], dtype=np.float32),
        RARE: lambda: np.divide(
            _sums(vectors * lexicon.weights[:, np.newaxis], columns, ends), lengths[:, np.newaxis], dtype=np.float32
        ),
        "max": lambda: np.maximum.reduceat(vectors[columns], starts, axis=0),
        "min": lambda: np.minimum.reduceat(vectors[columns], starts, axis=0),
        "sum": lambda: _sums(vectors, columns, ends),
        "mean+max": lambda: np.hstack([ways["mean"](), ways["max"]()]),
        "first": lambda: vectors[columns[starts]],
        "last": lambda: vectors[columns[ends - 1]],
    }
    return list(np.ascontiguousarray(ways[how](), dtype=np.float32))


def _sums(vectors: Vector, columns: NDArray[np.int64], ends: NDArray[np.int64]) -> Vector:
    from scipy.sparse import csr_array

    table = (np.ones(len(columns), np.float32), columns, np.append(0, ends))
    sums: Vector = csr_array(table, shape=(len(ends), len(vectors))) @ vectors
    return sums
