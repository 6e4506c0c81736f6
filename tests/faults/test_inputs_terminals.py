"""What data contains never reaches a terminal as a control character, nor a spreadsheet as a formula."""

import csv
import json
import re
import shutil

import pytest

from idioprobe.data.folder import read_folder, write_folder
from idioprobe.data.lexicon.fromfile import build_from_file
from tests.faults.harness import RIGHT, chance, command, many
from tests.faults.mutations import within

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
PAYLOADS = (
    *("\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\x1b[8m", "\x08\x08", "\x7f", "\x85", "\x0b"),
    *("[red]x[/red]", "[/]", "[bold", "[link=file:///x]y[/link]", "{0}", "%s", "=1+1", "@SUM(A1)", "+1x", "-1x", "'=1"),
)
VECTORS = "eager 1 0 0\nbeaver 0 1 0\nhard 1 1 0\nworker 0 0 1\ncame 1 0 1\nthe 1 2 3\n"


def lexicon(path, mark, other):
    """A lexicon with a mark wherever text may be."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["expression", "language", "class", "modifier", "head", "synonym", "sentence", "rating"])
        for i, name in enumerate((f"{mark}eager beaver", f"{other}hot dog", f"bad {mark}hat"), 1):
            words = name.split()
            sentence = f"{mark}The [{name}] came{other}."
            table.writerow([name, "en", "NC", words[0], words[-1], f"{other}hard worker", sentence, i])


def safe(done):
    """No control character, no formula, no failure of the program itself."""
    assert not (found := CONTROL.search(done.out + done.err)), (found, (done.out + done.err)[-500:])
    assert "unexpected" not in done.out + done.err, done.err[-500:]
    return done


def without_formulas(path):
    """Every text cell of a CSV, read as a spreadsheet would."""
    with path.open(encoding="utf-8", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    bad = [cell for cell in cells if cell[:1] in ("=", "@", "\t", "\r")]
    bad += [c for c in cells if re.match(r"[-+]", c) and not re.fullmatch(r"[-+]?[\d.]*(e[-+]?\d+)?", c)]
    assert not bad, bad[:5]


def test_lexicons_datasets_and_results(tally, tmp_path):
    (tmp_path / "words.txt").write_text(VECTORS, encoding="utf-8")
    for seed in range(many(12, 250)):
        by = chance("terminal", seed)
        mark, other = by.choice(PAYLOADS), by.choice(PAYLOADS)
        place = tmp_path / str(seed)
        place.mkdir()

        def work(mark=mark, other=other, place=place):
            lexicon(place / "lexicon.csv", mark, other)
            data, vectors = place / "data", tmp_path / "words.txt"
            with within(120):
                if safe(command("data", "build", place / "lexicon.csv", "-o", data)).code:
                    return RIGHT
                about = json.loads((data / "dataset.json").read_text(encoding="utf-8"))
                about |= {
                    "notes": [mark],
                    "labelling": other,
                    "labelling_note": mark,
                    "licence": other,
                    "citation": mark,
                }
                (data / "dataset.json").write_text(json.dumps(about), encoding="utf-8")
                for path in data.glob("*.csv"):
                    without_formulas(path)
                safe(command("data", "validate", data))
                safe(command("data", "show", data))
                for name in read_folder(data).expressions["expression"]:
                    safe(command("data", "show", data, name))
                safe(command("data", "stats", data, "--json"))
                out = ("--out", place / "out", "--cache-dir", place / "cache", "--resamples", 100)
                safe(command("run", "-d", data, "-m", f"static:{vectors}", *out))
                safe(command("list", place / "out"))
                safe(command("list", place / "out", "--json"))
                safe(command("analyse", place / "out", "--table", "H-ranks"))
                safe(command("analyse", place / "out", "--table", "H5", "--format", "csv"))
                safe(command("requests", "-d", data, "-o", place / "requests.csv"))
            for path in place.rglob("*.csv"):
                if path.name != "lexicon.csv":
                    without_formulas(path)
            return RIGHT

        tally.attempt("terminal", (seed, mark, other), work)
        shutil.rmtree(place)


@pytest.mark.parametrize("words", [("data", "show"), ("list",), ("run", "-m"), ("analyse",), ("data", "build", "-o")])
def test_names_on_the_command_line(tally, tmp_path, words):
    for mark in PAYLOADS:
        tally.attempt("names", (words, mark), lambda mark=mark: safe(command(*words, tmp_path / f"{mark}x")) and RIGHT)


def test_cells_come_back_as_they_were(tally, tmp_path):
    for seed in range(many(20, 300)):
        by = chance("cells", seed)
        lexicon(tmp_path / "lexicon.csv", by.choice(PAYLOADS), by.choice(("'", "''", "=", "-", "'-", "")))

        def work():
            data = build_from_file(tmp_path / "lexicon.csv", fallback_name="cells").dataset
            write_folder(data, tmp_path / "data")
            again = read_folder(tmp_path / "data")
            assert again.stimuli.equals(data.stimuli)
            assert again.expressions.equals(data.expressions)
            assert again.header == data.header
            return RIGHT

        tally.attempt("cells", seed, work)
