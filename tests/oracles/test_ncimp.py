"""NCIMP through the package against the oracle beside this file, on a sample of its expressions."""

from collections import Counter
from dataclasses import replace

import polars as pl
import pytest

import idioprobe

from . import oracle

pytestmark = [pytest.mark.published, pytest.mark.slow]

FOLDERS = ("ncimp", "ncimp-en-public", "nctti")
SIZE = 12  # The oracle needs 15 ms for a text, and an expression has about fifty.
# Expressions with something unusual about them, all in the sample.
CHOSEN = {
    "en": [
        "dust storm",  # Without ratings.
        "small fry",  # Without ratings in NCIMP, though NCTTI has some.
        "Dutch courage",  # With a capital.
        "kangaroo court",  # A sentence with characters that the tokenizer does not know.
        "day shift",  # The same random filler twice.
        "application form",  # The synonym is the head; one sentence has the plural.
        "eager beaver",
    ],
    "pt": [
        "má-fé",  # An empty cell among its ratings; adjective first, columns swapped.
        "alta temporada",  # Adjective first, columns swapped.
        "novo-rico",  # The same, in the plural.
        "mão-fechada",  # The modifier's gender changes when it stands alone.
        "relógio analógico",  # The same.
    ],
}
SCORE, RHO = 1e-4, 1e-3


@pytest.fixture(scope="module")
def sample(shared_data):
    """Expressions by language: the chosen ones, and others spread over the file."""
    found = {}
    for language, chosen in CHOSEN.items():
        table = oracle.read_table(shared_data / "ncimp" / "dataset" / language.upper() / "neutral.csv")
        others = [row["compound"] for row in table if row["compound"] not in chosen]
        needed = SIZE - len(chosen)
        found[language] = {*chosen, *(others[i * len(others) // needed] for i in range(needed))}
    return found


@pytest.fixture(scope="module")
def data(shared_data, sample):
    return oracle.read(shared_data, sample)


def evaluate(shared_data, sample, cache):
    """The package's answer for the sample."""
    dataset = idioprobe.load_dataset("ncimp", data_dir=[shared_data / folder for folder in FOLDERS])
    wanted = pl.col("expression").is_in([expression for expressions in sample.values() for expression in expressions])
    tables = {name: getattr(dataset, name).filter(wanted) for name in ("stimuli", "expressions", "ratings")}
    return idioprobe.evaluate(
        "hf:all-MiniLM-L6-v2",
        replace(dataset, **tables),
        languages=("en", "pt"),
        conditions=("nat", "neut"),
        suites=("probes", "prediction"),
        resamples=100,
        cache_dir=cache,
    )


def test_the_whole_of_ncimp_is_read(shared_data):
    data = oracle.read(shared_data)
    counts = Counter((item.language, item.condition) for item in data.items.values())
    assert counts == {
        ("en", "nat"): 178 + 180 + 185,
        ("en", "neut"): 281,
        ("en", "none"): 281,
        ("pt", "nat"): 540,
        ("pt", "neut"): 180,
        ("pt", "none"): 180,
    }
    assert Counter(language for language, _ in data.type_scores) == {"en": 279, "pt": 180}
    assert len(data.token_scores) == 3 * (279 + 180)
    swapped = [item for item in data.items.values() if item.swapped]
    assert len(swapped) == 90
    assert {item.condition for item in swapped} == {"nat"}
    assert len({item.compound for item in swapped}) == 30


def test_the_oracle_finds_the_overlap_that_ncimp_published(shared_data):
    overlapping = oracle.read(shared_data).overlapping
    for row in oracle.read_workbook(shared_data / "ncimp" / "dataset" / oracle.RATINGS):
        assert ((row["language"], row["compound"]) in overlapping) == (row["MWE Synonym Overlap"] != "0"), row


def test_the_sample_holds_what_it_should(data, sample):
    assert {language: len(expressions) for language, expressions in sample.items()} == {"en": SIZE, "pt": SIZE}
    assert {item.compound for item in data.items.values() if item.swapped} >= {"má-fé", "alta temporada", "novo-rico"}
    counts = Counter((item.language, item.condition) for item in data.items.values())
    assert counts["en", "nat"] > SIZE
    assert counts["pt", "nat"] == 3 * SIZE
    assert {name for name in data.items if "Dutch courage" in name} == {
        *(f"en/Dutch courage/nat{i}" for i in (1, 2, 3)),
        "en/Dutch courage/neut",
        "en/Dutch courage/none",
    }
    assert "en/dust storm/neut" in data.items


def scores_that_differ(result, plain):
    known = {which for _, _, which in plain}
    rows = result.scores.filter(pl.col("measure").is_in(known)).select("item", "unit", "measure", "value").rows()
    scores = {tuple(key): value for *key, value in rows}
    if len(scores) != len(rows):
        yield "a score is given twice"
    for key in scores.keys() | plain.keys():
        found, expected = scores.get(key), plain.get(key)
        if found is None or expected is None or not abs(found - expected) <= SCORE:
            yield key, found, expected


def winners_that_differ(result, winners):
    rows = result.scores.filter(measure="sim_comp").select("item", "unit", "winner").rows()
    found = {(item, unit): winner for item, unit, winner in rows}
    for key in found.keys() | winners.keys():
        if found.get(key) != winners.get(key):
            yield key, found.get(key), winners.get(key)


def statistics_that_differ(result, summary, statistic):
    tolerance = RHO if statistic.startswith("rho") else SCORE
    columns = ["language", "condition", "unit", "group", "measure", "statistic", "rating"]
    rows = {}
    for *key, value, n in result.summary.filter(statistic=statistic).select(*columns, "value", "n").rows():
        if statistic not in ("rho_type", "rho_token"):
            key[-1] = None
        if tuple(key) in rows:
            yield key, "is given twice"
        rows[tuple(key)] = value, n
    for key, (expected, n) in summary.items():
        found = rows.get(key)
        if found is not None:
            if found[1] != n or not abs(found[0] - expected) <= tolerance:
                yield key, found, (expected, n)
        # Length must be compared with similarities; where it is compared with more, that must agree too.
        elif key[5] == statistic and (statistic != "rho_length" or key[4].startswith("sim_")):
            yield key, found, (expected, n)


def test_the_package_agrees_with_the_oracle(shared_data, sample, data, tmp_path):
    """All in one test: with several workers, two would each have to embed everything."""
    result = evaluate(shared_data, sample, tmp_path)
    assert result.scores["view"].n_unique() == 1
    model = oracle.Embedder()
    plain = oracle.score(model, data)
    summary = oracle.summarise(data, plain)
    assert len(plain) > 150 * SIZE
    differences = {
        "scores": [*scores_that_differ(result, plain)],
        "winners": [*winners_that_differ(result, oracle.winners(model, data))],
    }
    for statistic in ("mean", "sd", "rho_type", "rho_token", "rho_length", "rho_plain"):
        assert statistic in {key[5] for key in summary}
        differences[statistic] = [*statistics_that_differ(result, summary, statistic)]
    message = [f"{part}: {len(found)} differ, as {found[:5]}" for part, found in differences.items() if found]
    assert not message, "\n".join(message)
