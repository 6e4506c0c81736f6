"""Answers in words on a page: all of them small enough, none of them more than text."""

import json
from dataclasses import replace

import polars as pl
import pytest

from idioprobe import make_page
from idioprobe.report.page.boards import boards
from idioprobe.report.page.groups import group_results
from idioprobe.report.page.inwords import in_words
from idioprobe.report.page.pack import pack
from idioprobe.report.page.spoken import LENGTHS, MOST_ANSWERS
from tests.report.words.speaking import knowing, refusing, seen, spoken

MEGABYTES = 10
"""What a page with a hundred thousand long answers may have."""
HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2> ${window.hacked=3} \u202e"


def hostile(question):
    """Chooses well, but has more to say where it may say anything."""
    said = knowing(question)
    return HOSTILE if said.startswith("a thing") else said


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def both(cache):
    return [spoken(cache, hostile), seen(cache)]


@pytest.fixture(scope="module")
def page_of_both(both, tmp_path_factory):
    return make_page(both, tmp_path_factory.mktemp("page") / "both.html", notice=pytest.fail)


def packed(*results):
    (group,) = group_results(list(results))
    return pack(group)


def test_vectors_and_answers_share_a_group_and_each_language_has_one_board(both):
    (group,) = group_results(both)
    (board,) = boards(group)
    assert board.facts["measure"] == "choice_net"
    assert [(own["measure"], own["view"]) for own in board.facts["words"]] == [
        ("qa_pref_words", "generated"),
        ("qa_pref_words", "likelihood"),
    ]
    assert board.models == [1, 0]
    assert "hf:talker" in board.answer
    assert any(said.startswith("Asked in words, chat:talker ") for said in board.more)


def test_answers_alone_have_a_board_too(both, cache):
    (group,) = group_results(both[:1])
    (board,) = boards(group)
    assert board.facts["view"] == "generated"
    assert [own["view"] for own in board.facts["words"]] == ["likelihood"]
    only = spoken(cache, name="base", ways=("likelihood",))
    (group,) = group_results([only])
    (board,) = boards(group)
    assert (board.facts["view"], board.facts["words"]) == ("likelihood", [])


def test_every_answer_is_on_the_page_with_what_was_understood(both):
    answers = packed(*both)["answers"]
    known = both[0].expressions["expression"].to_list()
    table = both[0].table("answers").filter(pl.col("expression").is_in(known))
    assert sum(answers["asked"]["answers"]) == len(table) == answers["shown"] == answers["total"]
    chosen = [answers["choice"][number] for number in answers["said"]["choice"] if number is not None]
    assert chosen.count("syn") == len(table.filter(choice="syn"))
    assert HOSTILE in answers["texts"]


def test_habits_are_told_in_words_that_need_no_explanation(both, cache):
    (group,) = group_results(both)
    told = in_words(group)
    assert told is not None
    (habits,) = told.habits
    assert habits.label == "chat:talker"
    assert "Every answer could be used." in habits.sentences
    assert any("sticks to its answer 100 %" in sentence for sentence in habits.sentences)
    assert any("favourite place about as often as by guessing" in sentence for sentence in habits.sentences)
    assert any("If length did not count" in sentence for sentence in habits.sentences)
    (group,) = group_results([spoken(cache, refusing, name="refuser", ways=("generated",))])
    told = in_words(group)
    assert told is not None
    assert told.habits[0].sentences[0].startswith("No usable answer to 100 %")
    assert in_words(group_results(both[1:])[0]) is None


def test_words_against_vectors_stand_on_the_page(both):
    (group,) = group_results(both)
    told = in_words(group)
    assert told is not None
    assert told.agreement is not None
    assert "8 expressions" in told.agreement["sentences"][0]
    assert len(told.agreement["rows"][0]) == len(told.agreement["columns"])


def grown(result, count):
    """The same with so many answers, all different and long."""
    table = result.table("answers").filter(view="generated")
    times = -(-count // len(table))
    many = pl.concat([table.with_columns(sample=pl.lit(i, pl.Int64)) for i in range(times)]).head(count)
    long = pl.concat_str(pl.lit("answer "), pl.int_range(pl.len()).cast(pl.String), pl.lit(" and so on" * 50))
    return replace(result, tables={**result.tables, "answers": many.with_columns(answer=long)})


def test_a_hundred_thousand_answers_keep_the_page_below_ten_megabytes(both, tmp_path):
    page = make_page(grown(both[0], 100_000), tmp_path / "many.html")
    assert page.stat().st_size < MEGABYTES * 1e6


def test_of_more_answers_the_first_of_each_question_are_shown_and_the_others_counted(both):
    answers = packed(grown(both[0], MOST_ANSWERS + 20_000))["answers"]
    assert answers["shown"] == MOST_ANSWERS < answers["total"]
    assert answers["cut"] in LENGTHS
    asked = packed(both[0])["answers"]["asked"]
    generated = [i for i, view in enumerate(asked["view"]) if view == 0]
    assert len(answers["asked"]["answers"]) == len(generated)


def test_the_data_is_json_without_anything_that_ends_a_script(page_of_both):
    text = page_of_both.read_text(encoding="utf-8")
    start = text.index('<script type="application/json" id="data">') + len('<script type="application/json" id="data">')
    data = json.loads(text[start : text.index("</script>", start)])
    assert HOSTILE in data["groups"][0]["answers"]["texts"]
    assert "<script>window.hacked" not in text


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "dark"), [(1280, 900, False), (390, 844, False), (1280, 900, True)])
def test_answers_are_text_whatever_they_say(browser, page_of_both, width, height, dark):
    browser.open(page_of_both, width=width, height=height, dark=dark)
    browser.run("document.querySelectorAll('#expression details').forEach((part) => { part.open = true; })")
    browser.until(lambda: browser.all("table.answers"))
    assert browser.run("return window.hacked") is None
    assert browser.complaints() == []
    assert browser.requests() == []
    assert HOSTILE in browser.texts(".answers .said")
    assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.slow
def test_a_reader_sees_what_was_asked_answered_and_understood(browser, page_of_both):
    browser.open(page_of_both)
    browser.type("#search", "grey matter")
    browser.click("#matches button")
    assert browser.texts(".in-short tbody th bdi") == ["chat:talker", "chat:talker"]
    assert browser.texts(".in-short thead th")[1].startswith("pair")
    assert browser.texts(".in-short tbody tr:first-child td")[0] == "its synonym 10 of 10"
    browser.run("document.querySelectorAll('.asked details').forEach((part) => { part.open = true; })")
    browser.until(lambda: browser.all("table.answers"))
    assert "its synonym" in browser.texts(".answers tbody td span")


@pytest.mark.slow
def test_the_boards_are_told_apart(browser, page_of_both):
    browser.open(page_of_both)
    assert browser.texts("#leaderboard tbody th bdi") == ["hf:talker"]
    assert browser.texts("#word-boards h3") == [
        "Asked in words: what models write",
        "Asked in words: the likeliest option, by its length",
    ]
    assert all("different measures" in note for note in browser.texts("#word-boards h3 + p"))
    assert browser.texts("#word-boards tbody th bdi") == ["chat:talker", "chat:talker"]
    told = browser.one("#headline .picture > svg").get_attribute("aria-label")
    assert "hf:talker" in told
    assert "chat:talker" in "".join(browser.texts("#headline .picture svg title")) + browser.one("#headline").text


@pytest.mark.slow
def test_twelve_models_of_mixed_kind_and_only_refusals(browser, both, cache, tmp_path):
    many = [spoken(cache, name=f"talker {i}", weights=str(i)) for i in range(9)]
    silent = spoken(cache, refusing, name="refuser", weights="r", ways=("generated",))
    page = make_page([*many, *both, silent], tmp_path / "twelve.html", notice=pytest.fail)
    browser.open(page, width=390, height=844)
    assert len(browser.texts("#word-board-0 tbody tr")) == 10
    assert browser.texts("#words h3 bdi")[-1] == "refuser"
    assert browser.complaints() == []
    alone = make_page(silent, tmp_path / "silent.html", notice=pytest.fail)
    browser.open(alone)
    assert browser.complaints() == []
    assert "No usable answer to 100 %" in browser.one("#words").text
