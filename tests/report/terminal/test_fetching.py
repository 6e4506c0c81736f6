"""What is printed about datasets says what is there, what is not, and what to do."""

import io
import json

import pytest
from rich.console import Console

from idioprobe.data.registry import load_starter
from idioprobe.data.sources.catalogue import FileState, sources
from idioprobe.data.sources.corpus import Filled, NotFound
from idioprobe.data.sources.sentences import FilledSentence, Reference, SourceSentence
from idioprobe.report.terminal import fetching
from idioprobe.report.terminal.fetching import list_sources, show_fetched, show_filled, show_sources


@pytest.fixture(scope="module")
def starter():
    return load_starter()


@pytest.fixture(autouse=True)
def nothing_fetched(monkeypatch, tmp_path, starter):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))
    monkeypatch.setattr(fetching, "load_starter", lambda: starter)


@pytest.fixture
def console():
    return Console(width=100, record=True, file=io.StringIO())


@pytest.fixture
def partial(tmp_path):
    """A folder with one file of NCTTI, and that not as published."""
    folder = tmp_path / "mine" / "nctti"
    (folder / "data").mkdir(parents=True)
    (folder / "data/data_en.tsv").write_text("edited")
    return folder


def test_every_dataset_is_listed_and_the_list_is_json(partial):
    listed = {entry["name"]: entry for entry in json.loads(json.dumps(list_sources([partial.parent])))}
    present = {name: entry["present"] for name, entry in listed.items()}
    assert present == {"starter": "yes", **dict.fromkeys(sources(), "no"), "nctti": "partly"}
    assert listed["nctti"]["folders"] == [str(partial)]
    assert listed["nctti"]["files"][0] == {"path": "data/data_en.tsv", "state": "changed"}
    assert listed["starter"]["expressions"] == {"de": 40, "en": 176, "es": 40, "pt": 68}


def test_a_file_may_be_in_any_of_the_folders(tmp_path, partial):
    other = tmp_path / "fetched" / "nctti"
    for file in sources()["nctti"].files[1:]:
        (other / file.path).parent.mkdir(parents=True, exist_ok=True)
        (other / file.path).write_text("x")
    (listed,) = (entry for entry in list_sources([partial]) if entry["name"] == "nctti")
    assert listed["present"] == "yes"


def test_the_table_says_all_there_is_to_say(console, partial):
    show_sources(list_sources([partial]), console)
    said = " ".join(console.export_text().split())
    for expected in (
        "ncimp en, pt en 281, pt 180 en 19,600, pt 12,600 no",
        "no; idioprobe data fetch ncs, or --data-dir",
        "licence none in the repository; the article (Computational Linguistics 51) is CC BY 4.0",
        "Probing for idiomaticity in vector space models.",
        "not as published: data/data_en.tsv",
        "without data/data_pt.tsv, data/sentids_en.csv, data/sentids_pt.csv",
    ):
        assert expected in said


def test_what_was_fetched_is_told_file_by_file_where_it_matters(console, tmp_path):
    states = [
        FileState("good.csv", "ok", "0" * 64),
        FileState("new.csv", "unverified", "1" * 64, optional=True),
        FileState("odd[red].csv", "changed", "2" * 64),
        FileState("gone.csv", "missing", None, optional=True),
    ]
    show_fetched(sources()["ncimp"], states, tmp_path, console)
    said = console.export_text()
    assert f"ncimp: 3 of 4 files in {tmp_path}" in said
    assert "Verified by SHA-256: 1" in said
    assert f"no published checksum is known: new.csv (SHA-256 {'1' * 64}, recorded)" in said
    assert f"Not as published: odd[red].csv (SHA-256 {'2' * 64})" in said
    assert "Missing, optional: gone.csv" in said


def test_what_was_filled_is_counted_and_what_was_not_has_its_reason(console):
    reference = Reference("http://a.example/", 2)
    sentence = SourceSentence("acid test", "en", 1, None, reference)
    found = FilledSentence("bad apple", "en", 2, reference, "a bad apple", "c.xml")
    wrong = NotFound(sentence, "the expression does not occur in sentence 2 of its document", True, "[bold] other")
    absent = NotFound(sentence, "its document is not in the corpus file", False)
    results = [
        Filled("c.xml", "ukWaC", "en", (found,), (wrong,) * 12 + (absent,) * 3),
        Filled("d.conll", "brWaC", "pt", (), ()),
        Filled("e.gz", "ukWaC", "en", (), (absent,), "e.gz cannot be read to its end: damaged"),
    ]
    show_filled(results, console)
    said = console.export_text()
    assert "c.xml (ukWaC, en): 1 of 16 sentences found" in said
    assert "3 not found: its document is not in the corpus file; another file" in said
    assert (
        "Left out: acid test, sentence 1: the expression does not occur in sentence 2 of its document: [bold]" in said
    )
    assert "Left out for similar reasons: 2 more" in said
    assert "d.conll (brWaC, pt): nothing was looked for" in said
    assert "e.gz cannot be read to its end" in said
