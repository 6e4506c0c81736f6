"""Static word vectors."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.core.options import option
from idioprobe.models.common.spelling import CASINGS
from idioprobe.models.family import Family, Setting

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder

MWE_MISSING = ("drop", "words")
"""What becomes of a target of several words without an entry: it is dropped, or made from its words.

Made from its words it would equal their sum in direction, which is what compositionality is measured by.
"""

UNKNOWN_WORDS = ("skip", "word")
"""What becomes of a word that a file lacks: it is skipped, or gets the vector of the word "word"."""


@dataclass(frozen=True)
class StaticOptions:
    """What can be said about word vectors."""

    casing: str = option(
        "fallback", help="Words as written, then lower-cased (fallback); exact; or lower.", choices=CASINGS
    )
    mwe_tokens: bool = option(False, help="Targets as one entry (eager_beaver) if there is one.")
    mwe_missing: str = option(
        "drop",
        help="Targets of several words without such an entry: drop, or make them from words.",
        choices=MWE_MISSING,
    )
    unknown_words: str = option(
        "skip",
        help='Words that the file lacks: skip them, or give them the vector of the word "word".',
        choices=UNKNOWN_WORDS,
        later=True,
    )
    word_counts: str | None = option(
        None,
        help="How often words occur (columns word, count), for the pooling sif.",
        metavar="FILE",
        decides=False,
    )


def load(name: str, options: StaticOptions, setting: Setting) -> Encoder:
    """The vectors of a file."""
    from idioprobe.models.static.encoder import StaticEncoder

    return StaticEncoder(
        Path(name).expanduser(),
        memory=setting.memory,
        cache_dir=setting.cache_dir,
        casing=options.casing,
        mwe_tokens=options.mwe_tokens,
        mwe_missing=options.mwe_missing,
        unknown_words=options.unknown_words,
        word_counts=Path(options.word_counts).expanduser() if options.word_counts else None,
    )


FAMILY = Family(
    "static",
    "with static: before a file of word vectors, as in static:glove.txt",
    load,
    StaticOptions,
    "word vectors in a file: word2vec, GloVe, fastText, safetensors",
)
