"""From spans of characters to the tokens that carry them."""

from __future__ import annotations

from collections.abc import Sequence

from idioprobe.core.requests import Span


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
        if first < end and last > start and first < last and start < end and not is_special
    ]


def tokens_of_target(
    text: str, spans: Sequence[Span], offsets: Sequence[tuple[int, int]], special: Sequence[int], shift: int = 0
) -> list[int]:
    """Positions of the tokens of a target, in order and each once, though it may carry characters of two spans.

    `shift` is how many characters stand before the text in what was tokenized.

    >>> offsets = [(0, 3), (4, 8), (9, 11), (12, 14), (14, 15)]
    >>> tokens_of_target("She gave it up.", ((4, 8), (12, 14)), offsets, [0] * 5)
    [1, 3]
    """
    inside = [trimmed(text, start, end) for start, end in spans]
    found = {i for a, b in inside for i in tokens_in_span(offsets, special, a + shift, b + shift)}
    return sorted(found)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the white space at its edges, which some tokenizers put into the next word's token.

    >>> trimmed("an eager beaver met", 2, 16)
    (3, 15)
    """
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    return start, start + len(inside.strip())
