"""The long neutral sentence, made from the short one: no published file has it."""

from __future__ import annotations

from idioprobe.data.languages.language import find_language
from idioprobe.data.sources.cells import Target

NOT_LONG = "the short sentence has another shape, no long one is made"


def lengthen(short: Target, language: str) -> Target | None:
    """The same expression with the same article in the long frame; None for a sentence of another shape.

    >>> lengthen(Target("This is an owl", 11, 14), "en").text
    'This is what an owl is supposed to be'
    """
    before, after = short.text[: short.start], short.text[short.end :]
    for frame in find_language(language).long:
        match = frame.beginning.fullmatch(before)
        if match:
            start = frame.before.format(article=match["article"])
            return Target(f"{start}{short.written}{frame.after}{after}", len(start), len(start) + len(short.written))
    return None
