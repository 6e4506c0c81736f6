"""A user's own questions: what a file may say, and what is told of one that is wrong."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from idioprobe.core.errors import ConfigError
from idioprobe.data.questions.questions import Questions, filled
from idioprobe.data.questions.read import questions_digest, read_questions
from idioprobe.data.questions.slots import SLOTS

OURS = read_questions(["en", "pt", "de", "es"])
ONE_IDIOM = """
[[idiom]]
expression = "in a pickle"
question = "If I am in a pickle, am I {a} or {b}?"
literal = "in a jar"
idiomatic = "in trouble"
"""


@pytest.fixture
def write(tmp_path):
    def put(text: str | bytes) -> Path:
        path = tmp_path / "own.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return put


def whole(language: str) -> str:
    """A file that words every kind."""
    places = {form: lambda slots: " ".join(f"{{{slot}}}" for slot in slots) for form in ("ask", "open")}
    tables = [
        f"[wordings.{name}]\n" + "\n".join(f'{form} = "{places[form](need)}?"' for form, need in slots.needs.items())
        for name, slots in SLOTS.items()
    ]
    return "\n".join([f'language = "{language}"', 'lead = "Risposta:"', *tables])


def refused(path: Path, languages=("en",)) -> str:
    with pytest.raises(ConfigError) as error:
        read_questions(languages, path)
    assert error.value.exit_code == 2
    return str(error.value)


def outcome(path: Path) -> dict[str, Questions] | str:
    """The questions, or the message."""
    try:
        return read_questions(["en"], path)
    except ConfigError as error:
        return str(error)


def test_only_idioms_leave_our_wordings_in_place(write):
    own = read_questions(["en"], write('language = "en"' + ONE_IDIOM))["en"]
    assert own.wordings == OURS["en"].wordings
    assert [idiom.expression for idiom in own.idioms] == ["in a pickle"]
    assert own.idioms[0].written == "If I am in a pickle, am I in a jar or in trouble?"


def test_only_a_wording_leaves_everything_else_in_place(write):
    path = write('language = "en"\n[wordings.free]\nask = "{question} One word!"')
    own = read_questions(["en"], path)["en"]
    assert own.wordings["free"].ask == "{question} One word!"
    assert own.wordings["pair"] == OURS["en"].wordings["pair"]
    assert own.idioms == OURS["en"].idioms
    assert own.refusals == OURS["en"].refusals


def test_one_form_of_a_wording_leaves_the_other_in_place(write):
    path = write('language = "en"\n[wordings.pair]\nask = "{sentence} {expression} {options}"')
    pair = read_questions(["en"], path)["en"].wordings["pair"]
    assert pair.ask == "{sentence} {expression} {options}"
    assert pair.open == OURS["en"].wordings["pair"].open


def test_a_wording_without_a_list_of_options_is_asked_in_the_same_words_for_likelihoods(write):
    path = write('language = "en"\n[wordings.rating]\nask = "{sentence} {expression}: literal? 0 to 5."')
    rating = read_questions(["en"], path)["en"].wordings["rating"]
    assert rating.open == rating.ask


def test_other_languages_of_the_run_keep_our_questions(write):
    both = read_questions(["en", "pt"], write('language = "en"' + ONE_IDIOM))
    assert both["pt"] == OURS["pt"]


def test_one_file_may_have_several_languages(write):
    path = write(
        '[en]\nlead = "A:"\n[[en.idiom]]\nexpression = "x"\nquestion = "What is x?"\n'
        '[de.wordings.free]\nask = "{question} Kurz!"\n'
    )
    own = read_questions(["de", "en"], path)
    assert own["en"].lead == "A:"
    assert [idiom.question for idiom in own["en"].idioms] == ["What is x?"]
    assert own["de"].wordings["free"].ask == "{question} Kurz!"


def test_refusals_may_be_written_with_any_apostrophe(write):
    own = read_questions(["en"], write('language = "en"\nrefusals = ["I Won’t"]'))["en"]
    assert own.refuses("I won't.")
    assert own.refuses("I won’t.")


def test_a_variety_is_asked_as_its_language_is():
    assert read_questions(["pt-BR"])["pt-BR"].wordings == OURS["pt"].wordings


@pytest.mark.parametrize("named", ["pt-BR", "Portuguese", "por"])
def test_a_language_may_be_named_in_any_way(write, named):
    assert read_questions(["pt"], write(f'language = "{named}"\nlead = "R:"'))["pt"].lead == "R:"


def test_a_language_of_which_nothing_ships_needs_every_wording(write):
    own = read_questions(["it"], write(whole("it")))["it"]
    assert own.lead == "Risposta:"
    assert own.idioms == ()
    assert own.scale == (0, 5)


@pytest.mark.parametrize("own", [None, 'language = "en"\nlead = "A:"'])
def test_a_language_without_questions_says_what_to_do(write, own):
    with pytest.raises(
        ConfigError, match=r"no questions in the language it: .*`questions`.* de, en, es, pt with `lang"
    ):
        read_questions(["en", "it"], own and write(own))


def test_what_a_new_language_lacks_is_named(write):
    path = write('language = "it"\nlead = "Risposta:"\n[wordings.free]\nask = "{question}"')
    told = refused(path, ["it"])
    assert told.startswith(f"{path} lacks wordings.idiom.ask, ")
    assert "wordings.pair.open" in told
    assert "wordings.free.ask" not in told
    assert "lead" not in told


def test_a_file_in_another_language_than_the_expressions_is_refused(write):
    assert "its questions are in pt, the expressions in en" in refused(write('language = "pt"\nlead = "R:"'))


def test_all_mistakes_are_told_at_once_each_with_its_line(write):
    path = write(
        """language = "en"
lead = 3
colour = "red"

[wordings.pair]
ask = "{sentence} {expresion}"

[wordings.pear]
ask = "?"

[[idiom]]
expression = "x"
question = "Is it {a}?"
idiomatic = "one"

[[idiom]]
question = ""
answer = "y"
"""
    )
    told = refused(path).splitlines()
    assert told == [
        f"{path}:2: lead: expected text; put it in quotes.",
        f"{path}:3: unknown key 'colour'; one of lead, refusals, scale, wordings, idiom.",
        f"{path}:6: wordings.pair.ask: unknown placeholder {{expresion}}; "
        "those of this wording: {sentence}, {expression}, {options}.",
        f"{path}:6: wordings.pair.ask: {{expression}} is missing; write it where that goes.",
        f"{path}:6: wordings.pair.ask: {{options}} is missing; write it where that goes.",
        f"{path}:8: unknown wording 'pear' (did you mean pair?); one of {', '.join(SLOTS)}.",
        f"{path}:11: idiom 'x': literal is missing; write literal = \"…\", the answer of the literal reading.",
        f"{path}:13: idiom 'x': write {{a}} and {{b}} once each, where the two answers go.",
        f'{path}:16: idiom.expression: is missing; write expression = "…".',
        f"{path}:17: idiom.question: is empty; write a text, or leave it out.",
        f"{path}:18: unknown key 'answer'; one of expression, question, idiomatic, literal, source.",
    ]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ('language = "en"\nlead = ', 2, "not valid TOML"),
        ('language = "nonsense language"\nlead = "A:"', 1, "name the language at the top"),
        ('lead = "A:"', 1, "name the language at the top"),
        ("language = 7", 1, "name the language at the top"),
        ('[en]\nlead = "A:"\n[blurb]\nlead = "A:"', 3, "'blurb' is no language"),
        ('[en]\nlead = "A:"\n[en-GB]\nlead = "A:"', 3, "the language en is there twice"),
        ('lead = "A:"\n[en]\nlead = "A:"', 1, "in which language?"),
        ('language = "en"\nwordings = "pair"', 2, "write it as a table"),
        ('language = "en"\n[wordings]\npair = "x"', 3, "write it as a table"),
        ('language = "en"\n[wordings.free]\nask = "{question}"\nopen = "{question}"', 4, "open is never asked"),
        ('language = "en"\n[wordings.free]\nask = ["{question}"]', 3, "expected text"),
        ('language = "en"\nidiom = "x"', 2, "expected a list"),
        ('language = "en"\nidiom = ["x"]', 2, "write it as a table"),
        ('language = "en"\nscale = [5, 0]', 2, "lowest number first"),
        ('language = "en"\nscale = [1, 7]', 2, r"write \[wordings.rating\] too"),
        ('language = "en"\nscale = [0, 100]', 2, "one digit"),
        ('language = "en"\nscale = [1]', 2, "write two numbers"),
        ('language = "en"\nscale = ["0", "5"]', 2, "whole numbers"),
        ('language = "en"\nrefusals = "no"', 2, "expected a list"),
        ('language = "en"' + ONE_IDIOM + ONE_IDIOM, 10, "the same question is there twice"),
        ('language = "en"' + ONE_IDIOM.replace("in a jar", "In trouble"), 5, "both answers are the same"),
        ('language = "en"' + ONE_IDIOM.replace("{b}", "{c}"), 4, r"unknown placeholder \{c\}"),
        ('language = "en"' + ONE_IDIOM.replace("{b}", "{a}"), 4, r"once each"),
        ('language = "en"\n[[idiom]]\nexpression = "x"\nquestion = "What?"\nidiomatic = "y"', 4, "once each"),
    ],
)
def test_a_mistake_is_told_with_its_line(write, text, line, problem):
    path = write(text)
    assert f"{path}:{line}: " in refused(path)
    with pytest.raises(ConfigError, match=problem):
        read_questions(["en"], path)


def test_keys_inside_long_texts_are_not_taken_for_keys(write):
    path = write(
        'language = "en"\n[wordings.free]\nask = """\nlead = {question}\n[[idiom]]\n"""\n[wordings.pair]\nopen = "x"\n'
    )
    assert f"{path}:8: wordings.pair.open" in refused(path)


def test_a_file_that_is_absent_is_named(tmp_path):
    assert "absent.toml cannot be read" in refused(tmp_path / "absent.toml")


def test_a_folder_is_no_file(tmp_path):
    assert "cannot be read" in refused(tmp_path)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf \n", "is empty"),
        ('language = "en"\nlead = "Réponse:"'.encode("latin-1"), "not UTF-8"),
        (b'language = "en"\0', "NUL"),
        (b"x = " + b"[" * 100_000, "nested too deeply"),
        (b'language = "en"\nscale = [' + b"9" * 10_000 + b", 1]", "not valid TOML"),
        (b"PK\x03\x04 spreadsheet", "spreadsheet"),
    ],
)
def test_what_is_no_text_in_toml_is_told_in_a_sentence(write, content, problem):
    assert problem in refused(write(content))


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(write):
    text = ('language = "en"' + ONE_IDIOM).replace("\n", "\r\n").encode("utf-8-sig")
    assert read_questions(["en"], write(text))["en"].idioms[0].literal == "in a jar"


@given(st.binary(max_size=300))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_no_file_ends_in_anything_but_questions_or_a_message(tmp_path, content):
    path = tmp_path / "any.toml"
    path.write_bytes(b'language = "en"\n' + content)
    found = outcome(path)
    assert str(path) in found if isinstance(found, str) else set(found) == {"en"}


def test_the_digest_is_of_what_is_asked_and_not_of_how_the_file_is_written(write):
    ours = questions_digest(["en"])
    assert questions_digest(["en"]) == ours
    one = questions_digest(["en"], write('language = "en"' + ONE_IDIOM))
    assert one != ours
    assert questions_digest(["en"], write('# mine\nlanguage = "English"\n' + ONE_IDIOM)) == one
    assert questions_digest(["en"], write('language = "en"' + ONE_IDIOM.replace("jar", "tin"))) != one
    assert questions_digest(["en", "pt"]) != ours


@given(st.text(), st.text())
def test_what_is_filled_in_is_never_read_as_a_placeholder(expression, options):
    text = filled("<{expression}|{options}>", {"expression": expression, "options": options})
    assert text == f"<{expression}|{options}>"
