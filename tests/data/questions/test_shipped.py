"""The questions that come with the program are fair: only the idiom tells which answer is right."""

import re
from collections import Counter

import pytest

from idioprobe import load_dataset
from idioprobe.data.components import parse_components
from idioprobe.data.questions.questions import IDIOMATIC, LITERAL, PLACEHOLDER, IdiomQuestion
from idioprobe.data.questions.read import read_questions, shipped_languages
from idioprobe.data.questions.slots import SLOTS

LANGUAGES = ("de", "en", "es", "pt")
ALL = read_questions(LANGUAGES)
OURS = [(code, idiom) for code in LANGUAGES for idiom in ALL[code].idioms if not idiom.source]
ALL_OURS = [(f"{code}: {idiom.expression}", (code, idiom)) for code, idiom in OURS]
FROM_PAPER = [idiom for idiom in ALL["en"].idioms if idiom.source == "he2025"]


@pytest.fixture(scope="module")
def starter():
    rows = load_dataset("starter").expressions.select("language", "expression", "components", "type", "class")
    return {(row["language"], row["expression"]): row for row in rows.iter_rows(named=True)}


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def component_words(row: dict[str, str]) -> list[str]:
    return [component.word for component in parse_components(row["components"])]


def test_four_languages_ship():
    assert shipped_languages() == [*LANGUAGES]


def test_there_are_sixty_questions_in_english_and_twenty_or_more_elsewhere():
    counts = Counter(code for code, _ in OURS)
    assert counts["en"] == 60
    assert min(counts.values()) >= 20


def test_each_is_about_another_expression():
    asked = [(code, idiom.expression) for code, idiom in OURS]
    assert len(set(asked)) == len(asked)


def test_each_expression_is_in_the_starter_and_not_compositional(starter):
    assert not [name for name, (code, idiom) in ALL_OURS if starter[code, idiom.expression]["class"] == "C"]


def test_all_types_of_english_expressions_are_asked_about(starter):
    types = Counter(starter[code, idiom.expression]["type"] for code, idiom in OURS if code == "en")
    assert min(types[name] for name in ("noun-compound", "verb-object", "phrasal-verb")) >= 10


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_smallest_run_has_one(code):
    [expression] = load_dataset("starter").select([code], ["nat"], 1).expressions["expression"]
    assert expression in {idiom.expression for idiom in ALL[code].idioms}


def test_both_answers_differ_and_are_of_similar_length():
    def unequal(idiom: IdiomQuestion) -> bool:
        short, long = sorted((len(idiom.idiomatic), len(idiom.literal)))
        return long > 3 * short or idiom.idiomatic.casefold() == idiom.literal.casefold()

    assert not [name for name, (_, idiom) in ALL_OURS if unequal(idiom)]


def test_no_answer_has_a_word_of_the_expression(starter):
    def repeats(code: str, idiom: IdiomQuestion) -> bool:
        components = {word.casefold() for word in component_words(starter[code, idiom.expression])}
        stems = tuple(word[:5] for word in components if len(word) > 3)
        answers = words(idiom.idiomatic) | words(idiom.literal)
        return bool(answers & components) or any(word.startswith(stems) for word in answers if stems)

    assert not [name for name, (code, idiom) in ALL_OURS if repeats(code, idiom)]


def test_neither_answer_is_part_of_the_other_or_of_the_question():
    def parts(idiom: IdiomQuestion) -> bool:
        one, other, question = idiom.idiomatic.casefold(), idiom.literal.casefold(), idiom.question.casefold()
        return one in other or other in one or one in question or other in question

    assert not [name for name, (_, idiom) in ALL_OURS if parts(idiom)]


@pytest.mark.parametrize("first", [IDIOMATIC, LITERAL])
def test_questions_read_well_in_either_order(first):
    for name, (code, idiom) in ALL_OURS:
        text = idiom.asked(first)
        assert not PLACEHOLDER.search(text), name
        assert text == " ".join(text.split()), name
        assert re.fullmatch(r"[A-Z].*[^\s]\?", text), name
        assert not re.search(r"\s[?,.]", text), name
        assert text.count("¿") == (code == "es"), name


def test_the_expression_is_in_the_question_in_some_form(starter):
    def lacks(code: str, idiom: IdiomQuestion) -> bool:
        begins = [word.casefold()[:4] for word in component_words(starter[code, idiom.expression])]
        return not any(begin in idiom.question.casefold() for begin in begins)

    assert not [name for name, (code, idiom) in ALL_OURS if lacks(code, idiom)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_neither_place_nor_length_tells_the_idiomatic_answer(code):
    idioms = [idiom for language, idiom in OURS if language == code]
    first = sum(idiom.first == IDIOMATIC for idiom in idioms) / len(idioms)
    longer = sum(len(idiom.idiomatic) > len(idiom.literal) for idiom in idioms) / len(idioms)
    assert 1 / 3 < first < 2 / 3
    assert 1 / 3 < longer < 2 / 3


def test_words_that_begin_many_answers_do_not_tell_the_reading():
    begins = {reading: Counter() for reading in (IDIOMATIC, LITERAL)}
    for code, idiom in OURS:
        for reading, answer in ((IDIOMATIC, idiom.idiomatic), (LITERAL, idiom.literal)):
            begins[reading][code, answer.split()[0].casefold()] += 1
    often = [word for word in begins[IDIOMATIC] if begins[IDIOMATIC][word] + begins[LITERAL][word] >= 12]
    assert often
    for word in often:
        assert 0.4 < begins[IDIOMATIC][word] / (begins[IDIOMATIC][word] + begins[LITERAL][word]) < 0.6


def test_the_five_of_the_paper_are_asked_as_it_prints_them():
    assert [idiom.written for idiom in FROM_PAPER] == [
        "If I have a never say die attitude, would I run the marathon injured or forfeit?",
        "If I am all at sea with my math assignment, am I making progress or am I lost?",
        "If I use every trick in the book to guarantee my grade, am I a magician or a determined student?",
        "If I wanted to kill two birds in one stone, what kind of a workplace should I work in?",
        "If I want to be ahead of the game, would I study early or procrastinate?",
    ]
    assert [idiom.is_choice for idiom in FROM_PAPER] == [True, True, True, False, True]


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_words_every_kind(code):
    wordings = ALL[code].wordings
    assert set(wordings) == set(SLOTS)
    for name, slots in SLOTS.items():
        assert bool(wordings[name].open) == (slots.open is not None)
        assert "{options}" not in wordings[name].open


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", SLOTS)
def test_what_comes_from_a_dataset_is_inside_quotation_marks(code, name):
    for text in (ALL[code].wordings[name].ask, ALL[code].wordings[name].open):
        for found in re.finditer(r"\{(?:sentence|expression)\}", text):
            around = text[found.start() - 1] + text[found.end()]
            assert around in ('""', "„“", "«»")
        assert text.count("{options}") == text.count("\n{options}\n")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_scale_of_ratings_is_in_the_question(code):
    low, high = ALL[code].scale
    for text in (ALL[code].wordings["rating"].ask, ALL[code].wordings["rating"].open):
        assert f"{low} = " in text
        assert f"{high} = " in text
        assert "{components}" in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_answer_looks_like_a_refusal(code):
    for idiom in ALL[code].idioms:
        assert not ALL[code].refuses(idiom.idiomatic)
        assert not ALL[code].refuses(idiom.literal)


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("en", "I’m sorry, but I can’t help with that."),
        ("en", "As an AI language model, I have no opinion."),
        ("de", "Tut mir leid, das geht nicht."),
        ("pt", "Desculpe, não posso ajudar com isso."),
        ("es", "Lo siento, no puedo responder."),
    ],
)
def test_refusals_are_known_by_how_they_begin(code, answer):
    assert ALL[code].refuses(answer)
    assert not ALL[code].refuses("B")
    assert not ALL[code].refuses("")


@pytest.mark.parametrize(
    ("code", "answer"), [("en", "As an airline guest"), ("es", "no secarse"), ("de", "Leiderfüllt")]
)
def test_words_that_only_begin_alike_refuse_nothing(code, answer):
    assert not ALL[code].refuses(answer)


def test_an_idiom_question_may_have_no_answers():
    assert IdiomQuestion("x", "What is x?").written == "What is x?"
