"""ε-compositionality on NCIMP's public English sentences, against a plain implementation written here.

The plain one shares no code with the package: it reads the published files itself, embeds
one text at a time as the model's authors do, and ranks and sums by hand.
"""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import permutations
from math import erfc, sqrt
from statistics import fmean, stdev

import numpy as np
import polars as pl
import pytest

import idioprobe

from . import oracle

pytestmark = [pytest.mark.published, pytest.mark.slow]

SIZE = 25
CHOSEN = [
    "Dutch courage",  # A name, which the sentences write small; one of its synonyms is the word itself.
    "Freudian slip",  # The same, so that one synonym is left.
    "melting pot",  # One synonym of the modifier.
    "smoking gun",
    "black box",  # In the plural.
    "case study",  # In the plural, with another ending.
    "eager beaver",
]
COLUMNS = {
    "modifier": ["synonym modifier", *(f"modifier synonym alt{i}" for i in range(1, 5))],
    "head": ["synonym head", *(f"head synonym alt{i}" for i in range(1, 5))],
}
MEASURES = {"epsilon": ("modifier", "head"), "epsilon_modifier": ("modifier",), "epsilon_head": ("head",)}
EPSILON, SHARE, P = 1e-4, 1e-4, 1e-2


class Embedder:
    """all-MiniLM-L6-v2 as published: the mean of all tokens in the last layer, of length 1."""

    def __init__(self):
        from transformers import AutoModel, AutoTokenizer

        folder = str(oracle.weights_folder())
        self.tokenizer, self.model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()
        self.seen = {}

    def __call__(self, text):
        import torch

        if text not in self.seen:
            with torch.no_grad():
                state = self.model(**self.tokenizer(text, return_tensors="pt")).last_hidden_state[0]
            mean = state.double().numpy().mean(axis=0)
            self.seen[text] = mean / np.sqrt(mean @ mean)
        return self.seen[text]

    def distance(self, one, other):
        return 1 - float(self(one) @ self(other))


def cell(row, column):
    """A sentence and its tagged words."""
    given = oracle.stimulus(row, column)
    return given.text, given.target.split()


def difference(original, variant, position):
    """The word and the synonym, where the other component is the same in both."""
    kept = slice(-1, None) if position == "modifier" else slice(0, 1)
    changed = slice(0, -1) if position == "modifier" else slice(1, None)
    assert original[kept] == variant[kept]
    return " ".join(original[changed]), " ".join(variant[changed])


def places(shared):
    """By item and position: the expression, the word, its sentence, and the sentences of its synonyms."""
    found = {}
    for number in (1, 2, 3):
        path = shared / "ncimp-en-public" / "dataset" / "EN" / f"naturalistics_examplesent{number}.csv"
        for row in oracle.read_table(path):
            text, target = cell(row, "original sentence")
            for position, columns in COLUMNS.items():
                synonyms = {}
                for column in columns:
                    other_text, other = cell(row, column)
                    word, synonym = difference(target, other, position)
                    if synonym != word:
                        synonyms.setdefault(synonym, other_text)
                item = f"en/{row['compound']}/nat{number}"
                found[item, position] = row["compound"], word, text, synonyms
    return found


def classes(shared):
    path = shared / "ncimp-en-public" / "dataset" / oracle.RATINGS
    return {row["compound"].lower(): row["ClassType"] for row in oracle.read_workbook(path) if row["language"] == "en"}


def epsilons(places, model):
    """Every ordered pair of synonyms: idiomaticity-ε, baseline-ε, and the four distances behind them."""
    found = {}
    for (item, position), (_, word, text, synonyms) in places.items():
        for a, other in permutations(synonyms, 2):
            alone = model.distance(a, word), model.distance(a, other)
            there = model.distance(synonyms[a], text), model.distance(synonyms[a], synonyms[other])
            ratios = tuple(t / d - 1 for t, d in zip(there, alone, strict=True))
            found[item, position, word, a, other] = *ratios, alone, there
    return found


def positive_share(differences):
    """The positive part of the rank sum, and p of the normal approximation."""
    ordered = sorted(differences, key=abs)
    assert 0 not in ordered
    plus = sum(rank for rank, d in enumerate(ordered, 1) if d > 0)
    n = len(ordered)
    z = (plus - n * (n + 1) / 4) / sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return plus / (n * (n + 1) / 2), erfc(z / sqrt(2)) / 2


@pytest.fixture(scope="module")
def every(shared_data):
    return places(shared_data)


@pytest.fixture(scope="module")
def sample(every):
    """The chosen expressions, and others spread over the files."""
    others = sorted({expression for expression, *_ in every.values()} - set(CHOSEN))
    needed = SIZE - len(CHOSEN)
    return {*CHOSEN, *(others[i * len(others) // needed] for i in range(needed))}


def evaluate(shared_data, sample, cache):
    data = idioprobe.load_dataset("ncimp", [shared_data / "ncimp-en-public"], labelling="ClassType")
    wanted = pl.col("expression").is_in(sample)
    tables = {name: getattr(data, name).filter(wanted) for name in ("stimuli", "expressions", "ratings")}
    return idioprobe.evaluate(
        "st:all-MiniLM-L6-v2",
        replace(data, **tables),
        suites="epsilon",
        conditions="nat",
        resamples=100,
        cache_dir=cache,
    )


def pairs_that_differ(result, plain):
    columns = ["item", "position", "word", "synonym", "other"]
    rows = {tuple(row[c] for c in columns): row for row in result.table("epsilon").iter_rows(named=True)}
    if len(rows) != len(result.table("epsilon")):
        yield "a pair is given twice"
    for key in rows.keys() ^ plain.keys():
        yield key, "only here" if key in plain else "only in the package"
    for key in rows.keys() & plain.keys():
        found, expected = (rows[key]["eps_idiom"], rows[key]["eps_base"]), plain[key][:2]
        if not max(abs(a - b) for a, b in zip(found, expected, strict=True)) <= EPSILON:
            yield key, found, expected


def effects_that_differ(result, plain, labels):
    for group in ("all", "C", "PC", "NC"):
        for measure, positions in MEASURES.items():
            differences = [
                idiom - base
                for (item, position, *_), (idiom, base, *_) in plain.items()
                if position in positions and group in ("all", labels[item.split("/")[1].lower()])
            ]
            share, p = positive_share(differences)
            row = result.summary.filter(measure=measure, statistic="effect_percent", group=group).row(0, named=True)
            same = abs(row["value"] / 100 - share) <= SHARE and row["n"] == len(differences)
            if not same or not abs(row["p"] - p) <= P:
                yield group, measure, (row["value"] / 100, row["p"], row["n"]), (share, p, len(differences))


def distances_that_differ(result, plain):
    for name, column in (("distance_word", 2), ("distance_sentence", 3)):
        both = [distance for row in plain.values() for distance in row[column]]
        rows = result.summary.filter(measure=name, group="all")
        found = dict(rows.select("statistic", "value").iter_rows())
        expected = {"mean": fmean(both), "sd": stdev(both)}
        if found != pytest.approx(expected, abs=EPSILON) or set(rows["n"]) != {len(both)}:
            yield name, found, expected


def test_the_public_part_of_ncimp_has_the_substitutions_that_it_should(every):
    """About 6,000 pairs, as many expressions as NCTTI publishes sentences of."""
    assert len(every) == 2 * (178 + 180 + 185)
    few = Counter(expression for expression, _, _, synonyms in every.values() if len(synonyms) < 2)
    assert few == {"melting pot": 3, "smoking gun": 3, "Freudian slip": 1}
    assert sum(len(synonyms) * (len(synonyms) - 1) for *_, synonyms in every.values()) == 5986


def test_the_package_agrees_with_the_plain_implementation(shared_data, every, sample, tmp_path):
    """All in one test: with several workers, two would each have to embed everything."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # Short texts are not worth more.
    plain = epsilons({key: place for key, place in every.items() if place[0] in sample}, Embedder())
    result = evaluate(shared_data, sample, tmp_path)
    torch.set_num_threads(threads)
    assert len(plain) > 20 * SIZE
    assert set(result.table("epsilon")["view"]) == {"native"}
    assert result.info["dataset"]["labelling"] == "ClassType"
    differences = {
        "pairs": [*pairs_that_differ(result, plain)],
        "effects": [*effects_that_differ(result, plain, classes(shared_data))],
        "distances": [*distances_that_differ(result, plain)],
    }
    message = [f"{part}: {len(found)} differ, as {found[:5]}" for part, found in differences.items() if found]
    assert not message, "\n".join(message)
    lost = defaultdict(set)
    for reason, expression in result.dropped.select("reason", "expression").iter_rows():
        lost[reason].add(expression)
    assert lost["one synonym of the modifier only; a baseline needs 2"] == {
        "melting pot",
        "smoking gun",
        "Freudian slip",
    }
    assert lost["the synonym is the modifier itself"] == {"Dutch courage", "Freudian slip"}
