"""From results to one HTML file that needs no other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from idioprobe import __version__
from idioprobe.core.errors import MissingExtraError, install
from idioprobe.core.files import replace_file
from idioprobe.core.tables import CONDITIONS
from idioprobe.report.answer import without_score_words
from idioprobe.report.figures.spec import Figure
from idioprobe.report.page.boards import Board, boards, rivals
from idioprobe.report.page.columns import of_records, of_rows
from idioprobe.report.page.figures import CONFIGS, drawable, specs, tables
from idioprobe.report.page.groups import Group
from idioprobe.report.page.inwords import in_words
from idioprobe.report.page.method import CITATION, definitions
from idioprobe.report.page.overview import card, dropped, ran, remarks
from idioprobe.report.page.pack import Progress, pack
from idioprobe.report.page.suites import suites_shown
from idioprobe.report.words.answered import answers_in_words
from idioprobe.run.results import Result

SCRIPTS = (
    *("data.js", "dom.js", "save.js", "plot.js", "answer.js", "board.js", "parts.js", "ranks.js", "asked.js"),
    "explorer.js",
    *("filters.js", "side.js", "gallery.js", "main.js"),
)
GLOBALS = "window.vegaEmbed = vegaEmbed; window.dispatchEvent(new Event('charts'));"
"""What of the chart library the page's own script calls; it is there last, so that the answer need not wait for it."""


@dataclass(frozen=True)
class Reported:
    """What papers report beside a group: rows of the table of models, and how they were made in another way.

    A row is a model's label, language, condition, unit, measure, statistic, group, value, text and doubt.
    """

    rows: list[list[Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


Beside = Callable[[Group], Reported]


def _nothing(_: Group) -> Reported:
    return Reported()


def classes_of(results: Sequence[Result]) -> tuple[str, ...]:
    """All classes that the results have, from idiomatic to compositional."""
    return tuple(dict.fromkeys(label for result in results for label in result.classes))


def _languages(result: Result) -> list[str]:
    return result.scores["language"].unique().to_list()


def page(
    groups: Sequence[Group], progress: Progress, *, figures: Sequence[Figure] = (), reported: Beside = _nothing
) -> str:
    """The page as text, with a gallery of figures, and beside each group what papers report."""
    try:
        import jinja2
        import vl_convert
    except ImportError as error:
        raise MissingExtraError(f"The page needs {error.name}, which is not installed: {install('report')}.") from error
    packs, beside = [], [reported(group) for group in groups]
    answered = [boards(group) for group in groups]
    for group, others, mine in zip(groups, beside, answered, strict=True):
        made = tables(figures, group.inputs)
        drawn = drawable(figures, group.inputs, made)
        gallery = {"figures": drawn, "tables": {name: of_records(rows) for name, rows in made.items()}}
        facts = {"boards": [board.facts for board in mine], "reported": others.rows}
        packed = pack(group, progress)
        for model, one in zip(packed["models"], group.inputs.models, strict=True):
            model["held"] = card(one).held
        folded = {name: of_rows(packed[name]) for name in ("summary", "predictions")}
        packs.append({**packed, **facts, **gallery, **folded})
    results = [result for group in groups for result in group.results]
    data = {
        "groups": packs,
        "conditions": CONDITIONS,
        "rivals": rivals(groups),
        "figures": specs(figures, {code for r in results for code in _languages(r)}, classes_of(results)),
        **CONFIGS,
    }
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("idioprobe.report.page"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}
    script = "\n".join(_read(name) for name in SCRIPTS)
    return environment.get_template("page.html.j2").render(
        title=f"Idioms in {_kinds(results)}: {', '.join(dict.fromkeys(r.manifest.dataset.name for r in results))}",
        version=__version__,
        nonce=hashlib.sha256(repr([r.manifest.digits for r in results]).encode()).hexdigest()[:24],
        css=_read("page.css"),
        bundle=vl_convert.javascript_bundle(GLOBALS),
        script=script,
        data=data,
        groups=[_context(*one) for one in zip(groups, beside, answered, strict=True)],
        method=list(definitions({str(name) for r in results for name in r.summary["measure"].unique()})),
        citation=CITATION,
        **_when(results),
    )


def write_page(
    groups: Sequence[Group],
    out: Path,
    progress: Progress,
    *,
    figures: Sequence[Figure] = (),
    reported: Beside = _nothing,
) -> Path:
    """Write the page, whole or not at all."""
    text = page(groups, progress, figures=figures, reported=reported)
    with replace_file(out) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return out


def _read(name: str) -> str:
    return resources.files("idioprobe.report.page").joinpath("templates", name).read_text(encoding="utf-8")


def _context(group: Group, others: Reported, answered: list[Board]) -> dict[str, Any]:
    models = group.inputs.models
    cards = [card(model) for model in models]
    return {
        "name": group.name,
        "models": len(models),
        "boards": answered,
        "words": in_words(group),
        "suites": list(suites_shown(models)),
        "lacking": [] if answered else [line for result in group.results for line in without_score_words(result)],
        "cards": cards,
        "remarks": remarks(cards),
        "ran": [ran(model) for model in models],
        "notes": list(dict.fromkeys(note for r in group.results for note in r.manifest.dataset.notes)),
        "dropped": dropped(group),
        "warnings": others.warnings,
    }


def _kinds(results: Sequence[Result]) -> str:
    """What the models are, in the title."""
    spoken = [answers_in_words(result) for result in results]
    if not any(spoken):
        return "embedding models"
    return "models that answer in words" if all(spoken) else "models"


def _when(results: Sequence[Result]) -> dict[str, Any]:
    days = sorted({result.manifest.day for result in results})
    sources = {result.manifest.dataset.name: result.manifest.dataset.citation for result in results}
    return {
        "dates": days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}",
        "versions": ", ".join(sorted({str(result.manifest.idioprobe) for result in results})),
        "drops": sum(int(result.manifest.counts.dropped) for result in results),
        "data_citations": [f"{name}: {citation}" for name, citation in sources.items() if citation],
    }
