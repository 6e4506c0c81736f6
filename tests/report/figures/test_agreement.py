"""How far every two models agree, on the sentences that both have."""

import numpy as np
import polars as pl
from scipy.stats import spearmanr

from idioprobe.report.figures.agreement import agreements
from tests.support import close_to

RNG = np.random.default_rng(0)
SENTENCES = [f"en/e{number // 2}/nat{number % 2}" for number in range(40)]


def scores(model, values, chosen=SENTENCES):
    rows = [(model, s, s.split("/")[1], values[SENTENCES.index(s)]) for s in chosen]
    table = pl.DataFrame(rows, schema=["model", "sentence", "expression", "value"], orient="row")
    same = {"language": "en", "condition": "nat", "unit": "target", "measure": "P_Syn"}
    return table.with_columns(pl.lit(value).alias(name) for name, value in same.items())


def told(*tables):
    found = agreements(pl.concat(tables))
    return {(row["model"], row["other"]): row for row in found.iter_rows(named=True)}


def test_models_are_compared_on_the_sentences_that_both_have():
    base = RNG.normal(size=40)
    near = base + RNG.normal(0, 0.3, 40)
    found = told(scores("all", base), scores("same", -base), scores("fewer", near, SENTENCES[6:30][::-1]))
    assert len(found) == 9
    assert found["all", "all"]["value"] == close_to(1)
    assert found["all", "same"]["value"] == close_to(-1)
    for one in ("all", "fewer"):
        other = {"all": "fewer", "fewer": "all"}[one]
        rho, p = spearmanr(base[6:30], near[6:30])
        row = found[one, other]
        assert (row["value"], row["p"], row["n"]) == (close_to(rho), close_to(p), 24)


def test_a_model_that_lacks_a_language_says_which_it_has():
    base = RNG.normal(size=40)
    english = [scores(name, base + RNG.normal(0, 0.3, 40)) for name in ("one", "two", "three")]
    portuguese = [
        scores(name, base + RNG.normal(0, 0.3, 40), SENTENCES[:20]).with_columns(
            language=pl.lit("pt"), sentence=pl.col("sentence").str.replace("en", "pt")
        )
        for name in ("one", "two")
    ]
    found = agreements(pl.concat([*english, *portuguese]))
    assert set(found["model"]) == {"one", "two", "three (EN-Nat)"}
    assert set(found["slice"]) == {"EN+PT-Nat"}
    assert set(found["counted"]) == {"n = 40–60"}


def test_too_few_expressions_in_common_say_nothing():
    base = RNG.normal(size=40)
    found = told(scores("first", base, SENTENCES[:24]), scores("last", base, SENTENCES[16:]), scores("all", base))
    assert ("first", "last") not in found
    assert ("first", "all") in found


def test_a_model_may_be_called_like_a_column():
    base = RNG.normal(size=40)
    assert ("sentence", "0") in told(scores("sentence", base), scores("0", base))


def test_a_constant_model_agrees_with_none():
    base = RNG.normal(size=40)
    assert told(scores("one", base), scores("flat", np.ones(40)), scores("two", base)).keys() == {
        (a, b) for a in ("one", "two") for b in ("one", "two")
    }


def test_rows_and_columns_have_one_order_where_a_pair_is_not_significant():
    base, noise = np.repeat(np.arange(20.0), 2), np.tile([1.0, -1.0], 20)
    found = agreements(pl.concat([scores("first", base), scores("noise", noise), scores("near", base + 0.1 * noise)]))
    assert ("first", "noise") not in found.select("model", "other").rows()
    orders = [found[column].unique(maintain_order=True).to_list() for column in ("model", "other")]
    assert orders == [["first", "noise", "near"]] * 2
