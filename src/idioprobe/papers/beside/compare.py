"""Models run here beside reported ones: what differs in how they were made, and how far the same model differs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.models.known import known_model
from idioprobe.papers.beside.grids import reported_grid, reported_tables
from idioprobe.papers.beside.subject import ReportedModel, reported_models, reported_notes
from idioprobe.papers.common.model import MANY
from idioprobe.papers.common.paper import Paper
from idioprobe.papers.maketable import TableMaker
from idioprobe.papers.models import PaperModel, paper_models
from idioprobe.papers.registry import paper_of
from idioprobe.papers.reported import load_reported
from idioprobe.papers.tables import find_table
from idioprobe.report.tables.fill import Options, lay_out, selected
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell, Grid, Row
from idioprobe.report.tables.needs import asked_for
from idioprobe.report.tables.render import to_json
from idioprobe.report.tables.spec import LayoutTable
from idioprobe.report.tables.subject import CONTEXTUAL, Line, expand
from idioprobe.run.manifest import ConfigRecord, ModelRecord
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.pairs.scores import RANDOM

MODEL_OPTIONS = ("prompt_name", "dtype")
"""Options of a run that change a model's vectors, among those that papers state."""


@dataclass(frozen=True)
class Compared:
    """A table with reported models beside those run here, warnings, and differences where a model is in both."""

    table: Grid
    warnings: tuple[str, ...]
    differences: tuple[Grid, ...] = ()
    alone: Grid | None = None

    @property
    def grids(self) -> list[Grid]:
        """All of it as tables, the warnings as notes of the first."""
        first = replace(self.table, notes=(*self.table.notes, *(f"Warning: {w}." for w in self.warnings)))
        return [first, *([self.alone] if self.alone else []), *self.differences]

    def as_dict(self) -> dict[str, Any]:
        """The same for a script: every cell with the number behind it, the warnings apart."""
        return {
            **json.loads(to_json(self.table)),
            "warnings": list(self.warnings),
            "differences": [json.loads(to_json(grid)) for grid in self.differences],
            "reported": json.loads(to_json(self.alone)) if self.alone else None,
        }


def compare_with_reported(maker: TableMaker, name: str, options: Options) -> Compared:
    """One table of a paper for the results at hand, with what the paper itself reports."""
    table = find_table(name)
    paper = paper_of(table.name)
    if table.name not in reported_tables():
        raise ConfigError(f"{table.name} is not among the reported tables; idioprobe reported lists the tables.")
    if paper is None or not isinstance(table, LayoutTable):
        return Compared(maker.make(name, options), (), alone=reported_grid(name))
    others = reported_models(table.name)
    grid = maker.make(name, options, others)
    shown = load_reported(table.name)
    grid = replace(grid, notes=(*grid.notes, *reported_notes(table.name, shown)))
    inputs = maker.inputs(table)
    warnings = _warnings(table, paper, inputs)
    pairs = [(model, other, row) for model in inputs.models for other, row in same_models(model, others)]
    differences = tuple(_differences(table, model, other, row) for model, other, row in pairs)
    return Compared(grid, warnings, differences)


def _warnings(table: LayoutTable, paper: Paper, inputs: Inputs) -> tuple[str, ...]:
    """What differs, once; with the models it is about where others do not share it."""
    models = {model.label: model for model in inputs.models}
    about: dict[str, list[str]] = {}
    for model in inputs.models:
        for text in differs(model, table, paper):
            if model.label not in about.setdefault(text, []):
                about[text].append(model.label)
    return tuple(text if len(w) == len(models) else f"{text} ({', '.join(w)})" for text, w in about.items())


def compare_all(maker: TableMaker, options: Options) -> list[Compared]:
    """All reported tables that the results can fill; an error if there is none, with the last reason."""
    out: list[Compared] = []
    reason = ""
    for name in reported_tables():
        if isinstance(find_table(name), LayoutTable):
            try:
                out.append(compare_with_reported(maker, name, options))
            except ConfigError as error:
                reason = str(error)
    if not out:
        raise ConfigError(f"No reported table can be filled from these results: {reason}")
    return out


def differs(model: Model, table: LayoutTable, paper: Paper) -> Iterator[str]:
    """In which settings a result differs from the paper, as far as the table depends on them."""
    info, config, asked = model.result.manifest, model.result.manifest.config, asked_for(table)
    as_paper = paper.settings
    if info.dataset.name != paper.dataset:
        yield f"dataset {info.dataset.name}, in the paper {paper.dataset}"
    yield from _less_data(model, paper, asked)
    classes = {"C", "PC", "NC"} & (asked.get("group") or set())
    if classes and as_paper.labelling not in (None, info.dataset.labelling):
        yield f"classes by {info.dataset.labelling or 'the dataset'}, in the paper {as_paper.labelling}"
    family = info.model.family
    if model.kind == CONTEXTUAL and not as_paper.has_view(model.view, family):
        yield f"view {model.view}, in the paper {', '.join(as_paper.views_of(family))}"
    if as_paper.metric not in (None, config.metric):
        yield f"metric {config.metric}, in the paper {as_paper.metric}"
    in_sentence = "sentence" in asked.get("unit", ())
    if in_sentence and model.kind == CONTEXTUAL and as_paper.special_tokens not in (None, config.special_tokens):
        words = {True: "with", False: "without"}
        yield (
            f"sentence means {words[config.special_tokens]} special tokens, in the paper "
            f"{words[bool(as_paper.special_tokens)]} them"
        )
    measures = asked.get("measure", set())
    if in_sentence and "sim_comp" in measures and as_paper.winner not in (None, config.winner):
        yield f"P_Comp's word chosen by `winner` {config.winner}, in the paper by {as_paper.winner}"
    if as_paper.random_by not in (None, config.random_by) and any(map(of_random_words, measures)):
        yield f"random words by `random_by` {config.random_by}, in the paper by {as_paper.random_by}"
    if table.suite == "epsilon" and as_paper.pairing not in (None, config.pairing):
        yield f"baselines by `pairing` {config.pairing}; the paper's counts fit {as_paper.pairing}"
    methods = {row.method for row in paper_models() if row.paper == paper.source and row.method}
    if info.model.more("inject") and methods and info.model.more("inject_method") not in methods:
        made = info.model.more("inject_method") or "a method that their file does not name"
        yield f"expressions as single tokens by {made}, which is not {', '.join(methods)}"
    if config.limit:
        yield f"only the first {config.limit} expressions (`limit`)"


def of_random_words(measure: str) -> bool:
    """Whether random words take part in a measure."""
    return measure in BY_NAME and any(RANDOM in (c.left, c.right) for c in BY_NAME[measure].needs)


def _less_data(model: Model, paper: Paper, asked: dict[str, set[str]]) -> Iterator[str]:
    """Languages that are not there, and naturalistic sentences that are fewer or more than the paper's."""
    stimuli = model.result.stimuli.filter(role="original", condition="nat")
    ran = set(model.result.summary["language"])
    known = set(paper.sentences) & _spoken(model, paper)
    wanted = sorted((asked.get("language") or known) & known)
    absent = [language for language in wanted if language not in ran]
    if absent:
        yield f"without {', '.join(absent)}"
    if "nat" not in (asked.get("condition") or {"nat"}):
        return
    for language in (language for language in wanted if language in ran):
        here = stimuli.filter(pl.col("language") == language)["item"].n_unique()
        if here != paper.sentences[language]:
            yield f"{here} naturalistic sentences in {language}, in the paper {paper.sentences[language]}"


def _spoken(model: Model, paper: Paper) -> set[str]:
    """The languages that the paper has the model for; all of its own for one that it does not have."""
    info = model.result.manifest.model
    rows = [row for row in paper_models() if row.paper == paper.source and _is(row, info)]
    spoken = {language for row in rows for language in row.languages}
    return set(paper.sentences) if not rows or MANY in spoken else spoken


def same_models(model: Model, others: Sequence[ReportedModel]) -> Iterator[tuple[ReportedModel, PaperModel]]:
    """The reported models that are this one: by family and name, in the same view where the paper prints several.

    One that reads expressions as single tokens is none that does not, nor one whose vectors for them were made by
    another method, or by one that its file does not name.
    """
    info = model.result.manifest.model
    for other in others:
        for row in paper_models():
            same = row.paper == other.paper.source and row.name == other.model and _is(row, info)
            if same and _same_method(row, info) and other.reported_view in (None, model.view):
                yield other, row


def _same_method(row: PaperModel, info: ModelRecord) -> bool:
    made = str(info.more("inject_method", ""))
    return bool(row.inject) == bool(info.more("inject")) and made.casefold() == row.method.casefold()


def _is(row: PaperModel, info: ModelRecord) -> bool:
    family, _, name = row.spec.partition(":")
    known = known_model(name)
    names = {name, name.rsplit("/", 1)[-1], *([known.name, known.hub_id] if known else [])}
    return family == info.family and info.name.casefold() in {n.casefold() for n in names}


def _differences(table: LayoutTable, model: Model, other: ReportedModel, row: PaperModel) -> Grid:
    """Reported, here, difference, interval, and whether the reported value lies in it."""
    expressions = [c for group in table.expressions.values() for c in group]
    here = lay_out(table, [model], expressions, Options())[1]
    there = lay_out(table, [other], expressions, Options())[1]
    lines = [expand(side, [model], expressions) for side in (table.rows, table.columns)]
    rows = []
    for first, mine, theirs in zip(lines[0], here, there, strict=True):
        for second, own, reported in zip(lines[1], mine.cells, theirs.cells, strict=True):
            language = selected(table, first, second).get("language")
            covered = MANY in row.languages or language not in ("en", "pt") or language in row.languages
            if covered and own.value is not None and reported.text:
                rows.append(Row(_labels(first, second, model), _compared(table, own, reported)))
    columns = (("reported",), ("here",), ("difference",), ("95 % here",), ("reported within",))
    title = f"{model.label} here and as {other.model} in {other.paper.citation}, cell by cell"
    return Grid(table.name, title, columns, tuple(rows), tuple(_why(differs(model, table, other.paper), model, row)))


def _other_options(config: ConfigRecord, row: PaperModel) -> Iterator[str]:
    """Options of the model that the paper used and this run did not."""
    for name, value in row.options:
        if name in MODEL_OPTIONS and config.more(name) != value:
            yield f"`{name}` {config.more(name) or 'not given'}, in the paper {value}"


def _labels(row: Line, column: Line, model: Model) -> tuple[str, ...]:
    return tuple(label for label in (*row.labels, *column.labels) if label not in (model.label, model.view, ""))


def _compared(table: LayoutTable, own: Cell, reported: Cell) -> tuple[Cell, ...]:
    bounds = (own.ci_low, own.ci_high)
    interval = "" if None in bounds or table.cell.startswith("expression") else f"[{bounds[0]:.3g}, {bounds[1]:.3g}]"
    if reported.value is None:
        significant = table.cell == "rho" and own.p is not None and own.p <= table.alpha
        agrees = "" if not reported.text.startswith(NOT_SIGNIFICANT) else "no" if significant else "yes"
        return reported, own, Cell(), Cell(interval, own.value if interval else None), Cell(agrees)
    difference = own.value - reported.value if own.value is not None else None
    decimals = len(reported.text.partition(" ")[0].rstrip("?").partition(".")[2])
    digits = max(decimals, 2)
    within = ""
    if interval and own.ci_low is not None and own.ci_high is not None:
        rounding = 0.5 * 10**-decimals
        within = "yes" if own.ci_low - rounding <= reported.value <= own.ci_high + rounding else "no"
    shown = Cell(f"{difference:+.{digits}f}" if difference is not None else "", difference)
    return reported, own, shown, Cell(interval, own.value if interval else None), Cell(within)


def _why(warnings: Iterator[str], model: Model, row: PaperModel) -> Iterator[str]:
    """Why the numbers may differ, from what this run was made with."""
    info = model.result.manifest
    reasons = [*warnings, *_other_options(info.config, row), "reported numbers are rounded"]
    if row.unstated:
        reasons.insert(0, f"perhaps another model there ({row.unstated})")
    dropped = info.counts.dropped
    if dropped:
        reasons.append(f"{dropped} items dropped here (dropped.csv says why)")
    yield "May differ because of: " + "; ".join(reasons) + "."
    revision = info.model.revision
    yield f"Weights here: {revision or 'as given'}; dtype {info.config.more('dtype', 'float32')}; view {model.view}."
    yield "Within: inside the 95 % interval here, give or take rounding; for a dash, not significant here either."
