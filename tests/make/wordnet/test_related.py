"""Which words are offered for another, and in which order."""

import pytest

from idioprobe.make.wordnet.mythes import read_mythes
from idioprobe.make.wordnet.omwtab import read_omw_tab
from idioprobe.make.wordnet.related import Wanted, candidates, generic
from idioprobe.make.wordnet.wndb import read_wndb
from tests.make.wordnet.handmade import MYTHES, TAB, write_wndb


@pytest.fixture(scope="module")
def english(tmp_path_factory):
    return read_wndb(write_wndb(tmp_path_factory.mktemp("wn") / "wn"))


@pytest.fixture(scope="module")
def portuguese(tmp_path_factory, english):
    path = tmp_path_factory.mktemp("tab") / "x.tab"
    path.write_text(TAB, encoding="utf-8")
    return read_omw_tab(path, english)


def words(found):
    return [one.word for one in found]


def test_the_most_frequent_sense_comes_first_and_the_word_itself_never(english):
    found = words(candidates(Wanted("dog", ("n",)), [english]))
    assert found[0] == "hound"
    assert found.index("hound") < found.index("rascal") < found.index("cat") < found.index("wolf")
    assert not {"dog", "dogs", "domestic dog"} & set(found)


def test_a_sense_with_fewer_than_two_synonyms_is_helped_by_hypernyms_and_co_hyponyms(english):
    found = {one.word: one for one in candidates(Wanted("dog", ("n",)), [english])}
    relations = {word: found[word].relation for word in ("hound", "animal", "puppy", "cat")}
    assert relations == {"hound": "synonym", "animal": "hypernym", "puppy": "hyponym", "cat": "co-hyponym"}
    assert (found["rascal"].sense, found["rascal"].gloss) == (2, "a bad person")
    assert found["animal"].distance < found["person"].distance - 1


def test_words_of_the_same_expression_are_not_offered(english):
    assert words(candidates(Wanted("villain", ("n",)), [english])) == ["dog", "rascal", "person"]
    assert words(candidates(Wanted("villain", ("n",), ("dog",)), [english])) == ["rascal", "person"]


def test_a_plural_has_plural_synonyms(english):
    assert words(candidates(Wanted("tears", ("n",)), [english])) == ["drops"]


def test_rare_words_are_not_offered(english):
    often = {"hound": 1e-9, "animal": 1e-4}
    found = words(candidates(Wanted("dog", ("n",)), [english], lambda word: often.get(word, 0.0)))
    assert found == ["animal"]
    assert "hound" in words(candidates(Wanted("dog", ("n",)), [english], lambda word: often.get(word, 0.0), rarest=0.0))


def test_general_words_are_the_hypernyms_of_the_first_sense(english):
    assert words(generic(Wanted("dog", ("n",)), [english])) == ["animal", "beast", "person"]
    assert words(generic(Wanted("kick", ("v",)), [english])) == ["hit", "strike"]


def test_adjectives_have_no_general_words(english, portuguese):
    assert generic(Wanted("old", ("a", "n")), [english]) == []
    assert generic(Wanted("velha", ("a", "n")), [portuguese]) == []


def test_similar_adjectives_stand_in_for_hypernyms(english):
    assert words(candidates(Wanted("old", ("a",)), [english])) == ["aged", "ancient"]


def test_a_feminine_adjective_has_feminine_synonyms(portuguese):
    assert words(candidates(Wanted("velha", ("a", "n")), [portuguese])) == ["antiga"]


def test_portuguese_senses_go_by_the_frequency_of_the_english_ones(portuguese):
    found = candidates(Wanted("cachorro", ("n",)), [portuguese])
    assert words(found)[0] == "cão"
    assert {"patife", "gato", "animal"} <= set(words(found))


def test_a_thesaurus_comes_second(tmp_path, english):
    path = tmp_path / "th_en_US_v2.dat"
    path.write_text(MYTHES, encoding="utf-8")
    found = candidates(Wanted("dog", ("n",)), [english, read_mythes(path)])
    assert words(found)[0] == "hound"
    assert next(one for one in found if one.word == "cur").source == str(path)


def test_a_word_that_nobody_knows_has_no_relatives(english):
    assert candidates(Wanted("zorblax", ("n",)), [english]) == []
    assert candidates(Wanted("dog", ("n",)), []) == []


def test_the_same_question_has_the_same_answer(english):
    asked = Wanted("dog", ("n",))
    assert candidates(asked, [english]) == candidates(asked, [english])
