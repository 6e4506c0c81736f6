"""Published files arrive whole and verified, or not at all."""

import errno
import hashlib
import io
import json
import os
import shutil
import socket
import tarfile
import zipfile
from pathlib import Path

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.core.locks import lock, unlock
from idioprobe.data.sources import fetch as fetching
from idioprobe.data.sources.catalogue import RECORD_FILE, Source, SourceFile
from idioprobe.data.sources.fetch import FetchError, fetch
from tests.data.sources.server import Server

CONTENT = {
    "data/one.csv": b"first file\n" * 1000,
    "data/two words.csv": b"second file\n" * 500,
    "data/loose.csv": b"nobody knows its checksum\n" * 10,
}
FILES = (
    SourceFile("data/one.csv", "one", hashlib.sha256(CONTENT["data/one.csv"]).hexdigest()),
    SourceFile("data/two words.csv", "two", hashlib.sha256(CONTENT["data/two words.csv"]).hexdigest()),
    SourceFile("data/loose.csv", "three", None, optional=True),
)
SOURCE = Source(
    name="toy",
    short="TOY",
    title="Toy",
    languages=("en",),
    expressions={"en": 1},
    sentences={"en": 1},
    roles=("original",),
    licence="none",
    citation="Nobody.",
    repository="me/toy",
    commit="c0ffee",
    files=FILES,
    layout=(FILES[0].path,),
    read=lambda copies: pytest.fail(f"nobody reads {copies}"),
)
ONE, TWO, LOOSE = (f"/me/toy/c0ffee/{file.path}" for file in FILES)


@pytest.fixture
def server():
    with Server({f"/me/toy/c0ffee/{path}": content for path, content in CONTENT.items()}) as running:
        yield running


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "installed" / "toy"


def get(server, folder, **options):
    return fetch(SOURCE, folder, base_url=server.url, pause=0, timeout=5, **options)


def states(found):
    return [state.state for state in found]


def held(folder):
    """Contents by path, the record aside."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != RECORD_FILE)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


class TestDownload:
    def test_all_files_are_installed_and_verified_where_that_is_possible(self, server, folder):
        assert states(get(server, folder)) == ["ok", "ok", "unverified"]
        assert held(folder) == CONTENT

    def test_progress_reaches_the_size_of_each_file(self, server, folder):
        seen = {}
        get(server, folder, progress=lambda path, done, total: seen.update({path: (done, total)}))
        assert seen == {path: (len(content), len(content)) for path, content in CONTENT.items()}

    def test_what_is_there_and_right_is_not_fetched_again(self, server, folder):
        get(server, folder)
        server.requests.clear()
        assert states(get(server, folder)) == ["ok", "ok", "unverified"]
        assert server.requests == []

    def test_an_edited_file_is_fetched_again_even_without_a_published_checksum(self, server, folder):
        get(server, folder)
        (folder / "data/one.csv").write_bytes(b"edited")
        (folder / "data/loose.csv").write_bytes(b"edited")
        assert states(get(server, folder)) == ["ok", "ok", "unverified"]
        assert held(folder) == CONTENT

    def test_a_broken_connection_is_taken_up_where_it_broke(self, server, folder):
        server.plan[ONE] = ["drop", "drop"]
        assert states(get(server, folder)) == ["ok", "ok", "unverified"]
        assert [wanted for path, wanted in server.requests if path == ONE] == [None, "bytes=5500-", "bytes=8250-"]

    def test_a_later_run_takes_up_what_an_earlier_left_behind(self, server, folder):
        server.plan[ONE] = ["drop", 503, 503, 503]
        with pytest.raises(FetchError, match="answers 503"):
            get(server, folder)
        assert list(held(folder).values()) == [CONTENT["data/one.csv"][:5500]]
        get(server, folder)
        assert held(folder) == CONTENT
        assert (ONE, "bytes=5500-") in server.requests

    def test_runs_side_by_side_do_not_write_into_each_others_files(self, server, folder):
        """The second begins while the first has half of a file, and both end with all of it."""
        second = []

        def halfway(path, *_):
            if path == "data/loose.csv" and not second:
                second.append(get(server, folder))

        assert states(get(server, folder, progress=halfway)) == ["ok", "ok", "unverified"]
        assert states(second[0]) == ["ok", "ok", "unverified"]
        assert held(folder) == CONTENT

    def test_what_another_run_is_writing_is_left_alone_and_what_a_dead_one_left_goes(self, server, folder):
        (folder / "data").mkdir(parents=True)
        alive, dead, older = (folder / "data" / f".one.csv.{letter * 16}.part" for letter in "abc")
        for path, size in ((alive, 5500), (dead, 10), (older, 20)):
            path.write_bytes(CONTENT["data/one.csv"][:size])
        writing = lock(alive)
        get(server, folder)
        unlock(writing)
        assert held(folder) == CONTENT | {f"data/{alive.name}": CONTENT["data/one.csv"][:5500]}
        assert (ONE, "bytes=20-") in server.requests

    def test_a_server_that_knows_no_ranges_sends_all_again(self, server, folder):
        server.plan[ONE] = ["drop", "no range"]
        get(server, folder)
        assert held(folder) == CONTENT

    def test_a_continuation_from_elsewhere_is_not_believed(self, server, folder):
        server.plan[ONE] = ["drop", "moved"]
        get(server, folder)
        assert held(folder) == CONTENT

    def test_a_whole_part_only_needs_its_name(self, server, folder):
        (folder / "data").mkdir(parents=True)
        (folder / "data/one.csv.part").write_bytes(CONTENT["data/one.csv"])
        get(server, folder)
        assert held(folder) == CONTENT
        assert [wanted for path, wanted in server.requests if path == ONE] == ["bytes=11000-"]

    @pytest.mark.parametrize("rest", [b"of another file", b"x" * 20_000], ids=["shorter", "longer"])
    def test_a_part_of_something_else_is_thrown_away(self, server, folder, rest):
        (folder / "data").mkdir(parents=True)
        (folder / "data/one.csv.part").write_bytes(rest)
        get(server, folder)
        assert held(folder) == CONTENT

    def test_a_part_that_no_checksum_could_vouch_for_is_not_continued(self, server, folder):
        (folder / "data").mkdir(parents=True)
        (folder / "data/loose.csv.part").write_bytes(b"of another file")
        get(server, folder)
        assert held(folder) == CONTENT

    @pytest.mark.parametrize("code", [429, 500, 502, 503])
    def test_a_passing_failure_is_tried_again(self, server, folder, code):
        server.plan[ONE] = [code, code, code]
        assert states(get(server, folder)) == ["ok", "ok", "unverified"]

    def test_three_more_attempts_and_no_more(self, server, folder):
        server.plan[ONE] = [500] * 10
        with pytest.raises(FetchError) as caught:
            get(server, folder)
        assert len(server.requests) == 4
        assert f"{server.url}{ONE} answers 500" in str(caught.value)
        assert "idioprobe data fetch toy --from" in str(caught.value)
        assert caught.value.exit_code == 1

    def test_a_required_file_that_is_not_there_is_an_error(self, server, folder):
        del server.files[TWO]
        with pytest.raises(FetchError, match=r"two%20words\.csv answers 404"):
            get(server, folder)
        assert held(folder) == {"data/one.csv": CONTENT["data/one.csv"]}

    def test_an_optional_file_that_is_not_there_is_missing(self, server, folder):
        del server.files[LOOSE]
        assert states(get(server, folder)) == ["ok", "ok", "missing"]

    def test_other_content_is_not_installed_and_both_checksums_are_named(self, server, folder):
        server.files[ONE] = b"something else"
        with pytest.raises(FetchError) as caught:
            get(server, folder)
        found = hashlib.sha256(b"something else").hexdigest()
        assert f"data/one.csv: SHA-256 is {found}, published as {FILES[0].sha256}" in str(caught.value)
        assert held(folder) == {}

    def test_other_content_does_not_replace_an_installed_file(self, server, folder):
        get(server, folder)
        (folder / "data/one.csv").write_bytes(b"edited")
        server.files[ONE] = b"something else"
        with pytest.raises(FetchError):
            get(server, folder)
        assert (folder / "data/one.csv").read_bytes() == b"edited"

    def test_a_log_in_page_does_not_pass_for_a_file(self, server, folder):
        server.files[LOOSE] = b"\n<!DOCTYPE html><html>Please log in</html>"
        with pytest.raises(FetchError, match="answers with a web page"):
            get(server, folder)
        assert "data/loose.csv" not in held(folder)

    def test_a_monstrous_file_is_refused(self, server, folder, monkeypatch):
        monkeypatch.setattr(fetching, "LARGEST_FILE", 1000)
        with pytest.raises(FetchError, match="larger than 1,000 bytes"):
            get(server, folder)

    def test_no_server_at_all(self, folder):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{unused.getsockname()[1]}"
            with pytest.raises(FetchError, match=r"cannot be downloaded: .*refused.*--from FOLDER-OR-ARCHIVE"):
                fetch(SOURCE, folder, base_url=url, pause=0, timeout=5)

    def test_other_schemes_are_refused(self, folder, tmp_path):
        with pytest.raises(DatasetError, match="not a web address"):
            fetch(SOURCE, folder, base_url=tmp_path.as_uri(), pause=0)

    def test_the_record_names_what_could_not_be_verified(self, server, folder):
        get(server, folder)
        record = json.loads((folder / RECORD_FILE).read_text())
        assert record["commit"] == "c0ffee"
        assert record["files"] == {"data/loose.csv": hashlib.sha256(CONTENT["data/loose.csv"]).hexdigest()}

    def test_a_file_in_the_way_of_the_folder(self, server, tmp_path):
        (tmp_path / "toy").write_text("a file")
        with pytest.raises(FetchError, match=r"cannot be written: .*IDIOPROBE_DATA"):
            get(server, tmp_path / "toy")

    def test_a_full_disk(self, server, folder, monkeypatch):
        def full(*_):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(Path, "replace", full)
        with pytest.raises(FetchError, match=r"one\.csv cannot be written: No space left on device\. Free some space"):
            get(server, folder)
        assert "data/one.csv" not in held(folder)


@pytest.fixture
def copy(tmp_path):
    """A copy of the repository as a folder."""
    for path, content in CONTENT.items():
        (tmp_path / "copy" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "copy" / path).write_bytes(content)
    return tmp_path / "copy"


def pack(copy, name, top=""):
    """The copy as an archive, in a top folder or not."""
    archive = copy.parent / name
    if name.endswith(".zip"):
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
            for path in sorted(copy.rglob("*")):
                out.write(path, top + path.relative_to(copy).as_posix())
    else:
        kind = name.rpartition(".")[2].replace("tgz", "gz").replace("tar", "")
        with tarfile.open(archive, f"w:{kind}") as out:
            out.add(copy, top or ".")
    return archive


class TestFrom:
    def test_a_folder(self, copy, folder):
        assert states(fetch(SOURCE, folder, copy)) == ["ok", "ok", "unverified"]
        assert held(folder) == CONTENT

    def test_the_folder_around_the_copy(self, copy, folder):
        (copy.parent / "around").mkdir()
        copy.rename(copy.parent / "around" / "toy-main")
        fetch(SOURCE, folder, copy.parent / "around")
        assert held(folder) == CONTENT

    @pytest.mark.parametrize("top", ["", "toy-c0ffee/"], ids=["bare", "top folder"])
    @pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tar.gz", "x.tgz", "x.tar.bz2", "x.tar.xz"])
    def test_an_archive(self, copy, folder, name, top):
        assert states(fetch(SOURCE, folder, pack(copy, name, top))) == ["ok", "ok", "unverified"]
        assert held(folder) == CONTENT

    def test_an_archive_is_known_by_its_content_not_its_name(self, copy, folder):
        archive = pack(copy, "x.tar.gz").rename(copy.parent / "download")
        fetch(SOURCE, folder, archive)
        assert held(folder) == CONTENT

    def test_a_tar_that_ends_with_a_spreadsheet_is_a_tar(self, copy, folder):
        archive = pack(copy, "x.tar")
        spreadsheet = pack(copy, "x.zip").read_bytes()
        with tarfile.open(archive, "a") as out:
            info = tarfile.TarInfo("ratings.xlsx")
            info.size = len(spreadsheet)
            out.addfile(info, io.BytesIO(spreadsheet))
        fetch(SOURCE, folder, archive)
        assert held(folder) == CONTENT

    def test_a_changed_file_stops_all_and_is_named(self, copy, folder):
        (copy / "data/one.csv").write_bytes(b"edited")
        with pytest.raises(DatasetError) as caught:
            fetch(SOURCE, folder, copy)
        found = hashlib.sha256(b"edited").hexdigest()
        assert f"data/one.csv: SHA-256 {found}, published as {FILES[0].sha256}" in str(caught.value)
        assert "1 of 3 files" in str(caught.value)
        assert "`accept_changed`" in str(caught.value)
        assert caught.value.exit_code == 2
        assert held(folder) == {}

    def test_a_changed_file_can_be_accepted_and_stays_known_as_changed(self, copy, folder):
        (copy / "data/one.csv").write_bytes(b"edited")
        assert states(fetch(SOURCE, folder, copy, accept_changed=True)) == ["changed", "ok", "unverified"]
        assert (folder / "data/one.csv").read_bytes() == b"edited"

    def test_a_required_file_that_is_missing_stops_all(self, copy, folder):
        (copy / "data/two words.csv").unlink()
        with pytest.raises(DatasetError, match=r"lacks data/two words\.csv\. Nothing was installed"):
            fetch(SOURCE, folder, copy)
        assert held(folder) == {}

    def test_an_optional_file_may_be_missing(self, copy, folder):
        (copy / "data/loose.csv").unlink()
        assert states(fetch(SOURCE, folder, copy)) == ["ok", "ok", "missing"]

    def test_a_partial_copy_completes_what_is_installed(self, copy, folder):
        (copy / "data/loose.csv").rename(copy.parent / "loose.csv")
        fetch(SOURCE, folder, copy)
        shutil.rmtree(copy)
        (copy / "data").mkdir(parents=True)
        (copy.parent / "loose.csv").rename(copy / "data/loose.csv")
        assert states(fetch(SOURCE, folder, copy)) == ["ok", "ok", "unverified"]
        assert held(folder) == CONTENT

    def test_the_folder_where_the_data_already_lies(self, copy):
        assert states(fetch(SOURCE, copy, copy)) == ["ok", "ok", "unverified"]
        assert held(copy) == CONTENT

    def test_something_else(self, tmp_path, folder):
        (tmp_path / "notes").mkdir()
        (tmp_path / "notes.txt").write_text("notes")
        for origin, said in {
            "absent": "no such folder or archive",
            "notes": r"holds no file of toy: expected data/one\.csv or the like",
            "notes.txt": "neither a folder nor a .zip or .tar archive",
        }.items():
            with pytest.raises(DatasetError, match=said):
                fetch(SOURCE, folder, tmp_path / origin)

    def test_another_dataset_is_recognised(self, tmp_path, folder):
        (tmp_path / "other" / "data").mkdir(parents=True)
        (tmp_path / "other" / "data" / "data_en.tsv").touch()
        with pytest.raises(DatasetError, match="it is laid out as nctti"):
            fetch(SOURCE, folder, tmp_path / "other")

    @pytest.mark.parametrize("name", ["x.zip", "x.tar.gz", "x.tar.xz"])
    def test_a_damaged_archive(self, copy, folder, name):
        archive = pack(copy, name)
        raw = bytearray(archive.read_bytes())
        half = slice(len(raw) // 3, len(raw) // 3 + 40)
        raw[half] = bytes(255 - byte for byte in raw[half])
        archive.write_bytes(raw)
        with pytest.raises(DatasetError):
            fetch(SOURCE, folder, archive)
        assert held(folder) == {}

    def test_an_archive_that_ends_early(self, copy, folder):
        archive = pack(copy, "x.tar.gz")
        archive.write_bytes(archive.read_bytes()[:-200])
        with pytest.raises(DatasetError, match="cannot be read"):
            fetch(SOURCE, folder, archive)
        assert held(folder) == {}

    @pytest.mark.parametrize("name", ["x.zip", "x.tar"])
    def test_an_archive_writes_nothing_outside(self, copy, folder, name):
        names = ["../data/one.csv", "../../evil.txt", str(copy.parent / "absolute.txt"), "/data/one.csv"]
        archive = pack(copy, name)
        if name == "x.zip":
            with zipfile.ZipFile(archive, "a") as out:
                for member in names:
                    out.writestr(member, "evil")
        else:
            with tarfile.open(archive, "a") as out:
                for member in names:
                    info = tarfile.TarInfo(member)
                    info.size = 4
                    out.addfile(info, io.BytesIO(b"evil"))
        fetch(SOURCE, folder, archive)
        assert held(folder) == CONTENT
        assert not list(copy.parent.rglob("*evil*"))
        assert not list(copy.parent.rglob("absolute.txt"))

    @pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
    def test_a_link_in_an_archive_is_not_followed(self, copy, folder, kind):
        (copy.parent / "secret").write_text("secret")
        (copy / "data/loose.csv").unlink()
        archive = pack(copy, "x.tar")
        with tarfile.open(archive, "a") as out:
            info = tarfile.TarInfo("data/loose.csv")
            info.type, info.linkname = kind, str(copy.parent / "secret")
            out.addfile(info)
        assert states(fetch(SOURCE, folder, archive)) == ["ok", "ok", "missing"]

    def test_a_bomb_is_refused(self, copy, folder, monkeypatch):
        monkeypatch.setattr(fetching, "LARGEST_FILE", 100_000)
        (copy / "data/loose.csv").write_bytes(bytes(1_000_000))
        with pytest.raises(DatasetError, match="larger than 100,000 bytes"):
            fetch(SOURCE, folder, pack(copy, "x.zip"))
        assert held(folder) == {}

    def test_an_encrypted_archive(self, copy, folder):
        archive = pack(copy, "x.zip")
        raw = archive.read_bytes()
        for header, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            pieces = raw.split(header)
            raw = header.join([pieces[0], *(p[: at - 4] + b"\x01" + p[at - 3 :] for p in pieces[1:])])
        archive.write_bytes(raw)
        with pytest.raises(DatasetError, match="encrypted"):
            fetch(SOURCE, folder, archive)
