"""The command that draws the papers' figures from results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from idioprobe.cli import complete
from idioprobe.cli.flags import in_flags
from idioprobe.cli.results.tables import show_list
from idioprobe.cli.shared import notices, output, say, several
from idioprobe.core.errors import ConfigError

if TYPE_CHECKING:
    from idioprobe.report.figures.spec import Figure
    from idioprobe.run.results import Result

OTHER_FILES = ("html", "htm", "jpg", "jpeg", "gif", "eps", "ps", "tif", "tiff", "webp", "json", "csv", "tex", "md")
"""Endings of files that no figure is written as; a folder is hardly called so."""
DEFAULT_FORMAT = "pdf"


def figures(
    results: Annotated[list[Path] | None, typer.Argument(help="Result folders, or folders that hold some.")] = None,
    figure: Annotated[
        list[str] | None,
        typer.Option(
            "-f",
            "--figure",
            help="A figure, such as H2; repeatable. Default: all that can be drawn.",
            autocompletion=complete.figures,
        ),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="List all figures and what they need.")] = False,
    style: Annotated[
        str | None, typer.Option("--format", help="pdf, svg or png; default: as the file is named, or pdf.")
    ] = None,
    out: Annotated[Path, typer.Option("-o", "--out", help="A folder; for one figure also a file.")] = Path("figures"),
    columns: Annotated[int, typer.Option(help="As wide as 1 or 2 columns of a page (3.3 or 6.8 inches).")] = 2,
    palette: Annotated[
        str, typer.Option(help="okabe (safe for colour-blind readers) or papers (matplotlib's shades).")
    ] = "okabe",
    spread: Annotated[
        str, typer.Option(help="Lines of H8 and H9: interval (95 %), or sd (standard deviation) as in the paper.")
    ] = "interval",
    title: Annotated[bool, typer.Option("--title", help="Print title and source above the figure.")] = False,
    scale: Annotated[float, typer.Option(help="Pixels per point of a PNG; 4 is 288 per inch.")] = 4.0,
    view: Annotated[str | None, typer.Option(help="Which view, where results have several.")] = None,
    language: Annotated[str | None, typer.Option(help="Only these languages, such as en,pt.")] = None,
    condition: Annotated[str | None, typer.Option(help="Only these conditions, such as nat,neut.")] = None,
    unit: Annotated[str | None, typer.Option(help="Only this unit: target or sentence.")] = None,
    model: Annotated[
        list[str] | None, typer.Option("-m", "--model", help="Only this model, as figures name it; repeatable.")
    ] = None,
    expression: Annotated[list[str] | None, typer.Option(help="Only this expression; repeatable.")] = None,
) -> None:
    """Draw figures of the papers for your models."""
    from idioprobe.papers.figures import all_figures, find_figure, what_it_needs
    from idioprobe.report.figures.draw import FORMATS
    from idioprobe.report.figures.palettes import PALETTES
    from idioprobe.report.figures.spec import COLUMN_WIDTHS, SPREADS
    from idioprobe.report.results import find_results

    if list_:
        rows = ((known.name, known.title, known.source, what_it_needs(known)) for known in all_figures().values())
        show_list(("figure", "what it shows", "source", "drawn from"), rows)
        return
    suffix = out.suffix.lower().removeprefix(".")
    is_file = suffix in FORMATS and not out.is_dir()
    if suffix in OTHER_FILES and not out.is_dir():
        raise ConfigError(f"-o {out}: figures are {', '.join(FORMATS)}; name such a file, or a folder.")
    style = style or (suffix if is_file else DEFAULT_FORMAT)
    for option, value, known in (
        ("--format", style, FORMATS),
        ("--palette", palette, PALETTES),
        ("--columns", columns, COLUMN_WIDTHS),
        ("--spread", spread, SPREADS),
    ):
        if value not in known:
            raise ConfigError(f"{option} {value}: one of {', '.join(map(str, known))}.")
    if not 0 < scale <= 20:
        raise ConfigError(f"--scale {scale:g}: a number above 0, and 20 at most.")
    chosen = [find_figure(name) for name in dict.fromkeys(figure or ())]
    ratios = [known.name for known in all_figures().values() if known.data == "ratio"]
    if spread != "interval" and chosen and not any(one.name in ratios for one in chosen):
        names = ", ".join(one.name for one in chosen)
        raise ConfigError(f"--spread {spread} is for ratios, which {names} has none of: {', '.join(ratios)}.")
    if is_file and len(chosen) != 1:
        raise ConfigError(f"-o {out} is one file; name one --figure, or a folder.")
    if is_file and suffix != style:
        raise ConfigError(f"-o {out} does not end in .{style}, which --format asks for.")
    if not results:
        raise ConfigError("Name results to draw from, as in idioprobe figures results/ncimp --figure H2.")
    where = {"language": several(language), "condition": several(condition), "unit": several(unit)}
    named = {"model": tuple(model or ()), "expression": tuple(expression or ())}
    limits = {name: values for name, values in {**where, **named}.items() if values}
    paths = {name: out if is_file else out / f"{name}.{style}" for name in all_figures()}
    options = {"columns": columns, "palette": palette, "title": title, "spread": spread}
    _draw(chosen, find_results(results), view, limits, options, paths, style, scale)


def _draw(
    chosen: Sequence[Figure],
    results: Sequence[Result],
    view: str | None,
    limits: Mapping[str, tuple[str, ...]],
    options: Mapping[str, Any],
    paths: Mapping[str, Path],
    style: str,
    scale: float,
) -> None:
    """Write the chosen figures, or all that can be drawn and why the others cannot."""
    from idioprobe.core.files import replace_file
    from idioprobe.papers.figures import all_figures
    from idioprobe.report.figures.draw import drawable, fitted, write
    from idioprobe.report.tables.gather import gather

    skipped = []
    for figure in chosen or list(all_figures().values()):
        try:
            inputs = gather(results, view, every_view=figure.every_view)
            table = drawable(figure, inputs, limits)
        except ConfigError as error:
            if chosen:
                raise
            skipped.append(in_flags(str(error)))
            continue
        made = write(fitted(figure, table, classes=inputs.material.classes, **options), style, scale)
        path = paths[figure.name]
        with replace_file(path) as temporary:
            temporary.write_bytes(made)
        say(output(), f"Written: {path}")
    if len(skipped) == len(all_figures()):
        raise ConfigError(next((reason for reason in skipped if reason.startswith("--")), skipped[0]))
    notices(skipped)
