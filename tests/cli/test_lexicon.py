"""The commands about drafts and completed datasets, as a user calls them."""

import json

import pytest

from idioprobe.cli import main
from idioprobe.data.folder import read_folder
from tests.make.wordnet.handmade import LMF, TAB, write_wndb

LEXICON = """expression,language,sentence,synonym,modifier,head,modifier_synonyms,head_synonyms
old dog,en,An old dog slept.,veteran,old,dog,,
cachorro velho,pt,Vi um cachorro velho ontem.,veterano,velho,cachorro,antigo,cão
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WNSEARCHDIR", str(write_wndb(tmp_path / "wn")))
    (tmp_path / "list.txt").write_text("old dog\nhot dog\n", encoding="utf-8")
    (tmp_path / "x.tab").write_text(TAB, encoding="utf-8")
    return tmp_path


@pytest.fixture
def call(monkeypatch, capsys, place):  # noqa: ARG001
    def call(*arguments):
        monkeypatch.setattr("sys.argv", ["idioprobe", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return ended.value.code, said.out, said.err

    return call


def test_from_a_list_to_a_draft_to_a_dataset(place, call):
    code, out, _ = call("lexicon", "draft", "list.txt", "-o", "d.toml", "--language", "en")
    assert code == 0
    assert "Open: synonym (2), sentence (2), class (2), modifier_synonyms (1)." in out
    code, out, _ = call("lexicon", "check", "d.toml")
    assert code == 1
    assert "0 of 2 expressions finished." in out
    code, out, _ = call("data", "build", "d.toml", "-o", "begun")
    assert code == 0
    assert "'old dog': synonym and sentence are open, and what needs them is left out" in out
    told = " ".join(out.split())
    assert "a sentence, for old dog" in told
    assert "synonyms of its words (such as" not in told
    text = (place / "d.toml").read_text(encoding="utf-8").replace('synonym = ""', 'synonym = "veteran"', 1)
    text = text.replace("sentences = []", 'sentences = ["An old dog slept."]', 1)
    (place / "d.toml").write_text(text, encoding="utf-8")
    code, out, _ = call("data", "build", "d.toml", "-o", "built")
    assert code == 0
    assert "'old dog'" not in out
    assert "'hot dog': synonym and sentence are open" in out
    assert read_folder(place / "built").stimuli.filter(role="syn")["expression"].unique().to_list() == ["old dog"]


def test_of_a_finished_lexicon_nothing_is_open(place, call):
    head, entry = "expression,class,synonym,modifier,head,modifier_synonyms,sentence", "old dog,NC,veteran,old,dog,aged"
    (place / "done.csv").write_text(f"{head}\n{entry},An old dog.\n", encoding="utf-8")
    code, out, _ = call("lexicon", "draft", "done.csv", "-o", "done.toml", "--language", "en")
    assert code == 0
    assert "Open: nothing." in out
    assert call("lexicon", "check", "done.toml")[0] == 0


def test_a_spreadsheet_is_checked_like_any_lexicon(call):
    assert call("lexicon", "draft", "list.txt", "-o", "d.xlsx", "--language", "en")[0] == 0
    code, out, _ = call("lexicon", "check", "d.xlsx", "--json")
    assert code == 1
    assert [entry["needed"] for entry in json.loads(out)["entries"]] == [["synonym", "sentence"]] * 2


def test_mistakes_end_a_check_with_2(place, call):
    (place / "l.csv").write_text("expression,language,synonym,sentence,class\nold dog,en,x,An old dog.,Q\n")
    code, out, err = call("lexicon", "check", "l.csv")
    assert code == 2
    assert "'Q' is not one of NC, PC, C" in err
    assert "1 of 1 expression" in out


def test_a_draft_is_not_overwritten_without_being_asked(place, call):
    (place / "d.toml").write_text("mine", encoding="utf-8")
    code, _, err = call("lexicon", "draft", "list.txt", "-o", "d.toml", "--language", "en")
    assert code == 2
    assert "pass --force" in err
    assert (place / "d.toml").read_text(encoding="utf-8") == "mine"
    assert call("lexicon", "draft", "list.txt", "-o", "d.toml", "--language", "en", "--force")[0] == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("-o", "d.txt", "--language", "en"), "write .toml or .xlsx at its end"),
        (("-o", "d.toml"), "does not say its language"),
        (("-o", "d.toml", "--language", "de"), "No wordnet for de is at hand"),
        (("-o", "d.toml", "--language", "en", "--wordnet", "nowhere"), "--wordnet nowhere does not exist"),
        (("-o", "d.toml", "--language", "en", "--wordnet", "list.txt"), "in no format that is known"),
        (("-o", "d.toml", "--language", "en", "--index", "nowhere"), "nowhere"),
        (("-o", "d.toml", "--language", "en", "--paraphrases", "nowhere.csv"), "nowhere.csv"),
    ],
)
def test_what_cannot_be_done_is_one_line(place, call, options, told):
    code, _, err = call("lexicon", "draft", "list.txt", *options)
    assert code == 2
    assert told in err
    assert err.count("\n") == 1
    assert not (place / "d.toml").exists()


def test_a_list_that_is_not_there_is_told(call):
    code, _, err = call("lexicon", "draft", "none.txt", "-o", "d.toml", "--language", "en")
    assert (code, err.count("\n")) == (2, 1)


def test_a_dataset_is_completed_and_can_be_validated(place, call):
    (place / "l.csv").write_text(LEXICON, encoding="utf-8")
    assert call("data", "build", "l.csv", "-o", "mine")[0] == 0
    code, out, _ = call("data", "complete", "mine", "--from", "x.tab", "-o", "more")
    assert code == 0
    assert "marked as derived" in out
    data = read_folder(place / "more")
    assert data.name == "mine-completed"
    assert call("data", "validate", "more")[0] == 0
    code, _, err = call("data", "complete", "mine", "--from", "x.tab", "-o", "more")
    assert code == 2
    assert "--force" in err


def test_only_the_language_that_is_named_is_completed(place, call):
    (place / "l.csv").write_text(LEXICON, encoding="utf-8")
    call("data", "build", "l.csv", "-o", "mine")
    sources = ("--from", "wn", "--from", "x.tab")
    code, out, _ = call("data", "complete", "mine", *sources, "-o", "en", "--language", "English")
    assert code == 0
    assert "pt:" not in out
    code, _, err = call("data", "complete", "mine", "--from", "x.tab", "-o", "no", "--language", "de")
    assert (code, err.count("\n")) == (2, 1)


def test_a_broken_wordnet_leaves_nothing_behind(place, call):
    (place / "w.xml").write_text(LMF[:700], encoding="utf-8")
    (place / "l.csv").write_text(LEXICON, encoding="utf-8")
    call("data", "build", "l.csv", "-o", "mine")
    code, _, err = call("data", "complete", "mine", "--from", "w.xml", "-o", "more")
    assert code == 2
    assert "is no wordnet in WN-LMF" in err
    assert not (place / "more").exists()
