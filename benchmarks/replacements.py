"""How near random replacements are in average frequency: NCIMP's own, and the five that `data build` would take.

Ratios of f_avg, replacement to compound, by wordfreq: 1 is a perfect match. Reads ../shared/data.
"""

from pathlib import Path

import numpy as np
import polars as pl
from rich.console import Console

from idioprobe.data.dataset import Dataset
from idioprobe.data.languages.language import find_language
from idioprobe.data.lexicon.forms import parse_form
from idioprobe.data.lexicon.frequency import average_frequency, by_nearness, content_words, wordfreq_frequency
from idioprobe.data.registry import load_dataset
from idioprobe.data.targets import target_texts

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
PATTERNS = ("adjective-noun", "noun-noun")
FIVE = 5


def own_ratios(data: Dataset, language: str) -> list[float]:
    frequency = wordfreq_frequency(language)
    assert frequency is not None
    rows = data.stimuli.filter(pl.col("language") == language, pl.col("role") == "rand", pl.col("condition") == "neut")
    compounds = zip(rows["expression"], target_texts(rows), strict=True)
    pairs = [(average_frequency(a, frequency), average_frequency(b, frequency)) for a, b in compounds]
    return [other / one for one, other in pairs if one > 0]


def built_ratios(data: Dataset, language: str) -> list[float]:
    frequency = wordfreq_frequency(language)
    assert frequency is not None
    pool = {
        text: average_frequency(text, frequency)
        for pattern in PATTERNS
        for text in (parse_form(entry).citation for entry in find_language(language).pools.get(pattern, ()))
    }
    found = []
    for name in data.expressions.filter(pl.col("language") == language)["expression"]:
        level = average_frequency(name, frequency)
        nearest = by_nearness(content_words(name, frequency), pool, lambda text, at=level: (abs(pool[text] - at), text))
        found += [pool[text] / level for _, text in zip(range(FIVE), nearest, strict=False) if level > 0]
    return found


def main() -> None:
    """Measure and print."""
    console = Console(highlight=False, soft_wrap=True)
    if not SHARED.is_dir():
        console.print("random replacements: needs ../shared/data")
        return
    data = load_dataset("ncimp", [SHARED / "ncimp", SHARED / "nctti"])
    for language in data.languages:
        for whose, ratios in (("NCIMP's own", own_ratios(data, language)), ("built", built_ratios(data, language))):
            low, middle, high = np.quantile(ratios, [0.25, 0.5, 0.75])
            far = np.mean(np.abs(np.log2(ratios)) > 1)
            console.print(
                f"random replacements, {language}, {whose}: f_avg ratio {middle:.2f} ({low:.2f} to {high:.2f}), "
                f"{100 * far:.0f} % more than twice or less than half, of {len(ratios):,}"
            )


if __name__ == "__main__":
    main()
