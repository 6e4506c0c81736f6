"""The font of figures, to be carried inside an SVG.

It has Latin, Greek and Cyrillic letters; a name in another script is drawn in a font of the
reader's.
"""

from __future__ import annotations

import base64
from functools import lru_cache
from importlib import resources

from idioprobe.report.figures.theme import FONT

WEIGHTS = {"Regular": 400, "Bold": 700}


@lru_cache(maxsize=1)
def font_style() -> str:
    """A `<style>` element that gives the family of charts its letters."""
    family = FONT.partition(",")[0]
    faces = (
        f'@font-face{{font-family:"{family}";font-weight:{weight};'
        f'src:url(data:font/woff2;base64,{_base64(name)}) format("woff2")}}'
        for name, weight in WEIGHTS.items()
    )
    return f"<style>{''.join(faces)}</style>"


def _base64(weight: str) -> str:
    file = resources.files("idioprobe.report.figures").joinpath("fonts", f"IdioprobeSans-{weight}.woff2")
    return base64.b64encode(file.read_bytes()).decode("ascii")
