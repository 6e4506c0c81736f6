"""What a written answer says, and what is not guessed."""

import re
import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from idioprobe.data.questions.read import read_questions
from idioprobe.suites.questions.listing import parse_paraphrases
from idioprobe.suites.questions.parsing import parse_choice, parse_rating
from idioprobe.suites.questions.tables import CHOICE, EMPTY, NONE, PARAPHRASES, RATING, REFUSED, SEVERAL

OPTIONS = ["keen rodent", "hard worker", "beaver", "dull knife"]
RAMBLING = "One might think of many things here, and of many more. " * 150
REFUSES = read_questions(["en"])["en"].refuses


@pytest.mark.parametrize(
    "answer",
    [
        *("B", "b", "B)", "(b)", "b.", "B.", "**B**", "`B`", '"B"', "_B_", "B:", "[B]", " B\n", "Ｂ", "B!", "B?"),
        *(
            "Option B",
            "option (B)",
            "Answer: B",
            "the answer is (b).",
            "The correct answer is B.",
            "It's B.",
            "Sure! B",
        ),
        *(
            "I would choose B.",
            "I think the answer is B",
            "B) hard worker",
            "B. Hard worker.",
            "B - hard worker",
            "b hard worker",
        ),
        *(
            "hard worker",
            "Hard worker.",
            "a hard worker",
            "A hard worker",
            "The hard worker",
            '"hard worker"',
            "**Hard Worker**",
        ),
        *("A hard worker is the best replacement.", "The phrase means “hard worker”.", "It means a hard worker."),
        *(
            "Die richtige Antwort ist B.",
            "A resposta correta é a B.",
            "La respuesta es (b).",
            "Antwort: B",
            "Opção B",
            "Opción B",
        ),
        *("B, not A", "B. Not A.", "Not A, but B.", "It is not A. It is B.", "Hard worker, not keen rodent."),
        *(
            "B because it keeps the meaning",
            "B\n\nBecause A is about animals.",
            "B is correct.",
            "B) hard worker, as A means an animal",
        ),
        *("B. The words 'keen rodent' would be literal.", "<think>A? Or C?</think>\nB", f"B) hard worker. {RAMBLING}"),
        *(f"{RAMBLING} So the answer is B.", f"Hard worker is the right one. {RAMBLING}", "An eager beaver means B"),
    ],
)
def test_a_clear_answer_is_the_second_option(answer):
    read = parse_choice(answer, OPTIONS, REFUSES, expression="eager beaver")
    assert (read.understood, read.choice) == (CHOICE, 1)


@pytest.mark.parametrize(
    ("answer", "understood"),
    [
        *((both, SEVERAL) for both in ("A or B", "A and B", "Both", "either", "B/C", "A, B", "A\nB", "A B", "beide")),
        ("A) keen rodent\nB) hard worker\nC) beaver\nD) dull knife", SEVERAL),
        ("A) keen rodent\n\nThe answer is A) beaver.", SEVERAL),
        ("B) keen rodent", SEVERAL),
        ("A hard worker or a beaver", SEVERAL),
        (f"{RAMBLING} The answer is A. No, the answer is B.", SEVERAL),
        *(
            (none, NONE)
            for none in ("E", "E)", "none of the above", "Neither A nor B", "not B", "It's not B.", "BB", "X")
        ),
        ("B is wrong", NONE),
        ("The answer is not B.", NONE),
        ("A hamster is an animal.", NONE),
        ("Das ist ein fleißiger Mensch.", NONE),
        ("это трудолюбивый человек", NONE),
        (RAMBLING, NONE),
        ("A keen observer " + RAMBLING, NONE),
        *((empty, EMPTY) for empty in ("", " ", "\n", "...", "**", "<think>hm</think>", "<think>The answer is B")),
        *((no, REFUSED) for no in ("I cannot answer that.", "I’m sorry, but I can't help with B.", '"Sorry, no."')),
    ],
)
def test_what_is_unclear_is_no_choice(answer, understood):
    read = parse_choice(answer, OPTIONS, REFUSES, expression="eager beaver")
    assert (read.understood, read.choice) == (understood, None)


@pytest.mark.parametrize(
    ("answer", "choice"),
    [("A", 0), ("a", 0), ("A.", 0), ("A) keen rodent", 0), ("A: it is", 0), ("A is right", 0), ("a keen rodent", 0)],
)
def test_the_letter_a_is_told_from_the_article(answer, choice):
    assert parse_choice(answer, OPTIONS).choice == choice


def test_the_article_before_another_option_is_no_letter():
    assert parse_choice("A hard worker", ["beaver", "hard worker"]).choice == 1
    assert parse_choice("A worker of some kind", ["beaver", "hard worker"]).understood == NONE


def test_an_option_inside_a_longer_one_is_not_meant():
    options = ["worker", "hard worker"]
    assert parse_choice("It means hard worker.", options).choice == 1
    assert parse_choice("It means worker.", options).choice == 0
    assert parse_choice("Worker, or rather hard worker?", options).understood == SEVERAL


def test_an_option_with_not_in_it_is_not_denied():
    options = ["working", "not working"]
    assert parse_choice("not working", options, lettered=False).choice == 1
    assert parse_choice("It is not working.", options, lettered=False).choice == 1
    assert parse_choice("It is working.", options, lettered=False).choice == 0


def test_without_letters_a_letter_says_nothing():
    assert parse_choice("B", ["lost", "making progress"], lettered=False).understood == NONE
    assert parse_choice("You are lost.", ["making progress", "lost"], lettered=False).choice == 1
    assert parse_choice("You are not making progress.", ["making progress", "lost"], lettered=False).understood == NONE
    assert parse_choice("Not making progress, but lost.", ["making progress", "lost"], lettered=False).choice == 1


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        ("She sent a coded message.", 1),
        ("A message.", 1),
        ("Calling an animal", 0),
        ("She did", None),
        ("", None),
        ("No message", None),
        ("She sent an animal a message", None),
        ("A coded animal", None),
        ("Yes", None),
    ],
)
def test_without_letters_half_of_the_words_of_one_option_are_enough(answer, choice):
    options = ["call an animal", "send a coded message"]
    assert parse_choice(answer, options, lettered=False).choice == choice


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "{})",
        "({})",
        "{}.",
        "**{}**",
        "Option {}",
        "The answer is ({}).",
        "{}) {text}",
        "{}: {text}",
        "Answer: {}",
    ],
)
def test_every_option_is_found_in_every_form(letter, form):
    text = OPTIONS["ABCD".index(letter)]
    for written in (form.format(letter, text=text), form.format(letter.lower(), text=text)):
        assert parse_choice(written, OPTIONS).choice == "ABCD".index(letter)


words = st.text(string.ascii_lowercase, min_size=2, max_size=8)
phrases = st.lists(words, min_size=1, max_size=3).map(" ".join)
lists = st.lists(phrases, min_size=2, max_size=4, unique=True)
around = st.text(" .!?\n\t\"*'()", max_size=6)
LITTLE = re.compile(
    r"\b(?:not|no|nor|nie|kein\w*|an?|the|to|is|or|and|both|either|any|all|alle|noch|ni|as|so|be|my|it)\b"
)


@given(st.text(max_size=300), lists, st.booleans())
def test_no_answer_breaks_the_parser_and_none_is_invented(answer, options, lettered):
    read = parse_choice(answer, options, REFUSES, lettered=lettered)
    assert (read.choice is None) == (read.understood != CHOICE)
    assert read.choice is None or 0 <= read.choice < len(options)


@given(lists, st.data(), around, around)
def test_what_stands_around_a_letter_changes_nothing(options, data, before, after):
    place = data.draw(st.integers(0, len(options) - 1))
    assert parse_choice(f"{before}{'ABCD'[place]}{after}", options).choice == place


@given(lists, st.data(), around, around)
def test_an_option_is_found_by_its_own_words(options, data, before, after):
    assume(not any(LITTLE.search(option) for option in options))
    place = data.draw(st.integers(0, len(options) - 1))
    assert parse_choice(f"{before}{options[place]}{after}", options).choice == place
    assert parse_choice(f"{before}{options[place].upper()}{after}", options, lettered=False).choice == place


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        *(
            ("4", 4),
            ("4.", 4),
            ("**4**", 4),
            ("4/5", 4),
            ("4 / 5", 4),
            ("4 out of 5", 4),
            ("four out of five", 4),
            ("0", 0),
        ),
        *(
            ("I'd say 3.", 3),
            ("Rating: 2", 2),
            ("I would rate it a 4 out of 5.", 4),
            ("3.5", 3.5),
            ("3,5", 3.5),
            ("5/5.", 5),
        ),
        *(
            ("five", 5),
            ("Cinco", 5),
            ("fünf", 5),
            ("três", 3),
            ("drei", 3),
            ("tres", 3),
            ("zero", 0),
            ("null", 0),
            ("cero", 0),
        ),
        *(
            ("On a scale of 0 to 5, I'd say 4", 4),
            ("I'd give it a four.", 4),
            ("4\nIt has 2 words.", 4),
            ("3 (somewhat)", 3),
        ),
        *(("vier von 5", 4), ("I'd rate it four out of five.", 4), ("quatro de 5.", 4), ("Score: 3 (0-5)", 3)),
        *(("4. The expression has 2 words.", 4), (f"{RAMBLING} My rating is 3.", 3), ("4 von 5", 4), ("4 de 5", 4)),
    ],
)
def test_a_rating_is_read(answer, value):
    read = parse_rating(answer, (0, 5), REFUSES)
    assert (read.understood, read.value) == (RATING, value)


@pytest.mark.parametrize(
    ("answer", "understood"),
    [
        *((several, SEVERAL) for several in ("3-4", "3–4", "3 to 4", "between 2 and 3", "1 or 2", "0-5", "2 bis 3")),
        *(
            (none, NONE)
            for none in (
                "7",
                "-1",
                "6",
                "5.5",
                "10/10",
                "3/10",
                "4%",
                "one of the best",
                "very literal",
                "1. no\n2. yes",
            )
        ),
        (f"{RAMBLING} 3 {RAMBLING}", NONE),
        ("", EMPTY),
        ("I can't rate this as 3.", REFUSED),
    ],
)
def test_what_is_no_rating_is_none(answer, understood):
    read = parse_rating(answer, (0, 5), REFUSES)
    assert (read.understood, read.value) == (understood, None)


@given(st.text(max_size=300))
def test_ratings_are_on_the_scale(answer):
    value = parse_rating(answer, (0, 5), REFUSES).value
    assert value is None or 0 <= value <= 5


@given(st.integers(0, 5), st.text(" !?\n\t\"*'()", max_size=5), st.text(" .!?\n\t\"*'()", max_size=5))
def test_what_stands_around_a_rating_changes_nothing(value, before, after):
    assert parse_rating(f"{before}{value}{after}", (0, 5)).value == value


@pytest.mark.parametrize(
    "answer",
    [
        "hard worker, busy bee, go-getter",
        "hard worker, busy bee, and go-getter.",
        "hard worker; busy bee; or go-getter",
        "1. hard worker\n2. busy bee\n3. go-getter",
        "1) hard worker 2) busy bee 3) go-getter",
        "- hard worker\n- busy bee\n- go-getter\n- live wire",
        "* **hard worker**\n* **busy bee**\n* **go-getter**",
        "Here are three synonyms:\n\n1. hard worker\n2. busy bee\n3. go-getter",
        "Synonyms: hard worker, busy bee, go-getter",
        '"hard worker", "busy bee", "go-getter"',
        "hard worker / busy bee / go-getter",
        "hard worker (a person)\nbusy bee - who works\ngo-getter: who succeeds",
        "hard worker\nHard worker\nbusy bee\ngo-getter",
    ],
)
def test_three_paraphrases_are_read_however_they_are_listed(answer):
    read = parse_paraphrases(answer, REFUSES)
    assert read.understood == PARAPHRASES
    assert read.texts == ("hard worker", "busy bee", "go-getter")


@pytest.mark.parametrize(
    ("answer", "understood"),
    [
        ("", EMPTY),
        ("I'm sorry, no.", REFUSED),
        ("He always works much harder than anybody else in town", NONE),
        *((nothing, NONE) for nothing in ("None.", "N/A", "nenhum", "Keine.")),
        ("\n", EMPTY),
    ],
)
def test_a_sentence_is_no_paraphrase(answer, understood):
    assert parse_paraphrases(answer, REFUSES).understood == understood


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        ('Instead of "eager beaver," one could use "moor" to create a more vivid image here.', ("moor",)),
        ('One could say "hard worker" or "busy bee".', ("hard worker", "busy bee")),
        ('"hard worker", "busy bee" and "go-getter"', ("hard worker", "busy bee", "go-getter")),
        ("Here “eager beaver” could be replaced with “hard worker”.", ("hard worker",)),
        ('He says "He is an eager beaver", which is no synonym.', ()),
        ('hard worker, "busy bee"', ("hard worker", "busy bee")),
    ],
)
def test_what_a_sentence_quotes_is_a_paraphrase_unless_it_is_what_was_asked_about(answer, texts):
    assert parse_paraphrases(answer, REFUSES, "eager beaver").texts == texts


@given(st.text(max_size=300))
def test_there_are_three_paraphrases_at_most(answer):
    read = parse_paraphrases(answer, REFUSES)
    assert len(read.texts) <= 3
    assert bool(read.texts) == (read.understood == PARAPHRASES)
