"""Datasets completed by a wordnet: more synonyms in every sentence, all marked as derived."""

import polars as pl
import pytest

from benchmarks.wordnet import halves, recall, share
from idioprobe.core.errors import DatasetError
from idioprobe.data.folder import read_folder, write_folder
from idioprobe.data.lexicon.fromfile import build_from_file
from idioprobe.data.registry import load_dataset
from idioprobe.make.wordnet.complete import complete
from idioprobe.make.wordnet.omwtab import read_omw_tab
from idioprobe.make.wordnet.opening import here, open_wordnets
from idioprobe.make.wordnet.wndb import read_wndb
from idioprobe.suites.epsilon.substitutions import substitutions, synonym_counts
from tests.make.wordnet.handmade import TAB, write_wndb
from tests.support import needed

LEXICON = """expression,language,sentence,synonym,modifier,head,modifier_synonyms,head_synonyms
old dog,en,An old dog slept.,veteran,old,dog,,
cachorro velho,pt,Vi um cachorro velho ontem.,veterano,velho,cachorro,antigo,cão
"""


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "l.csv"
    path.write_text(LEXICON, encoding="utf-8")
    return build_from_file(path).dataset


@pytest.fixture
def sources(tmp_path):
    english = read_wndb(write_wndb(tmp_path / "wn"))
    path = tmp_path / "x.tab"
    path.write_text(TAB, encoding="utf-8")
    return {"en": [english], "pt": [read_omw_tab(path, english)]}


def texts(data, language, role, condition="nat"):
    rows = data.stimuli.filter(
        pl.col("language") == language, pl.col("role") == role, pl.col("condition") == condition
    ).sort("index")
    return rows["text"].to_list()


def test_each_word_has_as_many_synonyms_as_wanted_in_every_sentence(data, sources):
    completed = complete(data, sources, enough=2, frequency=lambda _: None).dataset
    assert texts(completed, "en", "modifier_alt") == ["An aged dog slept.", "An ancient dog slept."]
    assert texts(completed, "en", "head_alt")[0] == "An old hound slept."
    assert texts(completed, "en", "head_syn", "none")[0] == "hound"
    assert texts(completed, "pt", "head_alt") == ["Vi um cão velho ontem.", "Vi um animal velho ontem."]


def test_what_a_dataset_has_stays_and_what_is_added_is_marked_as_derived(data, sources):
    completed = complete(data, sources, frequency=lambda _: None)
    assert completed.dataset.stimuli.head(len(data.stimuli)).equals(data.stimuli)
    added = completed.dataset.stimuli.tail(completed.stimuli)
    assert added["derived"].all()
    assert completed.dataset.name == f"{data.name}-completed"
    assert "marked as derived" in completed.dataset.header.notes[-1]


def test_synonyms_that_are_there_are_not_added_again(data, sources):
    completed = complete(data, sources, frequency=lambda _: None).dataset
    alone = texts(completed, "pt", "head_syn", "none")
    assert alone.count("cão") == 1
    rows = completed.stimuli.group_by("item", "role", "index").len()
    assert rows["len"].max() == 1


def test_general_words_and_combinations_are_added_where_there_are_none(data, sources):
    completed = complete(data, sources, frequency=lambda _: None).dataset
    assert texts(completed, "en", "head_generic") == ["An old animal slept."]
    assert texts(completed, "en", "words_alt")[0] == "An aged hound slept."


def test_a_completed_dataset_is_read_again_from_its_folder(data, sources, tmp_path):
    completed = complete(data, sources, frequency=lambda _: None).dataset
    write_folder(completed, tmp_path / "out")
    assert read_folder(tmp_path / "out").stimuli.equals(completed.stimuli)


def test_words_that_still_lack_synonyms_are_named(data, sources):
    lacking = complete(data, sources, enough=9, frequency=lambda _: None).lacking
    assert "old (old dog)" in lacking["en"]


def test_wordnets_of_other_languages_are_refused(data, sources):
    with pytest.raises(DatasetError, match="is in en, pt, the wordnets are in de"):
        complete(data, {"de": sources["en"]})


def test_a_verb_is_not_given_a_plural_and_other_words_of_its_phrase_are_replaced(tmp_path, sources):
    path = tmp_path / "v.csv"
    rows = "kick the dog,en,He [kicked the dog].,give up,kick,dog\n"
    path.write_text(f"expression,language,sentence,synonym,verb,object\n{rows}", encoding="utf-8")
    data = build_from_file(path).dataset
    completed = complete(data, sources, enough=1, frequency=lambda _: None).dataset
    assert texts(completed, "en", "object_alt") == ["He kicked the hound."]
    assert texts(completed, "en", "verb_alt") == []
    assert texts(completed, "en", "verb_alt", "neut") == ["They want to boot the dog."]


def test_a_plural_stays_one(tmp_path, sources):
    path = tmp_path / "p.csv"
    text = "expression,language,sentence,synonym,modifier,head\nold dog,en,Two [old dogs] slept.,veteran,old,dog\n"
    path.write_text(text, encoding="utf-8")
    completed = complete(build_from_file(path).dataset, sources, enough=1, frequency=lambda _: None).dataset
    assert texts(completed, "en", "modifier_alt") == ["Two aged dogs slept."]
    assert texts(completed, "en", "head_alt") == ["Two old hounds slept."]
    assert texts(completed, "en", "words_alt") == ["Two aged hounds slept."]


@pytest.fixture(scope="module")
def ncimp(shared_data):
    return load_dataset("ncimp", [shared_data / "ncimp", shared_data / "nctti"])


@pytest.fixture
def princeton():
    """Princeton WordNet on this machine."""
    needed(here(), "Princeton WordNet (wordnet-base)")


@pytest.mark.slow
@pytest.mark.published
@pytest.mark.usefixtures("princeton")
@pytest.mark.parametrize(
    ("language", "least"), [("en", {1: 0.20, 5: 0.37, 20: 0.53}), ("pt", {1: 0.15, 5: 0.31, 20: 0.40})]
)
def test_the_synonyms_that_people_chose_for_ncimp_are_among_the_first(shared_data, ncimp, language, least):
    from idioprobe.data.lexicon.frequency import wordfreq_frequency

    paths = {"en": [], "pt": [shared_data / "openwordnet-pt" / "wn-data-por.tab"]}[language]
    found = recall(ncimp, language, open_wordnets(paths, language), wordfreq_frequency(language))
    assert len(found) == {"en": 562, "pt": 360}[language]
    for part in (found, *halves(found)):
        slack = 0.0 if part is found else 0.05
        shares = {number: share(part, number) for number in least}
        assert all(shares[number] >= known - slack for number, known in least.items()), shares


@pytest.mark.slow
@pytest.mark.published
@pytest.mark.usefixtures("princeton")
def test_portuguese_ncimp_completed_by_openwordnet_has_what_epsilon_needs(shared_data, ncimp):
    sources = {"pt": open_wordnets([shared_data / "openwordnet-pt" / "wn-data-por.tab"], "pt")}
    completed = complete(ncimp, sources).dataset
    short = pl.col("condition").is_in(["neut", "none"])
    found, _ = substitutions(completed.stimuli.filter(short), completed.expressions)
    before, _ = substitutions(ncimp.stimuli.filter(short), ncimp.expressions)
    assert set(synonym_counts(before)["pt"]) == {1}
    counts = synonym_counts(found)["pt"]
    assert sum(places for synonyms, places in counts.items() if synonyms >= 2) > 300
    added = completed.stimuli.tail(len(completed.stimuli) - len(ncimp.stimuli))
    assert added["language"].unique().to_list() == ["pt"]
    assert added["derived"].all()
