"""From a table of answers to ratings, a lexicon and a dataset, as a user calls it."""

import csv
import json
import tomllib

import pytest

from idioprobe.cli import main
from idioprobe.data.folder import read_folder
from idioprobe.data.sources.nctti.read import read_nctti

LEXICON = """expression,language,class,sentence1,sentence2,sentence3,synonym,synonym2,adjective,noun
kalter Hund #m,de,,Der [kalte Hund #def] fror.,Ein [kalter Hund] fror.,Ein [kalter Hund]!,Keksschnitte #f,,kalter,Hund
alter Hase #m,de,,Er ist ein [alter Hase].,Sie ist ein [alter Hase].,Wie ein [alter Hase]!,Könner #m,Profi #m,alter,Hase
"""
HEADER = "annotator,expression,language,sentence,score,adjective,noun,paraphrases\n"


def said(annotator, name, sentence, score, paraphrases=""):
    return f"{annotator},{name},de,{sentence},{score},{score},{score},{paraphrases}\n"


ANSWERS = HEADER + "".join(
    [
        *(
            said(a, "kalter Hund", s, 0 + (a == "q"), "der Kekskuchen; Kuchen" if s == 1 else "Kekskuchen")
            for a in "pqr"
            for s in (1, 3)
        ),
        *(said(a, "kalter Hund", 2, 5, "frierender Hund") for a in "pqr"),
        *(
            said(a, "alter Hase", s, 1, "Profi" if a == "p" else "Könner" if a == "q" else "Könner;=1+1")
            for a in "pqr"
            for s in (1, 2, 3)
        ),
        *(said("x", n, s, 5 - s, "") for n in ("kalter Hund", "alter Hase") for s in (1, 2, 3)),
    ]
)


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "mine.csv").write_text(LEXICON, encoding="utf-8")
    (tmp_path / "answers.csv").write_text(ANSWERS, encoding="utf-8")
    return tmp_path


@pytest.fixture
def call(monkeypatch, capsys, place):  # noqa: ARG001
    def call(*arguments):
        monkeypatch.setattr("sys.argv", ["idioprobe", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        found = capsys.readouterr()
        return ended.value.code, found.out, found.err

    return call


def test_all_that_follows_is_printed_within_80_columns(call):
    code, out, _ = call("judgments", "answers.csv", "--min-agreement", "0.2")
    assert code == 0
    for heading in (
        "answers.csv: 24 answers by 4 annotators, 6 sentences of 2 expressions (de), scale 0-5.",
        "Removed: 1 annotator of 4",
        "Answers: 24 before, 18 after.",
        "Agreement: Krippendorff's α",
        "Annotators: ρ with the mean of all others",
        "Ratings of expressions and their components",
        "Ratings of sentences",
        "Sentences that depart most from the others of their expression",
        "Classes, as suggestions",
        "NC below 1.67, C above 3.33, PC between",
        "Paraphrases, with how often they were proposed",
    ):
        assert heading in " ".join(out.split()).replace("  ", " "), heading
    assert "ρ below 0.2: x (" in out
    assert max(map(len, out.splitlines())) <= 80


def test_json_has_every_table(call):
    code, out, _ = call("judgments", "answers.csv", "--json")
    found = json.loads(out)
    assert code == 0
    assert {row["metric"] for row in found["agreement"]} == {"ordinal", "interval", "nominal"}
    assert len(found["ratings"]) == 18
    assert [row["annotator"] for row in found["annotators"]] == ["p", "q", "r", "x"]
    assert found["counts"]["answers"] == {"before": 24, "after": 24, "set_aside": 0}
    assert found["removed"] == []


def test_a_lexicon_gets_ratings_and_synonyms_and_is_built_as_it_is(call, place):
    code, _, _ = call("judgments", "answers.csv", "-d", "mine.csv", "--min-agreement", "0.2", "--synonyms", "-o", "out")
    assert code == 0
    text = (place / "out" / "lexicon.toml").read_text(encoding="utf-8")
    first, second = tomllib.loads(text)["expression"]
    assert (first["synonym"], first["synonym_sentence2"]) == ("Kekskuchen", "frierender Hund")
    assert '# Before: synonym = "Keksschnitte #f"' in text
    assert first["rating_sentence1"] == pytest.approx(1 / 3, abs=1e-4)
    assert first["rating_sentence2"] == 5
    assert (second["synonym"], second["synonym2"]) == ("Könner #m", "Profi #m"), "with the tags that they had"
    assert second["class"] == "NC"
    assert tomllib.loads(text)["labelling"] == "suggested"
    code, _, err = call("data", "build", "out/lexicon.toml", "-o", "built")
    assert code == 0, err
    built = read_folder(place / "built")
    assert len(built.ratings) == 6
    assert "suggested by mean ratings" in built.header.labelling_note


def test_without_synonyms_a_lexicon_keeps_its_own(call, place):
    call("judgments", "answers.csv", "-d", "mine.csv", "-o", "out")
    first, _ = tomllib.loads((place / "out" / "lexicon.toml").read_text(encoding="utf-8"))["expression"]
    assert first["synonym"] == "Keksschnitte #f"


def test_without_synonyms_at_hand_it_says_where_they_could_come_from(call):
    code, _, err = call("judgments", "answers.csv", "-o", "out")
    assert code == 0
    told = " ".join(err.split())
    assert "lack a synonym or a sentence; --dataset takes them from your lexicon, --synonyms from what people" in told


def test_a_dataset_gets_its_ratings_and_loses_nothing(call, place):
    call("data", "build", "mine.csv", "-o", "built")
    code, _, err = call("judgments", "answers.csv", "-d", "built", "-o", "out")
    assert code == 0, err
    before, after = read_folder(place / "built"), read_folder(place / "out" / "dataset")
    assert after.stimuli.equals(before.stimuli)
    rated = after.ratings.filter(expression="kalter Hund", target="noun", sentence=2)
    assert rated.select("mean", "n", "rating").row(0) == (4.5, 4, "token")
    assert call("data", "build", "out/lexicon.toml", "-o", "again")[0] == 0


def test_the_files_are_plain_and_run_nothing(call, place):
    call("judgments", "answers.csv", "-o", "out")
    with (place / "out" / "paraphrases.csv").open(encoding="utf-8") as file:
        rows = {row["paraphrase"]: row for row in csv.DictReader(file)}
    assert rows["Kekskuchen"]["level"] == "type"
    assert rows["frierender Hund"]["sentence"] == "2"
    assert not any(text.startswith(("=", "+", "@")) for text in rows)
    layout = (place / "out" / "nctti" / "data" / "data_de.tsv").read_text(encoding="utf-8").splitlines()
    assert layout[0].replace('"', "").split("\t")[:4] == ["compound", "CompScale", "CompType", "MeanS1"]
    answers = (place / "out" / "answers.csv").read_text(encoding="utf-8")
    assert ";'=1+1" in answers or "=1+1" not in [cell[:4] for cell in answers.replace("\n", ",").split(",")]


def test_nctti_s_layout_is_read_as_nctti(call, place):
    (place / "en.csv").write_text(ANSWERS.replace(",de,", ",en,").replace("der Keks", "the Keks"), encoding="utf-8")
    call("judgments", "en.csv", "-o", "out")
    read = read_nctti(place / "out" / "nctti")
    assert read.scores.filter(expression="kalter Hund").row(0)[2:] == ("PC", None, 1.25, 4.5, 0.75)
    said_of = read.paraphrases.filter(expression="kalter Hund").select("sentence", "paraphrase").rows()
    assert said_of == [(None, "Kekskuchen"), (1, "Kuchen"), (2, "frierender Hund")]


def test_nothing_is_overwritten_unasked(call, place):
    assert call("judgments", "answers.csv", "-o", "out")[0] == 0
    code, _, err = call("judgments", "answers.csv", "-o", "out")
    assert code == 2
    assert "out is there already; pass --force" in err
    assert call("judgments", "answers.csv", "-o", "out", "--force")[0] == 0
    (place / "out" / "diary.txt").write_text("mine", encoding="utf-8")
    code, _, err = call("judgments", "answers.csv", "-o", "out", "--force")
    assert code == 2
    assert "holds other files (diary.txt, …)" in err


def test_mistakes_are_named_and_counted_and_can_be_set_aside(call, place):
    bad = ANSWERS + said("p", "kalter Hund", 9, 1) + said("p", "alter Hase", 1, 2) + said("y", "alter Hase", 1, 8)
    (place / "bad.csv").write_text(bad, encoding="utf-8")
    code, _, err = call("judgments", "bad.csv", "-d", "mine.csv")
    assert code == 2
    assert "bad.csv:26: mine.csv has no sentence 9 of 'kalter Hund'; it has 1, 2, 3." in err
    assert "bad.csv:27: annotator 'p', 'alter Hase', sentence 1 is on line" in err
    assert "bad.csv:28: score '8' lies outside the scale" in err
    assert "Rows with mistakes: 3 (" in err
    assert "--skip-bad" in err
    assert "judgments takes --scale too" in err
    code, out, _ = call("judgments", "bad.csv", "-d", "mine.csv", "--skip-bad", "-o", "out")
    assert code == 0
    assert "Rows set aside: 3" in out
    assert len((place / "out" / "set-aside.csv").read_text(encoding="utf-8").splitlines()) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--scale", "5-1"), "--scale '5-1': write the lowest and the highest"),
        (("--min-agreement", "2"), "--min-agreement 2: ρ lies between -1 and 1"),
        (("--thresholds", "3,1"), "--thresholds '3,1': write two numbers"),
        (("--synonyms",), "--synonyms are written into a lexicon: name its folder with --out"),
        (("--min-items", "100"), "All 4 annotators are removed"),
        (("-d", "no such"), "There is no dataset 'no such'"),
    ],
)
def test_what_makes_no_sense_is_told(call, arguments, message):
    code, _, err = call("judgments", "answers.csv", *arguments)
    assert code == 2
    assert message in err


@pytest.mark.parametrize("name", ["G2-1", "V4.1", "G2-3", "V4.2"])
def test_tables_of_the_papers_are_made_of_any_annotations(call, place, name):
    text = LEXICON.replace("de,,Der", "de,NC,Der").replace("de,,Er", "de,PC,Er")
    (place / "mine.csv").write_text(text, encoding="utf-8")
    call("data", "build", "mine.csv", "-o", "built")
    code, out, err = call("analyse", "-t", name, "--annotations", "answers.csv", "-d", "built")
    assert code == 0, err
    assert "DE" in out
    assert "Token ratings from answers.csv" in out
    assert "Noun" in out
    if name in ("G2-3", "V4.2"):
        assert "classes from built." in out


def test_a_table_that_lacks_what_it_needs_says_so(call):
    code, _, err = call("analyse", "-t", "G2-2", "--annotations", "answers.csv")
    assert code == 2
    assert "G2-2 needs type ratings: answers of the level type in the table, or a dataset" in err
    code, _, err = call("analyse", "-t", "G2-3", "--annotations", "answers.csv")
    assert "G2-3 needs the classes of these expressions: a dataset that has them (--dataset)" in err


def test_many_components_leave_room_for_the_expressions(call, place):
    roles = ("modifier", "head", "verb", "object", "particle", "adjective")
    rows = "".join(
        f"{a},ins Gras beißen oder so,de,{s},{n}{',1' * len(roles)}\n" for n, a in enumerate("pqr") for s in (1, 2, 3)
    )
    (place / "wide.csv").write_text(f"annotator,expression,language,sentence,score,{','.join(roles)}\n{rows}")
    code, printed, _ = call("judgments", "wide.csv")
    assert code == 0
    assert max(map(len, printed.splitlines())) <= 80
    sentences = printed.partition("Ratings of sentences")[2]
    assert sentences.count("ins Gras beißen oder so") >= 2 * 3, "each part of the table has its labels, unbroken"
    assert all(f"of {role}" in sentences for role in roles)


@pytest.mark.parametrize(("language", "shown"), [("en", "empty threat"), ("de", "Empty threat")])
def test_a_large_letter_that_a_phone_wrote_is_no_name(call, place, language, shown):
    said = {"p": "Empty threat", "q": "The Empty threat", "r": "empty threat"}
    rows = "".join(f"{a},paper tiger,{language},{s},1,{text}\n" for a, text in said.items() for s in (1, 2, 3))
    (place / "phones.csv").write_text(f"annotator,expression,language,sentence,score,paraphrases\n{rows}")
    found = json.loads(call("judgments", "phones.csv", "--json")[1])["paraphrases"]
    assert found[0]["paraphrase"] == shown


def test_filters_that_remove_nobody_say_so(call):
    _, out, _ = call("judgments", "answers.csv", "--min-items", "2")
    assert "The filters remove nobody." in out
    assert "The filters" not in call("judgments", "answers.csv")[1]


def test_a_lexicon_without_a_language_is_in_that_of_the_study(call, place):
    lexicon = "expression,sentence,synonym\npaper tiger,It is a paper tiger.,bluff\n"
    (place / "own.csv").write_text(lexicon, encoding="utf-8")
    assert call("annotate", "new", "own.csv", "--language", "en", "-o", "study")[0] == 0
    table = "annotator,expression,language,sentence,score\na,paper tiger,en,1,2\nb,paper tiger,en,1,3\n"
    (place / "given.csv").write_text(table, encoding="utf-8")
    assert call("annotate", "import", "study", "given.csv")[0] == 0
    code, _, _ = call("judgments", "study", "--dataset", "own.csv", "-o", "judged")
    assert code == 0
    code, shown, _ = call("analyse", "-t", "G2-4", "--annotations", "study", "--expression", "paper tiger")
    assert code == 0
    assert "It is a [paper tiger]. 2.5" in " ".join(shown.split()), "with the sentence that people saw"
    assert (
        tomllib.loads((place / "judged/lexicon.toml").read_text(encoding="utf-8"))["expression"][0]["synonym"]
        == "bluff"
    )


def test_one_sentence_has_no_interval(call, place):
    rows = [
        line
        for line in ANSWERS.splitlines()
        if not line[2:].startswith(("alter", "kalter Hund,de,2", "kalter Hund,de,3"))
    ]
    (place / "one.csv").write_text("\n".join(rows), encoding="utf-8")
    found = json.loads(call("judgments", "one.csv", "--json")[1])["agreement"]
    assert {(row["sentences"], row["ci_low"], row["ci_high"]) for row in found} == {(1, None, None)}
