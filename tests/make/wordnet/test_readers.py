"""Wordnets in four formats say what their files say, and bad files are told with what to do."""

import gzip

import pytest

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.make.wordnet.lmf import read_lmf
from idioprobe.make.wordnet.mythes import read_mythes
from idioprobe.make.wordnet.omwtab import read_omw_tab
from idioprobe.make.wordnet.opening import open_wordnets, wordnets_by_language
from idioprobe.make.wordnet.wndb import read_wndb
from tests.make.wordnet.handmade import LMF, MYTHES, TAB, write_wndb


def write(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_wndb_folder_has_its_synsets_senses_and_counts(tmp_path):
    wordnet = read_wndb(write_wndb(tmp_path / "wn"))
    animal, person = (wordnet.synsets[sense.synset] for sense in wordnet.senses_of("dog", "n"))
    assert (animal.words, animal.gloss, animal.count) == (("dog", "hound", "domestic dog"), "a barking animal", 11)
    assert (person.words, person.above) == (("dog", "rascal", "villain"), ("00000006-n",))
    assert wordnet.below("00000001-n") == ("00000002-n", "00000003-n", "00000004-n")
    assert "Hot_Dog" in wordnet
    assert "unicorn" not in wordnet


def test_a_satellite_is_an_adjective_without_its_marker(tmp_path):
    wordnet = read_wndb(write_wndb(tmp_path / "wn"))
    (sense,) = wordnet.senses_of("ancient", "a")
    assert wordnet.synsets[sense.synset].words == ("ancient",)
    assert wordnet.synsets["00000001-a"].beside == ("00000002-a",)


def test_a_folder_without_counts_is_read(tmp_path):
    folder = write_wndb(tmp_path / "wn")
    (folder / "cntlist.rev").unlink()
    assert read_wndb(folder).senses_of("dog")[0].count == 0


def test_a_damaged_data_file_is_named_with_its_line(tmp_path):
    folder = write_wndb(tmp_path / "wn")
    path = folder / "data.noun"
    path.write_text(path.read_text().replace("00000003 03 n 01 cat 0", "00000003 03 n zz cat"), encoding="utf-8")
    with pytest.raises(DatasetError, match=r"data\.noun:4: this is no line of a wordnet"):
        read_wndb(folder)


def test_a_folder_that_lacks_a_file_is_refused(tmp_path):
    folder = write_wndb(tmp_path / "wn")
    (folder / "data.verb").unlink()
    with pytest.raises(DatasetError, match=r"data\.verb cannot be read"):
        read_wndb(folder)


def test_a_tab_file_takes_relations_glosses_and_order_from_princeton(tmp_path):
    base = read_wndb(write_wndb(tmp_path / "wn"))
    wordnet = read_omw_tab(write(tmp_path, "wn-data-por.tab", TAB), base)
    assert wordnet.language == "pt"
    first, second = (wordnet.synsets[sense.synset] for sense in wordnet.senses_of("cachorro"))
    assert (first.words, first.gloss, first.above) == (("cão", "cachorro"), "um animal que late", ("00000001-n",))
    assert second.words == ("cachorro", "patife", "canalha")
    assert wordnet.synsets["00000003-n"].gloss == "a mewing animal"


def test_a_tab_file_alone_still_has_its_synonyms(tmp_path):
    wordnet = read_omw_tab(write(tmp_path, "x.tab", TAB))
    assert [wordnet.synsets[sense.synset].words for sense in wordnet.senses_of("velho")] == [("velho", "antigo")]


def test_a_line_of_a_tab_file_that_says_nothing_is_named(tmp_path):
    with pytest.raises(DatasetError, match=r"x\.tab:3: expected a synset, a type and a word"):
        read_omw_tab(write(tmp_path, "x.tab", TAB.replace("00000002-n\tpor:lemma\tcão", "00000002-n cão")))


@pytest.mark.parametrize("packed", [False, True])
def test_wn_lmf_is_read_with_its_counts(tmp_path, packed):
    path = tmp_path / ("w.xml.gz" if packed else "w.xml")
    path.write_bytes(gzip.compress(LMF.encode()) if packed else LMF.encode())
    wordnet = read_lmf(path)
    senses = [wordnet.synsets[sense.synset].gloss for sense in wordnet.senses_of("dog")]
    assert senses == ["a bad person", "a barking animal"]
    assert wordnet.below("test-1-n") == ("test-2-n", "test-3-n")


@pytest.mark.parametrize(
    "text", ["no xml", LMF[:900], LMF.replace('label="Test"', ""), LMF.replace("</LexicalEntry>", "", 1)]
)
def test_a_broken_wn_lmf_file_is_refused_in_one_line(tmp_path, text):
    with pytest.raises(DatasetError, match=r"w\.xml is no wordnet in WN-LMF") as caught:
        read_lmf(write(tmp_path, "w.xml", text))
    assert "\n" not in str(caught.value)


def test_a_truncated_archive_is_refused(tmp_path):
    path = tmp_path / "w.xml.gz"
    path.write_bytes(gzip.compress(LMF.encode())[:-40])
    with pytest.raises(DatasetError, match="is no wordnet in WN-LMF"):
        read_lmf(path)


def test_wn_lmf_without_relations_takes_those_of_princeton_by_its_offsets(tmp_path):
    base = read_wndb(write_wndb(tmp_path / "wn"))
    text = LMF.replace("test-2-n", "omw-pt-00000002-n").replace('language="en"', 'language="pt"')
    for old in ("test-1-n", "test-3-n", "test-5-n"):
        text = text.replace(old, old.replace("test-", "omw-pt-0000000"))
    text = "\n".join(line for line in text.replace("</Synset>", "\n</Synset>").split("\n") if "Relation" not in line)
    wordnet = read_lmf(write(tmp_path, "w.xml", text), base)
    assert wordnet.synsets["00000002-n"].above == ("00000001-n",)


def test_a_thesaurus_has_a_set_of_synonyms_for_each_meaning(tmp_path):
    wordnet = read_mythes(write(tmp_path, "th_en_US_v2.dat", MYTHES))
    noun, verb = (wordnet.synsets[sense.synset] for sense in wordnet.senses_of("dog"))
    assert (wordnet.language, noun.part, noun.words) == ("en", "n", ("dog", "hound", "cur"))
    assert noun.general == ("animal",)
    assert (verb.part, verb.words) == ("v", ("dog", "chase", "follow"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Klingon\ndog|1\n", "should name its encoding"),
        ("UTF-8\ndog\n", "expected word|number"),
        ("UTF-8\n", "no words"),
    ],
)
def test_a_broken_thesaurus_is_refused(tmp_path, text, told):
    with pytest.raises(DatasetError) as caught:
        read_mythes(write(tmp_path, "th_en_US_v2.dat", text))
    assert told in str(caught.value)


def test_formats_are_told_apart_and_grouped_by_language(tmp_path):
    paths = [write_wndb(tmp_path / "wn"), write(tmp_path, "wn-data-por.tab", TAB), write(tmp_path, "w.xml", LMF)]
    paths.append(write(tmp_path, "th_pt_PT_v2.dat", MYTHES))
    found = wordnets_by_language(paths)
    assert {code: len(sources) for code, sources in found.items()} == {"en": 2, "pt": 2}


def test_the_english_wordnet_of_this_machine_needs_no_path(tmp_path, monkeypatch):
    monkeypatch.setenv("WNSEARCHDIR", str(write_wndb(tmp_path / "wn")))
    (wordnet,) = open_wordnets([], "en")
    assert "dog" in wordnet


def test_where_there_is_no_wordnet_the_message_says_how_to_get_one(tmp_path):
    with pytest.raises(ConfigError, match=r"No wordnet for de is at hand.*wordnet-base.*omwn\.org"):
        open_wordnets([], "de")
    with pytest.raises(ConfigError, match="does not exist"):
        open_wordnets([tmp_path / "none"], "en")
    with pytest.raises(ConfigError, match=r"folder without data\.noun"):
        open_wordnets([tmp_path], "en")
    with pytest.raises(DatasetError, match="in no format that is known"):
        open_wordnets([write(tmp_path, "notes.txt", "x")], "en")


def test_a_wordnet_of_another_language_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="is in pt, the expressions are in de"):
        open_wordnets([write(tmp_path, "x.tab", TAB)], "de")
