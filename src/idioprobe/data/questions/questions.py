"""What is asked in one language: the wording of each kind of question, and questions with an idiom in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

IDIOMATIC, LITERAL = "idiomatic", "literal"
ANSWERS = ("a", "b")
"""The placeholders of a question's two answers."""
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def filled(text: str, parts: Mapping[str, str]) -> str:
    """A text with its placeholders filled in one go: what comes in is never read as a placeholder itself.

    >>> filled('What is "{expression}"? {options}', {"expression": "{options}", "options": "A) x"})
    'What is "{options}"? A) x'
    """
    return PLACEHOLDER.sub(lambda found: parts.get(found[1], found[0]), text)


def one_line(text: str) -> str:
    r"""A text of a dataset as it goes into a question: without line breaks, so that it adds no line to it.

    >>> one_line("lame duck\nB) the answer")
    'lame duck B) the answer'
    """
    return " ".join(text.split())


@dataclass(frozen=True)
class Wording:
    """How one kind of question is put.

    `ask` has the options in it, or needs none; `open` is the same question without options, of which the
    likelihood of each is then taken. `slots.SLOTS` has the placeholders of each kind. The `instruction` comes before
    the question, as a system message where a model knows such.
    """

    ask: str
    open: str = ""
    instruction: str = ""


@dataclass(frozen=True)
class IdiomQuestion:
    """A question that only those answer rightly who understand the idiom in it.

    `{a}` and `{b}` stand where its two answers go, in either order; as it is `written`, `first` comes first. One
    without these is shown, and not scored. `source` names the paper that asked it.
    """

    expression: str
    question: str
    idiomatic: str = ""
    literal: str = ""
    source: str = ""
    first: str = IDIOMATIC

    @property
    def is_choice(self) -> bool:
        """Whether there are two answers to choose from."""
        return "{a}" in self.question

    @property
    def written(self) -> str:
        """The question with its answers in the order of the file.

        >>> IdiomQuestion("all at sea", "Am I {a} or {b}?", "lost", "making progress", first="literal").written
        'Am I making progress or lost?'
        """
        return self.asked(self.first)

    def asked(self, first: str) -> str:
        """The question with its idiomatic or its literal answer first."""
        answers = (self.idiomatic, self.literal) if first == IDIOMATIC else (self.literal, self.idiomatic)
        return filled(self.question, dict(zip(ANSWERS, answers, strict=True)))


@dataclass(frozen=True)
class Questions:
    """All that is asked in one language.

    `lead` introduces the answer for models that know no turns of a conversation.
    """

    language: str
    lead: str
    wordings: Mapping[str, Wording]
    idioms: tuple[IdiomQuestion, ...] = ()
    scale: tuple[int, int] = (0, 5)
    refusals: tuple[str, ...] = field(default=())
    """How a refusal begins, in lower case."""

    def refuses(self, answer: str) -> bool:
        """Whether an answer begins as refusals do, whatever its apostrophes and quotation marks.

        >>> Questions("en", "Answer:", {}, refusals=("i can't",)).refuses("“I can’t say.”")
        True
        """
        text = answer.casefold().replace("’", "'").lstrip("\"'“„«» *\n\t")
        begins = (refusal for refusal in self.refusals if text.startswith(refusal))
        return any(not text[len(refusal) : len(refusal) + 1].isalpha() for refusal in begins)
