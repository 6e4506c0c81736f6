"""`idioprobe check` and `idioprobe schema` as a user calls them; what is printed as JSON follows its schema."""

import json
import sys
from xml.etree import ElementTree as Xml

import pytest
import typer
from jsonschema import Draft202012Validator

from idioprobe.cli import app, main
from idioprobe.cli.schemas.shapes import SHAPES, schema_of
from tests.cli.test_data import Called
from tests.report.tables.small import alpha, dataset, glove, run


@pytest.fixture
def call(monkeypatch, capsys):
    """Call the command, whatever code it ends with."""

    def calling(*arguments):
        monkeypatch.setattr(sys, "argv", ["idioprobe", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        return Called(end.value.code or 0, *capsys.readouterr())

    return calling


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Results of two models, and a lexicon."""
    folder, data = tmp_path_factory.mktemp("check"), dataset()
    for encoder in (alpha(data), glove(data)):
        run(encoder, data, folder / "cache", languages=("en",)).save(folder / "results")
    (folder / "own.csv").write_text("expression,synonym,sentence\nlame duck,,He was a lame duck.\n", encoding="utf-8")
    return folder


def follows(name, printed):
    """What does not follow the schema of that name."""
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    return [error.message for error in Draft202012Validator(schema).iter_errors(json.loads(printed))]


def one(place, name):
    return next((place / "results").rglob(f"*{name}*"))


def test_requirements_that_are_met_let_a_build_pass(call, place):
    done = call("check", one(place, "alpha"), "--require", "sim_syn>=-1", "--on", "value")
    assert (done.code, done.out.count("\n")) == (0, 2)
    assert done.out.startswith("met: sim_syn>=-1: ")


def test_one_that_is_not_ends_it_with_three(call, place):
    assert call("check", place / "results", "--require", "sim_syn>=2", "--on", "value").code == 3


def test_a_typo_ends_it_with_two_before_anything_is_read(call, place):
    done = call("check", place / "nowhere", "--require", "sim_sin>=2")
    assert done.code == 2
    assert "did you mean sim_syn" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["results"], "nothing to check"),
        (["--require", "sim_syn>0"], "results or models"),
        (["results", "-m", "x", "--require", "sim_syn>0"], "results or models"),
        (["results", "--require", "sim_syn>0", "--metric", "dot"], "--metric goes with -m"),
        (["results", "--require", "sim_syn>0", "--on", "median"], "--on median"),
        (["results", "--require", "sim_syn>0", "--language", "pt"], "--language pt"),
        (["results", "--no-worse-than", "results"], "name the folder"),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_line(call, place, monkeypatch, arguments, told):
    monkeypatch.chdir(place)
    done = call("check", *arguments)
    assert done.code == 2
    assert told in done.err


def test_files_for_build_servers(call, place, tmp_path):
    for path in (tmp_path / "summary.md", tmp_path / "junit.xml"):
        path.write_text("before\n", encoding="utf-8")
    files = ("--junit", tmp_path / "junit.xml", "--summary", tmp_path / "summary.md")
    done = call("check", place / "results", "--require", "sim_syn>=2", "--on", "value", *files)
    assert done.code == 3
    assert Xml.parse(tmp_path / "junit.xml").getroot().get("failures") == "2"
    assert (tmp_path / "summary.md").read_text(encoding="utf-8").startswith("before\n### ❌ Idioms: 0 of 2")


def test_a_baseline_is_a_folder(call, place):
    done = call("check", one(place, "alpha"), "--no-worse-than", one(place, "vectors"), "--on", "value", "--json")
    assert done.code in (0, 3)
    (found,) = json.loads(done.out)["checks"]
    assert found["baseline"] == "vectors.txt"
    assert found["difference"] == pytest.approx(found["value"] - found["baseline_value"])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("check", ["check", "results", "--require", "sim_syn>=0", "--require", "qa_choice>0", "--json"]),
        ("compare", ["compare", "results", "--json"]),
        ("compare-paired", ["compare", "results", "--all", "--json"]),
        ("show", ["show", "results", "ghost town", "--json"]),
        ("show-worst", ["show", "results", "--worst", "2", "--json"]),
        ("list", ["list", "results", "--json"]),
        ("models", ["models", "--json"]),
        ("data-list", ["data", "list", "--json"]),
        ("data-stats", ["data", "stats", "starter", "--json"]),
        ("table", ["reported", "--table", "H5", "--json"]),
        ("lexicon-check", ["lexicon", "check", "own.csv", "--language", "en", "--json"]),
        ("run", ["run", "-m", "reference:words", "--limit", "6", "--language", "en", "--out", "runs", "--json"]),
        ("run", ["run", "-m", "reference:words", "--limit", "6", "--language", "en", "--dry-run", "--json"]),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[:4]),
)
def test_what_is_printed_as_json_follows_its_schema(call, place, monkeypatch, name, arguments):
    monkeypatch.chdir(place)
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "xdg"))
    assert follows(name, call(*arguments).out) == []


def test_the_difference_of_two_results_follows_its_schema(call, place):
    assert follows("diff", call("diff", one(place, "alpha"), one(place, "vectors"), "--json").out) == []


def commands(group, before=()):
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*before, name))
        else:
            yield " ".join((*before, name)), command


def test_every_command_that_prints_json_has_a_schema():
    described = " ".join(command for _, command in SHAPES.values())
    printing = [
        name
        for name, command in commands(typer.main.get_command(app))
        if not command.hidden and any("--json" in one.opts for one in command.params)
    ]
    assert len(printing) > 10
    assert [name for name in printing if f"idioprobe {name} " not in described] == []


def test_judgments_and_studies_follow_their_schemas(call, tmp_path):
    rows = [f"{a},ghost town,en,{s},{(s + n) % 6},{n},a; b" for n, a in enumerate("pqr") for s in (1, 2, 3)]
    head = "annotator,expression,language,sentence,score,head,paraphrases"
    (tmp_path / "answers.csv").write_text("\n".join([head, *rows, "p,ghost town,en,4,9,1,"]) + "\n", encoding="utf-8")
    printed = call("judgments", tmp_path / "answers.csv", "--skip-bad", "--min-agreement", "0.2", "--json").out
    assert json.loads(printed)["set_aside"]
    assert follows("judgments", printed) == []
    (tmp_path / "words.csv").write_text("expression,sentence\nlame duck,He was a lame duck.\n", encoding="utf-8")
    call("annotate", "new", tmp_path / "words.csv", "--language", "en", "-o", tmp_path / "study", "-n", "2")
    table = "annotator,expression,sentence,score\np,lame duck,1,0\nq,lame duck,1,5\n"
    (tmp_path / "some.csv").write_text(table, encoding="utf-8")
    call("annotate", "import", tmp_path / "study", tmp_path / "some.csv")
    printed = call("annotate", "status", tmp_path / "study", "--json").out
    assert json.loads(printed)["units"][0]["mean"] == 2.5
    assert follows("annotate-status", printed) == []


@pytest.mark.parametrize("name", SHAPES)
def test_every_schema_is_printed(call, name):
    assert json.loads(call("schema", name).out)["$schema"].endswith("2020-12/schema")


def test_schemas_are_listed_and_a_wrong_name_is_told(call):
    assert all(name in call("schema").out for name in SHAPES)
    assert call("schema", "nothing").code == 2
