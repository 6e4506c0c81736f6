"""What the data commands print."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence, Set

import polars as pl
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import CONDITIONS
from idioprobe.data.components import components_of, role_sets
from idioprobe.data.dataset import Dataset
from idioprobe.data.lexicon.fields import field_of
from idioprobe.data.targets import pieces
from idioprobe.stats.correlation import FEWEST
from idioprobe.suites.catalogue import MEASURES
from idioprobe.suites.measure import COUNTS, Measure, can_run, missing_roles
from idioprobe.suites.prediction.across import rated_targets
from idioprobe.suites.ratings import class_ranks


def show_dataset(data: Dataset, console: Console) -> None:
    """Counts by language and condition, and the measures of minimal pairs that can run."""
    table = Table(
        title=f"[bold]{escape(data.name)}[/]", title_justify="left", box=None, pad_edge=False, header_style="bold"
    )
    for column in ("language", "condition", "expressions", "items", "stimuli", "roles"):
        table.add_column(column, overflow="fold")
    groups = data.stimuli.group_by("language", "condition", maintain_order=True).agg(
        pl.col("expression").n_unique(), pl.col("item").n_unique(), pl.len(), pl.col("role").unique(maintain_order=True)
    )
    for language, condition, expressions, items, stimuli, roles in groups.iter_rows():
        table.add_row(Text(language), condition, str(expressions), str(items), str(stimuli), ", ".join(roles))
    console.print(table)
    labels = data.expressions.group_by("language", "class").len().sort("language", "class")
    named = [f"{language} {label} {count}" for language, label, count in labels.iter_rows() if label in data.classes]
    note = f" ({data.header.labelling_note})" if data.header.labelling_note else ""
    console.print(f"Classes: {', '.join(named) or 'none given'}{note}", highlight=False, markup=False)
    if len(data.types) > 1:
        kinds = data.expressions.group_by("language", "type").len().sort("language", "type").iter_rows()
        told = ", ".join(f"{language} {kind} {count}" for language, kind, count in kinds)
        console.print(f"Types: {told}", highlight=False, markup=False)
    console.print(f"Ratings: {len(data.ratings) or 'none'}; {_correlates(data)}", highlight=False)
    for language in data.languages:
        _show_measures(data, language, console)


def _correlates(data: Dataset) -> str:
    counted = [name for name in COUNTS if data.expressions[name].is_not_null().any()]
    also = f", and {', '.join(counted)}" if counted else ""
    if not data.ratings.is_empty():
        return f"measures are correlated with the ratings{also}."
    if data.expressions["class"].is_not_null().any():
        return f"measures are correlated with the class rank ({class_ranks(data.classes)}){also}."
    if counted:
        return f"without classes either, measures are correlated with {', '.join(counted)} only."
    return "without ratings or classes there are no correlations, only levels."


def _show_measures(data: Dataset, language: str, console: Console) -> None:
    mine = data.stimuli.filter(pl.col("language") == language)
    roles = {str(condition): set(part["role"]) for (condition,), part in mine.group_by("condition")}
    components = role_sets(data.expressions.filter(pl.col("language") == language))
    able, unable = [], []
    for measure in (measure for measure in MEASURES if measure.needs and not measure.of_controls):
        where = [c for c in CONDITIONS if can_run(measure, c, roles, components)]
        lacking = _lacking(measure, roles, components) if not where else _lacking_sentences(measure, data, language)
        if lacking:
            unable.append(f"{measure.name} ({', '.join(lacking)})")
        else:
            able.append(f"{measure.name} ({', '.join(where)})")
    console.print(f"Measures for {language}: {', '.join(able) or 'none'}", highlight=False, markup=False)
    if unable:
        console.print(f"Not for {language}, and what they need: {', '.join(unable)}", highlight=False, markup=False)


def _lacking(measure: Measure, roles: Mapping[str, Set[str]], components: Sequence[Sequence[str]]) -> list[str]:
    """What a measure needs that no stimulus is, in the condition that is nearest to having all."""
    condition = next((c for c in measure.conditions if c in roles), None)
    if condition is None:
        return [_CONDITION[measure.conditions[0]]]
    return sorted(_wanting(role, components[0]) for role in missing_roles(measure, condition, roles, components))


def _lacking_sentences(measure: Measure, data: Dataset, language: str) -> list[str]:
    """What a measure over the sentences of an expression needs beyond its roles."""
    if not any("sentences" in (comparison.left, comparison.right) for comparison in measure.needs):
        return []
    sentences = data.stimuli.filter(
        pl.col("language") == language, pl.col("condition") == "nat", pl.col("role") == "original"
    )
    if measure.rated:
        tokens = data.ratings.filter(pl.col("rating") == "token", pl.col("language") == language)
        key = ["expression", "sentence"]
        listed = components_of(data.expressions.filter(pl.col("language") == language))
        wanted = {name: set(rated_targets(own)) for (_, name), own in listed.items()}
        rated = tokens.group_by(key).agg(pl.col("target").unique())
        whole = [set(targets) >= wanted[name] for name, _, targets in rated.iter_rows()]
        rated = rated.filter(pl.Series(whole, dtype=pl.Boolean))
        sentences = sentences.join(rated, on=key, how="semi", nulls_equal=True)
        if sentences.is_empty():
            return [f"ratings of sentences for {', '.join(rated_targets(next(iter(listed.values()), ())))}"]
    if sentences.is_empty() or sentences.group_by("expression").len()["len"].max() < FEWEST:  # type: ignore[operator]
        return [f"{FEWEST} sentences of an expression{', rated' if measure.rated else ''}"]
    return []


_CONDITION = {
    "nat": "a sentence",
    "neut": "a neutral sentence",
    "neut_long": "a long neutral sentence",
    "none": "expressions without a sentence",
}


def _wanting(role: str, components: Sequence[str]) -> str:
    """What gives a role, in the words of the lexicon."""
    synonyms = " + ".join(f"{name}_synonyms" for name in components)
    return {
        "words": synonyms,
        "words_alt": f"two or more {synonyms}",
        "rand": "random combinations",
        "neutral": "a neutral sentence",
    }.get(role, field_of(role))


def list_expressions(data: Dataset, console: Console) -> None:
    """All expressions with their type, their class and their components."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("expression", "language", "type", "class", "components", "synonym shares a word"):
        table.add_column(column)
    columns = ("expression", "language", "type", "class", "components", "synonym_overlap")
    for *texts, overlap in data.expressions.select(columns).iter_rows():
        table.add_row(*(Text(text or "") for text in texts), "" if overlap is None else "yes" if overlap else "no")
    console.print(table)
    if data.header.labelling_note:
        console.print(data.header.labelling_note, highlight=False, markup=False)


def show_expression(data: Dataset, expression: str, console: Console, *, everything: bool = False) -> None:
    """The stimuli of an expression, targets in [brackets]; unless `everything`, those that measures use."""
    wanted = expression.casefold()
    chosen = data.expressions.filter(
        pl.Series([c.casefold() == wanted for c in data.expressions["expression"]], dtype=pl.Boolean)
    )
    if chosen.is_empty():
        near = difflib.get_close_matches(wanted, data.expressions["expression"].to_list(), n=3)
        hint = (
            f"; did you mean {' or '.join(map(repr, near))}?"
            if near
            else f"; idioprobe data show {data.name} lists them."
        )
        raise DatasetError(f"{data.name} has no expression {expression!r}{hint}")
    for row in chosen.iter_rows(named=True):
        label = f", {row['type']}" + (f", {row['class']}" if row["class"] else "")
        console.print(Text(f"{row['expression']} ({row['language']}{label})", style="bold"))
        if data.header.labelling_note and row["class"]:
            console.print(data.header.labelling_note, highlight=False, markup=False, style="dim")
        mine = data.stimuli.filter(pl.col("expression") == row["expression"], pl.col("language") == row["language"])
        shown = mine if everything else mine.filter(~pl.col("role").is_in(_RARE), pl.col("condition") != "neut_plural")
        hidden, mine = len(mine) - len(shown), shown
        for (item,), part in mine.group_by("item", maintain_order=True):
            console.print(Text(f"\n{item}", style="cyan"))
            _show_item(part, console)
        rated = data.ratings.filter(pl.col("expression") == row["expression"], pl.col("language") == row["language"])
        console.print()
        for sentence, target, kind, mean in rated.select("sentence", "target", "rating", "mean").iter_rows():
            where = kind if sentence is None else f"sentence {sentence}"
            console.print(f"rating ({target}, {where}): {mean:g}", highlight=False)
        for labelling, label in (
            data.labellings.filter(pl.col("expression") == row["expression"], pl.col("language") == row["language"])
            .select("labelling", "class")
            .iter_rows()
        ):
            console.print(f"class ({labelling}): {label}", highlight=False)
        if mine["derived"].any():
            console.print("* made here by substitution or from a template, not published", style="dim")
        if hidden:
            console.print(
                f"{hidden} further stimuli, used by no measure; idioprobe data show --all shows them.", style="dim"
            )


_RARE = ("rand_nc", "rand_modifier", "rand_head", "modifier_generic", "head_generic", "generic")


def _show_item(part: pl.DataFrame, console: Console) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    columns = ("role", "index", "text", "spans", "derived")
    for role, index, text, spans, derived in part.select(columns).iter_rows():
        marked = Text()
        for piece, inside in pieces(text, spans):
            marked.append_text(Text.assemble("[", (piece, "bold"), "]") if inside else Text(piece))
        table.add_row((role if index == 0 else f"{role} {index}") + ("*" if derived else ""), marked)
    console.print(table)
