"""What may go to a terminal: control characters in data could move its cursor, recolour it or forge lines."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

_SHOWN = "\ufffd"
_CONTROLS = {code: _SHOWN for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


def printable(text: str) -> str:
    """The text with a mark in place of each control character but line breaks and tabs.

    >>> printable("eager\\x1b[2Jbeaver")
    'eager\ufffd[2Jbeaver'
    """
    return text if text.isprintable() else text.translate(_CONTROLS)


def json_text(value: Any, **how: Any) -> str:
    """JSON that says the same with all control characters escaped."""
    text = json.dumps(value, ensure_ascii=False, **how)
    return text.translate({code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)})


def readable(path: Path | str) -> str:
    """A path as text: bytes in it that are none get a mark."""
    return os.fsencode(path).decode("utf-8", "replace")
