"""How far a study is, and in which words."""

import pytest

from idioprobe.make.annotate.answers import Answer, store
from idioprobe.make.annotate.people import invite
from idioprobe.make.annotate.progress import progress_of
from idioprobe.make.annotate.study import open_study
from idioprobe.stats.agreement import landis_koch
from tests.make.annotate import studies


@pytest.mark.parametrize("second", [(5, 0, 0, 5, 5, 0), (0, 5, 5, 0, 0, 5), (0, 5, 4, 1, 0, 3)])
def test_agreement_has_the_words_of_landis_and_koch(tmp_path, second):
    study = open_study(studies.make(tmp_path / "study"))
    database = study.connect()
    try:
        for number, scores in zip(invite(database, 2), ((0, 5, 5, 0, 0, 5), second), strict=True):
            for unit, score in zip(study.wanted_units.values(), scores, strict=True):
                store(database, number, unit, Answer({"score": score}, ()), study.settings)
        found = progress_of(database, study).agreement[0]
    finally:
        database.close()
    assert found.words == landis_koch(found.alpha)
