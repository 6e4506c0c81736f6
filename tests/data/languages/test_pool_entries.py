"""Pools are large enough, and their entries carry the forms that sentences ask for."""

import re

import pytest

from idioprobe.data.languages.language import find_language, languages

GENDERED = ["de", "nl", "pl"]
INFLECTED = [*GENDERED, "tr"]
MADE = [*INFLECTED, "zh"]


def citation(entry):
    return re.sub(r"\s#[a-z]+(?::(?:(?!\s#)[^\]])*)?|[\[\]]", "", entry)


def forms(entry):
    return set(re.findall(r"\s#([a-z]+):", entry))


@pytest.mark.parametrize("code", MADE)
@pytest.mark.parametrize("patterns", [("adjective-noun",), ("verb-noun",), ("closed", "noun-noun")])
def test_a_pool_has_thirty_different_entries_or_more(code, patterns):
    pools = find_language(code).pools
    pool = [citation(entry) for pattern in patterns for entry in pools.get(pattern, ())]
    assert len(set(pool)) == len(pool) >= 30


@pytest.mark.parametrize("code", MADE)
def test_no_content_word_of_a_pool_is_there_twice(code):
    articles = {"der", "die", "das", "den", "dem", "ein", "eine", "einen", "und", "de", "het", "een"}
    for pattern, pool in find_language(code).pools.items():
        words = [word for entry in pool for word in citation(entry).split() if word not in articles]
        assert len(set(words)) == len(words), pattern


@pytest.mark.parametrize("code", MADE)
def test_a_verb_phrase_marks_its_verb(code):
    pool = find_language(code).pools["verb-noun"]
    assert [entry for entry in pool if len(re.findall(r"\[[^\[\]]+\]", entry)) != 1] == []


@pytest.mark.parametrize("code", INFLECTED)
def test_a_verb_has_its_present_past_and_participle(code):
    pool = find_language(code).pools["verb-noun"]
    assert [entry for entry in pool if not {"pres", "past", "part"} <= forms(entry)] == []


@pytest.mark.parametrize("code", GENDERED)
@pytest.mark.parametrize("pattern", ["adjective-noun", "closed", "noun-noun"])
def test_a_noun_has_a_gender_and_a_plural(code, pattern):
    pool = find_language(code).pools.get(pattern, ())
    assert [entry for entry in pool if not re.search(r" #[mfn] ", entry) or "pl" not in forms(entry)] == []


@pytest.mark.parametrize("code", INFLECTED)
def test_verb_phrases_look_like_verb_phrases_and_nouns_do_not(code):
    language = find_language(code)
    assert language.verb_phrase is not None
    patterns = ("adjective-noun", "closed", "noun-noun")
    nouns = [citation(entry) for pattern in patterns for entry in language.pools.get(pattern, ())]
    assert [noun for noun in nouns if language.verb_phrase.search(noun)] == []
    verbs = [citation(entry) for entry in language.pools["verb-noun"]]
    assert len([verb for verb in verbs if language.verb_phrase.search(verb)]) > len(verbs) / 2


def test_names_of_languages_are_written_small_and_belong_to_one():
    names = [name for language in languages().values() for name in (language.code, *language.names)]
    assert len(set(names)) == len(names)
    assert [name for name in names if name != name.casefold()] == []
