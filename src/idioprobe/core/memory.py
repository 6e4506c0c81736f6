"""Too little memory: told before libraries without a word for it end the program, and told from their errors."""

from __future__ import annotations

import sys
from pathlib import Path

from idioprobe.core.errors import IdioprobeError

TOO_LITTLE_MEMORY = (
    "there is too little memory for this: free some, raise the limit (ulimit -v, or that of the container), or take a "
    "smaller model or less data; what was computed before is kept."
)
TO_START = 1_900_000_000
"""Bytes of addresses that the program takes with its tables; far less of it is ever filled."""
_TO_IMPORT = {"torch": 600_000_000, "sentence_transformers": 1_800_000_000, "vl_convert": 69_000_000_000}
"""Bytes that they take; V8, in which figures are drawn, sets aside most of it unused."""
_STATM = Path("/proc/self/statm")
_SAID = (
    "allocate memory",
    "out of memory",
    "memory allocation",
    "failed to map segment",
    "spawn worker thread",
    "start new thread",
    "spawn thread",
)


class TooLittleMemoryError(IdioprobeError):
    """The machine, or a limit on it, leaves too little memory for what was asked."""


def check_start() -> None:
    """Raise where a limit on addresses is less than the program takes."""
    _check(TO_START, 0)


def check_import(package: str) -> None:
    """Raise where a limit on addresses leaves less than a large package takes that is not imported yet."""
    if package not in sys.modules:
        _check(_TO_IMPORT[package], _taken())


def _check(needed: int, taken: int) -> None:
    limit = _limit()
    if limit is not None and limit - taken < needed:
        raise TooLittleMemoryError(TOO_LITTLE_MEMORY)


def short_of_memory(error: BaseException) -> bool:
    """Whether an error, or one that led to it, says that there is no memory left, for data, libraries or threads."""
    chain: BaseException | None = error
    while chain is not None:
        said = str(chain).lower()
        if isinstance(chain, MemoryError) or any(words in said for words in _SAID):
            return True
        chain = chain.__cause__ or chain.__context__
    return False


def _limit() -> int | None:
    """How many bytes of addresses a process may have; None where there is no limit."""
    try:
        import resource
    except ImportError:  # on Windows
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _taken() -> int:
    """How many this one has; 0 where nobody tells."""
    try:
        import resource

        return int(_STATM.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError, ValueError, IndexError):
        return 0
