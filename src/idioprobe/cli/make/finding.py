"""The commands that look expressions up in a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli.engines import Address, Engine, elsewhere
from idioprobe.cli.make.output import Force, Out, check_out, give
from idioprobe.cli.shared import DataDirs, errors, notices

if TYPE_CHECKING:
    from idioprobe.make.corpus.expressions import Wanted
    from idioprobe.make.corpus.index import Index

IndexFolder = Annotated[
    Path, typer.Argument(help="An index that idioprobe corpus index made.", metavar="INDEX", show_default=False)
]
Expressions = Annotated[
    str,
    typer.Argument(
        help="A list, one a line; a CSV with a column expression, further columns giving forms; a lexicon; "
        "or a dataset, its folder or name.",
        metavar="EXPRESSIONS",
        show_default=False,
    ),
]
NAMED = 10


def corpus_find(
    index: IndexFolder,
    expressions: Expressions,
    gap: Annotated[int, typer.Option(help="Words that may be between the parts of an expression.", min=0)] = 3,
    out: Out = None,
    data_dir: DataDirs = None,
    force: Force = False,
    engine: Engine = "local",
    address: Address = None,
) -> None:
    """Find all sentences with an expression. In any of its forms; one row per match, with its spans."""
    from idioprobe.make.corpus.find import find_all
    from idioprobe.report.terminal.progress import StepProgress

    check_out(out, force=force)
    opened, wanted = opened_with(index, expressions, data_dir)
    with elsewhere(engine, address) as others, StepProgress(errors()) as progress:
        told = partial(progress, "sentences")
        found = find_all(opened, wanted, gap, elsewhere=others, progress=told)
    _tell_missing(wanted, set(found["expression"]), gap)
    give(found, out, ("expression", "form", "gap", "spans", "text"))


def corpus_sample(
    index: IndexFolder,
    expressions: Expressions,
    best: Annotated[
        int | None,
        typer.Option("-n", "--best", help="Sentences of each expression; default 3, of contexts 500.", min=1),
    ] = None,
    contexts: Annotated[
        bool, typer.Option("--contexts", help="Write them in the format that inject learn reads.")
    ] = False,
    shortest: Annotated[int, typer.Option(help="Words that a sentence has at least.", min=1)] = 8,
    longest: Annotated[int, typer.Option(help="Words that a sentence has at most.", min=1)] = 30,
    gap: Annotated[int, typer.Option(help="Words that may be between the parts of an expression.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Another seed chooses other sentences.")] = 0,
    out: Out = None,
    data_dir: DataDirs = None,
    force: Force = False,
    engine: Engine = "local",
    address: Address = None,
) -> None:
    """Choose the best sentences of each expression. Complete, of a fair length, no two alike, from many documents."""
    from idioprobe.make.corpus.sample import BEST, CONTEXTS, Choice, sample
    from idioprobe.make.corpus.sample import contexts as as_contexts
    from idioprobe.report.terminal.progress import StepProgress

    check_out(out, force=force)
    choice = Choice(best or (CONTEXTS if contexts else BEST), shortest, longest, seed, together=contexts)
    opened, wanted = opened_with(index, expressions, data_dir)
    with elsewhere(engine, address) as others, StepProgress(errors()) as progress:
        told = partial(progress, "sentences")
        sampled = sample(opened, wanted, choice, gap, elsewhere=others, progress=told)
    _tell_missing(wanted, set(sampled.found), gap)
    chosen = sampled.table["expression"].to_list()
    if contexts:
        alone = [name for name, number in Counter(chosen).items() if number == 1]
        if alone:
            notices([f"One context only, and inject learn asks for two or more: {listed(alone)}."])
    else:
        notices(_told_fewer(wanted, chosen, sampled.found, sampled.left, choice.best))
    give(
        as_contexts(sampled.table) if contexts else sampled.table,
        out,
        ("expression", "text", "start", "end") if contexts else ("expression", "sentence", "marked"),
    )


def opened_with(index: Path, expressions: str, data_dir: list[Path] | None) -> tuple[Index, list[Wanted]]:
    """An index, and the expressions of its language."""
    from idioprobe.make.corpus.expressions import of_language, read_expressions
    from idioprobe.make.corpus.index import open_index

    opened = open_index(index)
    language = opened.manifest.language
    return opened, of_language(read_expressions(expressions, language, data_dir), language, expressions)


def _tell_missing(wanted: Iterable[Wanted], found: set[str], gap: int) -> None:
    missing = [one.expression for one in wanted if one.expression not in found]
    if missing:
        hint = "" if gap else " (`gap` allows words between their parts)"
        notices([f"Never found in the corpus{hint}: {listed(missing)}."])


def listed(names: list[str]) -> str:
    """The first of some expressions, and how many more there are."""
    return ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")


def _told_fewer(
    wanted: list[Wanted], chosen: list[str], found: Mapping[str, int], left: Mapping[str, Mapping[str, int]], best: int
) -> Iterable[str]:
    counts = Counter(chosen)
    fewer = [one.expression for one in wanted if found[one.expression] and counts[one.expression] < best]
    for name in fewer[:NAMED]:
        why = ", ".join(f"{number} {reason}" for reason, number in left.get(name, {}).items())
        yield f"{name}: {counts[name]} of {best} sentences; found {found[name]}, left out {why or 'none'}."
    if len(fewer) > NAMED:
        yield f"{len(fewer) - NAMED} more expressions have fewer than {best} sentences."
