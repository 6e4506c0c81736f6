"""`data build` as a user calls it: what it says, how it ends, and what it asks before it replaces a folder."""

import io
import sys

import pytest

from tests.cli.test_data import caller

GOOD = (
    "expression,language,class,synonym,sentence1,sentence2\n"
    "kick the bucket,en,NC,die,The old man [kicked the bucket] in May.,He may [kick the bucket].\n"
    "tomar el pelo,es,NC,burlarse,Mi primo me [tomó el pelo] otra vez.,Quiere [tomar el pelo].\n"
)


@pytest.fixture
def call(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    return caller(monkeypatch, capsys)


@pytest.fixture
def lexicon(tmp_path):
    path = tmp_path / "idioms.csv"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_it_ends_well_with_a_table_of_eighty_columns_and_what_it_left_out(call, lexicon, tmp_path):
    done = call("data", "build", lexicon, "-o", tmp_path / "set")
    assert "2 expressions (en, es), 4 sentences" in done.said
    assert "'Mi primo me burlarse otra vez.'" in done.said
    assert "Left out:" in done.out
    assert max(map(len, done.out.partition("The numbers")[0].splitlines())) <= 80
    assert (tmp_path / "set" / "stimuli.csv").is_file()


def many(tmp_path, last="hound"):
    """More expressions than are shown, of which all but perhaps the last have all that can be measured."""
    rows = [f"big cat{i},x{i} y{i},big,cat{i},large,lion,A [big cat{i}] came." for i in range(40)]
    rows.append(f"big dog,pet,big,dog,large,{last},A [big dog] came.")
    lexicon, pool = tmp_path / "many.csv", tmp_path / "pool.txt"
    head = "expression,synonym,modifier,head,modifier_synonyms,head_synonyms,sentence"
    lexicon.write_text("\n".join([head, *rows]), encoding="utf-8")
    pool.write_text("\n".join(f"red leaf{i}" for i in range(200)), encoding="utf-8")
    return "data", "build", lexicon, "-o", tmp_path / "set", "--language", "en", "--random", pool


def test_where_nothing_is_missing_one_sentence_says_so(call, tmp_path):
    done = call(*many(tmp_path))
    assert "Every sentence has a synonym in its place (meaning);" in done.said
    assert "more that have" not in done.said
    assert "The numbers count" not in done.said


def test_of_many_those_that_lack_something_are_shown(call, tmp_path):
    done = call(*many(tmp_path, last=""))
    assert "big dog" in done.out
    assert "… and 40 more that have all of it." in done.said
    assert "The numbers count" in done.said


def test_it_names_the_options_of_the_command(call, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("expression,language,synonym,sentence\nab cd,qaa,ef,Gh [ab cd].\n", encoding="utf-8")
    said = call("data", "build", path, "-o", tmp_path / "set").said
    assert "--template" in said
    assert "--random" in said
    assert "`" not in said


def test_a_file_with_mistakes_is_refused_whole_and_nothing_is_written(call, lexicon, tmp_path):
    lexicon.write_text(GOOD + "no synonym,en,NC,,Here is [no synonym].,\nbad class,en,XX,x,A [bad class].,\n")
    done = call("data", "build", lexicon, "-o", tmp_path / "set", code=2)
    assert "idioms.csv:4: synonym: is missing" in done.err
    assert "idioms.csv:5: class: 'XX' is not one of NC, PC, C" in done.err
    assert not (tmp_path / "set").exists()


def test_skip_bad_builds_the_rest(call, lexicon, tmp_path):
    lexicon.write_text(GOOD + "no synonym,en,NC,,Here is [no synonym].,\n")
    said = call("data", "build", lexicon, "-o", tmp_path / "set", "--skip-bad").said
    assert "2 expressions" in said
    assert "synonym: is missing" in said


def test_keep_uninflected_keeps(call, lexicon, tmp_path):
    call("data", "build", lexicon, "-o", tmp_path / "set", "--keep-uninflected")
    assert "Mi primo me burlarse otra vez." in (tmp_path / "set" / "stimuli.csv").read_text(encoding="utf-8")


def test_classes_of_ones_own(call, lexicon, tmp_path):
    lexicon.write_text(GOOD.replace(",NC,", ",semi,"))
    call("data", "build", lexicon, "-o", tmp_path / "set", "--classes", "idiom,semi,free")
    assert "semi" in (tmp_path / "set" / "expressions.csv").read_text(encoding="utf-8")


def test_without_a_terminal_a_folder_is_replaced_only_by_force(call, lexicon, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    call("data", "build", lexicon, "-o", tmp_path / "set")
    assert "--force" in call("data", "build", lexicon, "-o", tmp_path / "set", code=2).err
    call("data", "build", lexicon, "-o", tmp_path / "set", "--force")


def test_a_language_may_be_named_in_words(call, lexicon, tmp_path):
    lexicon.write_text("expression,synonym,sentence\nroter Faden #m,Idee #f,{Der|Die|Das} [roter Faden] fehlt.\n")
    assert "(de)" in call("data", "build", lexicon, "-o", tmp_path / "set", "--language", "German").said
    assert "no language that is known" in call(
        "data", "build", lexicon, "-o", tmp_path / "other", "--language", "Klingonese", code=2
    ).err  # fmt: skip
