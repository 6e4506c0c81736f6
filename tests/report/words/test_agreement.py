"""Whether vectors know what words say: known in advance for the sixteen expressions."""

from dataclasses import replace

import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe import compare, make_table
from idioprobe.core.errors import ConfigError
from idioprobe.report.words.agreement import both_kinds, words_and_vectors
from idioprobe.report.words.table import agreement_grid, conclusions
from tests.report.tables.small import ENGLISH, mean_similarity


def row(table, **where):
    chosen = {"group": "all", "unit": "target", "vector_measure": "aff_syn_words"} | where
    (found,) = table.filter(**chosen).to_dicts()
    return found


def test_the_correlation_is_that_of_scipy_over_expressions(talker, vectors):
    table = words_and_vectors([talker, vectors])
    graded = [mean_similarity("en", "syn", i) - mean_similarity("en", "words", i) for i in range(len(ENGLISH))]
    taken = [float(i > 3) for i in range(len(ENGLISH))]
    found = row(table, words_view="generated", words_measure="qa_pref_words")
    assert found["rho"] == pytest.approx(spearmanr(graded, taken).statistic)
    assert found["n"] == len(ENGLISH)
    assert found["ci_low"] <= found["rho"] <= found["ci_high"]
    assert found["p"] < 0.05
    likelier = row(table, words_view="likelihood", words_measure="likelihood_difference")
    assert likelier["rho"] == pytest.approx(1.0)


def test_the_class_of_idioms_has_rows_of_its_own_without_an_interval_for_three(talker, vectors):
    table = words_and_vectors([talker, vectors])
    idiomatic = row(table, group="NC", words_view="likelihood", words_measure="likelihood_difference")
    assert (idiomatic["n"], idiomatic["ci_low"], idiomatic["ci_high"]) == (3, None, None)
    assert "no interval" in idiomatic["method"]


def test_where_one_side_never_changes_there_is_no_number_but_a_sentence(talker, vectors):
    table = words_and_vectors([talker, vectors])
    constant = row(table, group="NC", words_view="generated", words_measure="qa_pref_words")
    assert constant["rho"] is None
    said = conclusions(pl.DataFrame([constant], schema=table.schema))
    assert "cannot be told" in said[0]


def test_only_results_of_the_same_weights_on_the_same_data_fit(talker, vectors, base, refuser):
    assert [(both.spoken, both.vectors) for both in both_kinds([base, talker, vectors, refuser])] == [(talker, vectors)]
    other = vectors.manifest.dataset.model_copy(update={"sha256": "f" * 64})
    elsewhere = replace(vectors, manifest=vectors.manifest.model_copy(update={"dataset": other}))
    assert both_kinds([talker, elsewhere]) == []
    assert words_and_vectors([talker, base]).is_empty()


def test_vectors_that_were_changed_since_are_not_those_of_the_weights(talker, vectors):
    changed = vectors.manifest.model.model_copy(update={"inject_sha256": "e" * 64})
    injected = replace(vectors, manifest=vectors.manifest.model_copy(update={"model": changed}))
    assert both_kinds([talker, injected]) == []


def test_a_name_alone_does_not_make_two_models_the_same(talker, vectors):
    bare = vectors.manifest.model.model_copy(update={"weights_sha256": None})
    unknown = replace(vectors, manifest=vectors.manifest.model_copy(update={"model": bare}))
    assert both_kinds([talker, unknown]) == []


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.2, 0.6, "know something of what the words say"),
        (-0.6, -0.2, "go against each other"),
        (-0.2, 0.3, "it cannot be told whether the vectors know"),
        (None, None, "that says little"),
    ],
)
def test_the_sentence_says_what_the_interval_allows(talker, vectors, low, high, said):
    table = words_and_vectors([talker, vectors])
    one = row(table, words_view="generated", words_measure="qa_pref_words") | {"ci_low": low, "ci_high": high}
    assert said in conclusions(pl.DataFrame([one], schema=table.schema))[0]


def test_it_is_a_table_like_others(talker, vectors):
    grid = make_table("words-vectors", [talker, vectors])
    assert grid.name == "words-vectors"
    assert [labels[0] for labels in grid.columns] == ["generated", "likelihood", "how much likelier", "n"]
    assert grid.conclusion.startswith("talker (en, naturalistic sentences)")
    table = words_and_vectors([talker, vectors])
    assert [cell.value for row in grid.rows for cell in row.cells[:-1]] == table["rho"].to_list()
    assert [cell.p for row in grid.rows for cell in row.cells[:-1]] == table["p"].to_list()
    with pytest.raises(ConfigError, match="words-vectors cannot be made: no model here has both vectors and answers"):
        make_table("words-vectors", [talker])


def test_compare_has_it_too(talker, vectors):
    comparison = compare(talker, vectors)
    assert len(comparison.words_vectors) == 3 * len(agreement_grid(comparison.words_vectors).rows)
    assert "vectors and words" in repr(comparison)
    assert "Do the vectors know what the words say?" in comparison._repr_html_()
    assert compare(vectors).words_vectors.is_empty()
