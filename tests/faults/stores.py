"""Stores to be damaged, what damages them, and runs on them."""

import hashlib
import shutil
import sqlite3
from contextlib import closing
from functools import lru_cache
from pathlib import Path

import numpy as np

from idioprobe import evaluate
from idioprobe.embed.store import FILE_NAME, PAGE_BYTES
from tests.embed.slow import make_encoder, starter

PAGE = PAGE_BYTES
LOG_NAME = f"{FILE_NAME}-wal"
RUN = {"languages": ("en",), "conditions": ("nat",), "units": ("target",), "resamples": 100}
TABLES = ("similarities", "scores", "summary", "predictions", "dropped")


def numbers(result):
    """All that a run says, but when, how quickly and how much of it came from the store."""
    counts = {k: v for k, v in result.info["counts"].items() if not k.startswith("texts_")}
    return [getattr(result, table) for table in TABLES], counts


def same(one, other):
    """Whether two runs say the same."""
    return one[1] == other[1] and all(a.equals(b) for a, b in zip(one[0], other[0], strict=True))


@lru_cache
def word_vectors(folder):
    """A file with vectors for nine in ten words of the starter set."""
    words = sorted({w.strip(".,;:!?").lower() for text in starter().stimuli["text"] for w in text.split()} - {""})
    known = [word for word in words if hashlib.sha256(word.encode()).digest()[0] % 10]
    rng = np.random.default_rng(0)
    lines = [f"{word} {' '.join(f'{x:.4f}' for x in rng.normal(size=50))}" for word in known]
    path = Path(folder) / "words.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Kept:
    """A store that was filled in two steps by two models; `stale` is how it was after the first.

    Each model's numbers are known from stores that nobody damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.work = folder, folder / "work"
        static = f"static:{word_vectors(str(folder))}"
        self.models = {"hand": lambda: make_encoder(), "words": lambda: static}
        whole = folder / "whole"
        self.run("hand", whole, limit=1)
        self.run("words", whole, limit=1)
        self.stale = self._content(whole)
        self.expected = {name: numbers(self.run(name, whole)) for name in self.models}
        self.content = self._content(whole)
        self.pages = len(self.content) // PAGE
        self.logged = self._logged(folder / "logged")

    def run(self, model, cache, limit=2, **options):
        return evaluate(self.models[model](), starter(), cache_dir=cache, limit=limit, **RUN, **options)

    def damaged(self, content: bytes, log: bytes = b"") -> Path:
        """A folder with nothing but this content as its store, and with the indexes of the whole one."""
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.folder / "whole" / "static", self.work / "static")
        (self.work / FILE_NAME).write_bytes(content)
        if log:
            (self.work / LOG_NAME).write_bytes(log)
        return self.work

    def _logged(self, folder: Path) -> tuple[bytes, bytes]:
        """A store as a kill leaves it: most of it is in the log."""
        self.run("hand", folder, limit=1)
        with closing(sqlite3.connect(folder / FILE_NAME)) as held:
            held.execute("SELECT count(*) FROM vectors").fetchone()
            self.run("hand", folder)
            self.run("words", folder)
            return (folder / FILE_NAME).read_bytes(), (folder / LOG_NAME).read_bytes()

    def _content(self, folder: Path) -> bytes:
        with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return (folder / FILE_NAME).read_bytes()


def flip_bit(kept, rng):
    """One bit is another."""
    at, bit = rng.randrange(len(kept.content)), rng.randrange(8)
    raw = bytearray(kept.content)
    raw[at] ^= 1 << bit
    return bytes(raw), f"bit {bit} of byte {at}"


def flip_bit_in_a_header(kept, rng):
    """The same where SQLite keeps what is where: the first bytes of a page."""
    at, bit = rng.randrange(kept.pages) * PAGE + rng.randrange(120), rng.randrange(8)
    raw = bytearray(kept.content)
    raw[at] ^= 1 << bit
    return bytes(raw), f"bit {bit} of byte {at}"


def swap_pages(kept, rng):
    """Two pages are in each other's place."""
    one, other = rng.sample(range(kept.pages), 2)
    return _with(kept.content, {one: _page(kept.content, other), other: _page(kept.content, one)}), (one, other)


def stale_page(kept, rng):
    """A page, or a few, are as they were before."""
    changed = [page for page in range(len(kept.stale) // PAGE) if _page(kept.stale, page) != _page(kept.content, page)]
    pages = rng.sample(changed, min(len(changed), rng.choice((1, 1, 1, 2, 5))))
    return _with(kept.content, {page: _page(kept.stale, page) for page in pages}), pages


def copied_page(kept, rng):
    """A page is written over another."""
    one, other = rng.sample(range(kept.pages), 2)
    return _with(kept.content, {one: _page(kept.content, other)}), (one, other)


def empty_page(kept, rng):
    """A page was never written."""
    page = rng.randrange(kept.pages)
    return _with(kept.content, {page: bytes(PAGE)}), page


def noise(kept, rng):
    """Some bytes in a row are chance."""
    at, size = rng.randrange(len(kept.content)), rng.choice((1, 4, 64, 1024))
    return kept.content[:at] + rng.randbytes(size) + kept.content[at + size :], f"{size} bytes at {at}"


def truncate(kept, rng):
    """The end is missing."""
    size = rng.choice((rng.randrange(len(kept.content)), rng.randrange(kept.pages) * PAGE))
    return kept.content[:size], f"{size} bytes left"


MUTATIONS = (flip_bit, flip_bit_in_a_header, swap_pages, stale_page, copied_page, empty_page, noise, truncate)


def _page(content, page):
    return content[page * PAGE : (page + 1) * PAGE]


def _with(content, pages):
    raw = bytearray(content)
    for page, new in pages.items():
        raw[page * PAGE : (page + 1) * PAGE] = new
    return bytes(raw)
