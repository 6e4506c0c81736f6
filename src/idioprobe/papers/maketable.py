"""One table by its name, from whatever it is made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from idioprobe.core.errors import ConfigError
from idioprobe.data.dataset import Dataset
from idioprobe.data.registry import DataDirs
from idioprobe.papers.garcia2021_acl.inputs import named_by
from idioprobe.papers.registry import paper_of
from idioprobe.papers.tables import find_table
from idioprobe.report.results import Results, listed, results_of
from idioprobe.report.tables.fill import Options, fill
from idioprobe.report.tables.gather import Inputs, Material, gather
from idioprobe.report.tables.grid import Grid
from idioprobe.report.tables.spec import CHOSEN, Files, LayoutTable, MadeTable, Table
from idioprobe.report.tables.standing import as_line, as_sentence, standing_of_made
from idioprobe.report.tables.subject import Subject
from idioprobe.run.results import Result


class TableMaker:
    """Reads results and data once, and only those that a table asks for."""

    def __init__(
        self,
        results: Results,
        view: str | None,
        dataset: Callable[[], Dataset],
        data_dir: DataDirs = None,
        annotations: str | Path | None = None,
        about: Callable[[], Dataset] | None = None,
    ) -> None:
        """Nothing is read yet; `about` is the dataset that annotations are about, if it is named."""
        self._given, self._view, self._dataset = listed(results), view, dataset
        self._files = Files(data_dir, Path(annotations) if annotations else None, about)

    @cached_property
    def _results(self) -> list[Result]:
        return results_of(self._given)

    @cached_property
    def _inputs(self) -> Inputs:
        return gather(self._results, self._view)

    @cached_property
    def _in_every_view(self) -> Inputs:
        return gather(self._results, self._view, every_view=True)

    @cached_property
    def _material(self) -> Material:
        if self._given:
            return self._inputs.material
        data = self._dataset()
        tables = (data.stimuli, data.expressions, data.ratings)
        return Material(data.name, *tables, data.header.labelling, classes=data.classes)

    def inputs(self, table: Table) -> Inputs:
        """The results as a table takes them: in one view each, or in every one."""
        return self._in_every_view if table.every_view else self._inputs

    def make(self, name: str, options: Options, beside: Sequence[Subject] = ()) -> Grid:
        """The table of that name; in one with a layout, others may stand beside the models at hand."""
        table = find_table(name)
        source = "results" if isinstance(table, LayoutTable) else table.source
        if source in ("results", "answers") and not self._given:
            raise ConfigError(
                f"{table.name} is made from results; name their folders, as in idioprobe analyse results/ncimp "
                f"--table {table.name}."
            )
        if isinstance(table, LayoutTable):
            grid = fill(table, self.inputs(table), options, beside)
            return replace(grid, heading=_heading(grid))
        made_from: dict[str, Callable[[], object]] = {
            "results": lambda: self.inputs(table),
            "answers": lambda: self._results,
            "material": lambda: self._material,
            "files": lambda: self._files,
        }
        taken = {name: getattr(options, name) for name in table.takes}
        if source == "answers":
            taken["key"] = self._files.annotations
        grid = table.make(made_from[source](), **taken)
        idle = options.without_effect(*table.takes)
        facts = self._rests_on(table, options)
        line = [as_line(facts)] if facts else []
        sentence = as_sentence(facts) if facts else ""
        notes = (*line, *grid.notes, *idle)
        made = replace(grid, name=table.name, title=table.title, notes=notes, rests_on=sentence)
        return replace(made, heading=_heading(made))

    def _rests_on(self, table: MadeTable, options: Options) -> dict[str, str]:
        """What a made table rests on; of tables of files, those that read ratings of NCTTI."""
        if table.source == "results":
            inputs = self.inputs(table)
            chosen = inputs.ratings["kind"].unique().sort().to_list() if CHOSEN in table.ratings else table.ratings
            return standing_of_made(inputs, options.conditions or table.conditions, chosen)
        if table.source == "material" and self._material.labelling:
            return {"labelling": self._material.labelling}
        if table.source == "files" and table.ratings:
            about = named_by(self._files)
            facts = {"dataset": about.name.lower(), "labelling": about.labelling}
            known = {key: value for key, value in facts.items() if value}
            return {**known, "condition": "nat", "rating": ", ".join(table.ratings)}
        return {}


def _heading(grid: Grid) -> str:
    """The title of a caption, which says whose layout a table has.

    >>> _heading(Grid("VB.1", "ρ of P1", (), ())), _heading(Grid("H16-top", "ρ of P_Syn", (), ()))
    ('ρ of P1, in the layout of table B.1 of Vieira (2023)', 'ρ of P_Syn')
    """
    paper = paper_of(grid.name)
    number = grid.name.removeprefix(paper.prefix) if paper else ""
    if paper is None or not _NUMBER.fullmatch(number):
        return grid.title
    return f"{grid.title}, in the layout of table {number} of {paper.citation}"


_NUMBER = re.compile(r"B?[\d.]+")
