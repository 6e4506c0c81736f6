"""The sentences that are chosen are fit for a benchmark, no two alike, and the same every time."""

import pytest

from idioprobe.core.errors import ConfigError
from idioprobe.core.frames import write_csv
from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.sample import Choice, contexts, mark, sample
from idioprobe.models.hf.contexts import read_contexts
from tests.make.corpus.indexes import write_index
from tests.support import needed_module

needed_module("hyperscan")

BEAVER = Wanted("eager beaver", "en", ("eager beaver", "eager beavers"))
GIVE = Wanted("give up", "en", ("give up", "gave up"))
GOOD = (
    "Our new neighbour is an eager beaver who mows his lawn twice a week.",
    "Nobody likes an eager beaver in the kitchen when the soup is still cold.",
    "The eager beavers had read all the papers before the meeting began.",
    "My aunt called him an eager beaver because he answered every single letter.",
)


def chosen(tmp_path, *shards, wanted=(BEAVER,), language="en", gap=0, **choice):
    return sample(write_index(tmp_path / "index", shards, language), wanted, Choice(**choice), gap)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("He is an eager beaver.", "too short"),
        ("He is an eager beaver" + " and his dog is tired" * 6 + ".", "too long"),
        ("An eager beaver in a room with another eager beaver is never alone.", "more than once"),
        ("and so the eager beaver went home to his wife and his cat.", "not a complete sentence"),
        ("The eager beaver went home to his wife and his cat and", "not a complete sentence"),
        ("The eager beaver went home to his wife and his cat and...", "not a complete sentence"),
        ("The eager beaver went home (to his wife and his cat.", "not a complete sentence"),
        ('The eager beaver said: "I go home to my wife and cat.', "not a complete sentence"),
        ("Read more about the eager beaver at www.example.org before the day ends.", "boilerplate"),
        ("Home | News | The eager beaver of the week and his old cat | Contact.", "boilerplate"),
        ("The Eager Beaver Goes Home To His Wife And His Old Cat.", "boilerplate"),
        ("The eager beaver scored 3 4 5 6 7 8 9 10 in all.", "boilerplate"),
        ("This site about the eager beaver uses cookies to make your visit better.", "boilerplate"),
        ("The eager beaver no no no no no no no no no no.", "boilerplate"),
    ],
)
def test_what_is_not_fit_is_left_out_and_said_why(tmp_path, text, reason):
    sampled = chosen(tmp_path, [text, "Capitals are in use."])
    assert sampled.table.is_empty()
    assert set(sampled.left["eager beaver"]) == {reason}
    assert sampled.found["eager beaver"] == sampled.left["eager beaver"][reason]


def test_the_three_best_are_numbered_and_marked(tmp_path):
    table = chosen(tmp_path, list(GOOD)).table
    assert table["sentence"].to_list() == [1, 2, 3]
    assert set(table["text"]) < set(GOOD)
    assert all("[eager beaver" in marked for marked in table["marked"])


def test_no_two_are_nearly_the_same_also_of_other_documents_and_shards(tmp_path):
    nearly = [text.replace("week", "month").replace("cold", "hot").replace("began", "started") for text in GOOD]
    sampled = chosen(tmp_path, list(GOOD), [*GOOD, *nearly], best=20)
    assert len(sampled.table) == len(GOOD)
    assert sampled.left["eager beaver"]["nearly the same as another"] == 2 * len(GOOD)


def test_a_sentence_that_is_there_a_thousand_times_does_not_crowd_out_the_others(tmp_path):
    again = [f"On day {day} of the year the eager beaver opened the shop before eight." for day in range(2_000)]
    sampled = chosen(tmp_path, [*again, *GOOD], best=20)
    assert len(sampled.table) == len(GOOD) + 1
    assert sampled.left["eager beaver"]["nearly the same as another"] == len(again) - 1


def test_sentences_come_from_as_many_documents_as_there_are(tmp_path):
    one_document = [(0, text) for text in GOOD]
    other = "Every spring the eager beavers of the village paint their fences white."
    for seed in range(10):
        table = chosen(tmp_path / str(seed), [*one_document, (1, other)], best=2, seed=seed).table
        assert sorted(table["document"]) == [0, 1]
    assert len(chosen(tmp_path, one_document).table) == 3


def test_a_seed_decides_and_shards_do_not(tmp_path):
    texts = list(GOOD)
    one = chosen(tmp_path / "1", texts, best=2).table["text"].to_list()
    assert chosen(tmp_path / "2", texts[:1], texts[1:], best=2).table["text"].to_list() == one
    others = {tuple(chosen(tmp_path / f"s{seed}", texts, best=2, seed=seed).table["text"]) for seed in range(12)}
    assert len(others) > 1


def test_sentences_without_words_between_the_parts_come_first(tmp_path):
    apart = "She gave the whole thing up before the others had even begun."
    together = "She gave up the whole thing before anybody else had come home."
    table = chosen(tmp_path, [apart, together], wanted=[GIVE], gap=3).table
    assert table["gap"].to_list() == [0, 3]
    assert table["marked"][1] == apart.replace("gave", "[gave]").replace("up", "[up]")


def test_a_corpus_in_small_letters_has_complete_sentences_too(tmp_path):
    assert len(chosen(tmp_path, [text.lower() for text in GOOD]).table) == 3


def test_contexts_are_what_inject_learn_reads(tmp_path):
    apart = "She gave the whole thing up before the others had even begun."
    together = '"She gave up, [sic] the whole thing, before anybody else had come home."'
    sampled = chosen(tmp_path, [apart, together, *GOOD], wanted=[BEAVER, GIVE], gap=3, best=500, together=True)
    write_csv(contexts(sampled.table), tmp_path / "contexts.csv")
    read = read_contexts(tmp_path / "contexts.csv")
    assert sorted({context.form for context in read}) == ["eager beaver", "eager beavers", "gave up"]
    assert len(read) == len(GOOD) + 1
    assert sampled.left["give up"]["in two parts"] == 1


def test_other_brackets_of_a_sentence_stay_brackets():
    assert mark("He [sic] gave {it} up", "9:13 19:21") == r"He \[sic\] [gave] \{it\} [up]"


@pytest.mark.parametrize("wrong", [{"best": 0}, {"shortest": 9, "longest": 8}, {"shortest": 0}])
def test_a_choice_that_cannot_be_is_refused(wrong):
    with pytest.raises(ConfigError):
        Choice(**wrong)


def test_an_expression_that_never_occurs_has_no_rows_and_no_reasons(tmp_path):
    sampled = chosen(tmp_path, list(GOOD), wanted=[GIVE])
    assert sampled.table.is_empty()
    assert not sampled.found
