"""NCTTI as a dataset: its sentences, scores at type and token level, paraphrases as synonyms."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import EXPRESSIONS, LABELLINGS, NO_COUNTS, NOUN_COMPOUND, RATINGS, STIMULI
from idioprobe.data.components import modifier_and_head
from idioprobe.data.dataset import Dataset, Header, shares_word
from idioprobe.data.sources.cells import words_of
from idioprobe.data.sources.flaws import LEFT_OUT, UNCORRELATED, Flaw, flaw_table
from idioprobe.data.sources.natural import filled_in, natural_items
from idioprobe.data.sources.nctti.read import read_nctti
from idioprobe.data.sources.sentences import read_sentences
from idioprobe.data.sources.stimuli import alone, rows

ORDER = {"en": ("modifier", "head"), "pt": ("head", "modifier")}
"""Which component comes first; the files do not say, and only their sum is measured."""


def read_nctti_dataset(folder: Path, header: Header) -> Dataset:
    """The dataset: `syn` and `syn2` are the type-level paraphrases given most often, put into the sentences."""
    nctti = read_nctti(folder)
    stimuli: list[dict[str, Any]] = []
    flaws: list[Flaw] = []
    notes = [
        "Synonyms are the type-level paraphrases given most often, among equals the first listed; sentences with them "
        "are derived: made by substitution.",
        "Head and modifier are told by their position (English: the head comes last; Portuguese: first).",
    ]
    fillers: dict[str, dict[str, dict[tuple[str, int], str]]] = {}
    parts: dict[tuple[str, str], dict[str, str]] = {}
    for language, name in nctti.scores.select("language", "expression").iter_rows():
        own = fillers.setdefault(language, {})
        own[name] = _synonyms(nctti.paraphrases, language, name)
        words = words_of(name)
        if len(words) == 2:
            parts[language, name] = dict(zip(ORDER.get(language, ORDER["en"]), words, strict=True))
        else:
            what = "not two words: no components to add up"
            flaws.append(Flaw(f"data/data_{language}.tsv", what, LEFT_OUT, expression=name, language=language))
        components = {(role, 0): word for role, word in parts.get((language, name), {}).items()}
        targets = alone({("original", 0): name, **own[name], **components})
        stimuli += rows(language, name, "none", None, targets, derived=True)
    for language, own in fillers.items():
        path = folder / "data" / f"sentids_{language}.csv"
        if not path.is_file():
            notes.append(f"data/{path.name} is not there: no sentences in {language}.")
            continue
        sentences = read_sentences(path, language, filled_in(folder, language))
        known = {name.lower() for name in own}
        for name in dict.fromkeys(s.expression for s in sentences if s.expression.lower() not in known):
            what = f"not in data_{language}.tsv: neither a class nor scores"
            flaws.append(Flaw(f"data/{path.name}", what, LEFT_OUT, expression=name, language=language, condition="nat"))
        sentences = [s for s in sentences if s.expression.lower() in known]
        made, found = natural_items(sentences, own, "nctti", notes)
        stimuli += made
        flaws += found
    table = pl.DataFrame(stimuli, schema=STIMULI)
    if table.filter(pl.col("condition") == "nat").is_empty():
        raise DatasetError(f"{folder} has NCTTI's scores but no sentence; data/sentids_en.csv or _pt.csv is needed.")
    expressions = []
    ratings: list[tuple[Any, ...]] = []
    for name, language, label, score, *means in nctti.scores.iter_rows():
        own_parts = parts.get((language, name), {})
        synonym = fillers[language][name].get(("syn", 0))
        overlap = shares_word(name, synonym) if synonym else None
        listed = modifier_and_head(name, own_parts.get("modifier"), own_parts.get("head"))
        expressions.append((name, language, listed, NOUN_COMPOUND, label, overlap, *NO_COUNTS))
        given = [(None, "type", score), *((i + 1, "token", mean) for i, mean in enumerate(means))]
        ratings += [(name, language, n, "expression", kind, v, None, None) for n, kind, v in given if v is not None]
        flaws += [
            Flaw(
                f"data/data_{language}.tsv",
                f"no {kind} rating",
                UNCORRELATED,
                expression=name,
                language=language,
                sentence=n,
            )
            for n, kind, v in given
            if v is None
        ]
    expression_table = pl.DataFrame(expressions, schema=EXPRESSIONS, orient="row")
    labelled = expression_table.select("expression", "language", pl.lit("CompScale").alias("labelling"), "class")
    return Dataset(
        header.model_copy(update={"labelling": "CompScale", "notes": notes}),
        table,
        expression_table,
        pl.DataFrame(ratings, schema=RATINGS, orient="row"),
        flaw_table(flaws),
        labelled.cast(LABELLINGS),  # type: ignore[arg-type]
        paraphrases=nctti.paraphrases.unique(maintain_order=True),
    )


def _synonyms(paraphrases: pl.DataFrame, language: str, name: str) -> dict[tuple[str, int], str]:
    """The two type-level paraphrases that the file repeats most often; among equals the first listed."""
    own = paraphrases.filter(
        (pl.col("language") == language) & (pl.col("expression") == name) & pl.col("sentence").is_null()
    )
    counts = Counter(text.casefold() for text in own["paraphrase"])
    written = {text.casefold(): text for text in reversed(own["paraphrase"].to_list())}
    given_most = [written[key] for key, _ in counts.most_common(2)]
    return {(role, 0): text for role, text in zip(("syn", "syn2"), given_most, strict=False)}
