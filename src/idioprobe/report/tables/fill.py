"""From a table's axes and results to its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from idioprobe.core.errors import ConfigError
from idioprobe.report.tables.best import KINDS, best_cells
from idioprobe.report.tables.fitting import fitted_to
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell, Grid, Row
from idioprobe.report.tables.narrow import COLUMNS, as_asked, check_groups, check_names, is_about, not_the_papers, rogue
from idioprobe.report.tables.needs import UNDEFINED, asked_for, lacking_of, missing, rated
from idioprobe.report.tables.references import CONSTANT, EMPTY, NOTE, Reference, marked, references_of
from idioprobe.report.tables.spec import (
    ANY_LANGUAGE,
    SHOW_MEAN,
    SHOW_P,
    Expressions,
    LayoutTable,
    alternatives,
)
from idioprobe.report.tables.standing import Found, as_line, as_sentence, standing
from idioprobe.report.tables.subject import SUMMARY_KEY, Line, Subject, expand
from idioprobe.stats.multiple import CORRECTIONS
from idioprobe.stats.rounding import p_text
from idioprobe.suites.measure import COUNTS, HUMAN
from idioprobe.suites.ratings import EXPRESSION_RATINGS

EXPRESSION_CELLS = ("expression", "expression_sd", "expression_winner")
FLAG = "*"
TOP_MEASURE = "sim_syn_ztop"
"""The measure whose number of rogue dimensions is part of what it says."""
SCALES = (*HUMAN, *COUNTS)
"""What a user may correlate with instead of the paper's rating."""


@dataclass(frozen=True)
class Options:
    """How a table is filled: correction for many tests, intervals, other expressions or ratings than the paper's.

    `units`, `conditions` and `groups` are those to show; `top` is how many are listed of a ranking, or how many
    dimensions count as rogue.
    """

    correction: str | None = None
    intervals: bool = False
    expressions: tuple[str, ...] = ()
    rating: str | None = None
    units: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    top: int | None = None
    groups: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """What does not exist is refused before anything is read."""
        if self.correction is not None and self.correction not in CORRECTIONS:
            raise ConfigError(f"`correction` {self.correction}: one of {', '.join(CORRECTIONS)}.")
        if self.top is not None and self.top < 1:
            raise ConfigError(f"`top` {self.top}: a whole number from 1 on.")
        for option in COLUMNS:
            check_names(option, getattr(self, option))

    def without_effect(self, *useful: str) -> Iterator[str]:
        """A note about the options that were given but change nothing in a table."""
        idle = [f"`{name}`" for name, value in vars(self).items() if value and name not in useful]
        if idle:
            yield f"Without effect on this table: {', '.join(idle)}."


def fill(table: LayoutTable, inputs: Inputs, options: Options, beside: Sequence[Subject] = ()) -> Grid:
    """The table for the models at hand, with others beside them that bring their own numbers."""
    wanted = {option: getattr(options, option) for option in COLUMNS}
    check_groups(options.groups, inputs)
    table = fitted_to(table, inputs)
    other = list(not_the_papers(table, wanted))
    table = as_asked(table, inputs, wanted, options.top)
    models = [m for m in inputs.models if table.family in (None, m.kind)]
    if not models:
        raise ConfigError(
            f"{table.name} is about {table.family} models; the results are of "
            f"{', '.join(m.label for m in inputs.models)}, which are not."
        )
    _check_rating(table, models, options)
    names, absent = _expressions(table, inputs, options)
    others = [s for s in beside if table.family in (None, s.kind)]
    quiet = _references(table, inputs, names, options)
    columns, rows = lay_out(table, [*models, *others, *quiet], names, options)
    cells = [[cell for cell in row.cells if not (cell.reported or cell.reference)] for row in rows]
    gaps = any(cell.value is None for row in cells for cell in row)
    instead = _rating_instead(table, models, names, options) if gaps else None
    if not any(cell.value is not None for row in cells for cell in row):
        lacking = missing(table, Inputs(tuple(models)), options.rating, instead) or UNDEFINED
        also = f" It needs {table.needs}." if table.needs else ""
        raise ConfigError(f"{table.name} cannot be filled; missing from these results: {lacking}.{also}")
    shown = Inputs(tuple(models))
    facts = standing(shown, _rests_on(table, models, names, options), table.suite)
    rows, best = (rows, []) if beside else _with_best(table, [*models, *quiet], names, options, rows)
    own = [cell for row in rows for cell in row.cells if cell.flag and not cell.reported]
    flags = sorted({str(cell.flag) for cell in own if cell.value is not None})
    undefined = {cell.flag for cell in own if cell.value is None}
    empty = [f"Missing from these results: {_gaps(table, shown, names, options, instead)}."] if gaps else []
    notes = [
        as_line(facts),
        *_notes(table, shown, cells, options),
        *(f"An asterisk marks what is not to be trusted: the {flag}." for flag in flags),
        *best,
        *([NOTE] if quiet else []),
        *([EMPTY] if CONSTANT in undefined else []),
        *empty,
        *other,
        *absent,
    ]
    return Grid(table.name, table.title, columns, rows, tuple(notes), rests_on=as_sentence(facts))


def _gaps(table: LayoutTable, inputs: Inputs, names: Sequence[str], options: Options, instead: str | None) -> str:
    """Why cells of models are empty: what the results lack, what some of them lack, what is undefined."""
    found = [*filter(None, [missing(table, inputs, options.rating, instead)]), *lacking_of(table, inputs)]
    lines = [expand(side, inputs.models, names) for side in (table.rows, table.columns)]
    placed = (
        (model, _where(table, row, column, model, options))
        for row, column in product(*lines)
        if isinstance(model := row.model or column.model, Model)
    )
    rated_there = [("condition", "group", "rating")] if options.rating else []
    measured = (_find_in(table, model, where)[0] for model, where in placed if model.ran(where, *rated_there))
    undefined = not found or any(cell.value is None for cell in measured)
    return "; ".join([*found, *([UNDEFINED] if undefined else [])])


def _references(table: LayoutTable, inputs: Inputs, names: Sequence[str], options: Options) -> Sequence[Reference]:
    """Those with a number for the table."""
    if table.cell in EXPRESSION_CELLS:
        return []
    known = references_of(inputs, table.family)
    return [one for one in known if _filled(table, [one], names, options)]


def _rating_instead(table: LayoutTable, models: Sequence[Model], names: Sequence[str], options: Options) -> str | None:
    """A rating of the results that would fill cells which the paper's leaves empty."""
    if options.rating or not rated(table):
        return None
    there = {rating for m in models for rating in m.result.summary["rating"].unique()}
    before = _filled(table, models, names, options)
    others = (rating for rating in EXPRESSION_RATINGS if rating in there - asked_for(table)["rating"])
    return next((r for r in others if _filled(table, models, names, replace(options, rating=r)) > before), None)


def _filled(table: LayoutTable, models: Sequence[Subject], names: Sequence[str], options: Options) -> int:
    _, rows = lay_out(table, models, names, options)
    return sum(cell.value is not None for row in rows for cell in row.cells)


def _with_best(
    table: LayoutTable, subjects: Sequence[Subject], names: Sequence[str], options: Options, rows: Sequence[Row]
) -> tuple[tuple[Row, ...], list[str]]:
    """The rows with the best of each kind in bold, and what that means."""
    lines = [expand(side, subjects, names) for side in (table.rows, table.columns)]
    places = {
        (i, j): (model, _where(table, row, column, model, options))
        for i, row in enumerate(lines[0])
        for j, column in enumerate(lines[1])
        if isinstance(model := row.model or column.model, Model)
    }
    if table.cell not in KINDS:
        return tuple(rows), []
    best = best_cells(places, {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row.cells)})
    shown = tuple(
        replace(row, cells=tuple(replace(cell, bold=(i, j) in best) for j, cell in enumerate(row.cells)))
        for i, row in enumerate(rows)
    )
    return shown, [KINDS[table.cell]] if best else []


def lay_out(
    table: LayoutTable, subjects: Sequence[Subject], expressions: Sequence[str], options: Options
) -> tuple[tuple[tuple[str, ...], ...], tuple[Row, ...]]:
    """The labels of the columns, and the rows with their cells."""
    lines = [expand(side, subjects, expressions) for side in (table.rows, table.columns)]
    found = [[_find(table, row, column, options) for column in lines[1]] for row in lines[0]]
    digits = [[column.digits or row.digits or table.digits for column in lines[1]] for row in lines[0]]
    of_p = [line.where.get("show") == SHOW_P for line in lines[1]]
    cells = _decide(table, found, digits, of_p, options)
    columns = tuple(line.labels for line in lines[1])
    return columns, tuple(Row(line.labels, tuple(row)) for line, row in zip(lines[0], cells, strict=True))


def _check_rating(table: LayoutTable, models: Sequence[Model], options: Options) -> None:
    there = {rating for m in models for rating in m.result.summary["rating"].unique() if rating in SCALES}
    if options.rating and rated(table) and options.rating not in there:
        raise ConfigError(
            f"`rating` {options.rating}: these results have {', '.join(r for r in SCALES if r in there) or 'none'}."
        )


def _per_sentence(options: Options) -> bool:
    """Whether the rating is one of sentences, which cannot be correlated with an expression's mean."""
    return options.rating in HUMAN and options.rating not in EXPRESSION_RATINGS


def _expressions(table: LayoutTable, inputs: Inputs, options: Options) -> tuple[list[str], list[str]]:
    """The table's expressions or the user's, and a note about those that are not there."""
    if not any(isinstance(axis, Expressions) for part in (*table.rows, *table.columns) for axis in part):
        return [], []
    wanted = options.expressions or tuple(c for group in table.expressions.values() for c in group)
    known = {name.lower(): name for name in inputs.material.expressions["expression"]}
    there = [known[name.lower()] for name in wanted if name.lower() in known]
    about = set(table.expressions) if not options.expressions else set()
    if about and about.isdisjoint(inputs.material.languages):
        raise ConfigError(
            f"{table.name} is about {', '.join(wanted)} in {', '.join(sorted(about))}; the results are in "
            f"{', '.join(inputs.material.languages)} only; name others with `expressions`."
        )
    if wanted and not there:
        raise ConfigError(
            f"{table.name} is about {', '.join(wanted)}; {inputs.material.told} has none of them; "
            "name others with `expressions`."
        )
    absent = [name for name in wanted if name.lower() not in known]
    return there, [f"Not in {inputs.material.told}: {', '.join(absent)}."] if absent else []


def _find(table: LayoutTable, row: Line, column: Line, options: Options) -> tuple[Cell, int | None]:
    """The number that belongs into a cell, and where it applies the position of the winner."""
    model = row.model or column.model
    if model is None:
        return Cell(), None
    if isinstance(model, Reference):
        return marked(_statistic(_where(table, row, column, model, options), model)), None
    return _find_in(table, model, _where(table, row, column, model, options))


def _find_in(table: LayoutTable, model: Subject, where: dict[str, Any]) -> tuple[Cell, int | None]:
    if table.cell in EXPRESSION_CELLS:
        cell, winner = model.of_expression(where)
        return (replace(cell, ci_low=None, ci_high=None) if where.get("show") == SHOW_MEAN else cell), winner
    return _statistic(where, model), None


def _statistic(where: dict[str, Any], model: Subject) -> Cell:
    """The first of the statistics that a cell allows; where all of them are undefined, why."""
    empty = Cell()
    for key in product(*(alternatives(where.get(name)) for name in SUMMARY_KEY)):
        found = model.cell(key, p=where.get("show") == SHOW_P)
        if found is not None and (found.value is not None or found.text):
            return found
        empty = found or empty
    return empty


def _where(table: LayoutTable, row: Line, column: Line, model: Subject, options: Options) -> dict[str, Any]:
    """What a cell of a model is about, with the user's rating in place of the table's."""
    where = selected(table, row, column)
    if options.rating and alternatives(where.get("rating"))[0] in HUMAN:
        where["rating"] = options.rating
        if _per_sentence(options) and where.get("statistic") == "rho_type":
            where["statistic"] = "rho_token"
    if where.get("language") == ANY_LANGUAGE:
        where["language"] = model.languages
    return where


def _rests_on(table: LayoutTable, models: Sequence[Model], expressions: Sequence[str], options: Options) -> list[Found]:
    """The rows of summaries, or of scores, that the cells of the models at hand are made of."""
    found: list[Found] = []
    lines = [expand(side, models, expressions) for side in (table.rows, table.columns)]
    for row, column in product(*lines):
        model = row.model or column.model
        if isinstance(model, Model):
            where = _where(table, row, column, model, options)
            if table.cell in EXPRESSION_CELLS:
                found += model.scored(where).head(1).to_dicts()
            else:
                keys = product(*(alternatives(where.get(name)) for name in SUMMARY_KEY))
                there = (model.statistic(key) for key in keys)
                found += [next((one for one in there if one and one["value"] is not None), {})]
    return found


def selected(table: LayoutTable, row: Line, column: Line) -> dict[str, Any]:
    """What a cell is about: what the table, its row and its column select."""
    return {**table.base, **row.where, **column.where}


def _decide(
    table: LayoutTable,
    found: list[list[tuple[Cell, int | None]]],
    digits: list[list[int]],
    of_p: list[bool],
    options: Options,
) -> list[list[Cell]]:
    """The text of each cell; a correlation that is not significant is a dash.

    Where columns print p (`of_p`), they are the tests, and each is one test however many cells it has.
    """
    if options.correction:
        tests = [
            (i, j, cell.p)
            for i, row in enumerate(found)
            for j, (cell, _) in enumerate(row)
            if cell.p is not None and not (cell.text or cell.reference) and of_p[j] == any(of_p)
        ]
        corrected = CORRECTIONS[options.correction]([p for *_, p in tests])
        for (i, j, _), p in zip(tests, corrected, strict=True):
            cell, winner = found[i][j]
            found[i][j] = replace(cell, p=p), winner
    return [
        [
            _write_p(cell) if p else _write(table, cell, winner, places, options)
            for (cell, winner), places, p in zip(row, sizes, of_p, strict=True)
        ]
        for row, sizes in zip(found, digits, strict=True)
    ]


def _write_p(cell: Cell) -> Cell:
    return cell if cell.p is None or cell.text else replace(cell, text=p_text(cell.p), value=cell.p)


def _write(table: LayoutTable, cell: Cell, winner: int | None, digits: int, options: Options) -> Cell:
    if cell.value is None or cell.text:
        return cell
    text = f"{cell.value:z.{digits}f}" + (FLAG if cell.flag else "")
    if table.cell == "rho" and (cell.p is None or cell.p > table.alpha):
        return replace(cell, text=NOT_SIGNIFICANT)
    if table.cell == "expression_sd" and cell.ci_high is not None:
        text += f" ({cell.ci_high - cell.value:.{digits}f})"
    elif table.cell == "expression_winner" and winner is not None:
        text += f"({winner})"
    elif options.intervals and table.cell in ("rho", "level") and cell.ci_low is not None:
        text += f" [{cell.ci_low:z.{digits}f}, {cell.ci_high:z.{digits}f}]"
    italic = table.italic_above is not None and cell.p is not None and cell.p > table.italic_above
    return replace(cell, text=text, italic=italic)


def _notes(table: LayoutTable, inputs: Inputs, cells: list[list[Cell]], options: Options) -> Iterator[str]:
    if table.cell == "rho":
        yield f"Cells are Spearman's ρ; a dash stands for p > {table.alpha:g}" + (
            f", after {options.correction} over the table's cells." if options.correction else ", not corrected."
        )
    tests = asked_for(table).get("show", set()) == {SHOW_P}
    if tests and options.correction:
        yield f"The p are those after {options.correction} over the table's tests."
    useful = [("correction", table.cell == "rho" or tests), ("intervals", table.cell in ("rho", "level"))]
    useful += [("rating", rated(table)), ("expressions", table.cell in EXPRESSION_CELLS)]
    useful += [*((option, is_about(table, option)) for option in COLUMNS), ("top", bool(table.of_top))]
    yield from options.without_effect(*(name for name, used in useful if used))
    if options.rating and rated(table):
        yield f"The rating is {options.rating}, not the paper's" + (
            ", so that ρ is over sentences." if _per_sentence(options) else "."
        )
    if table.cell == "expression_winner":
        yield "In parentheses is the position of the nearer word, where all sentences agree on it."
    if table.italic_above:
        yield f"Italics mark {table.italic_above:g} < p ≤ {table.alpha:g}."
    sizes = sorted({cell.n for row in cells for cell in row if cell.n is not None})
    if table.cell in ("rho", "level") and sizes:
        yield f"The number of values (n) is {sizes[0]}" + (f" to {sizes[-1]}." if len(sizes) > 1 else ".")
    if options.intervals and table.cell in ("rho", "level"):
        yield "Brackets hold 95 % bootstrap intervals over expressions."
    if TOP_MEASURE in asked_for(table).get("measure", ()):
        counts = ", ".join(map(str, rogue(inputs)))
        yield f"The top dimensions are the {counts} that contribute most to the cosine of random pairs."
    yield from table.notes
