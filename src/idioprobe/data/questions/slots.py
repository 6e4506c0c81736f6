"""The wordings that a language has, and what has to be filled into each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Slots:
    """The placeholders that a wording needs in `ask`, in `open`, and those that it may have in both.

    Without `open`, the likelihood of answers is not taken.
    """

    ask: tuple[str, ...]
    open: tuple[str, ...] | None = None
    optional: tuple[str, ...] = ()

    @property
    def needs(self) -> dict[str, tuple[str, ...]]:
        """What each form of the wording needs."""
        return {"ask": self.ask} if self.open is None else {"ask": self.ask, "open": self.open}


_IN_SENTENCE = ("sentence", "expression")
_ALONE = ("expression",)

SLOTS = {
    "idiom": Slots(("question",), ("question",)),
    "free": Slots(("question",)),
    "pair": Slots((*_IN_SENTENCE, "options"), _IN_SENTENCE),
    "pair_alone": Slots((*_ALONE, "options"), _ALONE),
    "choice": Slots((*_IN_SENTENCE, "options"), _IN_SENTENCE),
    "choice_alone": Slots((*_ALONE, "options"), _ALONE),
    "rating": Slots(_IN_SENTENCE, _IN_SENTENCE, ("components",)),
    "paraphrase": Slots(_IN_SENTENCE),
}
"""The wordings by their names in a file."""
