"""Frequency, PPMI and random replacements of NCIMP's compounds by counts of real text, beside wordfreq and NCIMP's own.

Text and counts come in the packages dante-corpora (Portuguese, with parts of speech) and textprobability (Wikipedia).
Reads ../shared/data.
"""

import tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import polars as pl
from rich.console import Console
from scipy.stats import spearmanr

from idioprobe.data.dataset import Dataset
from idioprobe.data.lexicon.frequency import average_frequency, wordfreq_frequency
from idioprobe.data.registry import load_dataset
from idioprobe.data.targets import target_texts
from idioprobe.make.corpus.expressions import Wanted, inflected
from idioprobe.make.corpus.imported import import_counts
from idioprobe.make.corpus.index import Index
from idioprobe.make.corpus.indexing.making import make_index
from idioprobe.make.corpus.occurrences import pair_counts, word_counts
from idioprobe.make.corpus.pool import nearest_combinations
from idioprobe.make.corpus.stats import expression_stats

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
DANTE = ("porttinari", "petrogold", "danteshots", "dantestocks")


def dante(folder: Path) -> Index | None:
    """An index of the texts of dante-corpora; None where it is not installed."""
    found = find_spec("dante")
    if found is None or found.origin is None:
        return None
    data = Path(found.origin).parent / "data"
    return make_index([data / name / "annotated.conllu" for name in DANTE], folder, language="pt")


def wikipedia(folder: Path, language: str) -> Index | None:
    """An index of the counts of textprobability; None where it is not installed."""
    found = find_spec("textprobability")
    if found is None or found.origin is None:
        return None
    return import_counts([Path(found.origin).parent / "data" / f"{language}.json"], folder, language=language)


def compounds(data: Dataset, language: str) -> list[Wanted]:
    """NCIMP's compounds in all forms."""
    names = data.expressions.filter(pl.col("language") == language)["expression"]
    return [Wanted(name, language, (name, *inflected(name, language))) for name in names]


def against_wordfreq(index: Index, wanted: list[Wanted]) -> dict[str, tuple[float, int]]:
    """Rank correlations, each with its n: what counts say of compounds, and what wordfreq says of them.

    Frequent words meet by chance more often, so PPMI should fall as the words' frequency rises.
    """
    frequency = wordfreq_frequency(index.manifest.language)
    assert frequency is not None
    table = expression_stats(index, wanted).with_columns(
        whole=pl.Series([frequency(one.expression) for one in wanted]),
        mean=pl.Series([average_frequency(one.expression, frequency) for one in wanted]),
    )
    two = table.filter(pl.col("ppmi").is_not_null())
    pairs = {"frequency": "whole", "average_frequency": "mean", "ppmi": "mean"}
    found = {}
    for column, other in pairs.items():
        rows = two.filter(pl.col("frequency") > 0) if column == "ppmi" else two
        found[column] = (float(spearmanr(rows[column], rows[other]).statistic), len(rows))
    return found


def ratios(index: Index, data: Dataset, wanted: list[Wanted], tags: Path) -> tuple[list[float], list[float]]:
    """f_avg of random replacements to that of their compounds: NCIMP's own, and those that `corpus pool` gives.

    Like for like: of the same compounds, counted by the same index in the form that they have.
    """
    pool = nearest_combinations(index, wanted, tags=tags).table.filter(pl.col("ratio").is_not_null())
    rows = data.stimuli.filter(
        pl.col("language") == index.manifest.language,
        pl.col("role") == "rand",
        pl.col("condition") == "neut",
        pl.col("expression").is_in(pool["expression"].unique().to_list()),
    )
    pairs = [
        (tuple(one.casefold().split()), tuple(other.casefold().split()))
        for one, other in zip(rows["expression"], target_texts(rows), strict=True)
    ]
    both = {words for pair in pairs for words in pair if len(words) == 2}
    together, alone = pair_counts(index, both), word_counts(index, {word for words in both for word in words})
    levels = {words: (together.get(words, 0) + sum(alone.get(word, 0) for word in words)) / 3 for words in both}
    own = [levels[other] / levels[one] for one, other in pairs if one in levels and other in levels and levels[one]]
    return own, pool["ratio"].to_list()


def told(ratios: list[float]) -> str:
    """Their quartiles, and how many are far from 1."""
    low, middle, high = np.quantile(ratios, [0.25, 0.5, 0.75])
    with np.errstate(divide="ignore"):
        far = np.mean(np.abs(np.log2(ratios)) > 1)
    return (
        f"f_avg ratio {middle:.2f} ({low:.2f} to {high:.2f}), {100 * far:.0f} % more than twice or less than half, "
        f"of {len(ratios):,}"
    )


def main() -> None:
    """Measure and print."""
    console = Console(highlight=False, soft_wrap=True)
    if not SHARED.is_dir():
        console.print("counts of NCIMP's compounds: needs ../shared/data")
        return
    data = load_dataset("ncimp", [SHARED / "ncimp", SHARED / "nctti"])
    with tempfile.TemporaryDirectory() as scratch:
        text = dante(Path(scratch) / "dante")
        tables = {code: wikipedia(Path(scratch) / code, code) for code in ("pt", "en")}
        named = [("dante-corpora", text), *(("textprobability", table) for table in tables.values())]
        for name, index in named:
            if index is None:
                console.print(f"counts of NCIMP's compounds: needs {name}")
                continue
            language = index.manifest.language
            wanted = compounds(data, language)
            rhos = against_wordfreq(index, wanted)
            listed = ", ".join(f"{column} {rho:+.2f} (n = {n})" for column, (rho, n) in rhos.items())
            size = f"{index.manifest.totals.words:,} words"
            console.print(f"{name}, {language}, {size}: ρ with wordfreq: {listed}")
            tags = text.folder / "tags.parquet" if text and language == "pt" else None
            if tags is not None:
                own, pool = ratios(index, data, wanted, tags)
                console.print(f"{name}, {language}, NCIMP's random replacements: {told(own)}")
                console.print(f"{name}, {language}, corpus pool, of the same compounds: {told(pool)}")


if __name__ == "__main__":
    main()
