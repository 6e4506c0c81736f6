"""Which dataset a folder holds is told by its files."""

import fnmatch

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.catalogue import sources
from idioprobe.data.sources.layout import data_folders, find_folders, layouts, recognise

KEYS = {"ncimp": "dataset/EN/neutral.csv", "ncs": "dataset/en/neutral/P1_sents.csv", "nctti": "data/data_en.tsv"}


@pytest.fixture(autouse=True)
def nothing_fetched(monkeypatch, tmp_path):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))


def make(folder, *paths):
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()
    return folder


LAYOUTS = {name: source.layout for name, source in sources().items()}
LAYOUTS["idioprobe"] = ("stimuli.csv", "stimuli.parquet")


@pytest.mark.parametrize(("name", "path"), [(name, path) for name, keys in LAYOUTS.items() for path in keys])
def test_any_key_file_is_enough(tmp_path, name, path):
    assert recognise(make(tmp_path / "x", path)) == name


def test_key_files_of_published_datasets_are_in_the_catalogue():
    for name, source in sources().items():
        paths = [file.path for file in source.files]
        assert [key for key in LAYOUTS[name] if not fnmatch.filter(paths, key)] == []


def test_other_folders_are_not_recognised(tmp_path):
    assert recognise(tmp_path) is None
    assert recognise(tmp_path / "absent") is None
    assert recognise(make(tmp_path / "x", "dataset/EN/other.csv")) is None


def test_no_layout_is_told_by_the_case_of_a_folder():
    """Where EN and en are the same folder, NCIMP and NCS still have no file in common."""
    lowered = [{path.lower() for path in keys} for keys in LAYOUTS.values()]
    assert sum(map(len, lowered)) == len(set().union(*lowered))


def test_two_datasets_may_lie_in_one_folder(tmp_path):
    make(tmp_path, KEYS["ncimp"], KEYS["nctti"])
    assert layouts(tmp_path) == ["ncimp", "nctti"]
    assert data_folders("nctti", [tmp_path]) == [tmp_path]


def test_a_folder_itself_then_its_child_then_the_fetched_one(tmp_path):
    one = make(tmp_path / "one", KEYS["ncimp"])
    parent = tmp_path / "two"
    child = make(parent / "ncimp", KEYS["ncimp"])
    fetched = make(tmp_path / "fetched" / "ncimp", KEYS["ncimp"])
    assert data_folders("ncimp", [one, parent]) == [one, child, fetched]
    assert data_folders("NCIMP", []) == [fetched]
    assert data_folders("ncimp", [one, one, fetched]) == [one, fetched]


def test_a_folder_that_does_not_fit_is_no_matter_where_another_does(tmp_path):
    ncimp, nctti = make(tmp_path / "a", KEYS["ncimp"]), make(tmp_path / "b", KEYS["nctti"])
    assert data_folders("ncimp", [nctti, ncimp]) == [ncimp]


def test_a_data_dir_has_to_be_a_folder(tmp_path):
    with pytest.raises(DatasetError, match=r"`data_dir` .*absent is not a folder"):
        find_folders("ncs", [tmp_path / "absent"])


def test_another_layout_is_named(tmp_path):
    nctti = make(tmp_path / "b", KEYS["nctti"])
    with pytest.raises(DatasetError) as caught:
        data_folders("ncimp", [nctti])
    message = str(caught.value)
    assert f"{nctti} is laid out as NCTTI, not as NCIMP." in message
    assert "idioprobe data fetch ncimp" in message
    assert "`data_dir`" in message


def test_an_empty_folder_is_told_what_was_expected(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(DatasetError, match=r"empty holds no NCS: expected input/sentids_en\.csv or the like"):
        data_folders("ncs", [tmp_path / "empty"])


def test_one_level_too_deep_or_too_high_is_put_right(tmp_path):
    top = make(tmp_path / "outer" / "nctti-main", KEYS["nctti"])
    for given in (top / "data", tmp_path / "outer"):
        with pytest.raises(DatasetError) as caught:
            data_folders("nctti", [given])
        assert f"{given} is not the top of a copy of NCTTI; {top} is: name that." in str(caught.value)


def test_nothing_given_and_nothing_fetched():
    with pytest.raises(DatasetError, match=r"^NCS is not on this machine\. Fetch it with idioprobe data fetch ncs, or"):
        data_folders("ncs", [])
