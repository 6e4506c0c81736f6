"""Contrasts within a result: languages, conditions, with and without synonym overlap."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe import load_result
from idioprobe.core.tables import EXPRESSIONS, RATINGS, SCORES
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import MEASURES
from idioprobe.suites.contrasts import HIGHER, LOWER, TIED, UNDEFINED, Side, apart, contrasts, together
from tests.suites.world import beaver, cosines

HOW = Resampling(400, 3)
RNG = np.random.default_rng(5)
NAMES = {"en": [f"en {i}" for i in range(12)], "pt": [f"pt {i}" for i in range(9)]}
NOISE = {name: RNG.normal(0, 0.05) for names in NAMES.values() for name in names}
LEVEL = {("en", "nat"): 0.6, ("en", "neut"): 0.5, ("pt", "nat"): 0.3, ("pt", "neut"): 0.3}


def scores(levels=None, overlap_adds=0.0):
    rows = []
    for (language, condition), level in (levels or LEVEL).items():
        for i, name in enumerate(NAMES[language]):
            for sentence in (1, 2) if condition == "nat" else (None,):
                place = {"unit": "target", "view": "mean@last4", "special_tokens": False, "metric": "cosine"}
                item = f"{language}/{name}/{condition}{sentence or ''}"
                named = {"item": item, "expression": name, "language": language, "condition": condition}
                value = level + NOISE[name] + (overlap_adds if i % 2 else 0.0)
                rows.append({**named, **place, "sentence": sentence, "measure": "sim_syn", "value": value})
    return pl.DataFrame(rows, schema=SCORES)


def known():
    rows = [
        {"expression": name, "language": language, "synonym_overlap": bool(i % 2)}
        for language, names in NAMES.items()
        for i, name in enumerate(names)
    ]
    return pl.DataFrame(rows, schema=EXPRESSIONS)


def rated():
    rows = [
        {"expression": name, "language": language, "target": "expression", "rating": "type", "mean": float(i)}
        for language, names in NAMES.items()
        for i, name in enumerate(names)
    ]
    return pl.DataFrame(rows, schema=RATINGS)


def found(contrast, statistic="mean", table=None, **where):
    everything = contrasts(MEASURES, scores() if table is None else table, known(), rated(), HOW)
    (row,) = everything.filter(contrast=contrast, statistic=statistic, **where).iter_rows(named=True)
    return row


def test_languages_are_contrasted_over_expressions_of_their_own():
    row = found("languages", condition="nat")
    assert (row["first"], row["second"], row["language"]) == ("en", "pt", None)
    means = [LEVEL[code, "nat"] + np.mean([NOISE[name] for name in NAMES[code]]) for code in ("en", "pt")]
    assert (row["value_first"], row["value_second"]) == pytest.approx(tuple(means))
    assert row["difference"] == pytest.approx(means[0] - means[1])
    assert row["ci_low"] < row["difference"] < row["ci_high"]
    assert (row["expressions_first"], row["expressions_second"], row["verdict"]) == (12, 9, HIGHER)


def test_their_correlations_are_contrasted_too():
    row = found("languages", "rho_type", condition="nat")
    rhos = [spearmanr([NOISE[n] for n in NAMES[code]], range(len(NAMES[code]))).statistic for code in ("en", "pt")]
    assert [row["value_first"], row["value_second"]] == pytest.approx(rhos)
    assert row["rating"] == "type"


def test_conditions_are_paired_so_that_a_constant_shift_is_certain():
    row = found("conditions", language="en")
    assert (row["first"], row["second"], row["condition"]) == ("nat", "neut", None)
    assert (row["ci_low"], row["difference"], row["ci_high"]) == pytest.approx((0.1, 0.1, 0.1))
    assert found("conditions", language="pt")["difference"] == pytest.approx(0.0, abs=1e-12)


def test_with_and_without_overlap():
    row = found("overlap", table=scores(overlap_adds=-0.4), language="en", condition="nat")
    assert (row["first"], row["second"], row["verdict"]) == ("with overlap", "without overlap", LOWER)
    assert (row["expressions_first"], row["expressions_second"]) == (6, 6)
    few = found("overlap", language="pt", condition="nat")
    assert (few["verdict"], few["ci_low"], few["expressions_first"]) == (UNDEFINED, None, 4)
    assert few["method"].endswith("no interval: fewer than 6 expressions")


def test_two_equal_samples_are_resampled_apart():
    """Drawn together, a sample against itself would have no spread at all."""
    side = Side(np.linspace(0, 1, 20), [f"e{i}" for i in range(20)], {})
    (row,) = apart(side, side, None, HOW)
    assert row["ci_low"] < 0 < row["ci_high"]
    assert row["verdict"] == TIED


def test_several_models_are_averaged_before_they_are_contrasted():
    names = [f"e{i}" for i in range(8)]
    sides = [Side(np.arange(8.0) + shift, names, {}) for shift in (0, 2, 5)]
    (row,) = together(sides[:2], sides[2:], None, HOW)
    assert (row["value_first"], row["value_second"], row["difference"]) == pytest.approx((4.5, 8.5, -4.0))
    assert row["verdict"] == LOWER


def test_a_run_writes_them_and_a_result_from_before_them_has_none(tmp_path):
    result = beaver(tmp_path, cosines(syn=0.9, head=0.5, modifier=0.4, words=0.6, rand=0.1))
    folder = result.save(tmp_path / "out")
    assert load_result(folder).contrasts.equals(result.contrasts)
    (folder / "contrasts.csv").unlink()
    assert load_result(folder).contrasts.is_empty()
