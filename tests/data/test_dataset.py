"""A dataset in memory: choosing a part of it, and its digest."""

import hashlib
from dataclasses import replace

import polars as pl
import pytest

from idioprobe.core.tables import EXPRESSIONS, LENGTHS, NO_COUNTS, RATINGS, STIMULI
from idioprobe.data.dataset import Dataset, Header, fill_overlap, overlaps, shares_word
from tests.support import with_ends

CLASSES = {"c1": "C", "c2": "C", "n1": "NC", "p1": "PC", "n2": "NC", "c3": "C", "p2": "PC", "x1": None}


def dataset(languages=("en", "pt")) -> Dataset:
    stimuli = [
        (f"{language}/{name}/{condition}", name, language, condition, None, "original", 0, name, "0:2", False)
        for language in languages
        for name in CLASSES
        for condition in ("nat", "neut", "neut_long", "none")
    ]
    expressions = [
        (name, language, None, "noun-compound", c, None, *NO_COUNTS)
        for language in languages
        for name, c in CLASSES.items()
    ]
    return Dataset(
        Header(name="x"),
        pl.DataFrame(stimuli, schema=STIMULI, orient="row"),
        pl.DataFrame(expressions, schema=EXPRESSIONS, orient="row"),
        pl.DataFrame(schema=RATINGS),
    )


@pytest.mark.parametrize(
    ("limit", "chosen"),
    [
        (0, set()),
        (1, {"n1"}),
        (3, {"n1", "p1", "c1"}),
        (4, {"n1", "p1", "c1", "x1"}),
        (6, {"n1", "p1", "c1", "x1", "n2", "p2"}),
        (8, set(CLASSES)),
        (99, set(CLASSES)),
        (None, set(CLASSES)),
    ],
)
def test_a_limit_takes_the_classes_in_turn(limit, chosen):
    part = dataset().select(["en", "pt"], ["nat"], limit)
    for language in ("en", "pt"):
        assert set(part.expressions.filter(language=language)["expression"]) == chosen
        assert set(part.stimuli.filter(language=language)["expression"]) == chosen


def test_a_limit_keeps_the_order_of_the_expressions():
    part = dataset(["en"]).select(["en"], ["nat"], 5)
    assert part.expressions["expression"].to_list() == ["c1", "n1", "p1", "n2", "x1"]
    assert part.stimuli["expression"].unique(maintain_order=True).to_list() == ["c1", "n1", "p1", "n2", "x1"]


def test_languages_and_conditions_are_chosen_and_the_bare_expression_is_always_kept():
    part = dataset().select(["pt"], ["neut"], None)
    assert part.languages == ["pt"]
    assert set(part.stimuli["condition"]) == {"neut", "none"}


def test_the_expression_in_the_neutral_sentence_is_kept_for_what_is_compared_with_it():
    part = dataset().select(["pt"], ["nat"], None)
    assert set(part.stimuli["condition"]) == {"nat", "neut", "none"}
    assert set(part.stimuli.filter(condition="neut")["role"]) == {"original"}


def test_a_choice_leaves_the_flaws_labellings_and_lengths_of_the_files_alone():
    lengths = pl.DataFrame([("en/c1/nat", 7)], schema=LENGTHS, orient="row")
    part = replace(dataset(), lengths=lengths).select(["pt"], ["neut"], 1)
    assert part.lengths.equals(lengths)
    assert part.flaws.is_empty()
    assert part.labellings.is_empty()


def test_a_digest_goes_by_what_the_tables_say():
    one = dataset()
    assert one.digest() == dataset().digest()
    assert replace(one, stimuli=one.stimuli.reverse()).digest() != one.digest()
    assert replace(one, header=Header(name="x", labelling="mine")).digest() != one.digest()
    assert replace(one, header=Header(name="y", description="z")).digest() == one.digest()


def test_a_digest_goes_by_published_lengths_too_as_numbers_are_made_of_them():
    """Two runs with --length published must not share a folder where the lengths differ."""
    some, others = (pl.DataFrame([("en/c1/nat", n)], schema=LENGTHS, orient="row") for n in (7, 8))
    assert replace(dataset(), lengths=some).digest() != replace(dataset(), lengths=others).digest()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("parking lot", "car lot", True),
        ("Parking-lot", "LOT", True),
        ("parking lot", "parkinglot", False),
        ("pé-frio", "mão fria", False),
        ("a b", "", False),
    ],
)
def test_overlap_goes_by_whole_words_whatever_their_case(one, other, expected):
    assert shares_word(one, other) is expected
    assert shares_word(other, one) is expected


def test_an_overlap_in_any_sentence_counts_and_a_given_one_stays():
    def row(item, name, role, text):
        return (item, name, "en", "nat", 1, role, 0, f"A {text}.", f"2:{2 + len(text)}", False)

    stimuli = pl.DataFrame(
        [
            row("1", "dry run", "original", "dry runs"),
            row("1", "dry run", "syn", "test runs"),
            row("2", "red tape", "original", "red tape"),
            row("2", "red tape", "syn", "bureaucracy"),
            row("3", "old hat", "original", "old hat"),
        ],
        schema=STIMULI,
        orient="row",
    )
    expressions = pl.DataFrame(
        {"expression": ["dry run", "red tape", "old hat"], "language": "en", "synonym_overlap": None},
        schema_overrides={"synonym_overlap": pl.Boolean},
    )
    assert fill_overlap(stimuli, expressions)["synonym_overlap"].to_list() == [True, False, None]
    given = expressions.with_columns(synonym_overlap=pl.Series([False, True, True]))
    assert fill_overlap(stimuli, given)["synonym_overlap"].to_list() == [False, True, True]


def as_in_05(stimuli):
    """Stimuli with two columns in the place of `spans`."""
    columns = [name for column in stimuli.columns for name in (("start", "end") if column == "spans" else (column,))]
    return with_ends(stimuli).select(columns)


def test_a_hash_goes_by_every_span():
    data = dataset(("en",))
    first = data.stimuli["spans"][0]
    made = [data]
    for spans in ("0:1", "0:1 1:2"):
        changed = data.stimuli.with_columns(pl.col("spans").replace(first, spans))
        made.append(replace(data, stimuli=changed))
    assert len({one.digest() for one in made}) == 3


def test_words_that_two_targets_in_parts_share_are_an_overlap():
    rows = [
        ("1", "give up", "en", "nat", 1, "original", 0, "They gave it up.", "5:9 13:15", False),
        ("1", "give up", "en", "nat", 1, "syn", 0, "They ended it.", "5:10", False),
        ("2", "live it up", "en", "nat", 1, "original", 0, "They lived it up.", "5:16", False),
        ("2", "live it up", "en", "nat", 1, "syn", 0, "They cheered us up.", "5:12 16:18", False),
    ]
    stimuli = pl.DataFrame(rows, schema=STIMULI, orient="row")
    assert overlaps(stimuli, "syn") == {("give up", "en"): False, ("live it up", "en"): True}


def test_columns_that_came_later_change_no_hash_while_they_are_empty():
    data = dataset(("en",))
    absent = (pl.lit(None, pl.String).alias(role) for role in ("modifier", "head"))
    before = data.expressions.select("expression", "language", *absent, *data.expressions.columns[4:])
    before = before.drop("pmi", "average_frequency")
    tables = (as_in_05(data.stimuli), before, data.ratings, data.lengths)
    digest = hashlib.sha256(b"" + b"".join(table.write_csv().encode() for table in tables)).hexdigest()
    assert data.digest() == digest
    counted = replace(data, expressions=data.expressions.with_columns(pmi=pl.lit(1.0)))
    assert counted.digest() != digest
