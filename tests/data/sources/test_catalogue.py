"""The catalogue says where data is kept, and check says how a folder stands against it."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import ROLES
from idioprobe.data.sources.catalogue import (
    RECORD_FILE,
    FileState,
    SourceFile,
    check,
    default_folder,
    find_source,
    sources,
)


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def source():
    files = (
        SourceFile("a/known.csv", "a file", digest(b"known")),
        SourceFile("b/unknown.csv", "another", None, optional=True),
    )
    return replace(next(iter(sources().values())), name="toy", files=files)


def put(folder: Path, path: str, content: bytes) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(content)


@pytest.mark.parametrize("source", sources().values(), ids=sources())
def test_every_entry_is_complete(source):
    assert re.fullmatch(r"[\w.-]+/[\w.-]+", source.repository)
    assert re.fullmatch(r"[0-9a-f]{40}", source.commit)
    assert set(source.expressions) == set(source.sentences) == set(source.languages)
    assert set(source.roles) <= set(ROLES)
    assert source.licence
    assert re.search(r"\. 20\d\d\. .+https://doi\.org/", source.citation)
    assert len({file.path for file in source.files}) == len(source.files)
    for file in source.files:
        assert file.about
        assert not file.path.startswith("/")
        assert ".." not in file.path
        assert re.fullmatch(r"[0-9a-f]{64}", file.sha256 or "0" * 64)


def test_only_what_is_optional_has_no_checksum():
    for source in sources().values():
        assert [file.path for file in source.files if file.sha256 is None] == [
            file.path for file in source.files if file.optional
        ]


def test_a_name_is_found_in_any_case_and_another_is_refused():
    assert find_source("NCIMP").name == "ncimp"
    with pytest.raises(DatasetError, match=f"no published dataset 'nctt'; one of {', '.join(sources())}"):
        find_source("nctt")


def test_the_environment_moves_the_data(monkeypatch, tmp_path):
    monkeypatch.delenv("IDIOPROBE_DATA", raising=False)
    assert default_folder("ncs").parts[-3:] == ("idioprobe", "datasets", "ncs")
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path))
    assert default_folder("ncs") == tmp_path / "ncs"


def test_a_file_is_ok_changed_missing_or_unverified(source, tmp_path):
    assert [s.state for s in check(tmp_path, source)] == ["missing", "missing"]
    put(tmp_path, "a/known.csv", b"known")
    put(tmp_path, "b/unknown.csv", b"whatever")
    assert check(tmp_path, source) == [
        FileState("a/known.csv", "ok", digest(b"known")),
        FileState("b/unknown.csv", "unverified", digest(b"whatever"), optional=True),
    ]
    put(tmp_path, "a/known.csv", b"edited")
    assert check(tmp_path, source)[0] == FileState("a/known.csv", "changed", digest(b"edited"))


def test_what_was_recorded_guards_a_file_without_a_published_checksum(source, tmp_path):
    put(tmp_path, "b/unknown.csv", b"as fetched")
    put(tmp_path, RECORD_FILE, f'{{"files": {{"b/unknown.csv": "{digest(b"as fetched")}"}}}}'.encode())
    assert check(tmp_path, source)[1].state == "unverified"
    put(tmp_path, "b/unknown.csv", b"edited since")
    assert check(tmp_path, source)[1].state == "changed"


@pytest.mark.parametrize("record", [b"", b"[]", b"{", b'{"files": 3}', b"\xff"])
def test_a_damaged_record_is_as_good_as_none(source, tmp_path, record):
    put(tmp_path, "b/unknown.csv", b"x")
    put(tmp_path, RECORD_FILE, record)
    assert check(tmp_path, source)[1].state == "unverified"


def test_a_folder_or_a_file_in_the_way_is_not_a_file(source, tmp_path):
    (tmp_path / "a" / "known.csv").mkdir(parents=True)
    (tmp_path / "b").write_text("a file")
    assert [s.state for s in check(tmp_path, source)] == ["missing", "missing"]
