"""The command that makes ratings, classes and synonyms of what people said."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli import complete
from idioprobe.cli.shared import DataDirs, Json, errors, load, notices, output, put_json, say
from idioprobe.core.errors import ConfigError

if TYPE_CHECKING:
    from idioprobe.make.judgments.ratings import Thresholds
    from idioprobe.make.judgments.sources import Source


def judgments(
    table: Annotated[
        Path,
        typer.Argument(help="A table of answers (CSV, TSV, XLSX, Parquet; docs/annotations.md), or a study's folder."),
    ],
    dataset: Annotated[
        str | None,
        typer.Option(
            "-d",
            "--dataset",
            help="What the answers are about: a dataset by name or folder, or a lexicon.",
            metavar="NAME",
            autocompletion=complete.datasets,
        ),
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="Language of answers that do not name it: de, deu, German.")
    ] = None,
    scale: Annotated[
        str | None,
        typer.Option(help="The lowest score (idiomatic) and the highest (literal); default: 0-5.", metavar="LOW-HIGH"),
    ] = None,
    min_agreement: Annotated[
        float | None,
        typer.Option(help="Remove annotators whose ρ with the mean of the others is below this, such as 0.2."),
    ] = None,
    min_items: Annotated[
        int | None, typer.Option(min=1, help="Remove annotators with fewer answers than this.")
    ] = None,
    keep_failed: Annotated[
        bool, typer.Option("--keep-failed", help="Keep annotators who failed the attention checks.")
    ] = False,
    thresholds: Annotated[
        str | None,
        typer.Option(
            help="Suggest NC below the first mean rating, C above the second; default: the thirds of the scale.",
            metavar="LOW,HIGH",
        ),
    ] = None,
    synonyms: Annotated[
        bool, typer.Option("--synonyms", help="Write the most frequent paraphrases into the lexicon as synonyms.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="The folder to write: tables, a lexicon, a dataset.", metavar="DIR"),
    ] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Set rows with mistakes aside, use the others.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the folder if it is there.")] = False,
    data_dir: DataDirs = None,
    as_json: Json = False,
) -> None:
    """Turn people's answers into ratings, classes and synonyms. Says how far people agree, and whom to leave out."""
    from idioprobe.make.judgments.answers import parse_scale
    from idioprobe.make.judgments.filters import Filter
    from idioprobe.make.judgments.judge import judge
    from idioprobe.make.judgments.sources import source_of_answers
    from idioprobe.make.judgments.table import read_answers
    from idioprobe.make.judgments.write import may_write, summary, write_judgments
    from idioprobe.report.terminal.judgments import as_dict, show_judgments

    if synonyms and out is None:
        raise ConfigError("`synonyms` are written into a lexicon: name its folder with `out`.")
    if min_agreement is not None and not -1 <= min_agreement <= 1:
        raise ConfigError(f"`min_agreement` {min_agreement:g}: ρ lies between -1 and 1.")
    if out is not None:
        may_write(out, force=force)
    study = _study(table)
    source = _source(dataset, data_dir, language or _only_language(study)) if dataset else study
    answers = read_answers(
        table,
        language,
        scale=parse_scale(scale) if scale else None,
        known=source.known if source else None,
        skip_bad=skip_bad,
    )
    wanted = Filter(min_agreement, min_items, keep_failed)
    judged = judge(answers, wanted, source.beside if source else None, _thresholds(thresholds))
    notes: list[str] = []
    if out is not None:
        notes = write_judgments(judged, source or source_of_answers(answers.table), table, out, synonyms=synonyms)
    if as_json:
        put_json({**summary(judged, table), **dict(as_dict(judged))})
    else:
        show_judgments(judged, table.name, output())
    if out is not None:
        notices(notes)
        console = errors() if as_json else output()
        say(console, "")
        say(console, f"Written: {out}")
        if source is not None and source.dataset is not None:
            say(console, f"idioprobe run -d {out / 'dataset'} takes the dataset with these ratings.")
        say(console, f"idioprobe data build {out / 'lexicon.toml'} -o DIR makes a dataset of the lexicon.")


def _source(dataset: str, data_dir: list[Path] | None, language: str | None) -> Source:
    from idioprobe.make.judgments.sources import LEXICONS, source_of_dataset, source_of_lexicon

    path = Path(dataset)
    if path.suffix.lower() in LEXICONS and path.is_file():
        return source_of_lexicon(path, language)
    return source_of_dataset(load(dataset, data_dir, None))


def _study(table: Path) -> Source | None:
    """A study has the sentences that its answers are about."""
    from idioprobe.make.judgments.study import study_source

    return study_source(table) if table.is_dir() else None


def _only_language(study: Source | None) -> str | None:
    """What a lexicon that names no language is in: the language of the study, if it has one."""
    languages = {entry.language for entry in study.entries} if study else set()
    return languages.pop() if len(languages) == 1 else None


def _thresholds(text: str | None) -> Thresholds | None:
    from idioprobe.make.judgments.ratings import Thresholds

    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low, high = 1.0, 0.0
    if low > high:
        raise ConfigError(f"`thresholds` {text!r}: write two numbers, the lower first, as in 1.5,3.5.")
    return Thresholds(low, high)
