"""The commands about datasets, on small copies of the published repositories made up here.

They are called in this process; test_run.py calls the program as a user does.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace

import pytest

from idioprobe.cli import main
from idioprobe.cli.shared import load
from idioprobe.data.folder import write_folder
from idioprobe.data.sources.catalogue import sources
from tests.data.otherpackage import install
from tests.data.sources.folders import (
    BEAVER,
    BEAVER_SENTENCE,
    SEA,
    SHEET,
    ncimp_row,
    rated,
    write_csv,
    write_natural,
    write_ncs,
    write_neutral,
    write_ratings,
)
from tests.data.sources.sheets import write_sheet
from tests.data.sources.test_corpus import ukwac
from tests.papers.nctti import write_annotations, write_small_nctti
from tests.suites.world import FILLERS, dataset, expression, item

__all__ = ["install"]

NEUTRAL = {
    "neutral sentence": "This is an eager beaver",
    "mwe synonym": "This is a hard worker",
    "head only": "This is a beaver",
    "modifier only": "This is an eager",
    "both synonyms": "This is a keen rodent",
}


@dataclass(frozen=True)
class Called:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def said(self):
        """Standard output on one line."""
        return " ".join(self.out.split())

    @property
    def message(self):
        """The last line on standard error, which is the only one that a failure adds."""
        lines = self.err.strip().splitlines()
        assert [line.startswith("idioprobe: ") for line in lines].count(True) == 1, self.err
        assert lines[-1].startswith("idioprobe: ")
        assert "Traceback" not in self.err
        assert "unexpected" not in lines[-1]
        return lines[-1]


def caller(monkeypatch, capsys):
    """A function that calls the command with some arguments; `code` None stands for any failure."""

    def call(*arguments, code=0):
        monkeypatch.setattr(sys, "argv", ["idioprobe", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        done = Called(end.value.code or 0, *capsys.readouterr())
        assert done.code == code if code is not None else done.code, done.err + done.out
        return done

    return call


@pytest.fixture
def call(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))
    return caller(monkeypatch, capsys)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """A folder that holds small copies of all three."""
    folder = tmp_path_factory.mktemp("shelf") / "Dáta"
    ncimp = folder / "ncimp"
    write_neutral(ncimp, ncimp_row("eager beaver", BEAVER))
    write_natural(ncimp, 1, ncimp_row("eager beaver", BEAVER_SENTENCE))
    write_neutral(ncimp, ncimp_row("alto mar", SEA), language="PT")
    write_ratings(ncimp, rated("eager beaver", shown="NN"), rated("alto mar", language="pt", shown="AN"))
    write_ncs(folder / "ncs", {"eager beaver": NEUTRAL}, [("eager beaver", "1,5", "An eager beaver left .", "", "")])
    write_small_nctti(folder / "nctti")
    return folder


class TestList:
    def test_it_says_what_is_there_and_what_is_not(self, call, shelf):
        said = call("data", "list", "--data-dir", shelf).said
        assert "ncimp en, pt en 281, pt 180 en 19,600, pt 12,600 partly" in said
        assert "nctti en, pt en 280, pt 180 en 840, pt 540 yes" in said
        assert "without dataset/EN/naturalistics_examplesent2.csv" in said
        assert "not as published: data/data_en.tsv" in said

    def test_without_any_it_says_how_to_get_them(self, call):
        said = call("data", "list").said
        assert "no; idioprobe data fetch ncs, or --data-dir" in said
        assert "yes, in the package" in said

    def test_as_json_it_has_everything(self, call, shelf):
        listed = {entry["name"]: entry for entry in json.loads(call("data", "list", "--json", "--data-dir", shelf).out)}
        assert list(listed) == ["starter", *sources()]
        for entry in listed.values():
            assert entry["licence"]
            assert entry["citation"]
            assert entry["roles"]
        assert listed["ncs"]["folders"] == [str(shelf / "ncs")]


class TestStats:
    def test_nctti_stands_beside_its_paper(self, call, shelf):
        done = call("data", "stats", "nctti", "--data-dir", shelf)
        assert "NC expressions 2 2 103 ≠ 2 2 60 ≠ §3.1" in done.said
        assert "all ρ(type, token) 0.77 6 0.92 ≠" in done.said
        assert "type paraphrases 18 6 1,506 ≠" in done.said
        assert "en nat original 12 12 0" in done.said

    def test_annotations_add_agreement(self, call, shelf, tmp_path):
        plain = call("data", "stats", "nctti", "--data-dir", shelf).said
        assert "--annotations FILE" in plain
        path = write_annotations(tmp_path / "mine.csv")
        told = call("data", "stats", "nctti", "--data-dir", shelf, "--annotations", path).said
        assert "two annotators" in told
        assert "--annotations FILE" not in told

    def test_the_scale_of_agreement_can_be_chosen(self, call, shelf, tmp_path):
        path = write_annotations(tmp_path / "mine.csv")
        values = {
            level: json.loads(
                call(
                    *("data", "stats", "nctti", "--json", "--data-dir", shelf),
                    *("--annotations", path, "--level", level),
                ).out
            )["figures"]
            for level in ("ordinal", "nominal")
        }
        alphas = {
            level: next(f["value"] for f in figures if f["group"] == "three annotators" and f["figure"].startswith("α"))
            for level, figures in values.items()
        }
        assert alphas["ordinal"] != alphas["nominal"]
        wrong = call("data", "stats", "nctti", "--data-dir", shelf, "--level", "rational", code=2)
        assert "--level rational: one of ordinal, interval, nominal." in wrong.message

    def test_ncimp_counts_sentences_classes_and_flaws(self, call, shelf):
        done = call("data", "stats", "ncimp", "--data-dir", shelf)
        assert "en nat original 1 1 0" in done.said
        assert "ClassType en 1 0 0 0" in done.said
        assert "ClassToken en 0 1 0 0" in done.said
        assert "dataset/EN/neutral.csv changed" in done.said
        assert "dataset/PT/naturalistics_examplesent1.csv is missing" in done.err + done.out

    def test_as_json(self, call, shelf):
        stats = json.loads(call("data", "stats", "ncs", "--json", "--data-dir", shelf).out)
        assert stats["name"] == "ncs"
        assert stats["expressions"] == {"en": 1}
        assert "figures" not in stats

    def test_a_dataset_folder_of_ones_own(self, call, tmp_path):
        write_folder(dataset(item(FILLERS), [expression("eager beaver", label="NC")]), tmp_path / "own")
        done = call("data", "stats", tmp_path / "own")
        assert "tiny: stimuli" in done.said
        assert "hand en 1 0 0 0" in done.said


class TestShow:
    def test_an_expression_with_its_sentences_variants_and_ratings(self, call, shelf):
        said = call("data", "show", "ncimp", "Eager Beaver", "--data-dir", shelf).said
        for expected in (
            "en/eager beaver/nat1 original The [eager beaver] left .",
            "syn The [hard worker] left .",
            "words This is a [keen rodent]",
            "rating (expression, type): 1",
            "rating (expression, sentence 2): 1",
            "class (ClassType): NC",
            "class (ClassToken): PC",
        ):
            assert expected in said

    def test_rare_variants_are_shown_when_asked_for(self, call, shelf):
        plain = call("data", "show", "ncimp", "eager beaver", "--data-dir", shelf).said
        everything = call("data", "show", "ncimp", "eager beaver", "--all", "--data-dir", shelf).said
        assert "These are [eager beavers]" not in plain
        assert "These are [eager beavers]" in everything

    def test_nctti_adds_means_and_paraphrases(self, call, shelf):
        said = call("data", "show", "nctti", "disc jockey", "--data-dir", shelf).said
        assert "We met [disc jockey] & co . 1.25 only 0; also 0" in said
        assert "at the type level, with its most common paraphrase 0.5 thing 0" in said

    def test_without_an_expression_all_are_listed(self, call, shelf):
        assert "pé-frio pt noun-compound NC" in call("data", "show", "nctti", "--data-dir", shelf).said

    def test_an_unknown_one_suggests_the_nearest(self, call, shelf):
        done = call("data", "show", "nctti", "disk jockey", "--data-dir", shelf, code=2)
        assert "nctti has no expression 'disk jockey'; did you mean 'disc jockey'" in done.message


class TestValidate:
    def test_it_says_what_can_be_measured(self, call, shelf):
        said = call("data", "validate", "ncs", "--data-dir", shelf).said
        assert "en neut 1 1 5 original, syn, head, modifier, words" in said
        assert "sim_comp (nat, neut, neut_long)" in said
        assert "sim_rand (random combinations)" in said

    def test_classes_come_from_nctti_where_it_is_at_hand(self, call, shelf, tmp_path):
        write_csv(
            tmp_path / "data" / "data_en.tsv",
            [
                {
                    "compound": "Eager Beaver",
                    "CompScale": "C",
                    "CompType": 1,
                    "Synonyms": "x",
                    **{f"{column}{n}": "" for column in ("MeanS", "SynonymsS") for n in (1, 2, 3)},
                }
            ],
            "\t",
        )
        both = ("--data-dir", shelf / "ncimp", "--data-dir", tmp_path)
        assert "Classes: en C 1" in call("data", "validate", "ncimp", *both).said
        own = call("data", "validate", "ncimp", *both, "--labelling", "ClassToken")
        assert "Classes: en PC 1, pt PC 1" in own.said

    def test_without_it_a_notice_says_so(self, call, shelf):
        done = call("data", "validate", "ncimp", "--data-dir", shelf / "ncimp")
        assert "Classes are NCIMP's ClassType; the four probing papers use CompScale" in done.err
        wanted = call("data", "validate", "ncimp", "--data-dir", shelf / "ncimp", "--labelling", "CompScale", code=2)
        assert "CompScale comes with NCTTI" in wanted.message


class TestFetch:
    def test_a_copy_that_differs_is_refused_file_by_file(self, call, shelf, tmp_path):
        done = call("data", "fetch", "nctti", "--from", shelf / "nctti", "--out", tmp_path / "new", code=2)
        assert "4 of 4 files differ" in done.message
        assert "data/data_en.tsv: SHA-256 " in done.message
        assert "Nothing was installed." in done.message
        assert not [path for path in (tmp_path / "new").rglob("*") if path.is_file()]

    def test_unless_it_is_accepted(self, call, shelf, tmp_path):
        done = call("data", "fetch", "nctti", "--from", shelf / "nctti", "-o", tmp_path / "new", "--accept-changed")
        assert "nctti: 4 of 4 files in" in done.said
        assert "Verified by SHA-256: 0" in done.said
        assert "Not as published: data/data_en.tsv (SHA-256 " in done.said
        assert "Please cite: Marcos Garcia" in done.said
        assert (tmp_path / "new/data/data_en.tsv").read_bytes() == (shelf / "nctti/data/data_en.tsv").read_bytes()

    def test_it_goes_to_the_data_folder_and_is_found_there(self, call, shelf, tmp_path):
        call("data", "fetch", "nctti", "--from", shelf / "nctti", "--accept-changed")
        assert (tmp_path / "fetched/nctti/data/data_pt.tsv").is_file()
        assert "disc jockey" in call("data", "show", "nctti").said

    def test_a_copy_that_lacks_a_file_is_refused(self, call, shelf, tmp_path):
        done = call("data", "fetch", "ncs", "--from", shelf / "ncs", "-o", tmp_path / "x", "--accept-changed", code=2)
        assert "lacks dataset/pt/neutral/P1_sents.csv" in done.message

    def test_a_copy_of_something_else_is_recognised(self, call, shelf, tmp_path):
        done = call("data", "fetch", "nctti", "--from", shelf / "ncs", "-o", tmp_path / "x", code=2)
        assert "holds no file of nctti (it is laid out as ncs)" in done.message

    @pytest.mark.parametrize("name", ["starter", "no such"])
    def test_only_published_ones_can_be_fetched(self, call, name):
        done = call("data", "fetch", name, code=2)
        assert f"There is no published dataset {name!r}; one of {', '.join(sources())}." in done.message

    def test_sentences_are_filled_in_from_a_corpus(self, call, shelf, tmp_path):
        folder = tmp_path / "mine"
        call("data", "fetch", "nctti", "--from", shelf / "nctti", "-o", folder, "--accept-changed")
        page = ("http://example.org/a", *["Nothing here"] * 139, "Let a Disc Jockey play")
        (tmp_path / "ukwac.xml").write_text(ukwac(page), encoding="utf-8")
        done = call("data", "fetch", "nctti", "-o", folder, "--corpus", tmp_path / "ukwac.xml")
        assert "(ukWaC, en): 1 of 6 sentences found" in done.said
        shown = call("data", "show", "nctti", "disc jockey", "--data-dir", folder).said
        assert "let a [disc jockey] play" in shown

    def test_a_corpus_of_another_kind_is_refused(self, call, shelf, tmp_path):
        call("data", "fetch", "nctti", "--from", shelf / "nctti", "-o", tmp_path / "x", "--accept-changed")
        (tmp_path / "novel.txt").write_text("Call me Ishmael.\n", encoding="utf-8")
        done = call("data", "fetch", "nctti", "-o", tmp_path / "x", "--corpus", tmp_path / "novel.txt", code=2)
        assert "is neither ukWaC" in done.message


class TestMistakes:
    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            (["stats", "ncimp"], "NCIMP is not on this machine. Fetch it with idioprobe data fetch ncimp"),
            (["stats", "ncimpp"], "There is no dataset 'ncimpp'; did you mean ncimp?"),
            (["stats", "ncimp", "--data-dir", "absent"], "--data-dir absent is not a folder."),
            (["list", "--data-dir", "absent"], "--data-dir absent is not a folder."),
            (["show", "nctti", "--labelling", "CompScale"], "NCTTI is not on this machine."),
            (["fetch"], "Missing argument"),
            (["fetch", "ncs", "--from", "absent"], "--from absent: there is no such folder or archive."),
            (["stats", "starter", "--labelling", "mine"], "--labelling mine: starter has authors."),
            (["no-such-command"], "No such command"),
        ],
    )
    def test_one_line_says_what_is_wrong(self, call, monkeypatch, tmp_path, arguments, expected):
        monkeypatch.chdir(tmp_path)
        assert expected in call("data", *arguments, code=2).message

    @pytest.mark.parametrize(
        ("name", "inside", "expected"),
        [
            ("ncimp", "nctti", "is laid out as NCTTI, not as NCIMP."),
            ("nctti", "ncs", "is laid out as NCS, not as NCTTI."),
            ("ncimp", "ncimp/dataset", "is not the top of a copy of NCIMP;"),
        ],
    )
    def test_another_layout_is_recognised(self, call, shelf, name, inside, expected):
        assert expected in call("data", "stats", name, "--data-dir", shelf / inside, code=2).message

    def test_an_empty_folder_says_what_was_expected_in_it(self, call, tmp_path):
        (tmp_path / "empty").mkdir()
        done = call("data", "stats", "ncimp", "--data-dir", tmp_path / "empty", code=2)
        assert "holds no NCIMP: expected dataset/EN/neutral.csv or the like" in done.message

    def test_a_spreadsheet_of_other_columns_lists_them(self, call, tmp_path):
        write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER))
        write_sheet(tmp_path / SHEET, [("word", "mean of means"), ("a", 1.0)])
        done = call("data", "validate", "ncimp", "--data-dir", tmp_path, code=2)
        assert "the column 'language' is missing" in done.message
        assert "found word, mean of means." in done.message

    def test_what_is_no_spreadsheet_is_said_to_be_none(self, call, tmp_path):
        write_neutral(tmp_path, ncimp_row("eager beaver", BEAVER))
        (tmp_path / SHEET).write_text("language,compound\n", encoding="utf-8")
        done = call("data", "validate", "ncimp", "--data-dir", tmp_path, code=2)
        assert "cannot be read as a spreadsheet" in done.message

    def test_a_table_of_other_columns_lists_them(self, call, tmp_path):
        write_csv(tmp_path / "dataset/EN/neutral.csv", [{"word": "x", "sentence": "y"}])
        done = call("data", "validate", "ncimp", "--data-dir", tmp_path, code=2)
        assert "the column 'compound' is missing; found word, sentence." in done.message

    def test_a_data_folder_is_only_read(self, call, shelf):
        def seen():
            return {path: path.stat().st_mtime_ns for path in shelf.rglob("*")}

        before = seen()
        for name in ("ncimp", "ncs", "nctti"):
            call("data", "stats", name, "--data-dir", shelf)
        assert seen() == before


class TestWanted:
    def test_ncimp_has_nothing_to_fill_in(self, call, shelf, tmp_path):
        (tmp_path / "ukwac.xml").write_text("x", encoding="utf-8")
        done = call("data", "fetch", "ncimp", "--from", shelf / "ncimp", "--corpus", tmp_path / "ukwac.xml", code=2)
        assert "--corpus: ncimp refers to no corpus; " in done.message

    def test_a_corpus_that_is_not_there_is_said_so_before_anything_is_fetched(self, call, tmp_path):
        done = call("data", "fetch", "nctti", "--from", tmp_path, "--corpus", tmp_path / "absent.xml", code=2)
        assert "absent.xml is not a file." in done.message

    def test_annotations_are_not_silently_ignored(self, call, shelf):
        done = call("data", "stats", "ncimp", "--data-dir", shelf, "--annotations", "absent.csv", code=2)
        assert "--annotations and --level are for data stats nctti." in done.message

    def test_what_there_is_to_know_is_said_once(self, call, shelf):
        done = call("data", "stats", "ncimp", "--data-dir", shelf)
        note = "dataset/PT/naturalistics_examplesent1.csv is missing, so nothing from it is used."
        assert (" ".join(done.err.split()) + done.said).count(note) == 1

    @pytest.mark.parametrize("command", ["stats", "show"])
    def test_a_dataset_of_ones_own_may_have_any_name(self, call, tmp_path, command):
        own = dataset(item(FILLERS), [expression("eager beaver", label="NC")])
        named = replace(own, header=own.header.model_copy(update={"name": "nctti"}))
        write_folder(named, tmp_path / "shelf" / "nctti")
        more = ["eager beaver"] if command == "show" else []
        assert "eager beaver" in call("data", "show", tmp_path / "shelf" / "nctti", *more).said
        assert "nat" in call("data", command, "nctti", *more, "--data-dir", tmp_path / "shelf").said

    def test_the_language_of_a_run_is_that_of_its_annotations(self, shelf, tmp_path):
        path = tmp_path / "means.csv"
        path.write_text("expression,sentence,score\neager beaver,1,0\n", encoding="utf-8")
        data = load("ncimp", [shelf], None, path, language="en")
        assert data.ratings.filter(expression="eager beaver", rating="token", sentence=1)["mean"].to_list() == [0.0]


def test_no_help_loads_anything_heavy(tmp_path):
    code = """
import sys
from idioprobe.cli import main
from idioprobe.cli.shared import load
for command in ("", "run", "models", "analyse", "data", *(f"data {c}" for c in (
    "build", "validate", "show", "list", "fetch", "stats"
))):
    sys.argv = ["idioprobe", *command.split(), "--help"]
    try:
        main()
    except SystemExit as end:
        assert end.code == 0, command
heavy = {"torch", "transformers", "scipy", "polars", "numpy", "fastexcel", "wordfreq"} & set(sys.modules)
assert not heavy, heavy
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, env={**os.environ}, timeout=60
    )
    assert done.returncode == 0, done.stderr
    for expected in ("--accept-changed", "--labelling", "--correct", "--corpus", "--level"):
        assert expected in done.stdout


class TestDatasetsOfOtherPackages:
    def test_one_is_listed_with_where_it_comes_from(self, call, install):
        install({"theirs": "their_module:theirs"})
        listed = {entry["name"]: entry for entry in json.loads(call("data", "list", "--json").out)}
        assert list(listed) == ["starter", *sources(), "theirs"]
        theirs = listed["theirs"]
        assert (theirs["title"], theirs["licence"], theirs["package"]) == ("Their expressions.", "CC0", "their-package")
        assert theirs["expressions"] == {"en": 1}
        assert "yes, in the package their-package" in call("data", "list").said

    def test_one_is_shown_and_checked_by_its_name(self, call, install):
        install({"theirs": "their_module:theirs"})
        assert "He is a [paper tiger]." in call("data", "show", "theirs", "paper tiger").out
        assert "their-own-name" in call("data", "validate", "theirs").out

    def test_requests_are_made_of_it(self, call, install, tmp_path):
        install({"theirs": "their_module:theirs"})
        call("requests", "-d", "theirs", "-o", tmp_path / "requests.csv")
        assert "He is a paper tiger." in (tmp_path / "requests.csv").read_text(encoding="utf-8")

    def test_a_broken_one_is_one_message_and_does_not_spoil_the_list(self, call, install):
        install({"theirs": "their_module:failing"})
        why = "The dataset 'theirs' of the package their-package cannot be loaded: RuntimeError: the disk is full."
        assert call("data", "show", "theirs", code=2).message == f"idioprobe: {why}"
        listed = json.loads(call("data", "list", "--json").out)
        assert (listed[-1]["present"], listed[-1]["title"]) == ("no", why)
