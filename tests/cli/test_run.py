"""The command, called as a user calls it: in a process of its own."""

import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from idioprobe.embed.store import VectorStore

SUMMARY = [
    *("model", "dataset", "language", "condition", "unit", "view", "special_tokens", "metric", "labelling", "group"),
    *("measure", "statistic", "rating", "value", "n", "ci_low", "ci_high", "p", "method"),
]
LEXICON = """expression,class,modifier,head,synonym,modifier_synonyms,head_synonyms,sentence1,sentence2
lame duck,NC,lame,duck,weak leader,crippled; limping,goose; drake,He was a lame duck by May.,Who obeys a lame duck?
paper tiger,NC,paper,tiger,empty threat,card; parchment,lion; panther,It proved a paper tiger.,He is a paper tiger.
car key,C,car,key,ignition tool,auto; vehicle,opener; latchkey,She lost the car key again.,A car key lay on the table.
tea cup,C,tea,cup,drinking mug,coffee; cocoa,bowl; beaker,He broke a tea cup today.,The tea cup was full.
"""


def idioprobe(*arguments, cwd, check=None, **kwargs):
    """Run the command; `check` is the exit code that it must have. Ordinary words are measured where that is asked."""
    if arguments[:1] in (("run",), ("requests",)) and "--controls" not in arguments:
        arguments = (*arguments, "--no-controls")
    done = subprocess.run(
        [sys.executable, "-m", "idioprobe", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "XDG_CACHE_HOME": str(Path(cwd) / "xdg"), **kwargs.pop("env", {})},
        **kwargs,
    )
    if check is not None:
        assert done.returncode == check, done.stderr + done.stdout
    return done


def one_line(done):
    """The message of a failed command: one line, without a traceback."""
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("idioprobe: ")
    return lines[0]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a built dataset `tiny` and word vectors for all of its words."""
    folder = tmp_path_factory.mktemp("cli")
    (folder / "tiny.csv").write_text(LEXICON, encoding="utf-8")
    idioprobe("data", "build", "tiny.csv", "-o", "tiny", "--language", "en", cwd=folder, check=0)
    texts = " ".join(pl.read_csv(folder / "tiny" / "stimuli.csv")["text"]).lower()
    words = sorted(set(re.findall(r"\w+", texts)))
    rows = [f"{word} {(i * 7) % 11 - 5} {(i * 5) % 13 - 6} {i % 3} {1 + i % 2}" for i, word in enumerate(words)]
    (folder / "vectors.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder


def run_tiny(place, *more, **kwargs):
    return idioprobe("run", "-m", "static:vectors.txt", "-d", "tiny", "--resamples", 200, *more, cwd=place, **kwargs)


def test_help_answers_without_loading_anything_heavy(tmp_path):
    code = (
        "import sys; sys.argv = ['idioprobe', '--help']\n"
        "from idioprobe.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "heavy = {'torch', 'transformers', 'scipy', 'polars', 'numpy', 'pydantic'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "run" in done.stdout


def test_version_is_that_of_the_package(tmp_path):
    from idioprobe import __version__

    assert idioprobe("--version", cwd=tmp_path, check=0).stdout.strip() == f"idioprobe {__version__}"


def test_models_tells_family_and_call_of_the_papers_models(tmp_path):
    rows = json.loads(idioprobe("models", "--json", cwd=tmp_path, check=0).stdout)
    row = next(row for row in rows if row["name"] == "E5")
    assert row["family"] == "st"
    assert row["call"] == (
        "idioprobe run --as wold2025 -m st:intfloat/multilingual-e5-large-instruct --prompt-name wold-2025"
    )
    assert {row["family"] for row in rows} >= {"hf", "st", "static", "elmo", "openai"}


def test_a_papers_name_says_which_of_its_options_are_not_used(place):
    asked = ("run", "-d", "tiny", "--dry-run", "-m")
    said = idioprobe(*asked, "E5", cwd=place, check=0).stderr
    assert "wold2025 ran it with --suite epsilon" in said
    assert "--prompt-name wold-2025: --as wold2025 does so." in said
    as_there = idioprobe(*asked, "E5", "--as", "wold2025", cwd=place, check=0)
    assert "ran it with" not in as_there.stderr
    assert "As wold2025: --suite epsilon" in as_there.stderr


def test_a_run_as_a_paper_did_is_one_but_for_what_the_user_says_and_cannot_have(place):
    asked = ("run", "-d", "tiny", "-m", "static:vectors.txt", "--out", "as", "--resamples", "100", "--as", "he2025")
    done = idioprobe(*asked, "--winner", "unit", cwd=place, check=0)
    assert "--condition nat,neut" in done.stderr
    assert "Your own, not the paper's: --winner unit (he2025: target)." in done.stderr
    assert done.stderr.count("dataset tiny, in the paper ncimp") == 1
    (folder,) = (place / "as" / "tiny").iterdir()
    config = json.loads((folder / "run.json").read_text(encoding="utf-8"))["config"]
    assert (config["conditions"], config["special_tokens"], config["random_by"]) == (["nat", "neut"], True, "max")
    assert config["winner"] == "unit"
    refused = idioprobe("run", "--as", "nobody", cwd=place, check=2)
    assert one_line(refused).startswith("idioprobe: --as nobody: one of he2025, ")


def test_models_lists_the_default(tmp_path):
    assert "all-MiniLM-L6-v2 (default)" in idioprobe("models", cwd=tmp_path, check=0).stdout


def test_a_run_leaves_exactly_the_documented_files(place):
    done = run_tiny(place, "--out", "first", check=0)
    (folder,) = (place / "first" / "tiny").iterdir()
    assert re.fullmatch(r"static--vectors\.txt-[0-9a-f]{8}", folder.name)
    assert sorted(p.name for p in folder.iterdir()) == [
        "contrasts.csv",
        "dropped.csv",
        "expressions.parquet",
        "items.csv",
        "lengths.parquet",
        "predictions.csv",
        "ratings.parquet",
        "references.parquet",
        "run.json",
        "scores.parquet",
        "similarities.parquet",
        "stimuli.parquet",
        "summary.csv",
    ]
    assert pl.read_csv(folder / "summary.csv").columns == SUMMARY
    info = json.loads((folder / "run.json").read_text())
    assert info["config"]["views"] == ["mean@last4"]
    assert info["views"] == ["mean"]
    assert info["model"]["weights_sha256"]
    assert info["dataset"]["sha256"]
    assert str(folder.relative_to(place)) in done.stdout
    said = " ".join(done.stdout.split())
    assert said.startswith(
        "Too few idiomatic expressions for a verdict on vectors.txt: 2, and it takes 10. Idiom score "
    )
    assert info["headline"][0]["measure"] == "choice_net"
    assert [record["name"] for record in info["references"]] == ["random", "words", "whole"]


def test_the_same_configuration_says_that_it_is_there_and_another_gets_its_own_folder(place):
    run_tiny(place, "--out", "again", check=0)
    (folder,) = (place / "again" / "tiny").iterdir()
    before = (folder / "run.json").stat().st_mtime_ns
    assert "Already there" in run_tiny(place, "--out", "again", check=0).stdout
    assert (folder / "run.json").stat().st_mtime_ns == before
    assert "Results:" in run_tiny(place, "--out", "again", "--force", check=0).stdout
    assert (folder / "run.json").stat().st_mtime_ns != before
    run_tiny(place, "--out", "again", "--seed", 1, check=0)
    assert len(list((place / "again" / "tiny").iterdir())) == 2


def test_few_expressions_are_said_to_be_few(place):
    shown = " ".join(run_tiny(place, "--out", "few", check=0).stdout.split())
    assert "Expressions: 4. No interval: fewer than 6 expressions, and so no verdict." in shown


def test_a_difference_that_cannot_be_told_is_not_told(place):
    shown = " ".join(run_tiny(place, "--out", "one", "--limit", 1, check=0).stdout.split())
    assert "Too few idiomatic expressions for a verdict on vectors.txt: 1, and it takes 10." in shown


def test_a_terminal_without_unicode_gets_question_marks_and_not_an_error(place):
    done = run_tiny(place, "--out", "ascii", "--all", env={"PYTHONIOENCODING": "ascii"}, check=0)
    assert "sim_syn" in done.stdout


def test_names_in_a_dataset_are_text_and_not_markup(place):
    (place / "markup.csv").write_text("expression,sentence,synonym\n[/x] y,A \\[/x\\] y.,z\n", encoding="utf-8")
    mistake = idioprobe("data", "build", "markup.csv", "-o", "markup", "--language", "[/x]", cwd=place)
    assert "unexpected" not in mistake.stderr


def test_without_a_command_it_prints_its_help(tmp_path):
    done = idioprobe(cwd=tmp_path, check=2)
    assert done.stderr.startswith("Usage: idioprobe")
    assert "List, fetch, build, check and look at datasets." in done.stderr


def test_a_lexicon_is_told_what_its_missing_measures_need(place):
    (place / "short.csv").write_text("expression,sentence,synonym\nlame duck,A lame duck.,loser\n", encoding="utf-8")
    built = idioprobe("data", "build", "short.csv", "-o", "short", "--language", "en", cwd=place, check=0)
    told = " ".join(built.stdout.split())
    assert "its words (modifier and head, verb and object, verb and particle, …), for lame duck" in told


def test_a_lexicon_names_its_dataset_itself(place):
    text = 'name = "ducks"\nlanguage = "en"\n[[expression]]\nexpression = "lame duck"\nsynonym = "loser"\n'
    (place / "named.toml").write_text(text + 'sentences = ["A lame duck."]\n', encoding="utf-8")
    idioprobe("data", "build", "named.toml", "-o", "elsewhere", cwd=place, check=0)
    assert json.loads((place / "elsewhere" / "dataset.json").read_text())["name"] == "ducks"


def test_show_marks_the_target_and_suggests_the_nearest_name(place):
    shown = idioprobe("data", "show", "tiny", "lame duck", cwd=place, check=0).stdout
    assert "He was a [lame duck] by May." in shown
    assert "He was a [crippled goose] by May." in shown
    missed = idioprobe("data", "show", "tiny", "lame dug", cwd=place, check=2)
    assert "did you mean 'lame duck'" in one_line(missed)


def test_validate_says_what_can_be_measured(place):
    shown = " ".join(idioprobe("data", "validate", "tiny", cwd=place, check=0).stdout.split())
    assert "aff_syn_words (nat, neut, neut_long)" in shown
    assert "out_syn (none)" in shown
    assert "epsilon" not in shown


def test_classes_of_the_starter_are_shown_as_the_authors_own(tmp_path):
    for command in (
        ("data", "show", "starter", "lame duck"),
        ("data", "show", "starter"),
        ("data", "validate", "starter"),
    ):
        shown = " ".join(idioprobe(*command, cwd=tmp_path, check=0).stdout.split())
        assert "authors' own labels, not human ratings" in shown


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-m", "no-such/model-anywhere"], "cannot be reached"),
        (["-m", "static:absent.txt"], "no such file"),
        (["-m", "nosuchfamily:x"], "Unknown model family"),
        (["-m", "tiny.csv"], "is a file"),
        (["-m", "tiny"], "config.json"),
        (["-d", "absent"], "no dataset"),
        (["-d", "tiny.csv"], "data build"),
        (["--view", "middle@3"], "unknown pooling"),
        (["--view", "mean@lots"], "cannot read the layers"),
        (["--unit", "word"], "--unit"),
        (["--condition", "loud"], "--condition"),
        (["--suite", "everything"], "--suite everything: one of probes"),
        (["--metric", "taxicab"], "--metric taxicab: one of cosine"),
        (["--language", "xx"], "--language xx"),
        (["--limit", "0"], "--limit"),
        (["--threshold", "rho_zero"], "NAME=NUMBER"),
        (["--no-such-option"], "--help"),
    ],
)
def test_a_users_mistake_is_one_line_and_exit_code_2(place, arguments, expected):
    chosen = ["-m", "static:vectors.txt"] if "-m" not in arguments else []
    dataset = ["-d", "tiny"] if "-d" not in arguments else []
    done = idioprobe("run", *chosen, *dataset, *arguments, cwd=place, check=2)
    assert expected in one_line(done)


def test_debug_shows_where_it_failed(place):
    done = idioprobe("run", "-d", "absent", "--debug", cwd=place)
    assert done.returncode == 1
    assert "Traceback" in done.stderr


def test_words_that_are_all_unknown_are_said_so(place):
    (place / "strange.txt").write_text("xylograph 1 2 3\nzwieback 2 1 1\n", encoding="utf-8")
    done = idioprobe("run", "-m", "static:strange.txt", "-d", "tiny", cwd=place, check=2)
    assert "out of vocabulary" in done.stderr
    assert not (place / "results").exists()


def test_one_failing_model_does_not_stop_the_others(place):
    done = run_tiny(place, "-m", "static:absent.txt", "--out", "several", check=2)
    assert "1 of 2 models failed: static:absent.txt" in done.stderr
    assert len(list((place / "several" / "tiny").iterdir())) == 1


def _limit_file_size(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_leaves_no_half_results(place):
    run_tiny(place, "--out", "warm", "--cache-dir", "disk", check=0)
    with sqlite3.connect(place / "disk" / "vectors.sqlite") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    done = run_tiny(place, "--out", "full", "--cache-dir", "disk", preexec_fn=_limit_file_size(2000), check=1)
    assert "cannot be written" in done.stderr.splitlines()[-1]
    assert not list((place / "full").rglob("*.csv"))
    assert not list((place / "full").rglob("*.part"))


def test_a_full_disk_under_the_store_is_a_clear_failure(place):
    done = run_tiny(place, "--out", "full2", "--cache-dir", "disk2", preexec_fn=_limit_file_size(30_000), check=1)
    assert "choose another --cache-dir" in one_line(done)


def test_force_hashes_the_weights_anew(place):
    """A file that was exchanged in a way that nobody can see is another model all the same."""
    out = ("--out", "hashed", "--cache-dir", "hashed-cache")
    run_tiny(place, *out, check=0)
    with VectorStore(place / "hashed-cache") as store:
        notes = store.notes("memory")
        for key in [key for key in notes if key.startswith("sha256|")]:
            notes[key] = 64 * "0"

    def hashes():
        return {json.loads(p.read_text())["model"]["weights_sha256"] for p in (place / "hashed").rglob("run.json")}

    true = hashes()
    run_tiny(place, *out, check=0)
    assert hashes() == {*true, 64 * "0"}
    shutil.rmtree(place / "hashed")
    run_tiny(place, *out, "--force", check=0)
    assert hashes() == true


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "SIGTERM"])
def test_an_interrupt_keeps_what_was_embedded(tmp_path, how):
    command = [
        sys.executable,
        "-m",
        "idioprobe",
        "run",
        "--batch-tokens",
        "256",
        "--cache-dir",
        "cache",
        "--limit",
        "30",
    ]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    stored = 0
    deadline = time.monotonic() + 120
    while stored < 50 and time.monotonic() < deadline:
        time.sleep(0.1)
        stored = _stored(tmp_path / "cache" / "vectors.sqlite")
    process.send_signal(how)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip().splitlines()[-1].startswith("idioprobe: interrupted")
    assert "Traceback" not in errors
    assert _stored(tmp_path / "cache" / "vectors.sqlite") >= 50
    assert not (tmp_path / "results").exists()


def _stored(path):
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_a_name_stands_for_the_result_also_later(place):
    run_tiny(place, "--out", "named", check=0)
    done = run_tiny(place, "--out", "named", "--name", "my vectors", check=0)
    assert done.stdout.startswith("Too few idiomatic expressions for a verdict on my vectors: 2")
    assert "my vectors" in idioprobe("compare", "named", cwd=place, check=0).stdout


def test_a_name_is_for_one_model(place):
    done = run_tiny(place, "-m", "reference:words", "--name", "x", check=2)
    assert "--name x is for one model" in done.stderr
