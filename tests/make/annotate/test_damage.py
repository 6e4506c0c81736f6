"""A study whose database is damaged: one sentence, and no answer in it."""

import random
import sqlite3
from contextlib import closing, contextmanager

import pytest

from idioprobe.core.errors import StudyError
from idioprobe.make.annotate import answers
from idioprobe.make.annotate.answers import Answer
from idioprobe.make.annotate.export import csv_bytes, sheet_bytes
from idioprobe.make.annotate.people import invite
from idioprobe.make.annotate.progress import progress_of
from idioprobe.make.annotate.study import open_study
from idioprobe.make.annotate.table import read_study
from tests.make.annotate import studies

SECRET = "asecretparaphrase"


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """A study of six sentences that three people have answered, as bytes and as a folder."""
    folder = studies.make(tmp_path_factory.mktemp("damage") / "study", examples=True)
    study = open_study(folder)
    with study.database() as database:
        for number in invite(database, 3):
            for unit in (*study.units.values(), *study.checks):
                answer = Answer(dict.fromkeys(unit.fields, number), (SECRET,))
                answers.store(database, number, unit, answer, study.settings)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder, (folder / "study.sqlite").read_bytes()


@pytest.fixture
def folder(answered):
    place, whole = answered
    for name in ("study.sqlite-wal", "study.sqlite-shm"):
        (place / name).unlink(missing_ok=True)
    (place / "study.sqlite").write_bytes(whole)
    return place


@contextmanager
def changed(folder):
    """The database, written and closed at the end."""
    with closing(sqlite3.connect(folder / "study.sqlite")) as database, database:
        yield database


def use(folder):
    """What the commands and pages do with a study."""
    study = open_study(folder)
    with study.database() as database:
        progress_of(database, study)
    return csv_bytes(study), sheet_bytes(study)


def test_answers_are_stored_with_checksums_and_come_back(folder):
    table = read_study(folder)
    assert table["score"].to_list() == table["annotator"].cast(float).to_list()
    with changed(folder) as database:
        (count,) = database.execute("SELECT COUNT(*) FROM checksum").fetchone()
        stored = sum(database.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in ("answer", "extra"))
    assert count == stored > 0


@pytest.mark.parametrize(
    "change",
    [
        """UPDATE answer SET scores = replace(scores, '"score": 1', '"score": 9')""",
        "UPDATE answer SET unit = unit + 90",
        "UPDATE answer SET paraphrases = substr(paraphrases, 3)",
        "UPDATE answer SET scores = CAST(x'ff' || scores AS TEXT)",
        "UPDATE extra SET passed = 0 WHERE passed = 1",
        "UPDATE extra SET item = 'x' || item",
        "UPDATE checksum SET value = value + 1 WHERE annotator = 2",
        "UPDATE checksum SET item = '99' || item WHERE annotator = 2",
        "UPDATE sentence SET spans = '900:901'",
        "UPDATE about SET value = 'opfn' WHERE name = 'state'",
    ],
)
def test_an_answer_that_is_not_as_it_was_stored_is_refused(folder, change):
    with changed(folder) as database:
        assert database.execute(change).rowcount
    with pytest.raises(StudyError, match=r"study\.sqlite is damaged") as told:
        use(folder)
    assert SECRET not in str(told.value)


@pytest.mark.parametrize("seed", range(40))
def test_bytes_at_random_end_in_a_sentence_or_change_no_answer(folder, seed):
    path, dice = folder / "study.sqlite", random.Random(seed)
    before, content = use(folder)[0], bytearray(path.read_bytes())
    for _ in range(dice.choice((1, 1, 30))):
        content[dice.randrange(len(content))] = dice.randrange(256)
    path.write_bytes(content)
    told, after = "", before
    try:
        after = use(folder)[0]
    except StudyError as error:
        told = str(error)
    assert SECRET not in told
    if not told:
        scores = [line.split(b",")[4:7] for line in after.splitlines()]
        assert scores == [line.split(b",")[4:7] for line in before.splitlines()]


def test_answers_of_older_programs_are_read_without_checksums(folder):
    before = read_study(folder)
    with changed(folder) as database:
        database.execute("DROP TABLE checksum")
    assert read_study(folder).equals(before)
