"""A result folder that is not whole is named; those beside it are shown all the same."""

import json
import shutil

import polars as pl
import pytest

from idioprobe import load_result
from tests.faults.harness import RIGHT, SAID, chance, command, many
from tests.faults.mutations import mutated_bytes, mutated_json, mutated_text, within
from tests.report.tables.small import alpha, dataset, glove, run

COMMANDS = (
    ("list",),
    ("list", "--json"),
    ("analyse", "--table", "H5"),
    ("analyse", "--table", "G1-6", "--json"),
    ("compare",),
    ("diff",),
)
"""The last two take two folders, the others one that holds both."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Two results; read only."""
    out, data = tmp_path_factory.mktemp("sound"), dataset()
    for model in (alpha(data), glove(data)):
        run(model, data, out / "cache").save(out / "results")
    return out / "results"


def damage(folder, by):
    """Change one file of a result, and say which."""
    path = by.choice([folder / "run.json"] * 4 + sorted(folder.iterdir()))
    raw = path.read_bytes()
    if path.name == "run.json" and by.random() < 0.8:
        path.write_text(json.dumps(mutated_json(json.loads(raw), by)), encoding="utf-8")
    elif path.suffix == ".parquet" and by.random() < 0.6:
        table = pl.read_parquet(path)
        column = by.choice(table.columns)
        other = (
            lambda: table.drop(column),
            lambda: table.rename({column: "other"}),
            lambda: table.with_columns(pl.lit(None).alias(column)),
            lambda: table.with_columns(pl.col(column).cast(pl.String)),
            lambda: table.head(0),
            lambda: table.with_columns(extra=pl.lit(1)),
        )
        by.choice(other)().write_parquet(path)
    elif path.suffix == ".csv" and by.random() < 0.6:
        path.write_bytes(mutated_text(raw.decode(), by))
    elif by.random() < 0.2:
        path.unlink()
    else:
        path.write_bytes(mutated_bytes(raw, by))
    return path.name


def test_reading(tally, sound, tmp_path):
    (first, *_) = sorted(path.parent for path in sound.rglob("run.json"))

    def load(folder):
        with within(20):
            load_result(folder)
        return RIGHT

    for seed in range(many(100, 1500)):
        folder = shutil.copytree(first, tmp_path / "result")
        name = damage(folder, chance("result", seed))
        tally.attempt("result folder", (seed, name), lambda folder=folder: load(folder))
        shutil.rmtree(folder)


def test_commands(tally, sound, tmp_path):
    for seed in range(many(40, 600)):
        by = chance("results", seed)
        results = shutil.copytree(sound, tmp_path / "results")
        folders = sorted(path.parent for path in results.rglob("run.json"))
        name = damage(folders[0], by)
        words = by.choice(COMMANDS)
        given = folders if words[0] in ("compare", "diff") else [results]

        def work(words=words, given=given, folders=folders):
            with within(60):
                done = command(*words, *given)
            assert "unexpected" not in done.err + done.out, done.err[-500:]
            assert "Traceback" not in done.err
            if words[0] == "list":
                assert done.code == 0, done.err[-500:]
                assert str(folders[1]) in done.out
            elif done.code:
                assert len(done.err.strip().splitlines()) <= 3, done.err[-500:]
                return SAID
            return RIGHT

        tally.attempt(f"results {words[0]}", (seed, name, words), work)
        shutil.rmtree(results)
