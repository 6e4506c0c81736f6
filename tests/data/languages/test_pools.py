"""Random replacements are ordinary combinations of the pattern that they stand under."""

import re
import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from idioprobe.data.languages.language import find_language

MARKED = re.compile(r"\[([^\]]+)\]")
FORMS = re.compile(r" #\S+")
FUNCTION_WORDS = {"the", "a", "an", "some", "two", "and", "de", "o", "os", "as", "um", "uma", "duas"}
PATTERN_OF_TYPE = {"verb-object": "verb-noun", "phrasal-verb": "verb-particle"}
LEXICONS = {"en": ("en", "en-verb-object", "en-phrasal-verb"), "pt": ("pt",)}
LEAST = [
    ("en", "adjective-noun", 160),
    ("en", "noun-noun", 90),
    ("en", "verb-noun", 80),
    ("en", "verb-particle", 60),
    ("en", "binomial", 30),
    ("pt", "adjective-noun", 160),
    ("pt", "noun-noun", 60),
    ("pt", "verb-noun", 50),
]
POOLS = [(language, pattern) for language, pattern, _ in LEAST]


def content_words(entry: str) -> set[str]:
    return set(FORMS.sub("", MARKED.sub(r"\1", entry)).split()) - FUNCTION_WORDS


def starter_words(language: str, pattern: str) -> set[str]:
    words: set[str] = set()
    for name in LEXICONS[language]:
        text = (files("idioprobe.data.starter") / f"{name}.toml").read_text(encoding="utf-8")
        for entry in tomllib.loads(text)["expression"]:
            if (entry.get("pattern") or PATTERN_OF_TYPE[entry["type"]]) == pattern:
                words |= content_words(entry["expression"])
    return words


@pytest.mark.parametrize(("language", "pattern", "least"), LEAST)
def test_a_pool_is_large_and_nothing_stands_in_it_twice(language, pattern, least):
    pool = find_language(language).pools[pattern]
    assert len(set(pool)) == len(pool) >= least


@pytest.mark.parametrize(("language", "pattern"), POOLS)
def test_a_pool_shares_no_content_word_with_the_starter_expressions_of_its_pattern(language, pattern):
    taken = starter_words(language, pattern)
    assert [entry for entry in find_language(language).pools[pattern] if content_words(entry) & taken] == []


@pytest.mark.parametrize(("language", "pattern"), [pool for pool in POOLS if pool[1] != "verb-particle"])
def test_no_content_word_of_a_pool_is_used_twice(language, pattern):
    uses = Counter(word for entry in find_language(language).pools[pattern] for word in content_words(entry))
    assert [word for word, count in uses.items() if count > 1] == []


@pytest.mark.parametrize(("language", "pattern"), POOLS)
def test_just_the_verbs_of_verb_phrases_are_marked(language, pattern):
    marks = {len(MARKED.findall(entry)) for entry in find_language(language).pools[pattern]}
    assert marks == {1 if pattern.startswith("verb-") else 0}


@pytest.mark.parametrize("pattern", ["adjective-noun", "noun-noun"])
def test_every_portuguese_noun_has_its_gender(pattern):
    assert [entry for entry in find_language("pt").pools[pattern] if not re.search(r" #[mf]$", entry)] == []


def test_every_portuguese_verb_has_the_forms_that_sentences_use():
    for entry in find_language("pt").pools["verb-noun"]:
        assert re.findall(r" #(\w+):", entry) == ["pres", "past", "part", "ger"]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_kind_of_expression_has_a_short_and_a_long_neutral_sentence(language):
    neutral = find_language(language).neutral
    assert set(neutral) == {"noun", "verb", "other"}
    for sentences in neutral.values():
        assert set(sentences) == {"neut", "neut_long"}
        assert all(text.count("[X]") == 1 for text in sentences.values())
