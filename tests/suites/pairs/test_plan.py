"""From stimuli to minimal pairs, without a model and without a store."""

import polars as pl
import pytest

from idioprobe.core.requests import Request
from idioprobe.suites.pairs import comparisons as pair
from idioprobe.suites.pairs.plan import for_roles, minimal_pairs, requests_by_unit
from tests.suites.world import FILLERS, dataset, expression, item


def stimuli(*items):
    return dataset([row for one in items for row in one], [expression("eager beaver")]).stimuli


def texts(pairs, places, *columns):
    """The texts of some sides, by row."""
    requests = places.requests["target"]
    return [tuple(None if n is None else requests[n].text for n in row) for row in pairs.select(columns).iter_rows()]


def test_an_original_is_compared_with_every_filler_of_a_role():
    pairs, places = minimal_pairs(stimuli(item(FILLERS)), [pair.RAND])
    assert pairs["index"].to_list() == [0, 1, 2, 3, 4]
    assert texts(pairs, places, "left", "right")[0] == ("We saw eager beaver there.", "We saw dull knife there.")


def test_without_the_role_there_is_no_pair():
    pairs, _ = minimal_pairs(
        stimuli(item({"original": "eager beaver"})), for_roles([pair.SYN, pair.COMPONENT], ["head"])
    )
    assert pairs.is_empty()


def test_alone_is_the_expression_as_it_is_written_in_the_sentence():
    written = stimuli(item({"original": "Eager beavers"}, expression="eager beaver"))
    pairs, places = minimal_pairs(written, [pair.IN_OUT])
    assert texts(pairs, places, "right") == [("Eager beavers",)]
    assert places.requests["target"][pairs["right"][0]] == Request("Eager beavers", ((0, 13),))


def test_alone_the_parts_of_a_target_stand_together():
    rows = [("i", "give up", "en", "nat", 1, "original", 0, "They gave it up.", "5:9 13:15", False)]
    pairs, places = minimal_pairs(dataset(rows, [expression("give up")]).stimuli, [pair.IN_OUT])
    (left,), (right,) = pairs.select("left").row(0), pairs.select("right").row(0)
    assert places.requests["target"][left] == Request("They gave it up.", ((5, 9), (13, 15)))
    assert places.requests["target"][right] == Request("gave up", ((0, 7),))
    assert places.requests["sentence"][left] == Request("They gave it up.")


def test_the_neutral_sentence_is_that_of_the_expression():
    neutral = item({"original": "eager beaver"}, condition="neut", sentence=None, frame="This is {}.")
    pairs, places = minimal_pairs(stimuli(item({"original": "eager beaver"}), neutral), [pair.NAT_NEUT])
    assert texts(pairs, places, "left", "right") == [("We saw eager beaver there.", "This is eager beaver.")]


def test_components_are_added_up():
    alone = item({"original": "eager beaver", "head": "beaver", "modifier": "eager"}, condition="none", frame="{}")
    pairs, places = minimal_pairs(stimuli(item({"original": "eager beaver"}), alone), [pair.OUT_COMP])
    assert texts(pairs, places, "right") == [("beaver",)]
    assert [places.requests["target"][place].text for place in pairs["plus"][0]] == ["eager"]


def test_as_many_components_as_an_expression_has_are_added_up_and_none_where_one_is_missing():
    words = {"verb": "kick", "object": "bucket", "adverb": "hard"}
    listed = pl.DataFrame(
        [("kick the bucket hard", "en", "verb:kick; object:bucket; adverb:hard")],
        schema=["expression", "language", "components"],
        orient="row",
    )
    for missing in (None, "adverb"):
        there = {"original": "kick the bucket hard"} | {role: word for role, word in words.items() if role != missing}
        sentences = (
            item({"original": "kicked the bucket hard"}, expression="kick the bucket hard"),
            item(there, expression="kick the bucket hard", condition="none", frame="{}"),
        )
        pairs, places = minimal_pairs(stimuli(*sentences), [pair.OUT_COMP], listed)
        added = [[places.requests["target"][place].text for place in row] for row in pairs["plus"]]
        assert (texts(pairs, places, "right"), added) == (
            ([("kick",)], [["bucket", "hard"]]) if missing is None else ([], [])
        )


def test_each_two_sentences_are_compared_once():
    many = [item({"original": "eager beaver"}, sentence=n, frame=f"{{}} {n}.") for n in (1, 2, 3)]
    pairs, _ = minimal_pairs(stimuli(*many), [pair.ACROSS])
    assert sorted(pairs.select("sentence", "index").iter_rows()) == [(1, 2), (1, 3), (2, 3)]


def test_a_place_has_one_number_and_one_request():
    pairs, places = minimal_pairs(stimuli(item(FILLERS)), [pair.SYN, pair.WORDS])
    assert pairs["left"].n_unique() == 1
    assert len(set(places.requests["target"])) == len(places.requests["target"])


@pytest.mark.parametrize(("comparison", "targets", "sentences"), [(pair.SYN, 2, 2), (pair.IN_OUT, 2, 0)])
def test_requests_are_wanted_in_the_units_of_the_comparison(comparison, targets, sentences):
    pairs, places = minimal_pairs(stimuli(item(FILLERS)), [comparison])
    wanted = requests_by_unit(pairs, places, [comparison])
    assert {unit: len(requests) for unit, requests in wanted.items()} == {"target": targets, "sentence": sentences}


def test_the_same_sentence_is_asked_for_once_whatever_its_targets():
    pairs, places = minimal_pairs(stimuli(item(FILLERS)), [pair.SYN])
    wanted = requests_by_unit(pairs, places, [pair.SYN])["sentence"]
    assert {request.text for request in wanted} == {"We saw eager beaver there.", "We saw hard worker there."}
    assert all(request.whole for request in wanted)


def test_stimuli_without_rows_make_no_pairs():
    pairs, places = minimal_pairs(pl.DataFrame(schema=stimuli(item(FILLERS)).schema), [pair.SYN])
    assert pairs.is_empty()
    assert places.requests["target"] == []
