"""The judgments as plain files, written whole or not at all."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.files import replace_folder
from idioprobe.core.frames import quote_cells, write_csv
from idioprobe.core.tables import TARGET
from idioprobe.data.folder import write_folder
from idioprobe.make.enrich import with_ratings
from idioprobe.make.judgments.answers import Scale
from idioprobe.make.judgments.judge import Judgments, changes
from idioprobe.make.judgments.lexicon import SUGGESTED, lexicon_of
from idioprobe.make.judgments.sources import Source

FILES = (
    "judgments.json",
    "answers.csv",
    "ratings.csv",
    "expressions.csv",
    "annotators.csv",
    "agreement.csv",
    "departures.csv",
    "paraphrases.csv",
    "set-aside.csv",
    "lexicon.toml",
    "nctti",
    "dataset",
)
"""What a folder of judgments may hold."""
_FEWEST_SENTENCES = 3


def may_write(folder: Path, *, force: bool) -> None:
    """Refuse a place that is taken: what is there is replaced only on request, and only if it is judgments."""
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder} is a file; name a folder.")
    there = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    strange = [name for name in there if name not in FILES]
    if strange:
        raise ConfigError(f"{folder} holds other files ({strange[0]}, …); name a new folder.")
    if there and not force:
        raise ConfigError(f"{folder} is there already; pass `force` to replace it, or name another folder.")


def write_judgments(judged: Judgments, source: Source, path: Path, folder: Path, *, synonyms: bool) -> list[str]:
    """Write all tables, the lexicon and, of a dataset, the dataset with the ratings; says what is to be said of them.

    `path` is where the answers come from.
    """
    text, notes = lexicon_of(source, judged, synonyms=synonyms)
    tables = {
        "answers": answers_table(judged),
        "ratings": ratings_table(judged),
        "expressions": judged.expressions,
        "annotators": judged.annotators,
        "agreement": judged.agreement.with_columns(pl.col("members").list.join(";")),
        "departures": judged.departures,
        "paraphrases": judged.paraphrases.with_columns(pl.col("sentences").cast(pl.List(pl.String)).list.join(";")),
    }
    if not judged.answers.set_aside.is_empty():
        tables["set-aside"] = judged.answers.set_aside
    with replace_folder(folder.resolve()) as temporary:
        for name, table in tables.items():
            write_csv(quote_cells(table), temporary / f"{name}.csv")
        (temporary / "lexicon.toml").write_text(text, encoding="utf-8")
        about = json.dumps(summary(judged, path), indent=2, ensure_ascii=False)
        (temporary / "judgments.json").write_text(about + "\n", encoding="utf-8")
        for language, table in nctti_tables(judged).items():
            place = temporary / "nctti" / "data"
            place.mkdir(parents=True, exist_ok=True)
            with (place / f"data_{language}.tsv").open("wb") as file:
                quote_cells(table).write_csv(file, separator="\t", quote_style="always")
        if source.dataset is not None:
            data = with_ratings(source.dataset, judged.ratings, path)
            write_folder(_classed(data, judged), temporary / "dataset")
            notes += data.header.notes[len(source.dataset.header.notes) :]
    return notes


def _classed(data: Any, judged: Judgments) -> Any:
    """A dataset without classes takes the suggested ones, and says whose they are."""
    from dataclasses import replace

    if data.expressions["class"].is_not_null().any():
        return data
    suggested = judged.expressions.filter(pl.col("target") == TARGET).select("language", "expression", "suggested")
    expressions = data.expressions.join(suggested, on=["language", "expression"], how="left", maintain_order="left")
    expressions = expressions.with_columns(pl.col("suggested").alias("class")).drop("suggested")
    note = f"Classes are suggested by mean ratings ({judged.thresholds}), not given by anybody."
    header = data.header.model_copy(update={"labelling": SUGGESTED, "labelling_note": note})
    return replace(data, header=header, expressions=expressions)


def answers_table(judged: Judgments) -> pl.DataFrame:
    """The answers that count, in the format that they were read in."""
    table = judged.counted.with_columns(
        pl.col("paraphrases").list.join(";"),
        level=pl.when(pl.col("sentence").is_null()).then(pl.lit("type")).otherwise(pl.lit("token")),
    )
    if judged.answers.scale != Scale():
        table = table.with_columns(scale=pl.lit(str(judged.answers.scale)))
    return table.drop("annotator") if table["annotator"].is_null().all() else table


def ratings_table(judged: Judgments) -> pl.DataFrame:
    """Ratings of sentences and types, with what they were before annotators were removed."""
    keys = ["language", "expression", "sentence", "target"]
    before = changes(judged).select(*keys, mean_before="before", n_before="n_before")
    both = judged.ratings.join(before, on=keys, how="full", coalesce=True, nulls_equal=True)
    return both.sort(keys)


def nctti_tables(judged: Judgments) -> dict[str, pl.DataFrame]:
    """By language: one row per expression in the columns of NCTTI's own files."""
    whole = judged.expressions.filter(pl.col("target") == TARGET)
    token = judged.ratings.filter(pl.col("rating") == "token", pl.col("target") == TARGET)
    means = {
        (a, b, n): mean for a, b, n, mean in token.select("language", "expression", "sentence", "mean").iter_rows()
    }
    said: dict[tuple[str, str, int | None], list[str]] = {}
    listed = judged.paraphrases.filter(pl.col("level").is_not_null())
    for a, b, n, text in listed.select("language", "expression", "sentence", "paraphrase").iter_rows():
        said.setdefault((a, b, n), []).append(text)
    tables = {}
    for (language,), part in whole.group_by("language", maintain_order=True):
        code = str(language)
        most = max((n for a, _, n in (*means, *said) if a == code and n is not None), default=0)
        numbers = range(1, max(_FEWEST_SENTENCES, most) + 1)
        rows = [
            {
                "compound": row["expression"],
                "CompScale": row["class"] or row["suggested"] or "",
                "CompType": _number(row["type"]),
                **{f"MeanS{n}": _number(means.get((code, row["expression"], n))) for n in numbers},
                "Synonyms": ";".join(said.get((code, row["expression"], None), ())),
                **{f"SynonymsS{n}": ";".join(said.get((code, row["expression"], n), ())) for n in numbers},
            }
            for row in part.iter_rows(named=True)
        ]
        tables[code] = pl.DataFrame(rows)
    return tables


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def summary(judged: Judgments, path: Path) -> dict[str, Any]:
    """What was asked for and found, in a few figures, fit for JSON."""
    before, after = judged.answers.table, judged.counted
    return {
        "answers_from": path.name,
        "scale": str(judged.answers.scale),
        "filters": asdict(judged.wanted),
        "counts": {
            "answers": {"before": len(before), "after": len(after), "set_aside": len(judged.answers.set_aside)},
            "annotators": {
                "before": before["annotator"].drop_nulls().n_unique(),
                "after": after["annotator"].drop_nulls().n_unique(),
            },
        },
        "removed": judged.removed.select("annotator", "language", "rho", "removed").to_dicts(),
        "type_token": [asdict(one) for one in judged.type_token],
        "thresholds": {
            "NC_below": judged.thresholds.low,
            "C_above": judged.thresholds.high,
            "words": str(judged.thresholds),
        },
        "notes": judged.notes,
    }
