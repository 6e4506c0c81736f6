"""The commands about datasets."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli import complete
from idioprobe.cli.flags import in_flags
from idioprobe.cli.shared import (
    Annotations,
    DataDirs,
    Json,
    Labelling,
    errors,
    fail,
    load,
    output,
    published_folders,
    put_json,
    say,
)
from idioprobe.core.errors import ConfigError
from idioprobe.core.textfile import readable

app = typer.Typer(help="List, fetch, build, check and look at datasets.", no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[
    str,
    typer.Argument(
        help="A name that idioprobe data list knows, such as starter, or a dataset folder.",
        autocompletion=complete.datasets,
    ),
]


@app.command("build")
def data_build(
    lexicon: Annotated[Path, typer.Argument(help="A lexicon as CSV, TSV, XLSX or TOML.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The dataset folder to write.")],
    language: Annotated[
        str | None, typer.Option(help="Language of a lexicon that does not name one: de, deu, German.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Name of the dataset; default: the lexicon's own or the folder's.")
    ] = None,
    random: Annotated[Path | None, typer.Option(help="Pool of random combinations, one per line.")] = None,
    counts: Annotated[
        Path | None, typer.Option(help="Your own frequencies: what corpus stats writes, or expression,frequency.")
    ] = None,
    template: Annotated[
        list[str] | None, typer.Option(help="Neutral sentence, as in neut='Das ist {ein|eine} [X].'; repeatable.")
    ] = None,
    classes: Annotated[
        str | None, typer.Option(help="Classes of your own, from idiomatic to literal: idiom,semi,free.")
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave entries with mistakes out, build the rest.")
    ] = False,
    keep_uninflected: Annotated[
        bool, typer.Option("--keep-uninflected", help="Use the citation form where the form needed is not known.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the dataset folder if it is there.")] = False,
) -> None:
    """Build a dataset from a lexicon of expressions."""
    from idioprobe.data.dataset import fit_name
    from idioprobe.data.folder import write_folder
    from idioprobe.data.lexicon.fromfile import build_from_file
    from idioprobe.report.terminal.building import show_built

    _may_replace(out, force=force)
    built = build_from_file(
        lexicon,
        language=language,
        name=name,
        fallback_name=fit_name(readable(out.resolve().name)),
        random=random,
        counts=counts,
        templates=template or [],
        classes=[name.strip() for name in classes.split(",") if name.strip()] if classes else None,
        skip_bad=skip_bad,
        keep_uninflected=keep_uninflected,
    )
    write_folder(built.dataset, out)
    console = output()
    show_built(built, console, in_flags)
    say(console, f"Dataset: {out}")


def _may_replace(out: Path, *, force: bool) -> None:
    """A dataset that is there is replaced only by somebody who says so."""
    if force or not out.is_dir() or not any(out.iterdir()):
        return
    if not sys.stdin.isatty():
        raise ConfigError(f"{out} is there already; pass `force` to replace it, or name another folder.")
    if not typer.confirm(f"{out} is there already. Replace it?", err=True):
        raise typer.Exit(1)


@app.command("complete")
def data_complete(
    name: Name,
    wordnet: Annotated[
        list[Path],
        typer.Option(
            "--from",
            help="A wordnet or thesaurus: a folder with data.noun, a tab file of OMW, WN-LMF, th_….dat; repeatable, "
            "the best first.",
            metavar="WORDNET",
        ),
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="The dataset folder to write.")],
    language: Annotated[str | None, typer.Option(help="Complete this language only: pt, por, Portuguese.")] = None,
    synonyms: Annotated[int, typer.Option(min=1, help="How many synonyms each word should have.")] = 3,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the dataset folder if it is there.")] = False,
) -> None:
    """Add synonyms of the words of each expression from a wordnet. What is added is marked as derived."""
    from idioprobe.data.folder import write_folder
    from idioprobe.data.grammar.names import language_code
    from idioprobe.make.wordnet.complete import complete
    from idioprobe.make.wordnet.opening import wordnets_by_language

    _may_replace(out, force=force)
    code = language_code(language) if language else None
    if language and code is None:
        raise ConfigError(f"`language` {language!r} is no language that is known; write a code such as en or de.")
    data = load(name, data_dir, labelling)
    sources = wordnets_by_language(wordnet, code)
    chosen = {known: found for known, found in sources.items() if code in (None, known)}
    if not chosen:
        raise ConfigError(f"`wordnet`: there is none for {code}, only for {', '.join(sources)}.")
    completed = complete(data, chosen, enough=synonyms)
    write_folder(completed.dataset, out)
    console = output()
    for (known, role), count in completed.added.items():
        say(console, f"{known}: {count:,} synonyms of the {role} added.")
    for known, words in completed.lacking.items():
        shown = ", ".join(words[:5]) + (", …" if len(words) > 5 else "")
        say(console, f"{known}: {len(words):,} words still have fewer than {synonyms}: {shown}.")
    say(console, f"Stimuli added, marked as derived: {completed.stimuli:,}. Dataset: {out}")


@app.command("validate")
def data_validate(name: Name, data_dir: DataDirs = None, labelling: Labelling = None) -> None:
    """Check a dataset and say what it can measure."""
    from idioprobe.report.terminal.datasets import show_dataset

    show_dataset(load(name, data_dir, labelling), output())


@app.command("show")
def data_show(
    name: Name,
    expression: Annotated[str | None, typer.Argument(help="One of its expressions.")] = None,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    everything: Annotated[
        bool, typer.Option("--all", help="All roles and conditions, also those that no measure uses.")
    ] = False,
) -> None:
    """Print the variants of an expression. Without an expression, list them all."""
    from idioprobe.papers.garcia2021_acl.datatables import all_paraphrases
    from idioprobe.papers.garcia2021_acl.inputs import nctti_data
    from idioprobe.report.terminal.datasets import list_expressions, show_expression
    from idioprobe.report.terminal.grid import show_grid

    console = output()
    data = load(name, data_dir, labelling)
    if expression is None:
        list_expressions(data, console)
        return
    show_expression(data, expression, console, everything=everything)
    if name == "nctti" and published_folders(name, data_dir):
        console.print()
        show_grid(all_paraphrases(nctti_data(data_dir), expression), console)


@app.command("list")
def data_list(data_dir: DataDirs = None, as_json: Json = False) -> None:
    """List datasets known by name. It says which of them you have."""
    from idioprobe.report.terminal.fetching import list_sources, show_sources

    listed = list_sources(data_dir or [])
    if as_json:
        put_json(listed)
    else:
        show_sources(listed, output())


@app.command("fetch")
def data_fetch(
    name: Annotated[
        str,
        typer.Argument(
            help="A published dataset that idioprobe data list knows, such as ncimp.", autocompletion=complete.datasets
        ),
    ],
    origin: Annotated[
        Path | None, typer.Option("--from", help="A local copy: a folder or an archive, checked the same way.")
    ] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Where to put it; default: your data folder.")] = None,
    corpus: Annotated[
        list[Path] | None,
        typer.Option(help="Your own ukWaC or brWaC file, to fill in sentences that are only referred to; repeatable."),
    ] = None,
    accept_changed: Annotated[
        bool, typer.Option("--accept-changed", help="Accept files whose checksum differs from the published one.")
    ] = False,
) -> None:
    """Fetch a published dataset and check its files. From its publisher's repository, or from a local copy."""
    from idioprobe.data.sources.catalogue import check, default_folder, find_source, sources
    from idioprobe.data.sources.corpus import fill_dataset
    from idioprobe.data.sources.fetch import fetch
    from idioprobe.data.sources.layout import layouts
    from idioprobe.report.terminal.fetching import show_fetched, show_filled
    from idioprobe.report.terminal.progress import BytesProgress

    source = find_source(name)
    if corpus and not source.references:
        able = ", ".join(other.name for other in sources().values() if other.references)
        raise ConfigError(f"--corpus: {source.name} refers to no corpus; {able} do.")
    for path in corpus or ():
        if not path.is_file():
            raise ConfigError(f"--corpus {path} is not a file.")
    folder = out or default_folder(source.name)
    console = output()
    at_hand = source.name in layouts(folder)
    with BytesProgress(errors()) as progress:
        if origin or not (corpus and at_hand):
            states = fetch(source, folder, origin, progress=progress, accept_changed=accept_changed)
        else:
            states = check(folder, source)
        filled = fill_dataset(source.name, folder, corpus, progress=progress) if corpus else []
    show_fetched(source, states, folder, console)
    if corpus:
        show_filled(filled, console)
    problems = [part.problem for part in filled if part.problem]
    if problems:
        fail(problems[0], 1)


@app.command("stats")
def data_stats(
    name: Name,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    annotations: Annotations = None,
    level: Annotated[str, typer.Option(help="Scale of Krippendorff's alpha: ordinal, interval, nominal.")] = "ordinal",
    as_json: Json = False,
) -> None:
    """Count what a dataset has. For nctti, beside the figures that its paper prints."""
    from idioprobe.papers.garcia2021_acl.inputs import nctti_data
    from idioprobe.papers.garcia2021_acl.terminal import show_nctti
    from idioprobe.report.terminal.datastats import dataset_stats, show_stats

    console = output()
    data = load(name, data_dir, labelling, tell=False)
    folders = published_folders(name, data_dir)
    if name != "nctti" and (annotations or level != "ordinal"):
        raise ConfigError("--annotations and --level are for data stats nctti.")
    stats = dataset_stats(data, folders)
    figures = nctti_data(data_dir, annotations, level).figures if name == "nctti" and folders else None
    if as_json:
        more = {} if figures is None else {"figures": figures.to_dicts()}
        put_json(stats | more)
        return
    if figures is not None:
        show_nctti(figures, console)
        console.print()
    show_stats(stats, console)
