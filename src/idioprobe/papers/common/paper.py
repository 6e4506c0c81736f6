"""What a paper is, and its parts, which are read when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from idioprobe.papers.common.doubt import Doubt
    from idioprobe.papers.common.model import PaperModel
    from idioprobe.papers.common.settings import PaperSettings
    from idioprobe.report.figures.spec import Figure
    from idioprobe.report.tables.spec import Table

REPORTED = "reported.csv"
NCIMP_SENTENCES: Mapping[str, int] = {"en": 840, "pt": 540}
"""Naturalistic sentences of the papers that took all of NCIMP."""

Rows = list[dict[str, Any]]
"""Rows of a paper's reported numbers, one for each number."""


@dataclass(frozen=True)
class Paper:
    """A paper, and the parts that its folder has.

    `package` is the paper's own (`__name__` where it is declared). Lists of papers, tables and
    models follow `order`. `prefix` begins the names of its tables; `static` are its models whose
    words have one vector each; `sentences` are the naturalistic sentences by language. `on_page` are
    the tables whose numbers fit beside those of a page: a level, a ρ or an effect by model,
    language, condition, unit and measure.
    """

    package: str
    source: str
    order: int
    citation: str
    prefix: str
    text: str
    dataset: str
    sentences: Mapping[str, int] = field(default_factory=dict)
    static: frozenset[str] = frozenset()
    on_page: tuple[str, ...] = ()

    @property
    def settings(self) -> PaperSettings:
        """How it ran its models (`settings.SETTINGS`)."""
        from idioprobe.papers.common.settings import PaperSettings

        found: PaperSettings = self._part("settings", "SETTINGS", PaperSettings())
        return found

    @property
    def sets(self) -> Mapping[str, tuple[PaperModel, ...]]:
        """The rows of its table of models, by the name that `models_of` takes (`models.SETS`)."""
        found: Mapping[str, tuple[PaperModel, ...]] = self._part("models", "SETS", {})
        return found

    @property
    def tables(self) -> tuple[Table, ...]:
        """Its tables, and analyses that its text describes (`tables.TABLES`)."""
        found: tuple[Table, ...] = self._part("tables", "TABLES", ())
        return found

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Its figures (`figures.FIGURES`); they need altair."""
        found: tuple[Figure, ...] = self._part("figures", "FIGURES", ())
        return found

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Its numbers that look like errors (`doubts.DOUBTS`)."""
        found: tuple[Doubt, ...] = self._part("doubts", "DOUBTS", ())
        return found

    def remarks(self, table: str) -> Iterable[str]:
        """What is to be said below a table of its numbers (`remarks.REMARKS`, by table)."""
        found: Mapping[str, Callable[[], Iterable[str]]] = self._part("remarks", "REMARKS", {})
        return found[table]() if table in found else ()

    def reported(self) -> str | None:
        """Its numbers as CSV, as printed (`reported.csv`); none where the folder has no such file."""
        file = files(self.package) / REPORTED
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def transcribe(self, papers: Path) -> Rows | None:
        """Its numbers, read anew from its text in a folder of papers (`transcriber.rows`)."""
        read: Callable[[Paper, list[str]], Rows] | None = self._part("transcriber", "rows", None)
        return read(self, (papers / self.text).read_text(encoding="utf-8").splitlines()) if read else None

    def owns(self, table: str) -> bool:
        """Whether a name is that of a table that it prints; `H-…` and the like are no printed table's.

        >>> from idioprobe.papers.he2025 import PAPER
        >>> PAPER.owns("H5"), PAPER.owns("H-models"), PAPER.owns("V5.1")
        (True, False, False)
        """
        return table.startswith(self.prefix) and table.removeprefix(self.prefix)[:1].isalnum()

    def _part(self, module: str, name: str, otherwise: Any) -> Any:
        """What a module of its folder declares, where there is one."""
        full = f"{self.package}.{module}"
        return getattr(import_module(full), name) if find_spec(full) else otherwise
