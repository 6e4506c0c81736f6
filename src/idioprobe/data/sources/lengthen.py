"""The long neutral sentence, made from the short one: no published file has it."""

from __future__ import annotations

import re

from idioprobe.data.sources.cells import Target

_FRAMES: dict[str, tuple[tuple[re.Pattern[str], str, str], ...]] = {
    "en": ((re.compile(r"This is (?P<article>an?) ", re.I), "This is what {article} ", " is supposed to be"),),
    "pt": (
        (re.compile(r"(?:Este|Esta) é (?P<article>uma?) ", re.I), "Isto é o que {article} ", " deveria ser"),
        (re.compile(r"(?:Estes|Estas) são (?P<article>)", re.I), "Isto é o que {article}", " deveriam ser"),
    ),
}
"""By language: how a short sentence begins, and what comes before and after the target in the long one."""


NOT_LONG = "the short sentence has another shape, no long one is made"


def lengthen(short: Target, language: str) -> Target | None:
    """The same expression with the same article in the long frame; None for a sentence of another shape.

    >>> lengthen(Target("This is an owl", 11, 14), "en").text
    'This is what an owl is supposed to be'
    """
    before, after = short.text[: short.start], short.text[short.end :]
    for pattern, opening, closing in _FRAMES.get(language, ()):
        match = pattern.fullmatch(before)
        if match:
            start = opening.format(article=match["article"])
            return Target(f"{start}{short.written}{closing}{after}", len(start), len(start) + len(short.written))
    return None
