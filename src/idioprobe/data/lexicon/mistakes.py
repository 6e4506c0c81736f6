"""The mistakes of a file, gathered so that all are told at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from idioprobe.core.errors import LexiconError, UserError

SHOWN = 50


@dataclass
class Mistakes:
    """What is wrong in a file, each with its line and what to do about it."""

    path: Path
    found: dict[tuple[int, str], None] = field(default_factory=dict)
    error: type[UserError] = LexiconError

    def add(self, line: int, message: str) -> None:
        """One more; the same of one line is told once."""
        self.found[line, message] = None

    def told(self) -> list[str]:
        """One line for each, in the order of the file."""
        return [
            f"{self.path}:{line}: {message}{'' if message.endswith('?') else '.'}"
            for line, message in sorted(self.found, key=lambda pair: pair[0])
        ]

    def refuse(self) -> None:
        """Raise unless there are none."""
        if self.found:
            told = self.told()
            more = [f"… and {len(told) - SHOWN} more."] if len(told) > SHOWN else []
            raise self.error("\n".join([*told[:SHOWN], *more]))


@dataclass
class Lacking:
    """The words that one sentence cannot have, because the form that it needs is not known.

    `names` are the forms that it may need, none where it does not say; `made` is the first sentence that would have
    come out, `example` a name that such a form may have; `forms` has those of each word, and `columns` where a text for
    this sentence alone would go.
    """

    where: str
    marked: str
    names: tuple[str | None, ...]
    made: str
    example: str
    forms: dict[str, tuple[str, ...]] = field(default_factory=dict)
    columns: dict[str, None] = field(default_factory=dict)

    def told(self, done: str) -> str:
        """What is lacking, what was done about it, the sentence as it would be, and what to write."""
        words = _listed([repr(word) for word in self.forms])
        first, named = next(iter(self.forms)), next((forms for forms in self.forms.values() if len(forms) > 1), ())
        several = len(self.forms) > 1
        name = next((name for name in self.names if name), None)
        if name:
            what = f"{self.where} has [{self.marked}] and needs the form #{name} of {words}"
            remedy = f"write {first} #{name}:…"
        elif named:
            what = f"{self.where} has [{self.marked}] without the name of its form, so that of {words} none is chosen"
            remedy = f"name it, as in {' or '.join(f'[{self.marked} #{name}]' for name in named[:3])}"
        else:
            has = "have" if several else "has"
            what = f"{self.where} has [{self.marked}], an inflected form, and {words} {has} none but the citation form"
            remedy = f"name it in both, as in [{self.marked} #{self.example}] and {first} #{self.example}:…"
        own = f", or fill in {next(iter(self.columns))}" if self.columns else ""
        return f"{what}; {done}: {self.made!r}{' and its like' if several else ''}; {remedy}{own}"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
