"""Dataset folders that somebody else wrote, or damaged, are read or refused in a line per mistake."""

import json
import shutil

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.data.folder import read_folder, write_folder
from idioprobe.data.lexicon.fromfile import build_from_file
from idioprobe.data.sources.sheet import read_sheet
from tests.data.sources.sheets import write_sheet
from tests.faults.harness import RIGHT, SAID, chance, many
from tests.faults.mutations import mutated_bytes, mutated_json, mutated_text, within
from tests.faults.test_inputs_lexicons import CSV


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A dataset as CSV and as Parquet; read only."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "lexicon.csv").write_text(CSV, encoding="utf-8")
    data = build_from_file(folder / "lexicon.csv", fallback_name="sound").dataset
    write_folder(data, folder / "csv")
    (folder / "parquet").mkdir()
    for name in ("stimuli", "expressions", "ratings"):
        getattr(data, name).write_parquet(folder / "parquet" / f"{name}.parquet")
    shutil.copy(folder / "csv" / "dataset.json", folder / "parquet")
    return folder


def read(folder):
    """A folder may have several mistakes, each in its line."""
    with within(20):
        try:
            read_folder(folder)
        except DatasetError as error:
            said = str(error).splitlines()
        else:
            return RIGHT
    assert all(str(folder) in line for line in said), said
    return SAID


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_tables(tally, sound, tmp_path, kind):
    for seed in range(many(100, 1500)):
        by = chance("folder", kind, seed)
        folder = shutil.copytree(sound / kind, tmp_path / "folder")
        path = by.choice(sorted(folder.glob(f"*.{kind}")))
        raw = path.read_bytes()
        path.write_bytes(mutated_text(raw.decode(), by) if kind == "csv" else mutated_bytes(raw, by))
        tally.attempt(f"dataset {kind}", (seed, path.name), lambda folder=folder: read(folder))
        shutil.rmtree(folder)


def test_headers(tally, sound, tmp_path):
    folder = shutil.copytree(sound / "csv", tmp_path / "folder")
    path = folder / "dataset.json"
    written = json.loads(path.read_text(encoding="utf-8"))
    for seed in range(many(60, 800)):
        by = chance("header", seed)
        text = json.dumps(mutated_json({**written, "notes": ["a note"], "quoted_cells": True}, by))
        path.write_bytes(mutated_bytes(text.encode(), by) if by.random() < 0.3 else text.encode())
        tally.attempt("dataset.json", seed, lambda: read(folder))
    path.write_text("[" * 100_000, encoding="utf-8")
    tally.attempt("dataset.json", "deep", lambda: read(folder))


def test_spreadsheets(tally, tmp_path):
    path = tmp_path / "scores.xlsx"
    write_sheet(path, [["language", "compound", "score"], ["en", "eager beaver", 1.5], ["pt", "arma branca", 2]])
    raw = path.read_bytes()

    def sheet():
        with within(20):
            read_sheet(path)
        return RIGHT

    for seed in range(many(40, 500)):
        path.write_bytes(mutated_bytes(raw, chance("sheet", seed)))
        tally.attempt("spreadsheet", seed, sheet)
