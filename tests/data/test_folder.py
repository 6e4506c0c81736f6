"""Dataset folders: what is written is read back, and nothing is lost on the way."""

import json
import os
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from idioprobe.core.errors import DatasetError, ResultsError
from idioprobe.core.tables import EXPRESSIONS, NO_COUNTS, RATINGS, STIMULI
from idioprobe.data.dataset import Dataset, Header
from idioprobe.data.folder import read_folder, write_folder
from idioprobe.data.registry import load_dataset, load_starter

SMALL = Dataset(
    Header(name="small", description="Two expressions, “quoted”.", licence="CC0", labelling="mine", notes=["a", "b"]),
    pl.DataFrame(
        [
            ("en/a b/nat1", "a b", "en", "nat", 1, "original", 0, 'An "a b",\nsaid he.', "4:7", False),
            ("en/a b/nat1", "a b", "en", "nat", 1, "rand", 1, 'An "é 😀",\nsaid he.', "4:7", True),
            ("en/a b/none", "a b", "en", "none", None, "original", 0, "a b", "0:3", False),
            ("pt/c d/none", "c d", "pt", "none", None, "original", 0, " c d, ", "1:4", False),
        ],
        schema=STIMULI,
        orient="row",
    ),
    pl.DataFrame(
        [
            ("a b", "en", "modifier:a; head:b", "noun-compound", "NC", True, 1e-7 / 3, 0.0, -0.25, 0.5),
            ("c d", "pt", None, "noun-compound", None, False, *NO_COUNTS),
        ],
        schema=EXPRESSIONS,
        orient="row",
    ),
    pl.DataFrame(
        [
            ("a b", "en", None, "expression", "type", 0.1 + 0.2, None, None),
            ("a b", "en", None, "expression", "token_mean", 2.5, None, None),
            ("a b", "en", 1, "head", "token", 2.0, 0.5, 12),
        ],
        schema=RATINGS,
        orient="row",
    ),
)


def same(one: Dataset, other: Dataset) -> bool:
    tables = ("stimuli", "expressions", "ratings")
    return one.header == other.header and all(getattr(one, t).equals(getattr(other, t)) for t in tables)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_what_is_written_is_read_back_as_it_was(tmp_path):
    write_folder(SMALL, tmp_path / "small")
    again = read_folder(tmp_path / "small")
    assert same(again, SMALL)
    assert again.digest() == SMALL.digest()


def test_the_starter_survives_writing_and_reading(tmp_path):
    starter = load_starter()
    write_folder(starter, tmp_path / "starter")
    assert same(load_dataset(tmp_path / "starter"), starter)


def test_a_folder_holds_plain_files_and_ratings_only_where_there_are_some(tmp_path):
    write_folder(SMALL, tmp_path / "with")
    write_folder(replace(SMALL, ratings=SMALL.ratings.clear()), tmp_path / "without")
    assert sorted(contents(tmp_path / "with")) == ["dataset.json", "expressions.csv", "ratings.csv", "stimuli.csv"]
    assert sorted(contents(tmp_path / "without")) == ["dataset.json", "expressions.csv", "stimuli.csv"]
    assert json.loads((tmp_path / "with" / "dataset.json").read_text(encoding="utf-8"))["format"] == 1


def test_parquet_reads_as_csv_does(tmp_path):
    for name in ("stimuli", "expressions", "ratings"):
        getattr(SMALL, name).write_parquet(tmp_path / f"{name}.parquet")
    (tmp_path / "dataset.json").write_text(SMALL.header.model_dump_json(), encoding="utf-8")
    assert same(read_folder(tmp_path), SMALL)


def test_only_the_required_columns_are_required(tmp_path):
    folder = tmp_path / "few"
    folder.mkdir()
    (folder / "stimuli.csv").write_text(
        "spans,text,role,condition,language,expression,item,remark\n"
        "3:6,An a b.,original,nat,en,a b,i,ignored\n3:4,An a.,syn,nat,en,a b,i,\n",
        encoding="utf-8",
    )
    (folder / "ratings.csv").write_text("expression,language,mean\na b,en,3\n", encoding="utf-8")
    dataset = read_folder(folder)
    assert dataset.stimuli.columns == list(STIMULI)
    assert dataset.stimuli.select("sentence", "index", "derived").rows() == [(None, 0, False), (None, 0, False)]
    assert dataset.expressions.rows() == [("a b", "en", None, "noun-compound", None, True, *NO_COUNTS)]
    assert dataset.ratings.rows() == [("a b", "en", None, "expression", "type", 3.0, None, None)]
    assert dataset.header == Header(name="few")


def test_a_rating_that_does_not_name_its_kind_is_the_sentences_or_else_the_types(tmp_path):
    (tmp_path / "stimuli.csv").write_text(
        "item,expression,language,condition,role,text,spans\ni,a b,en,none,original,a b,0:3\n", encoding="utf-8"
    )
    (tmp_path / "ratings.csv").write_text(
        "expression,language,sentence,rating,mean\na b,en,,,3\na b,en,2,,1\na b,en,,token_mean,2\n", encoding="utf-8"
    )
    assert read_folder(tmp_path).ratings["rating"].to_list() == ["type", "token", "token_mean"]


def test_a_folder_of_ones_own_has_no_flaws_labellings_or_lengths(tmp_path):
    write_folder(SMALL, tmp_path / "small")
    again = read_folder(tmp_path / "small")
    assert again.flaws.is_empty()
    assert again.labellings.is_empty()
    assert again.lengths.is_empty()


@pytest.mark.parametrize(
    ("written", "expected"), [("yes", True), ("TRUE", True), ("0", False), ("No", False), ("", False)]
)
def test_overlap_is_read_as_written_and_worked_out_where_it_is_not(tmp_path, written, expected):
    (tmp_path / "stimuli.csv").write_text(
        "item,expression,language,condition,role,text,spans\n"
        "i,a b,en,none,original,a b,0:3\ni,a b,en,none,syn,c d,0:3\n",
        encoding="utf-8",
    )
    (tmp_path / "expressions.csv").write_text(
        f"expression,language,synonym_overlap\na b,en,{written}\n", encoding="utf-8"
    )
    assert read_folder(tmp_path).expressions["synonym_overlap"].to_list() == [expected]


def test_a_folder_with_an_odd_name_and_no_header_can_be_read(tmp_path):
    folder = tmp_path / "my data (1)"
    folder.mkdir()
    (folder / "stimuli.csv").write_text(
        "item,expression,language,condition,role,text,spans\ni,a b,en,none,original,a b,0:3\n", encoding="utf-8"
    )
    assert read_folder(folder).stimuli.height == 1


def test_an_older_dataset_is_replaced_whole(tmp_path):
    folder = tmp_path / "d"
    folder.mkdir()
    SMALL.stimuli.head(1).write_parquet(folder / "stimuli.parquet")
    write_folder(SMALL, folder)
    assert same(read_folder(folder), SMALL)
    assert not (folder / "stimuli.parquet").exists()
    assert os.listdir(tmp_path) == ["d"]


@pytest.mark.parametrize("foreign", ["thesis.tex", ".git/config", "stimuli.csv.bak"])
def test_a_folder_with_other_files_is_refused_and_left_alone(tmp_path, foreign):
    folder = tmp_path / "work"
    (folder / foreign).parent.mkdir(parents=True)
    (folder / foreign).write_text("precious", encoding="utf-8")
    (folder / "stimuli.csv").write_text("old", encoding="utf-8")
    before = contents(folder)
    with pytest.raises(DatasetError, match=r"holds other files \(.*name a new folder for the dataset"):
        write_folder(SMALL, folder)
    assert contents(folder) == before
    assert os.listdir(tmp_path) == ["work"]


def test_a_file_is_not_a_folder(tmp_path):
    path = tmp_path / "x"
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(DatasetError, match="is a file; name a folder"):
        write_folder(SMALL, path)
    assert path.read_text(encoding="utf-8") == "precious"


def disk_full_at(monkeypatch, call: int) -> None:
    real, calls = pl.DataFrame.write_csv, []

    def write_csv(self, *args, **kwargs):
        calls.append(args)
        if len(calls) == call:
            raise OSError(28, "No space left on device")
        return real(self, *args, **kwargs)

    monkeypatch.setattr(pl.DataFrame, "write_csv", write_csv)


@pytest.mark.parametrize("call", [1, 2, 3])
def test_a_full_disk_leaves_the_older_dataset_as_it_was(tmp_path, monkeypatch, call):
    folder = tmp_path / "d"
    write_folder(replace(SMALL, stimuli=SMALL.stimuli.head(3), expressions=SMALL.expressions.head(1)), folder)
    before = contents(tmp_path)
    disk_full_at(monkeypatch, call)
    with pytest.raises(ResultsError, match="cannot be written: No space left on device"):
        write_folder(SMALL, folder)
    assert contents(tmp_path) == before
    assert os.listdir(tmp_path) == ["d"]


def test_a_full_disk_leaves_nothing_where_there_was_nothing(tmp_path, monkeypatch):
    disk_full_at(monkeypatch, 2)
    with pytest.raises(ResultsError):
        write_folder(SMALL, tmp_path / "d")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), KeyboardInterrupt()])
@pytest.mark.parametrize("call", [1, 2])
def test_whatever_interrupts_the_exchange_the_older_dataset_is_there(tmp_path, monkeypatch, error, call):
    folder = tmp_path / "d"
    write_folder(replace(SMALL, stimuli=SMALL.stimuli.head(3), expressions=SMALL.expressions.head(1)), folder)
    before = contents(tmp_path)
    real, calls = Path.rename, []

    def rename(self, target):
        calls.append(target)
        if len(calls) == call:
            raise error
        return real(self, target)

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises((ResultsError, KeyboardInterrupt)):
        write_folder(SMALL, folder)
    assert contents(tmp_path) == before
