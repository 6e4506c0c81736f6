"""What tables about NCTTI itself, or about annotations of any dataset, are made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

import polars as pl

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.tables import PARAPHRASES, TARGET
from idioprobe.data.dataset import Dataset
from idioprobe.data.lexicon.fields import numbered
from idioprobe.data.registry import DataDirs, folders_of, load_dataset
from idioprobe.data.sources.nctti.read import SCORES, Nctti, read_nctti
from idioprobe.make.judgments.answers import has_annotators, targets_of
from idioprobe.make.judgments.paraphrases import classify_paraphrases
from idioprobe.make.judgments.ratings import rated
from idioprobe.make.judgments.study import study_source
from idioprobe.make.judgments.table import read_annotations
from idioprobe.papers.garcia2021_acl.datatables import LANGUAGES, TARGETS, Described, NcttiData, Sentence
from idioprobe.papers.garcia2021_acl.nctti import figures
from idioprobe.report.tables.examples import marked
from idioprobe.report.tables.grid import Grid
from idioprobe.report.tables.spec import Files
from idioprobe.stats.agreement import Level

NCTTI = "NCTTI"


@dataclass(frozen=True)
class About:
    """What annotations are about: where classes and type ratings come from, and these."""

    name: str
    labelling: str
    scores: pl.DataFrame


def nctti_data(
    data_dirs: DataDirs,
    annotations: Path | None = None,
    level: str = "ordinal",
    dataset: Callable[[], Dataset] | None = None,
) -> NcttiData:
    """NCTTI from a local copy, with the figures that a raw table of annotations adds.

    Files in NCTTI's layout that have no sentences beside them take those of a dataset, if it is named.
    """
    folder = folders_of("nctti", data_dirs)[0]
    nctti = read_nctti(folder)
    languages = nctti.scores["language"].unique().to_list()
    raw = read_annotations(annotations, languages[0] if len(languages) == 1 else None) if annotations else None
    made = figures(nctti, raw, _level(level))
    described = _described(annotations, raw, NCTTI) if annotations and raw is not None else None
    if _is_published(folder):
        return NcttiData(made, nctti, _texts(load_dataset("nctti", data_dirs)), described)
    return NcttiData(made, nctti, _texts(dataset()) if dataset else {}, described, f"{folder / 'data'}")


def _is_published(folder: Path) -> bool:
    """Whether NCTTI's tables have its sentences beside them; those that `idioprobe judgments` writes have none."""
    return any(folder.glob("data/sentids_*.csv"))


def named_by(files: Files) -> About:
    """What tables about NCTTI, or annotations, rest on: a dataset with its labelling, if it has a name."""
    if files.annotations is not None:
        return about_annotations(files)
    published = _is_published(folders_of("nctti", files.data_dirs)[0])
    return About(*((NCTTI, "CompScale") if published else ("", "")), pl.DataFrame())


def _texts(data: Dataset) -> dict[Sentence, str]:
    """The naturalistic sentences of a dataset, with the expression in brackets."""
    own = data.stimuli.filter(pl.col("condition") == "nat", pl.col("role") == "original")
    listed = own.select("language", "expression", "sentence", "text", "spans").iter_rows()
    return {(code, name.casefold(), number): marked(*text) for code, name, number, *text in listed}


def exemplified(files: Files) -> NcttiData:
    """Ratings and paraphrases of single sentences: the user's where annotations of other expressions than NCTTI's are.

    Their sentences are those of the dataset that is named, or those of the study that the annotations are of.
    """
    if files.annotations is None or about_annotations(files).name == NCTTI:
        return nctti_data(files.data_dirs, files.annotations, dataset=files.dataset)
    about = about_annotations(files)
    languages = about.scores["language"].unique().to_list()
    raw = read_annotations(files.annotations, languages[0] if len(languages) == 1 else None)
    texts = _texts(files.dataset()) if files.dataset else {}
    if files.annotations.is_dir():
        texts |= _texts_of_study(files.annotations)
    described = _described(files.annotations, raw, about.name)
    return NcttiData(pl.DataFrame(), _as_nctti(raw, about.scores), texts, described, files.annotations.name)


def _texts_of_study(study: Path) -> dict[Sentence, str]:
    return {
        (entry.language, entry.name.casefold(), number[1]): str(text)
        for entry in study_source(study).entries
        for field, text in entry.fields.items()
        if (number := numbered(field)) and number[0] == "sentence"
    }


def _as_nctti(raw: pl.DataFrame, scores: pl.DataFrame) -> Nctti:
    """What annotators said, in the tables that NCTTI has."""
    keys = ["language", "expression"]
    ratings = rated(raw).filter(pl.col("target") == TARGET)
    token = ratings.filter(pl.col("rating") == "token").with_columns(name=pl.format("mean{}", "sentence"))
    table = token.pivot("name", index=keys, values="mean")
    means = sorted((name for name in table.columns if name not in keys), key=lambda name: int(name[4:]))
    types = ratings.filter(pl.col("rating") == "type").select(*keys, own="mean")
    named = scores.with_columns(key=pl.col("expression").str.to_lowercase()).select("language", "key", "class", "type")
    joined = (
        table.with_columns(key=pl.col("expression").str.to_lowercase())
        .join(named, on=["language", "key"], how="left", maintain_order="left")
        .join(types, on=keys, how="left", maintain_order="left")
        .with_columns(type=pl.coalesce("own", "type"))
    )
    said = (
        classify_paraphrases(raw).select(list(PARAPHRASES)) if has_annotators(raw) else pl.DataFrame(schema=PARAPHRASES)
    )
    return Nctti(joined.select("expression", "language", "class", "type", *means), said)


def _level(level: str) -> Level:
    if level not in get_args(Level):
        raise ConfigError(f"`level` {level}: one of {', '.join(get_args(Level))}.")
    return cast(Level, level)


def annotated(files: Files) -> NcttiData:
    """Figures of annotations; classes and type ratings are those of the dataset that is named, else NCTTI's.

    Where NCTTI is not at hand, or has none of the expressions, the annotations stand alone.
    """
    if files.annotations is None:
        return nctti_data(files.data_dirs)
    about = about_annotations(files)
    if about.name == NCTTI:
        return nctti_data(files.data_dirs, files.annotations)
    languages = about.scores["language"].unique().to_list()
    raw = read_annotations(files.annotations, languages[0] if len(languages) == 1 else None)
    reference = Nctti(about.scores, pl.DataFrame())
    made = figures(reference, raw, published=False)
    return NcttiData(made, annotations=_described(files.annotations, raw, about.name))


def about_annotations(files: Files) -> About:
    """What the annotations of some files are about."""
    if files.dataset is not None:
        data = files.dataset()
        return About(data.name, data.header.labelling, _scores(data))
    assert files.annotations is not None  # noqa: S101 (the callers looked)
    folders = _nctti_folders(files.data_dirs)
    if folders:
        nctti = read_nctti(folders[0])
        known = {(a, b.lower()) for a, b in nctti.scores.select("language", "expression").iter_rows()}
        only = nctti.scores["language"].unique().to_list()
        raw = read_annotations(files.annotations, only[0] if len(only) == 1 else None)
        if any((a, b.lower()) in known for a, b in raw.select("language", "expression").unique().iter_rows()):
            return About(NCTTI, "CompScale", nctti.scores)
    raw = read_annotations(files.annotations)
    names = raw.select("expression", "language").unique(maintain_order=True)
    return About("", "", names.select(_column(name, names, kind) for name, kind in SCORES.items()))


def _nctti_folders(data_dirs: DataDirs) -> list[Path]:
    try:
        return [folder for folder in folders_of("nctti", data_dirs) if folder.is_dir()]
    except DatasetError:
        return []


def _scores(data: Dataset) -> pl.DataFrame:
    """The expressions of a dataset in the columns of NCTTI's scores."""
    rated = data.ratings.filter(pl.col("rating") == "type", pl.col("target") == TARGET)
    types = rated.select("expression", "language", type="mean").unique(["expression", "language"], keep="first")
    table = data.expressions.select("expression", "language", "class").join(
        types, on=["expression", "language"], how="left", maintain_order="left"
    )
    return table.select(_column(name, table, kind) for name, kind in SCORES.items())


def _column(name: str, table: pl.DataFrame, kind: pl.DataType) -> pl.Expr:
    return pl.col(name).cast(kind) if name in table.columns else pl.lit(None, dtype=kind).alias(name)


def _described(path: Path, raw: pl.DataFrame, about: str) -> Described:
    """What is to be said of annotations: whence, in which languages, of which components."""
    found = raw["language"].unique().to_list()
    own = about == NCTTI
    languages = LANGUAGES if own else {code: LANGUAGES.get(code, code.upper()) for code in sorted(found)}
    asked = {target: TARGETS.get(target, target.capitalize()) for target in targets_of(raw).values()}
    targets = {**TARGETS, **asked} if own else {**asked, **({TARGET: "Expression"} if TARGET in asked else {})}
    typed = raw["sentence"].is_null().any()
    return Described(path.name, about, dict(languages), targets, typed)


def from_examples(make: Callable[..., Grid], name: str, *more: object) -> Callable[..., Grid]:
    """A table of sentences of NCTTI, or of those that annotations are about."""

    def made(files: Files, **options: object) -> Grid:
        return make(name, exemplified(files), *more, **options)

    return made


def from_annotations(make: Callable[..., Grid], name: str, *more: object) -> Callable[..., Grid]:
    """A table about NCTTI, or about annotations of any dataset."""

    def made(files: Files, **options: object) -> Grid:
        return make(name, annotated(files), *more, **options)

    return made
