"""Every measure of answers a second time, from the table of answers alone and straight from its definition."""

import hashlib
import random
import re
from collections import Counter, defaultdict
from statistics import fmean

import numpy as np
import pytest
from scipy.stats import spearmanr

from idioprobe import evaluate
from tests.suites.questions.said import Speaker, idioms_file, listed, many

CHOICES = ("pair", "choice", "idiom")
SHARES = {
    "qa_pref_words": ("pair", ("syn",)),
    "qa_choice": ("choice", ("syn",)),
    "qa_chose_words": ("choice", ("words",)),
    "qa_chose_component": ("choice", ("head",)),
    "qa_chose_random": ("choice", ("rand",)),
    "qa_idiom": ("idiom", ("idiomatic",)),
}


def drawn(question):
    """Something random that depends on the question alone."""
    return random.Random(hashlib.sha256(repr(question).encode()).hexdigest())


def say(question):
    chance = drawn(question)
    options = listed(question)
    if chance.random() < 0.2:
        return chance.choice(["", "I cannot.", "A or B", "hm"])
    if options:
        return chance.choice([*options, *options.values()])
    if "How literal" in question.text:
        return str(chance.randint(0, 5))
    if "synonyms" in question.text:
        number = re.search(r"head(\d+)", question.text)[1]
        return chance.choice(["x, y", f"a syn{number} thing{number}", f"syn{number} thing{number}\nz"])
    return chance.choice(re.search(r"Is it (\w+) or (\w+)\?", question.text).groups())


def weigh(question):
    chance = drawn(question)
    return [-chance.uniform(0.5, 2) * len(option) for option in question.options]


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("random")
    options = {"suites": ("questions",), "questions": idioms_file(folder, 24), "samples": 2, "resamples": 100}
    return evaluate(Speaker(say, weigh, "random"), many(24), cache_dir=folder, **options)


@pytest.fixture(scope="module")
def rows(result):
    return [row for row in result.table("answers").to_dicts() if row["kind"] != "free"]


def summed(result, view, condition, measure, statistic="mean", group="all", rating=None):
    found = [
        row["value"]
        for row in result.summary.to_dicts()
        if (row["view"], row["condition"], row["measure"]) == (view, condition, measure)
        and (row["statistic"], row["group"], row["rating"]) == (statistic, group, rating)
    ]
    assert len(found) <= 1
    return found[0] if found else None


def by_expression(values):
    """The mean over the items of each expression, then over expressions, from (expression, item, value)."""
    items = defaultdict(list)
    for expression, item, value in values:
        items[expression, item].append(value)
    expressions = defaultdict(list)
    for (expression, _), own in items.items():
        expressions[expression].append(fmean(own))
    return fmean(map(fmean, expressions.values())) if expressions else None


def places(rows):
    return sorted({(row["view"], row["condition"]) for row in rows})


def test_shares_are_of_usable_answers_or_of_all(result, rows):
    compared = 0
    for view, condition in places(rows):
        for measure, (kind, roles) in SHARES.items():
            own = [r for r in rows if (r["view"], r["condition"], r["kind"]) == (view, condition, kind)]
            right = [(r["expression"], r["item"], float(r["choice"] in roles)) for r in own]
            usable = [value for r, value in zip(own, right, strict=True) if r["choice"] is not None]
            assert summed(result, view, condition, measure) == pytest.approx(by_expression(usable))
            if measure in ("qa_pref_words", "qa_choice", "qa_idiom"):
                strict = summed(result, view, condition, measure, "mean_refused_wrong")
                assert strict == pytest.approx(by_expression(right))
            compared += len(own) > 0
    assert compared == 2 * (3 * 5 + 1)


def test_refusals_are_all_answers_of_no_use(result, rows):
    for view, condition in places(rows):
        own = [r for r in rows if (r["view"], r["condition"]) == (view, condition)]
        usable = ("choice", "rating", "paraphrases")
        values = [(r["expression"], r["item"], float(r["understood"] not in usable)) for r in own]
        assert summed(result, view, condition, "qa_refused") == pytest.approx(by_expression(values))


@pytest.mark.parametrize(
    ("suffix", "kinds"), [("", ("choice", "idiom")), ("_pair", ("pair",))], ids=["all options", "two options"]
)
def test_places_and_consistency(result, rows, suffix, kinds):
    for view, condition in places(rows):
        own = [r for r in rows if (r["view"], r["condition"]) == (view, condition) and r["kind"] in kinds]
        own = [r for r in own if r["choice"] and (view == "generated" or r["kind"] == "idiom")]
        if not own:
            assert summed(result, view, condition, f"qa_position_bias{suffix}") is None
            continue
        count = len(own[0]["options"])
        most = Counter(r["position"] for r in own).most_common(1)[0][1]
        bias = summed(result, view, condition, f"qa_position_bias{suffix}")
        assert bias == pytest.approx(most / len(own) - 1 / count)
        questions = defaultdict(list)
        for r in own:
            questions[r["expression"], r["item"]].append(r["choice"])
        shares = [
            (*key, Counter(made).most_common(1)[0][1] / len(made)) for key, made in questions.items() if len(made) > 1
        ]
        assert summed(result, view, condition, f"qa_consistency{suffix}") == pytest.approx(by_expression(shares))


def test_the_choice_by_likelihood_is_the_highest_per_character(result, rows):
    taken, plain = [], []
    for r in rows:
        if r["view"] != "likelihood" or r["kind"] not in CHOICES:
            continue
        lengths = [len(option) for option in r["options"]]
        best = int(np.argmax([value / n for value, n in zip(r["likelihoods"], lengths, strict=True)]))
        assert (r["choice"], r["position"]) == (r["roles"][best], best + 1)
        if r["kind"] == "choice" and r["condition"] == "nat":
            shortest = lengths.index(min(lengths))
            taken.append((r["expression"], r["item"], (best == shortest) - 1 / 4))
            plain.append((r["expression"], r["item"], (int(np.argmax(r["likelihoods"])) == shortest) - 1 / 4))
    assert summed(result, "likelihood", "nat", "qa_short_bias") == pytest.approx(by_expression(taken))
    assert summed(result, "likelihood", "nat", "qa_raw_short_bias") == pytest.approx(by_expression(plain))


@pytest.mark.parametrize("view", ["generated", "likelihood"])
def test_ratings_are_correlated_with_those_of_people(result, rows, view):
    people = {(r["expression"], r["sentence"]): r["mean"] for r in result.ratings.to_dicts()}
    given = defaultdict(list)
    for r in rows:
        if r["kind"] == "rating" and r["view"] == view and r["understood"] == "rating":
            if view == "likelihood":
                weights = np.exp(r["likelihoods"])
                assert r["value"] == pytest.approx(weights @ np.arange(6) / weights.sum())
            else:
                assert r["value"] == float(r["answer"])
            given[r["expression"], r["sentence"]].append(r["value"])
    token = {key: fmean(values) for key, values in given.items()}
    rho = spearmanr([token[key] for key in token], [people[key] for key in token]).statistic
    assert summed(result, view, "nat", "qa_rating", "rho_token", rating="token") == pytest.approx(rho)
    names = sorted({expression for expression, _ in token})
    means = [fmean(value for (e, _), value in token.items() if e == name) for name in names]
    rho = spearmanr(means, [people[name, None] for name in names]).statistic
    assert summed(result, view, "nat", "qa_rating", "rho_type", rating="type") == pytest.approx(rho)


def test_paraphrases_are_compared_with_those_of_people(result, rows):
    normal, exact = [], []
    for r in rows:
        if r["kind"] == "paraphrase" and r["understood"] == "paraphrases":
            number = r["expression"].removeprefix("mod").split()[0]
            human = f"syn{number} thing{number}"
            parts = [part.strip() for part in re.split(r"[,\n]", r["answer"])]
            normal.append((r["expression"], r["item"], float(human in [part.removeprefix("a ") for part in parts])))
            exact.append((r["expression"], r["item"], float(human in parts)))
    assert summed(result, "generated", "nat", "qa_paraphrase") == pytest.approx(by_expression(normal))
    assert summed(result, "generated", "nat", "qa_paraphrase_exact") == pytest.approx(by_expression(exact))
