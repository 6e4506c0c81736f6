"""From a span of characters to the tokens that carry it."""

from __future__ import annotations

from collections.abc import Sequence


def tokens_in_span(offsets: Sequence[tuple[int, int]], special: Sequence[int], start: int, end: int) -> list[int]:
    """Positions of the tokens whose characters overlap [start, end).

    Offsets rather than a search for token ids: a word that occurs twice, an accent that
    the tokenizer strips or punctuation glued to the target lead to the right subwords.
    Special tokens and tokens that stand for no character never belong to a target.

    >>> tokens_in_span([(0, 0), (0, 1), (2, 7), (7, 9), (0, 0)], [1, 0, 0, 0, 1], 2, 9)
    [2, 3]
    """
    return [
        i
        for i, ((first, last), is_special) in enumerate(zip(offsets, special, strict=True))
        if not is_special and max(first, start) < min(last, end)
    ]


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the white space at its edges, which some tokenizers put into the next word's token.

    >>> trimmed("an eager beaver met", 2, 16)
    (3, 15)
    """
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    return start, start + len(inside.strip())
