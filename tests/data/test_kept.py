"""Datasets that were read or built before are read back as they were, and made anew where they cannot be."""

from dataclasses import fields

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.data import kept as module
from idioprobe.data.controls import load as controls
from idioprobe.data.kept import MOST, kept
from idioprobe.data.registry import load_dataset
from idioprobe.data.sources.ncimp import dataset as ncimp
from tests.data.sources.folders import (
    BEAVER,
    BEAVER_SENTENCE,
    ncimp_row,
    rated,
    write_natural,
    write_nctti,
    write_neutral,
    write_ratings,
)

SEEN = {**BEAVER_SENTENCE, "original sentence": "An [eager beaver] came .", "synonym both": "A [keen rodent] came ."}


@pytest.fixture(autouse=True)
def nothing_fetched(monkeypatch, tmp_path):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))


@pytest.fixture
def folder(tmp_path):
    """NCIMP with one expression."""
    folder = tmp_path / "data" / "ncimp"
    write_neutral(folder, ncimp_row("eager beaver", BEAVER))
    write_natural(folder, 1, ncimp_row("eager beaver", BEAVER_SENTENCE))
    write_ratings(folder, rated("eager beaver"))
    return folder


@pytest.fixture
def data(folder):
    return load_dataset("ncimp", folder)


def same(one, other):
    tables = [field.name for field in fields(one) if field.name != "header"]
    assert one.header == other.header
    assert one.digest() == other.digest()
    assert all(getattr(one, name).equals(getattr(other, name)) for name in tables)
    assert all(getattr(one, name).schema == getattr(other, name).schema for name in tables)
    return True


class Making:
    """Gives a dataset, and counts how often it is asked for it."""

    def __init__(self, data):
        self.data, self.times = data, 0

    def __call__(self):
        self.times += 1
        return self.data


def no_reading(*_):
    raise AssertionError("the files are read again")


def test_what_is_kept_is_as_it_was_made(tmp_path, data):
    make = Making(data)
    for _ in range(3):
        assert same(kept(tmp_path / "cache", "ncimp", ["a"], make), data)
    assert make.times == 1


def test_a_part_of_what_is_kept_has_a_digest_of_its_own(tmp_path, data):
    again = [kept(tmp_path, "ncimp", (), Making(data)) for _ in range(2)][-1]
    part = again.select(["en"], ["nat"], None)
    assert part.digest() == data.select(["en"], ["nat"], None).digest() != again.digest()


def test_without_a_folder_nothing_is_kept(data):
    make = Making(data)
    assert kept(None, "ncimp", (), make) is data
    assert kept(None, "ncimp", (), make) is data
    assert make.times == 2


@pytest.mark.parametrize("decides", [["b"], ["a", "b"], [], ["a "]])
def test_another_file_is_another_dataset(tmp_path, data, decides):
    make = Making(data)
    kept(tmp_path, "ncimp", ["a"], make)
    kept(tmp_path, "ncimp", decides, make)
    assert make.times == 2


def test_another_program_makes_its_own(tmp_path, data, monkeypatch):
    make = Making(data)
    kept(tmp_path, "ncimp", (), make)
    monkeypatch.setattr(module, "_program", lambda: "another")
    kept(tmp_path, "ncimp", (), make)
    assert make.times == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[:0],
        lambda raw: raw[:20],
        lambda raw: raw[:-1],
        lambda raw: raw + b"x",
        lambda raw: raw[:400] + bytes([raw[400] ^ 1]) + raw[401:],
        lambda raw: bytes([raw[0] ^ 1]) + raw[1:],
    ],
)
def test_a_damaged_file_is_made_anew(tmp_path, data, damage):
    make = Making(data)
    kept(tmp_path, "ncimp", (), make)
    (path,) = (tmp_path / module.FOLDER).iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert same(kept(tmp_path, "ncimp", (), make), data)
    assert same(kept(tmp_path, "ncimp", (), make), data)
    assert make.times == 2


def test_a_folder_that_cannot_be_written_is_no_mistake(tmp_path, data):
    (tmp_path / module.FOLDER).write_text("in the way")
    assert kept(tmp_path, "ncimp", (), Making(data)) is data


def test_no_more_than_some_are_kept(tmp_path, data):
    for number in range(MOST + 3):
        kept(tmp_path, "ncimp", [str(number)], Making(data))
    assert len(list((tmp_path / module.FOLDER).iterdir())) == MOST


def test_files_that_were_read_before_are_not_read_again(tmp_path, folder, monkeypatch):
    first = load_dataset("ncimp", folder.parent, cache_dir=tmp_path / "cache")
    monkeypatch.setattr(ncimp, "read_file", no_reading)
    assert same(load_dataset("ncimp", folder.parent, cache_dir=tmp_path / "cache"), first)
    assert first.header.notes


def test_files_that_changed_are_read_again(tmp_path, folder):
    def stimuli():
        return load_dataset("ncimp", folder.parent, cache_dir=tmp_path / "cache").stimuli

    before = stimuli()
    write_natural(folder, 1, ncimp_row("eager beaver", SEEN))
    assert set(stimuli()["text"]) - set(before["text"])


def test_classes_of_another_dataset_that_comes_along_are_taken(tmp_path, folder):
    def labelling():
        return load_dataset("ncimp", folder.parent, cache_dir=tmp_path / "cache").header.labelling

    assert labelling() == "ClassType"
    write_nctti(folder.parent / "nctti", [("eager beaver", "NC", "0.5", "1", "1", "1", "hard worker")])
    assert labelling() == "CompScale"


def test_a_labelling_that_is_not_there_is_refused_every_time(tmp_path, folder):
    for _ in range(2):
        with pytest.raises(DatasetError, match="CompScale"):
            load_dataset("ncimp", folder, labelling="CompScale", cache_dir=tmp_path)


def test_controls_are_built_once(tmp_path, monkeypatch):
    built = controls.shipped("en", tmp_path)
    monkeypatch.setattr(controls, "_built", no_reading)
    assert same(controls.shipped("en", tmp_path), built)
