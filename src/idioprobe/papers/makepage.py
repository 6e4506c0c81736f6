"""A page from whatever names results: folders, or results themselves."""

from __future__ import annotations

from pathlib import Path

from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import Notice, ignore
from idioprobe.papers.maketable import Results, results_of
from idioprobe.report.page.groups import group_results, twice
from idioprobe.report.page.pack import Progress
from idioprobe.report.page.render import write_page


def make_page(
    results: Results,
    out: str | Path = "report.html",
    *,
    view: str | None = None,
    published: bool = False,
    notice: Notice = ignore,
    progress: Progress = lambda _label, _done, _total: None,
) -> Path:
    """Write the page of some results, such as `make_page("results/starter")`, and return its path.

    Results of different datasets, or measured in different ways, stand on the page apart. With
    `published`, the models of the papers stand beside them. `notice` is told what a reader should know
    beforehand, `progress` how far the work is.
    """
    found = results_of(results)
    if view is not None and not any(view in r.summary["view"] for r in found):
        there = sorted({str(name) for r in found for name in r.summary["view"].unique()})
        raise ConfigError(f"--view {view}: these results have {', '.join(there)}.")
    groups = group_results(found, view)
    for message in twice(groups):
        notice(message)
    return write_page(groups, Path(out), progress, published=published)
