"""Results expression by expression: one in all its sentences and models, and where models fail most."""

import pytest
from rich.console import Console

from idioprobe import show_expression, worst_expressions
from idioprobe.core.errors import ConfigError
from idioprobe.report.terminal.expressions import show_expressions
from tests.report.tables.small import ENGLISH, alpha, dataset, glove, run, similarity
from tests.support import close_to


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    data, cache = dataset(), tmp_path_factory.mktemp("cache")
    return [run(alpha(data), data, cache), run(glove(data), data, cache, languages=("en",))]


def test_an_expression_has_its_sentences_and_what_replaces_it_in_all_models(both):
    (shown,) = show_expression(both, "Ghost  Town", unit="target")
    assert (shown.expression, shown.language, shown.dataset) == ("ghost town", "en", "tiny")
    assert shown.about == {"type": "noun-compound", "class": "NC"}
    assert shown.models == ("alpha", "vectors.txt")
    assert [s.item.rpartition("/")[2] for s in shown.sentences] == ["nat1", "nat2", "nat3", "neut", "none"]
    first = shown.sentences[0]
    (start, end) = first.spans[0]
    assert first.text[start:end] == "ghost town"
    variants = {variant.role: variant for variant in first.variants}
    assert set(variants) == {"syn", "words", "words_alt", "head", "modifier", "rand"}
    for role, variant in variants.items():
        assert variant.written in variant.text
        assert variant.similarities[0] == close_to(similarity("en", "nat1", role, 2))


def test_its_level_is_the_mean_of_its_sentences_and_its_rank_counts_from_the_better_end(both):
    (shown,) = show_expression(both[0], "eager beaver", unit="target")
    mean = sum(similarity("en", f"nat{n}", "syn", 1) for n in (1, 2, 3)) / 3
    (level,) = shown.levels["sim_syn"]
    assert level.value == close_to(mean)
    assert (level.rank, level.among) == (len(ENGLISH) - 1, len(ENGLISH))
    (random,) = shown.levels["sim_rand"]
    assert random.rank == 1


def test_each_model_has_its_verdict_beside_it(both):
    few = "has too few idiomatic expressions for a verdict"
    (shown,) = show_expression(both, "ghost town", unit="target")
    assert shown.verdicts == (few, few)
    with (console := Console(width=200)).capture() as printed:
        show_expressions([shown], console)
    assert f"1: alpha (mean@last4) {few}" in printed.get()


def test_phrases_are_shown_unless_sentences_are_asked_for(both):
    assert show_expression(both[0], "eager beaver")[0].unit == "target"
    with pytest.raises(ConfigError, match="`unit` word: alpha has sentence, target"):
        show_expression(both[0], "eager beaver", unit="word")


def test_another_name_is_suggested_for_one_that_is_not_there(both):
    with pytest.raises(ConfigError, match="no expression 'gost town'; did you mean 'ghost town'"):
        show_expression(both, "gost town")
    with pytest.raises(ConfigError, match="no expression 'ghost town' in pt"):
        show_expression(both, "ghost town", languages="pt")


def test_the_worst_come_first_with_what_they_are_judged_by(both):
    english, _, static = worst_expressions(both, 3, unit="target")
    assert [row.expression for row in english.rows] == list(ENGLISH[:3])
    assert (english.measure, english.rival, english.condition) == ("aff_syn_words", "sim_words", "nat")
    assert [row.rank for row in english.rows] == [1, 2, 3]
    assert english.among == len(ENGLISH)
    for row in english.rows:
        assert row.value == pytest.approx(row.synonym - row.rival, abs=1e-9)
    assert (static.model, static.language) == ("vectors.txt", "en")
    (best,) = worst_expressions(both[1], 2, best=True, unit="target")
    assert best.rows[0].value >= best.rows[1].value


def test_without_synonyms_of_the_words_random_words_decide(tmp_path):
    data = dataset()
    without = type(data)(
        data.header,
        data.stimuli.filter(~data.stimuli["role"].str.starts_with("words")),
        data.expressions,
        data.ratings,
    )
    (found,) = worst_expressions(run(alpha(data), without, tmp_path), 1, languages=("en",))
    assert (found.measure, found.rival) == ("aff_syn_rand", "sim_rand")


def test_what_makes_no_sense_is_refused(both):
    with pytest.raises(ConfigError, match="`languages` xx: these results have en, pt"):
        worst_expressions(both, languages=("xx",))
    with pytest.raises(ConfigError, match="`worst` 0: at least 1"):
        worst_expressions(both, 0)
