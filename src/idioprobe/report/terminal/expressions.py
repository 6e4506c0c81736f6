"""An expression of some results in the terminal, and the tables of where models fail."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.core.tables import CONDITIONS, ROLES
from idioprobe.core.views import ANSWER
from idioprobe.report.expressions import Failures, Sentence, ShownExpression
from idioprobe.report.terminal.answered import show_answered
from idioprobe.suites.catalogue import BY_NAME

IN_WORDS = {
    "syn": "synonym",
    "syn2": "second synonym",
    "words": "synonyms of its words",
    "words_alt": "more such synonyms",
    "rand": "random words",
}
"""Roles of variants as a reader would call them; the others are single components."""
SHOWN = ("choice_net", "sim_syn", "sim_words", "sim_comp", "sim_rand", "aff_syn_words", "aff_syn_comp", "aff_syn_rand")
UNITS = {"target": "phrases", "sentence": "sentences", ANSWER: "answers in words"}
KINDS = {"nat": "sentence", "neut": "neutral", "neut_long": "long neutral", "neut_plural": "plural", "none": "alone"}
NARROW = 24
"""The widest that an expression or a filler is printed in a table of many."""


def show_expressions(found: Sequence[ShownExpression], console: Console, *, full: bool = False) -> None:
    """Each with its sentences, the variants and their similarities, its levels and ranks, and answers in words.

    With `full`, questions and answers are printed whole.
    """
    for place, one in enumerate(found):
        if place:
            console.print()
        about = ", ".join([one.language, *one.about.values()])
        console.print(Text.assemble((one.expression, "bold"), f" ({about}) in {one.dataset}"))
        if one.models:
            console.print(Text(f"Similarities of {UNITS[one.unit]}.", style="dim"))
        for number, (model, view, verdict) in enumerate(zip(one.models, one.views, one.verdicts, strict=True), 1):
            named = f"{number}: {model}" if len(one.models) > 1 else f"Model: {model}"
            console.print(Text(f"{named} ({view}){verdict and f' {verdict}'}"), soft_wrap=True)
        for sentence in one.sentences:
            console.print()
            _show_sentence(sentence, len(one.models), console)
        if one.levels:
            console.print()
            _show_levels(one, console)
        for spoken in one.answered:
            console.print()
            show_answered(spoken, console, full=full)
        if one.answered and not full:
            console.print(Text("Shortened; --full prints every question and answer whole.", style="dim"))


def _show_sentence(sentence: Sentence, models: int, console: Console) -> None:
    kind = KINDS.get(sentence.condition, sentence.condition)
    console.print(Text.assemble((f"{kind} {sentence.number or ''}".strip(), "cyan"), ": ", marked(sentence)))
    if not sentence.variants:
        return
    table = Table(box=None, pad_edge=False, show_header=models > 1, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("", no_wrap=True)
    table.add_column("", overflow="fold")
    for number in range(models):
        table.add_column(str(number + 1), justify="right", no_wrap=True)
    for variant in sentence.variants:
        values = ("–" if value is None else f"{value:.3f}" for value in variant.similarities)
        table.add_row(Text(f"  {in_words(variant.role)}"), Text(variant.written), *values)
    console.print(table)


def _show_levels(one: ShownExpression, console: Console) -> None:
    where = CONDITIONS.get(one.condition, one.condition)
    title = Text(f"Mean over its {where}, and rank among all expressions (1 is best or, without ↑ ↓, highest)")
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("", no_wrap=True)
    several = len(one.models) > 1
    for number in range(len(one.models)):
        table.add_column(str(number + 1) if several else "mean", justify="right", no_wrap=True)
        table.add_column("rank", justify="right", no_wrap=True)
    for name in SHOWN:
        if name not in one.levels:
            continue
        arrow = {"higher": " ↑", "lower": " ↓"}.get(BY_NAME[name].better or "", "")
        cells = []
        for level in one.levels[name]:
            cells += ["–", ""] if level is None else [f"{level.value:.3f}", f"{level.rank}/{level.among}"]
        table.add_row(Text(f"{name}{arrow}"), *cells)
    console.print(title)
    console.print(table)


def show_failures(found: Sequence[Failures], console: Console, *, best: bool) -> None:
    """A table for each model and language, no wider than 80 columns."""
    for place, one in enumerate(found):
        if place:
            console.print()
        which = "best" if best else "worst"
        console.print(
            Text.assemble(
                (one.model, "bold"),
                f" on {one.dataset} ({one.language}): the {which} {len(one.rows)} of {one.among} expressions",
            )
        )
        if one.verdict:
            console.print(Text(f"{one.model} {one.verdict}."))
        measure = BY_NAME[one.measure]
        console.print(
            Text(
                f"By {one.measure}, {'highest' if best else 'lowest'} first: {measure.title}. Means over "
                f"{CONDITIONS.get(one.condition, one.condition)}; {UNITS[one.unit]}.",
                style="dim",
            )
        )
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        table.add_column("", justify="right", no_wrap=True)
        table.add_column("expression", max_width=NARROW, overflow="ellipsis", no_wrap=True)
        table.add_column("class", no_wrap=True)
        for name in (one.measure, *(("sim_syn", one.rival) if one.rival else ())):
            table.add_column(name, justify="right", no_wrap=True)
        for row in one.rows:
            values = (row.value, *((row.synonym, row.rival) if one.rival else ()))
            cells = ("–" if value is None else f"{value:.3f}" for value in values)
            table.add_row(str(row.rank), Text(row.expression), Text(row.label or ""), *cells)
        console.print(table)


def in_words(role: str) -> str:
    """A role as a reader would call it.

    >>> in_words("words"), in_words("head"), in_words("verb")
    ('synonyms of its words', 'the head alone', 'the verb alone')
    """
    return IN_WORDS.get(role) or (f"the {role} alone" if "_" not in role else ROLES.get(role, role))


def marked(sentence: Sentence) -> str:
    """A sentence with the expression in brackets."""
    text = sentence.text
    for start, end in sorted(sentence.spans, reverse=True):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text
