"""What a model says after it has thought aloud."""

from __future__ import annotations

ONLY_THOUGHTS = "{} thinks before it answers, and used up its tokens for that: let it think longer with `thinking`."
MARKS = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
    ("<|channel|>analysis", "<|channel|>final<|message|>"),
)
"""Between which marks reasoning models think: most of them, some of them, Mistral's and gpt-oss."""


def after_thoughts(text: str) -> str | None:
    """What stands after the thoughts; None where they never end. The template may have written their first mark.

    >>> after_thoughts("<think>At sea?</think> You are lost."), after_thoughts("Lost."), after_thoughts("<think>At")
    ('You are lost.', 'Lost.', None)
    """
    for begin, end in MARKS:
        if end in text:
            return text.rpartition(end)[2].strip()
        if text.lstrip().startswith(begin):
            return None
    return text.strip()
