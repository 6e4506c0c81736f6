"""Every result with a score carries what chance, word by word and the ideal get on the same data."""

from idioprobe import evaluate
from tests.suites.world import FILLERS, cosines, dataset, encoder, expression, item

VECTORS = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2)


def run(tmp_path, **options):
    rows = dataset(item(FILLERS), [expression("eager beaver", label="NC")])
    return evaluate(encoder(VECTORS), rows, cache_dir=tmp_path, resamples=100, **options)


def test_by_the_words_is_nothing_and_the_ideal_is_everything(tmp_path):
    records = {record.name: record for record in run(tmp_path).manifest.references}
    assert [score.value for score in records["words"].headline] == [0, 0]
    assert [score.value for score in records["whole"].headline] == [1, 1]
    assert list(records) == ["random", "words", "whole"]


def test_they_are_measured_in_the_units_of_the_run(tmp_path):
    (score,) = run(tmp_path, units=("sentence",)).manifest.references[0].headline
    assert score.unit == "sentence"


def test_the_second_run_finds_them_computed(tmp_path):
    first, second = run(tmp_path), run(tmp_path)
    assert first.manifest.references == second.manifest.references


def test_a_result_without_a_score_has_none(tmp_path):
    few = {role: FILLERS[role] for role in ("original", "syn")}
    rows = dataset(item(few), [expression("eager beaver")])
    assert evaluate(encoder(VECTORS), rows, cache_dir=tmp_path, resamples=100).manifest.references == []
