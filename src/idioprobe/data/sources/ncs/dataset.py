"""NCS: noun compounds in neutral sentences with probes P1–P3, and in naturalistic ones where there is a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import EXPRESSIONS, LABELLINGS, NO_COUNTS, NOUN_COMPOUND, RATINGS, STIMULI, item_name
from idioprobe.data.components import modifier_and_head
from idioprobe.data.dataset import Dataset, Header, shares_word
from idioprobe.data.sources.cells import Target
from idioprobe.data.sources.flaws import KEPT, LEFT_OUT, UNCORRELATED, Flaw, flaw_table
from idioprobe.data.sources.lengthen import NOT_LONG, lengthen
from idioprobe.data.sources.natural import filled_in, natural_items
from idioprobe.data.sources.publishedcsv import published_rows
from idioprobe.data.sources.sentences import read_sentences, type_scores
from idioprobe.data.sources.stimuli import alone, rows

LANGUAGES = ("en", "pt")
PROBES: dict[str, dict[str, str]] = {
    "P1_sents.csv": {"neutral sentence": "original", "mwe synonym": "syn"},
    "P2_sents.csv": {"neutral sentence": "original", "head only": "head", "modifier only": "modifier"},
    "P3_sents.csv": {"neutral sentence": "original", "both synonyms": "words"},
}
"""Files of the neutral condition: column → role."""
_FRAME = re.compile(r"(?:This is (?:an? )?|(?:Este|Esta|Isto) é (?:uma? |o |a )?|(?:Estes|Estas) são )", re.I)


def read_ncs(folder: Path, comp_scale: Mapping[tuple[str, str], str], header: Header) -> Dataset:
    """The dataset from what the folder holds."""
    stimuli: list[dict[str, Any]] = []
    expressions: list[tuple[Any, ...]] = []
    ratings: list[tuple[Any, ...]] = []
    flaws: list[Flaw] = []
    notes = ["Variants of naturalistic sentences are derived: made by substitution, as none are published."]
    for language in LANGUAGES:
        neutral = _neutral(folder, language, flaws, notes)
        fillers = {name: {key: t.written for key, t in targets.items()} for name, targets in neutral.items()}
        for name, targets in neutral.items():
            stimuli += rows(language, name, "neut", None, targets)
            longer = {key: lengthen(target, language) for key, target in targets.items()}
            long = {key: target for key, target in longer.items() if target}
            item = item_name(language, name, "neut_long")
            flaws += [
                Flaw(_place(language, role), NOT_LONG, LEFT_OUT, None, item, name, language, "neut_long", None, role, i)
                for (role, i), target in longer.items()
                if target is None
            ]
            if ("original", 0) in long:
                stimuli += rows(language, name, "neut_long", None, long, derived=True)
            stimuli += rows(language, name, "none", None, alone({**fillers[name], ("original", 0): name}), derived=True)
        path = folder / "input" / f"sentids_{language}.csv"
        scores: dict[str, float] = {}
        if path.is_file():
            scores = type_scores(path)
            sentences = read_sentences(path, language, filled_in(folder, language))
            variants = {name: {k: v for k, v in f.items() if k[0] != "original"} for name, f in fillers.items()}
            made, found = natural_items(sentences, variants, "ncs", notes)
            stimuli += made
            flaws += found
        else:
            notes.append(f"input/{path.name} is not there: neither naturalistic sentences nor ratings in {language}.")
        for name in sorted({row["expression"] for row in stimuli if row["language"] == language}):
            own = fillers.get(name, {})
            synonym = own.get(("syn", 0))
            label = comp_scale.get((language, name.lower()))
            overlap = shares_word(name, synonym) if synonym else None
            components = modifier_and_head(name, own.get(("modifier", 0)), own.get(("head", 0)))
            expressions.append((name, language, components, NOUN_COMPOUND, label, overlap, *NO_COUNTS))
            if name in scores:
                ratings.append((name, language, None, "expression", "type", scores[name], None, None))
            else:
                flaws.append(Flaw(f"input/{path.name}", "no rating", UNCORRELATED, expression=name, language=language))
    if not stimuli:
        raise DatasetError(f"{folder} has the layout of NCS but none of its sentences.")
    if not comp_scale:
        notes.append("No classes: they come with NCTTI (`data_dir`, or idioprobe data fetch nctti).")
    table = pl.DataFrame(expressions, schema=EXPRESSIONS, orient="row")
    labelled = table.filter(pl.col("class").is_not_null())
    return Dataset(
        header.model_copy(update={"labelling": "CompScale" if len(labelled) else "", "notes": notes}),
        pl.DataFrame(stimuli, schema=STIMULI),
        table,
        pl.DataFrame(ratings, schema=RATINGS, orient="row"),
        flaw_table(flaws),
        labelled.select("expression", "language", pl.lit("CompScale").alias("labelling"), "class").cast(LABELLINGS),  # type: ignore[arg-type]
    )


def _neutral(
    folder: Path, language: str, flaws: list[Flaw], notes: list[str]
) -> dict[str, dict[tuple[str, int], Target]]:
    """By expression: its neutral sentences; the target is what follows the frame."""
    out: dict[str, dict[tuple[str, int], Target]] = {}
    for name, columns in PROBES.items():
        place = f"dataset/{language}/neutral/{name}"
        if not (folder / place).is_file():
            notes.append(f"{place} is missing, so nothing from it is used.")
            continue
        for _, row in published_rows(folder / place, ["compound", *columns]):
            expression = " ".join(row["compound"].split())
            for column, role in columns.items():
                target = _framed(row[column])
                what, handling = "", KEPT
                if target is None:
                    what, handling = "the sentence does not begin like a neutral one", LEFT_OUT
                elif role == "original" and target.written.lower() != expression.lower():
                    what = f"the sentence has {target.written!r}"
                if what:
                    flaw = Flaw(place, what, handling, column, None, expression, language, "neut", None, role, 0)
                    flaws.append(flaw)
                if target is None:
                    continue
                out.setdefault(expression, {}).setdefault((role, 0), target)
    return {name: targets for name, targets in out.items() if ("original", 0) in targets}


def _place(language: str, role: str) -> str:
    name = next(name for name, columns in PROBES.items() if role in columns.values())
    return f"dataset/{language}/neutral/{name}"


def _framed(cell: str) -> Target | None:
    text = " ".join(cell.split())
    frame = _FRAME.match(text)
    end = len(re.sub(r"\s?\.$", "", text))
    return Target(text, frame.end(), end) if frame and end > frame.end() else None
