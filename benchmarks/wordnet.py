"""How many of NCIMP's hand-picked synonyms of words are found: Princeton WordNet 3.0, OpenWordNet-PT, a thesaurus.

`python benchmarks/wordnet.py` reads ../shared/data; `--missed` lists what is not among the first twenty, and
`--held-out` chooses the distances on one half of the compounds and reports the other half, both ways.
"""

import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from rich.console import Console

from idioprobe.data.components import components_of
from idioprobe.data.dataset import Dataset
from idioprobe.data.lexicon.frequency import wordfreq_frequency
from idioprobe.data.registry import load_dataset
from idioprobe.make.draft.parts import PARTS_OF_ROLE
from idioprobe.make.wordnet import related
from idioprobe.make.wordnet.forms import listed
from idioprobe.make.wordnet.opening import here, open_wordnets
from idioprobe.make.wordnet.related import Frequency, Wanted, candidates
from idioprobe.make.wordnet.wordnet import Wordnet

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
PORTUGUESE = SHARED / "openwordnet-pt" / "wn-data-por.tab"
THESAURUS = Path("/usr/share/mythes/th_pt_PT_v2.dat")
AT = (1, 5, 20)
WEIGHTS = ("PER_SENSE", "PER_PART", "PER_SOURCE", "PER_ENOUGH", "PER_SPACE", "RARE_AT_MOST", "PER_PLACE")
STEPS = (related.SIMILAR, related.HYPERNYM, related.HYPONYM, related.CO_HYPONYM)
TIMES = (0.4, 2.5)


@dataclass(frozen=True)
class Chosen:
    """A word of an expression, the synonym that people chose for it, and the rank that it is found at, from 1."""

    expression: str
    role: str
    word: str
    synonym: str
    rank: int | None


def recall(
    data: Dataset, language: str, sources: Sequence[Wordnet], frequency: Frequency | None = None
) -> list[Chosen]:
    """The main synonym of each word of a dataset's expressions, and its rank among the candidates."""
    own = components_of(data.expressions)
    given = data.stimuli.filter(
        pl.col("language") == language, pl.col("role").str.ends_with("_syn"), pl.col("index") == 0
    )
    found = []
    for expression, role, synonym in given.select("expression", "role", "text").iter_rows():
        role = role.removesuffix("_syn")
        words = {one.role: one.word for one in own[language, expression]}
        if role not in words or role not in PARTS_OF_ROLE:
            continue
        others = tuple(word for other, word in words.items() if other != role)
        ranked = candidates(Wanted(words[role], PARTS_OF_ROLE[role], others), sources, frequency, most=AT[-1])
        ranks = {one.word.casefold(): rank for rank, one in enumerate(ranked, 1)}
        found.append(Chosen(expression, role, words[role], synonym, ranks.get(synonym.casefold())))
    return found


def share(chosen: Sequence[Chosen], number: int) -> float:
    """The share of synonyms among the first so many candidates."""
    return sum(1 for one in chosen if one.rank and one.rank <= number) / len(chosen)


def told(chosen: Sequence[Chosen]) -> str:
    return ", ".join(f"{100 * share(chosen, k):.1f} % at {k}" for k in AT) + f" of {len(chosen)} synonyms"


def missed(chosen: Sequence[Chosen], sources: Sequence[Wordnet]) -> str:
    """Why synonyms are not among the first twenty."""
    lost = [one for one in chosen if one.rank is None]
    no_word = [one for one in lost if not any(listed(one.word, source) for source in sources)]
    rest = [one for one in lost if one not in no_word]
    no_synonym = [one for one in rest if not any(listed(one.synonym, source) for source in sources)]
    return (
        f"missed {len(lost)}: the word is in no source {len(no_word)}, the synonym is in none {len(no_synonym)}, "
        f"not related or too far {len(rest) - len(no_synonym)}"
    )


def halves(chosen: Sequence[Chosen]) -> tuple[list[Chosen], list[Chosen]]:
    """The words of one half of the compounds, and of the other, by a hash of their names."""
    sides: tuple[list[Chosen], list[Chosen]] = ([], [])
    for one in chosen:
        sides[hashlib.sha256(one.expression.encode()).digest()[0] % 2].append(one)
    return sides


def settings() -> Iterator[str]:
    """Distances as they are, then each of them smaller and larger; they are in force until the next one is taken."""
    yield "as they are"
    for name in WEIGHTS:
        before = getattr(related, name)
        for times in TIMES:
            setattr(related, name, before * times)
            yield f"{name} × {times}"
        setattr(related, name, before)
    for relation in STEPS:
        before = related.STEPS[relation]
        for times in TIMES:
            related.STEPS[relation] = before * times
            yield f"{relation} × {times}"
        related.STEPS[relation] = before


def held_out(tried: dict[str, list[Chosen]]) -> Iterator[tuple[str, list[Chosen]]]:
    """For each half, what the distances that are best on the other half find in it."""
    parts = {name: halves(chosen) for name, chosen in tried.items()}
    for side in (0, 1):
        best = max(parts, key=lambda name: sum(share(parts[name][1 - side], k) for k in AT))
        yield best, parts[best][side]


def main() -> None:
    """Measure and print."""
    console = Console(highlight=False, soft_wrap=True)
    if here() is None or not SHARED.is_dir():
        console.print("recall of synonyms: needs Debian's wordnet-base and ../shared/data")
        return
    data = load_dataset("ncimp", [SHARED / "ncimp", SHARED / "nctti"])
    tried = [("en", []), ("pt", [PORTUGUESE])] + ([("pt", [PORTUGUESE, THESAURUS])] if THESAURUS.is_file() else [])
    for language, paths in tried:
        sources = open_wordnets(paths, language)
        frequency = wordfreq_frequency(language)
        found = recall(data, language, sources, frequency)
        names = " and ".join(Path(source.name).name for source in sources)
        console.print(f"{language}, {names}: {told(found)}; {missed(found, sources)}")
        if "--missed" in sys.argv:
            for one in found:
                if one.rank is None:
                    console.print(f"  {one.expression}: {one.word} → {one.synonym}", markup=False)
        if "--held-out" in sys.argv:
            ranks = {name: recall(data, language, sources, frequency) for name in settings()}
            for best, rest in held_out(ranks):
                console.print(f"  held out: {told(rest)} (best on the other half: {best})")


if __name__ == "__main__":
    main()
