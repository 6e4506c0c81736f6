"""The commands that look expressions up in a corpus, as a user calls them."""

import csv

import polars as pl
import pytest

from idioprobe.models.hf.contexts import read_contexts
from tests.cli.test_data import caller
from tests.make.corpus.indexes import write_index
from tests.support import needed_module

needed_module("hyperscan")

SENTENCES = [
    "Our new neighbour is an eager beaver who mows his lawn twice a week.",
    "Nobody likes [an] eager beaver in the kitchen when the soup is still cold.",
    "She gave the thing up.",
]


@pytest.fixture
def call(monkeypatch, capsys):
    return caller(monkeypatch, capsys)


@pytest.fixture
def index(tmp_path):
    write_index(tmp_path / "index", [SENTENCES])
    (tmp_path / "list.txt").write_text("eager beaver\ngive up\nlame duck\n", encoding="utf-8")
    return tmp_path / "index"


class TestFind:
    def test_it_prints_a_table_and_says_what_is_never_found(self, call, index):
        done = call("corpus", "find", index, index.parent / "list.txt")
        assert "give up gave up 2 4:8 19:21 She gave the thing up." in done.said
        assert "likes [an] eager beaver" in done.said
        assert "Never found in the corpus: lame duck." in done.err

    @pytest.mark.parametrize("name", ["found.csv", "found.parquet"])
    def test_it_writes_a_file_by_its_ending(self, call, index, name):
        out = index.parent / name
        assert f"Rows: 3, in {out}." in call("corpus", "find", index, index.parent / "list.txt", "-o", out).out
        table = pl.read_parquet(out) if out.suffix == ".parquet" else pl.read_csv(out)
        assert table["text"].to_list() == SENTENCES
        assert table["spans"].to_list() == ["24:36", "18:30", "4:8 19:21"]

    def test_text_that_a_spreadsheet_would_run_has_an_apostrophe_before_it(self, call, tmp_path):
        write_index(tmp_path / "index", [["=HYPERLINK(an eager beaver)"]])
        (tmp_path / "list").write_text("eager beaver", encoding="utf-8")
        for name, text in (("f.csv", "'=HYPERLINK(an eager beaver)"), ("f.parquet", "=HYPERLINK(an eager beaver)")):
            call("corpus", "find", tmp_path / "index", tmp_path / "list", "-o", tmp_path / name)
            read = pl.read_csv if name.endswith("csv") else pl.read_parquet
            assert read(tmp_path / name).select("text", "spans").row(0) == (text, "14:26")

    def test_fewer_words_between_find_less(self, call, index):
        done = call("corpus", "find", index, index.parent / "list.txt", "--gap", "0")
        assert "(--gap allows words between their parts): give up, lame duck." in done.err

    def test_a_file_that_is_there_stays_unless_asked(self, call, index):
        out = index.parent / "found.csv"
        out.write_text("mine", encoding="utf-8")
        asked = ("corpus", "find", index, index.parent / "list.txt", "-o", out)
        assert "is there already; pass --force to replace it" in call(*asked, code=2).message
        assert out.read_text(encoding="utf-8") == "mine"
        call(*asked, "--force")
        assert out.read_text(encoding="utf-8").startswith("expression,")

    def test_a_dataset_is_taken_by_its_name(self, call, index):
        assert "expressions are not in en; they are left out" in call("corpus", "find", index, "starter").err

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("nowhere", "list.txt"), "nowhere is not a folder; make an index"),
            (("index", "none.txt"), "none.txt does not exist; name a list"),
            (("index", "list.txt", "-o", "found.xlsx"), "write .csv or .parquet at its end"),
            (("index", "list.txt", "-o", "index"), "is a folder; give a file"),
            (("index", "list.txt", "--gap", "-1"), "--gap"),
            (("index", "pt.csv"), "pt.csv has no expression in en, the language of the index; it has pt."),
        ],
    )
    def test_mistakes_are_one_line(self, call, index, monkeypatch, arguments, told):
        monkeypatch.chdir(index.parent)
        (index.parent / "pt.csv").write_text("expression,language\npé frio,pt\n", encoding="utf-8")
        assert told in call("corpus", "find", *arguments, code=2).message

    def test_a_long_table_is_cut_on_the_terminal_only(self, call, tmp_path):
        write_index(tmp_path / "index", [["An eager beaver."] * 120])
        (tmp_path / "list").write_text("eager beaver", encoding="utf-8")
        done = call("corpus", "find", tmp_path / "index", tmp_path / "list")
        assert done.out.count("An eager beaver.") == 100
        assert "The first 100 of 120 rows; -o FILE has them all." in done.err


class TestSample:
    def test_it_prints_sentences_as_a_lexicon_takes_them(self, call, index):
        done = call("corpus", "sample", index, index.parent / "list.txt", "--gap", "3")
        assert r"likes \[an\] [eager beaver] in the kitchen" in done.said
        assert "eager beaver: 2 of 3 sentences; found 2, left out none." in done.err
        assert "give up: 0 of 3 sentences; found 1, left out 1 too short." in done.err

    def test_contexts_are_for_inject_learn(self, call, index):
        out = index.parent / "contexts.csv"
        call("corpus", "sample", index, index.parent / "list.txt", "--contexts", "-o", out)
        assert [context.form for context in read_contexts(out)] == ["eager beaver", "eager beaver"]
        with out.open(encoding="utf-8", newline="") as file:
            assert next(csv.reader(file)) == ["expression", "text", "start", "end"]

    def test_an_apostrophe_before_a_context_is_not_part_of_it(self, tmp_path):
        path = tmp_path / "contexts.csv"
        path.write_text("expression,text,start,end\neager beaver,'-An eager beaver.,4,16\n", encoding="utf-8")
        assert [(one.text, one.form) for one in read_contexts(path)] == [("-An eager beaver.", "eager beaver")]

    def test_an_expression_with_one_context_is_named(self, call, tmp_path):
        write_index(tmp_path / "index", [SENTENCES[:1]])
        (tmp_path / "list").write_text("eager beaver", encoding="utf-8")
        done = call("corpus", "sample", tmp_path / "index", tmp_path / "list", "--contexts")
        assert "One context only, and inject learn asks for two or more: eager beaver." in done.err

    def test_contexts_are_the_same_as_parquet(self, call, index):
        for out in (index.parent / "contexts.csv", index.parent / "contexts.parquet"):
            call("corpus", "sample", index, index.parent / "list.txt", "--contexts", "-o", out)
        csv_, parquet = (read_contexts(index.parent / f"contexts.{kind}") for kind in ("csv", "parquet"))
        assert [(one.text, one.form) for one in csv_] == [(one.text, one.form) for one in parquet]

    def test_an_apostrophe_of_a_context_in_parquet_is_part_of_it(self, tmp_path):
        path = tmp_path / "contexts.parquet"
        text = "'-An eager beaver."
        pl.DataFrame({"expression": ["eager beaver"], "text": [text], "start": [5], "end": [17]}).write_parquet(path)
        assert [(one.text, one.form) for one in read_contexts(path)] == [(text, "eager beaver")]

    def test_lengths_that_cannot_be_are_refused(self, call, index):
        asked = ("corpus", "sample", index, "starter", "--shortest", "9", "--longest", "8")
        assert "--shortest 9, --longest 8" in call(*asked, code=2).message
