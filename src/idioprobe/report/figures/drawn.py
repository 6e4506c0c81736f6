"""The path of a figure that was drawn, which a notebook shows as the figure itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    _Path = Path
else:
    _Path = type(Path())  # before Python 3.12, Path itself cannot be a base


class Drawn(_Path):
    """A path like any other."""

    def _repr_svg_(self) -> str | None:
        return self.read_text(encoding="utf-8") if self.suffix.lower() == ".svg" else None

    def _repr_png_(self) -> bytes | None:
        return self.read_bytes() if self.suffix.lower() == ".png" else None
