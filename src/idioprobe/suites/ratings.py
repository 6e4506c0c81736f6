"""Which human judgment counts where there are several."""

from __future__ import annotations

from collections.abc import Collection, Sequence

EXPRESSION_RATINGS = ("type", "token_mean", "token_avg", "class_rank")
"""Judgments of an expression, the first there is being the one that decides (`token` is a sentence's own)."""


def chosen_rating(there: Collection[object], *, human: bool = False) -> str | None:
    """The judgment that a number is shown or decided with; `human`: a rating, not the rank of a class.

    >>> chosen_rating({"class_rank", "token_avg"}), chosen_rating({"class_rank"}, human=True)
    ('token_avg', None)
    """
    return next((name for name in EXPRESSION_RATINGS if name in there and not (human and name == "class_rank")), None)


def class_ranks(classes: Sequence[str]) -> str:
    """The rank of each class, in words.

    >>> class_ranks(("NC", "PC", "C"))
    'NC 0, PC 1, C 2'
    """
    return ", ".join(f"{label} {rank}" for rank, label in enumerate(classes))
