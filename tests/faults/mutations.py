"""Inputs that are wrong in one way or several: of bytes, of text, of JSON."""

import copy
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NUMBERS = ("-1", "0", "1e309", "NaN", "inf", "-0", "9" * 25, "9" * 5000, "1e-400", "0x10", "1_000", "٣", "½", "3,5")
NASTY = (
    *(
        "",
        " ",
        "\t",
        "\r",
        "\n",
        '"',
        "'",
        ",",
        ";",
        "[",
        "]",
        "[[",
        "{",
        "}",
        "|",
        "#",
        "#pl:",
        "=",
        "=1+1",
        "@x",
        "\\",
    ),
    *(
        "\x1b[2J",
        "\x9b31m",
        "\x07",
        "\x7f",
        "\u202e",
        "\ufeff",
        "\ufffd",
        "\U0001f600",
        "e\u0301",
        "\u00a0",
        "[red]x[/]",
    ),
    *(
        "../../x",
        "/etc/passwd",
        "con",
        "a" * 300,
        "x" * 100_001,
        "nan",
        "null",
        "true",
        "[X]",
        "<b>",
        "&amp;",
        "%s",
        "{0}",
    ),
    *NUMBERS,
)
BYTES = (b"\0", b"\xff", b"\xfe\xff", b"\xed\xa0\x80", b"PK\x03\x04", b"GGUF", b"\x1f\x8b", b"\xef\xbb\xbf")
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1,
        10**9,
        10**19,
        10**400,
        1.5,
        float("inf"),
        float("nan"),
        "",
        " ",
        "x",
        "\x1b[2J",
        "a" * 10_000,
    ),
    *([], {}, [[]], [None], {"x": None}, [[[[[]]]]], ["x"] * 100, {"\x1b": 1}),
)


def mutated_bytes(raw: bytes, by: random.Random) -> bytes:
    """Some bytes turned, lost, doubled, put elsewhere, or cut off."""
    out = bytearray(raw)
    for _ in range(by.randint(1, 4)):
        if not out:
            break
        at, size = by.randrange(len(out)), by.choice((1, 1, 2, 4, 8, 64))
        kind = by.randrange(7)
        if kind == 0:
            out[at] ^= 1 << by.randrange(8)
        elif kind == 1:
            out[at : at + size] = by.randbytes(size)
        elif kind == 2:
            del out[at : at + size]
        elif kind == 3:
            out[at:at] = out[at : at + size]
        elif kind == 4:
            out[at : at + size] = by.choice((b"\xff", b"\0", b"\x7f")) * size
        elif kind == 5:
            out[at:at] = by.choice(BYTES)
        else:
            del out[at:]
    return bytes(out)


def mutated_text(text: str, by: random.Random) -> bytes:
    """A text file with strange cells, lines in other places, or bytes that are no text."""
    lines = text.split("\n")
    for _ in range(by.randint(1, 3)):
        at, kind = by.randrange(len(lines)), by.randrange(6)
        if kind == 0:
            place = by.randint(0, len(lines[at]))
            lines[at] = lines[at][:place] + by.choice(NASTY) + lines[at][place:]
        elif kind == 1:
            cells = lines[at].split(",")
            cells[by.randrange(len(cells))] = by.choice(NASTY)
            lines[at] = ",".join(cells)
        elif kind == 2:
            lines.insert(at, by.choice(lines))
        elif kind == 3 and len(lines) > 1:
            del lines[at]
        elif kind == 4:
            key, equals, _ = lines[at].partition("=")
            lines[at] = (
                key + equals + " " + by.choice((*NUMBERS, "[" * 3000, '"x"', "[1]", "{a=1}", "''", "1979-05-27"))
            )
        else:
            words = lines[at].split(" ")
            by.shuffle(words)
            lines[at] = " ".join(words)
    raw = "\n".join(lines).encode("utf-8", "surrogatepass")
    return mutated_bytes(raw, by) if by.random() < 0.25 else raw


def mutated_json(value: Any, by: random.Random) -> Any:
    """JSON with another value somewhere, a key lost or added."""
    value = copy.deepcopy(value)
    for _ in range(by.randint(1, 2)):
        spots = list(_spots(value))
        if not spots:
            return by.choice(VALUES)
        inside, key = by.choice(spots)
        kind = by.randrange(5)
        if kind == 0:
            del inside[key]
        elif kind == 1 and isinstance(inside, dict):
            inside[by.choice(NASTY)[:50]] = copy.deepcopy(inside[key])
        else:
            inside[key] = copy.deepcopy(by.choice(VALUES))
    return value


def _spots(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _spots(value[key])


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """What takes longer hangs."""

    def late(*_: object) -> None:
        raise TimeoutError(f"no end after {seconds} s")

    before: Any = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def in_little_memory(most: int = 500_000_000) -> Iterator[None]:
    """What needs more than so many bytes more than there are fails, as on a small machine."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm", encoding="ascii") as file:
        now = int(file.read().split()[0]) * 4096
    resource.setrlimit(resource.RLIMIT_AS, (now + most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
