"""What models answered about an expression, in the terminal: questions, answers and what was understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from idioprobe.core.views import GENERATED, LIKELIHOOD
from idioprobe.report.words.answered import (
    CHOICES,
    KINDS,
    USABLE,
    Answered,
    Asked,
    Said,
    role_in_words,
    understood_in_words,
)

WAYS = {GENERATED: "what it writes", LIKELIHOOD: "log-likelihood per character"}
TONES = {"syn": "green", "idiomatic": "green", "words": "red", "literal": "red"}
PROMPT, ANSWER, OPTION = 150, 80, 28
"""How much of a question, an answer and an option is printed, unless all is asked for."""
PLACES = {"nat": "sentence", "neut": "neutral", "none": "alone", "question": "question"}
OWN_TEXT = ("idiom", "free")
"""Kinds of which each question is another one."""


def show_answered(one: Answered, console: Console, *, full: bool) -> None:
    """One model: a heading for each kind of question, what was asked, and a line for each answer.

    Questions of a kind differ in the sentence only, so the first stands for them; with `full` all are printed.
    """
    console.print(Text.assemble("Asked in words: ", (one.model, "bold")), soft_wrap=True)
    for (view, kind), questions in groupby(one.asked, key=lambda asked: (asked.view, asked.kind)):
        asked = list(questions)
        console.print()
        about = KINDS.get(kind, kind)
        heading = Text.assemble((kind, "bold cyan"), f" ({WAYS.get(view, view)}): {about}")
        console.print(heading.append("" if about.endswith("?") else ".").append(_counted(asked)))
        if full or kind in OWN_TEXT:
            for question in asked:
                _show_whole(question, console, full=full)
        else:
            console.print(Padding(Text(_short(asked[0].said[0].prompt, PROMPT), style="dim"), (0, 0, 0, 2)))
            _show_lines(asked, console)


def _counted(questions: Sequence[Asked]) -> str:
    """How often which option was taken, over all questions of a kind."""
    if questions[0].kind not in CHOICES:
        return ""
    taken = [said.choice for asked in questions for said in asked.said]
    roles = sorted({role for role in taken if role}, key=lambda role: -taken.count(role))
    parts = [f"{role_in_words(role)} {taken.count(role)}" for role in roles]
    parts += [f"no usable answer {taken.count(None)}"] if None in taken else []
    return f" Taken, of {len(taken)}: {', '.join(parts)}."


def _place(asked: Asked) -> str:
    return f"{PLACES.get(asked.condition, asked.condition)} {asked.sentence or ''}".strip()


def _table() -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column("", no_wrap=True, style="cyan")
    table.add_column("", overflow="fold")
    table.add_column("", overflow="fold")
    return table


def _show_lines(questions: Sequence[Asked], console: Console) -> None:
    table = _table()
    for asked in questions:
        for i, said in enumerate(asked.said):
            table.add_row("" if i else _place(asked), *_cells(said, full=False))
    console.print(Padding(table, (0, 0, 0, 2), expand=False))


def _show_whole(asked: Asked, console: Console, *, full: bool) -> None:
    """Every question with its answer below it."""
    for said in asked.said:
        prompt = said.prompt if full else _short(said.prompt, PROMPT)
        console.print(Padding(Text.assemble((_place(asked), "cyan"), ": ", (prompt, "dim")), (0, 0, 0, 2)))
        table = _table()
        table.add_row("", *_cells(said, full=full))
        console.print(Padding(table, (0, 0, 0, 2), expand=False))


def _cells(said: Said, *, full: bool) -> tuple[Text, Text]:
    """What was answered, and what was understood of it."""
    told = understood_in_words(said)
    understood = Text(f"= {told}" if told else "", style=_tone(said))
    if said.choice and said.chosen:
        understood.append(f": {said.chosen if full else _short(said.chosen, OPTION)}")
    if said.answer is None:
        return Text("; ".join(_likely(said, full=full))), understood
    return Text(f"“{said.answer if full else _short(said.answer, ANSWER)}”"), understood


def _tone(said: Said) -> str:
    return TONES.get(said.choice or "", "" if said.understood in USABLE else "yellow")


def _likely(said: Said, *, full: bool) -> Iterator[str]:
    """Each option with the logarithm of its likelihood, divided by its length where options differ in it."""
    for option, raw, each in zip(said.options, said.likelihoods, said.per_character, strict=False):
        shown = option if full else _short(option, OPTION)
        if raw is None or each is None:
            yield f"{shown} –"
        else:
            yield f"{shown} {each:.2f}" + (f" ({raw:.1f} in all)" if full else "")


def _short(text: str, most: int) -> str:
    """A text in one line, its middle left out where it is long: questions end with what is asked."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    head = 2 * most // 3
    return f"{line[: head - 1]}…{line[len(line) - (most - head) :]}"
