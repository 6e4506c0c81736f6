"""A whole study: 200 annotators whose reliability is known, over HTTP, with the server killed in the middle."""

import json
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy.stats import norm

from idioprobe.make.annotate.study import open_study
from idioprobe.make.annotate.table import read_study
from idioprobe.stats.correlation import spearman
from tests.make.annotate import studies
from tests.make.annotate.crowd import HIGH, LOW, Crowd
from tests.make.annotate.visitors import Server, wait_for
from tests.support import needed_module

needed_module("uvicorn")
pytestmark = pytest.mark.slow

ANNOTATORS, EXPRESSIONS, SENTENCES, EACH = 200, 20, 3, 10
BY_CHANCE = 20
"""The last twenty have not read what they answer."""
WANTED = ANNOTATORS * EACH // (EXPRESSIONS * SENTENCES) + 5


def expected(truth, noise):
    """The mean answer of somebody who is that far from the truth: rounded, and kept on the scale."""
    if math.isinf(noise):
        return (LOW + HIGH) / 2
    edges = norm.cdf([(value + 0.5 - truth) / noise for value in range(LOW, HIGH)])
    return HIGH - sum(edges)


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """The study when all have answered, and what the server had acknowledged."""
    changes = (f"annotations = {WANTED}", f"per_annotator = {EACH}", "requests_per_minute = 100000")
    folder = studies.make(
        tmp_path_factory.mktemp("held") / "study", expressions=EXPRESSIONS, sentences=SENTENCES, changes=changes
    )
    study = open_study(folder)
    truths = {str(n): (n * 7 % 51) / 10 for n in study.units}
    noise = {n: math.inf if n > ANNOTATORS - BY_CHANCE else 0.3 + n / ANNOTATORS for n in range(1, ANNOTATORS + 1)}
    paths = studies.links(folder, ANNOTATORS)
    with Server(folder) as first:
        crowd = Crowd(truths, noise, first.url)
        with ThreadPoolExecutor(1) as beside:
            all_come = beside.submit(crowd.come, paths)
            wait_for(lambda: len(crowd.acknowledged) > ANNOTATORS * EACH / 2 or all_come.done(), 60)
            first.kill()
            before = dict(crowd.acknowledged)
            database = study.connect()
            kept = dict(database.execute("SELECT annotator || ' ' || unit, scores FROM answer").fetchall())
            database.close()
            with Server(folder, first.port):
                all_come.result()
    return folder, crowd, before, kept


def test_a_kill_loses_nothing_that_was_acknowledged(held):
    _, _, before, kept = held
    assert len(before) >= ANNOTATORS * EACH / 2
    assert {key: json.loads(kept.get(f"{key[0]} {key[1]}", "null")) for key in before} == before


def test_every_answer_is_there_once(held):
    folder, crowd, _, _ = held
    table = read_study(folder)
    assert crowd.twice > 100
    assert len(table) == len(crowd.acknowledged) == ANNOTATORS * EACH
    assert not table.select("annotator", "expression", "sentence", "level").is_duplicated().any()
    sums = sum(scores["score"] for scores in crowd.acknowledged.values())
    assert table["score"].sum() == sums


def test_no_sentence_has_more_than_was_wanted_and_all_have_about_the_same(held):
    counts = read_study(held[0]).group_by("expression", "sentence").len()["len"]
    assert len(counts) == EXPRESSIONS * SENTENCES
    assert counts.max() <= WANTED
    assert counts.max() - counts.min() <= 4


def test_ratings_come_to_the_truth_that_made_them(held):
    folder, crowd, _, _ = held
    scores = {}
    for (number, item), given in crowd.acknowledged.items():
        scores.setdefault(item, []).append((given["score"], expected(crowd.truths[item], crowd.noise[number])))
    means = {item: np.mean([given for given, _ in rows]) for item, rows in scores.items()}
    meant = {item: np.mean([value for _, value in rows]) for item, rows in scores.items()}
    apart = np.array([means[item] - meant[item] for item in scores])
    assert abs(apart.mean()) < 0.1
    assert np.sqrt(np.square(apart).mean()) < 0.35
    assert spearman(np.array(list(means.values())), np.array([crowd.truths[i] for i in scores]))[0] > 0.93
    assert len(read_study(folder)) == len(crowd.acknowledged)


def test_who_answers_by_chance_is_found(held):
    _, crowd, _, _ = held
    by_item = {}
    for (number, item), given in crowd.acknowledged.items():
        by_item.setdefault(item, {})[number] = given["score"]
    low = set()
    for number in crowd.noise:
        pairs = [
            (given[number], np.mean([value for other, value in given.items() if other != number]))
            for given in by_item.values()
            if number in given
        ]
        if not spearman(*np.array(pairs, dtype=float).T)[0] >= 0.5:
            low.add(number)
    unreliable = {number for number, noise in crowd.noise.items() if math.isinf(noise)}
    assert len(low & unreliable) >= 0.7 * BY_CHANCE
    assert len(low - unreliable) <= 0.1 * ANNOTATORS
