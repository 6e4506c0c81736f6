"""A writer of fastText's binary format, and its arithmetic once more in plain Python on characters."""

import struct
from dataclasses import dataclass, field

import numpy as np

MAGIC = 793712314
CBOW, SKIPGRAM, SUPERVISED = 1, 2, 3


@dataclass
class Model:
    """A model of random numbers; `write` puts it into a file as fastText would."""

    words: list[str]
    dimension: int = 5
    buckets: int = 50
    shortest: int = 3
    longest: int = 6
    kind: int = SKIPGRAM
    version: int = 12
    labels: list[str] = field(default_factory=list)
    seed: int = 0
    pruned: dict[int, int] | None = None
    quantized: bool = False

    def __post_init__(self):
        shape = (len(self.words) + self.buckets, self.dimension)
        self.matrix = np.random.default_rng(self.seed).normal(size=shape).astype("<f4")

    def raw(self):
        out = [struct.pack("<ii", MAGIC, self.version)]
        numbers = (self.dimension, 5, 5, 1, 5, 1, 2, self.kind, self.buckets, self.shortest, self.longest, 100)
        out += [struct.pack("<i", n) for n in numbers] + [struct.pack("<d", 1e-4)]
        entries = [(w, 0) for w in self.words] + [(label, 1) for label in self.labels]
        out.append(struct.pack("<iii", len(entries), len(self.words), len(self.labels)))
        out.append(struct.pack("<qq", 1000, -1 if self.pruned is None else len(self.pruned)))
        out += [entry.encode() + b"\0" + struct.pack("<qb", 7, kind) for entry, kind in entries]
        out += [struct.pack("<ii", *pair) for pair in (self.pruned or {}).items()]
        out.append(struct.pack("<?qq", self.quantized, *self.matrix.shape) + self.matrix.tobytes())
        rows = len(self.labels) if self.kind == SUPERVISED else len(self.words)
        out.append(struct.pack("<?qq", False, rows, self.dimension) + bytes(4 * rows * self.dimension))
        return b"".join(out)

    def write(self, path):
        path.write_bytes(self.raw())
        return path

    def ngrams(self, word):
        """Substrings of `<word>` of the lengths asked for, but for the two marks alone."""
        marked, found = f"<{word}>", []
        for length in range(max(1, self.shortest), self.longest + 1):
            for start in range(len(marked) - length + 1):
                ngram = marked[start : start + length]
                if not (length == 1 and start in (0, len(marked) - 1)):
                    found.append(ngram)
        return found

    def bucket(self, ngram):
        """FNV-1a over signed bytes."""
        value, raw = 2166136261, ngram.encode()
        for signed in struct.unpack(f"{len(raw)}b", raw):
            value = (value ^ (signed % 2**32)) * 16777619 % 2**32
        return value % self.buckets

    def vector(self, word):
        """The mean of a word's own row and its n-grams'; None for a word that has neither."""
        rows = [self.words.index(word)] if word in self.words else []
        if word != "</s>" and self.buckets:
            rows += [len(self.words) + self.bucket(ngram) for ngram in self.ngrams(word)]
        return np.mean([self.matrix[row].astype(float) for row in rows], axis=0) if rows else None
