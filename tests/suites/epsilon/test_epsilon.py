"""ε-compositionality of encoders whose distances are known in advance."""

import math
import re
from collections import Counter
from functools import cache

import numpy as np
import polars as pl
import pytest

from idioprobe import evaluate, load_result
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.lexicon.fromfile import build_from_file
from idioprobe.stats.signedrank import signed_rank
from idioprobe.suites.epsilon.epsilon import EPSILON, SMALL_DISTANCE, category
from tests.models.tiny import build, by_hand, encoder
from tests.suites.world import at, dataset, expression, item
from tests.support import HandmadeEncoder, close_to

EXPRESSIONS = {"C": "car key", "PC": "face value", "NC": "lame duck"}
EFFECTS = ("epsilon", "epsilon_modifier", "epsilon_head")
LEVELS = ("eps_idiom", "eps_base", "distance_word", "distance_sentence")
LENGTH = 5  # Words in "We saw lame duck there."
BEAVER = {"original": "eager beaver", "modifier_alt": ["keen beaver", "avid beaver", "zealous beaver"]}


def fillers(name, synonyms=3):
    """An expression and synonyms of its words: lamev, lamew, … and duckv, duckw, …"""
    first, second = name.split()
    endings = "vwxyz"[:synonyms]
    return {
        "original": name,
        "modifier_alt": [f"{first}{end} {second}" for end in endings],
        "head_alt": [f"{first} {second}{end}" for end in endings],
    }


def world(classes=("C", "PC", "NC"), synonyms=3):
    """One expression of each class in one sentence."""
    names = {label: EXPRESSIONS[label] for label in classes}
    rows = [row for name in names.values() for row in item(fillers(name, synonyms))]
    return dataset(rows, [expression(name, label=label) for label, name in names.items()])


def beaver(written=BEAVER, **options):
    """The eager beaver alone."""
    return dataset(item(written, **options), [expression("eager beaver", label="NC")])


def units():
    """A direction of its own for every word, in the order in which they are asked for."""
    known = {}
    return lambda word: np.eye(64)[known.setdefault(word, len(known))]


def adding(wholes=(), heavy=()):
    """Adds up its words. `wholes` it takes for one word each; synonyms of the `heavy` ones' words weigh double."""
    unit, weighty = units(), {word for name in heavy for word in name.split()}

    def vector(request):
        text = request.text
        for name in wholes:
            text = text.replace(f"{name} ", name.replace(" ", "_") + " ")
        return sum((2 if w[:-1] in weighty else 1) * unit(w) for w in text.split())

    return HandmadeEncoder(vector)


def from_table(table):
    """Vectors of words by the table; a sentence has that of its third word."""
    return HandmadeEncoder(lambda r: table[r.text.split()[2] if " " in r.text else r.text])


def measured(model, data, tmp_path, **options):
    return evaluate(model, data, **{"suites": "epsilon", "cache_dir": tmp_path, "resamples": 100, **options})


def found(result, measure="epsilon", statistic="effect_percent", group="all", **where):
    rows = result.summary.filter(measure=measure, statistic=statistic, group=group, **where)
    assert len(rows) == 1, rows
    return rows.row(0, named=True)


def words(result):
    """The words of all pairs: component, synonym, other synonym."""
    return set(result.table("epsilon").select("word", "synonym", "other").iter_rows())


def reasons(result):
    return Counter(result.dropped["reason"])


def test_a_model_for_which_all_sentences_are_the_same_has_an_epsilon_of_minus_one(tmp_path):
    unit = units()
    same = HandmadeEncoder(lambda r: unit("any" if " " in r.text else r.text))
    result = measured(same, world(), tmp_path)
    assert set(result.table("epsilon")["eps_idiom"]) == set(result.table("epsilon")["eps_base"]) == {-1.0}
    for group in ("all", "C", "PC", "NC"):
        effect = found(result, group=group)
        assert (effect["n"], effect["value"], effect["p"], effect["ci_low"], effect["ci_high"]) == (0, *[None] * 4)
    assert "; 36 zeros; " in found(result)["method"]
    assert category({group: found(result, group=group)["p"] for group in EXPRESSIONS}) == "undecided"


def test_a_model_that_sees_nothing_but_the_word_has_an_epsilon_of_zero(tmp_path):
    table = {"eager": at(1.0), "keen": at(0.8), "avid": at(0.3), "zealous": at(-0.4)}
    result = measured(from_table(table), beaver(), tmp_path)
    assert result.table("epsilon")["distance_word_idiom"].to_list() == close_to([0.2, 0.2, 0.7, 0.7, 1.4, 1.4])
    assert set(result.table("epsilon")["eps_idiom"]) == set(result.table("epsilon")["eps_base"]) == {0.0}
    assert found(result)["n"] == 0


@pytest.mark.parametrize("cosine", [-0.5, 0.0, 0.9])
def test_a_model_that_adds_words_shrinks_every_distance_by_their_number(tmp_path, cosine):
    """Of k words one is exchanged: the distance is that of the two words over k, however far they are apart."""
    unit = units()
    near = cosine * unit("lame") + math.sqrt(1 - cosine**2) * unit("more")
    made = HandmadeEncoder(lambda r: sum(near if w == "lamev" else unit(w) for w in r.text.split()))
    result = measured(made, world(["NC"]), tmp_path)
    assert result.table("epsilon")["eps_idiom"].to_list() == close_to([1 / LENGTH - 1] * 12)
    assert result.table("epsilon")["eps_base"].to_list() == close_to([1 / LENGTH - 1] * 12)
    alone = result.table("epsilon").filter(synonym="lamev")["distance_word_idiom"]
    assert alone.to_list() == close_to([1 - cosine] * 2)


def test_a_model_that_adds_words_treats_all_synonyms_alike(tmp_path):
    result = measured(adding(), world(), tmp_path)
    assert set(result.table("epsilon")["eps_idiom"]) == set(result.table("epsilon")["eps_base"]) == {1 / LENGTH - 1}
    assert found(result)["n"] == 0


def test_a_word_that_weighs_more_than_its_synonyms_looks_idiomatic(tmp_path):
    """Alone its length does not count; in a sum it pulls: 4 of its words are shared, 2² + 4 and 1 + 4 the lengths."""
    unit = units()
    model = HandmadeEncoder(lambda r: sum((2 if w == "eager" else 1) * unit(w) for w in r.text.split()))
    result = measured(model, beaver(), tmp_path)
    assert set(result.table("epsilon")["distance_word_idiom"]) == {1.0}
    assert result.table("epsilon")["eps_idiom"].to_list() == close_to([-4 / math.sqrt(8 * 5)] * 6)
    assert result.table("epsilon")["eps_base"].to_list() == close_to([1 / 5 - 1] * 6)
    assert found(result)["value"] == 100.0


def test_a_model_that_takes_every_expression_for_one_word_has_an_effect_of_100_in_all_classes(tmp_path):
    """Sentences share 3 words of 4 and 5 with the original, 4 of 5 with each other."""
    result = measured(adding(wholes=EXPRESSIONS.values()), world(), tmp_path)
    assert result.table("epsilon")["eps_idiom"].to_list() == close_to([-3 / math.sqrt(4 * 5)] * 36)
    assert result.table("epsilon")["eps_base"].to_list() == close_to([1 / 5 - 1] * 36)
    for group in ("all", "C", "PC", "NC"):
        for measure in EFFECTS:
            effect = found(result, measure, group=group)
            assert effect["value"] == 100.0
            assert effect["p"] < 0.05
            assert found(result, measure, "rank_biserial", group)["value"] == 1.0
    assert found(result)["ci_low"] is None, "three expressions have no interval"


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        ("-++", "human-aligned"),
        ("---", "compositionally inclined"),
        ("+++", "anti-compositional"),
        ("+--", "mixed"),
        ("--+", "mixed"),
        ("+-+", "mixed"),
        ("0++", "undecided"),
        ("-+ ", "undecided"),
    ],
)
def test_the_category_follows_from_the_classes_in_which_expressions_are_wholes(tmp_path, classes, expected):
    """+ whole, - nearer to its words than these to each other, 0 no difference; a blank is not there."""
    kinds = {label: kind for label, kind in zip(EXPRESSIONS, classes, strict=True) if kind != " "}
    of = {sign: [EXPRESSIONS[label] for label, kind in kinds.items() if kind == sign] for sign in "+-"}
    result = measured(adding(wholes=of["+"], heavy=of["-"]), world(kinds), tmp_path)
    effects = {label: found(result, group=label)["value"] for label in kinds}
    assert effects == {label: {"+": 100.0, "-": 0.0, "0": None}[kind] for label, kind in kinds.items()}
    assert category({label: found(result, group=label)["p"] for label in kinds}) == expected


@pytest.mark.parametrize(("p", "expected"), [(0.05, "human-aligned"), (0.0501, "compositionally inclined")])
def test_a_class_is_significant_up_to_alpha(p, expected):
    assert category({"C": 1.0, "PC": p, "NC": p}) == expected
    assert category({"C": 1.0, "PC": p, "NC": p}, alpha=0.01) == "compositionally inclined"


def test_synonyms_with_the_same_vector_have_no_baseline_and_are_counted(tmp_path):
    table = {"eager": at(1.0), "keen": at(0.8), "avid": at(0.8), "zealous": at(0.1)}
    result = measured(from_table(table), beaver(), tmp_path)
    assert words(result) == {
        ("eager", "keen", "zealous"),
        ("eager", "avid", "zealous"),
        ("eager", "zealous", "keen"),
        ("eager", "zealous", "avid"),
    }
    assert reasons(result) == {
        "'keen' and 'avid' have the same vector: distance 0": 1,
        "'avid' and 'keen' have the same vector: distance 0": 1,
    }
    assert set(result.dropped["what"]) == {"epsilon pair keen, avid", "epsilon pair avid, keen"}
    assert set(result.dropped.select("item", "role", "unit", "view").iter_rows()) == {
        ("en/eager beaver/nat1", "modifier_alt", "sentence", "mean")
    }
    assert (result.info["counts"]["epsilon"], result.info["counts"]["dropped"]) == (4, 2)


def test_a_synonym_with_the_vector_of_the_word_is_still_a_baseline_of_others(tmp_path):
    table = {"eager": at(1.0), "keen": at(1.0), "avid": at(0.8), "zealous": at(0.1)}
    result = measured(from_table(table), beaver(), tmp_path)
    assert {synonym for _, synonym, _ in words(result)} == {"avid", "zealous"}
    assert ("eager", "avid", "keen") in words(result)
    assert reasons(result) == {"'keen' and 'eager' have the same vector: distance 0": 2}


def test_a_tiny_distance_is_kept_and_flagged(tmp_path):
    """The sentences of keen and avid are 0.4 apart, the words a thousandth of that."""
    close = 4e-4
    table = {"eager": at(1.0), "keen": at(0.0), "avid": -at(1 - close), "zealous": -at(1.0)}
    near = HandmadeEncoder(
        lambda r: (
            table[r.text] if " " not in r.text else {"avid": at(0.6), "zealous": at(1.0)}.get(r.text.split()[2], at(0))
        )
    )
    result = measured(near, beaver(), tmp_path)
    flagged = result.table("epsilon").filter(small_distance=True)
    assert set(flagged.select("synonym", "other").iter_rows()) == {("avid", "zealous"), ("zealous", "avid")}
    assert flagged["distance_word_base"].to_list() == pytest.approx([close] * 2, rel=1e-2)
    assert flagged["eps_base"].to_list() == pytest.approx([0.4 / close - 1] * 2, rel=1e-2)
    assert close < SMALL_DISTANCE
    assert result.dropped.is_empty()


@pytest.mark.parametrize("which", ["keen", "eager", "We saw keen beaver there.", "We saw eager beaver there."])
def test_what_has_no_vector_is_dropped_with_the_models_reason(tmp_path, which):
    unit = units()
    result = measured(
        HandmadeEncoder(lambda r: "out of luck" if r.text == which else unit(r.text)),
        dataset(
            [*item(BEAVER), *item(fillers("lame duck"))],
            [expression(name, label="NC") for name in ("eager beaver", "lame duck")],
        ),
        tmp_path,
    )
    lost = 4 if "keen" in which else 6
    assert reasons(result) == {"out of luck": lost}
    assert len(result.table("epsilon")) == 12 + 6 - lost


@pytest.mark.parametrize("which", ["keen", "We saw keen beaver there."])
def test_a_vector_of_zeros_is_not_said_to_be_that_of_another_word(tmp_path, which):
    unit = units()
    model = HandmadeEncoder(lambda r: np.zeros(64) if r.text == which else unit(r.text))
    result = measured(model, beaver(), tmp_path)
    assert len(result.table("epsilon")) == 2
    assert len(result.dropped) == 4
    assert result.dropped["reason"].str.contains("zeros").all()


def test_vectors_of_different_length_have_no_distance_and_stop_nothing(tmp_path):
    """As with subwords side by side, `--view concat@-1`."""
    model = HandmadeEncoder(lambda r: at(len(r.text) / 100)[: 2 if r.text == "keen" else 3])
    result = measured(model, beaver(), tmp_path)
    assert {synonym for _, synonym, _ in words(result)} == {"avid", "zealous"}
    assert len(result.dropped) == 4
    assert result.dropped["reason"].str.contains("different length").all()


@pytest.mark.parametrize(("written", "synonyms"), [(["keen beaver"], 1), (["keen beaver", "Keen beaver"], 1)])
def test_a_component_with_one_synonym_has_no_baseline_and_is_listed(tmp_path, written, synonyms):
    both = {**BEAVER, "modifier_alt": written, "head_alt": ["eager rodent", "eager mammal"]}
    result = measured(adding(), beaver(both), tmp_path)
    assert {word for word, *_ in words(result)} == {"beaver"}
    row = result.dropped.row(0, named=True)
    assert len(result.dropped) == synonyms
    assert (row["role"], row["unit"], row["what"]) == ("modifier_alt", "sentence", "epsilon")
    assert row["reason"] == "one synonym of the modifier only; a baseline needs 2"


def test_a_synonym_that_is_the_word_is_none(tmp_path):
    result = measured(adding(), beaver({**BEAVER, "modifier_alt": [*BEAVER["modifier_alt"], "eager beaver"]}), tmp_path)
    assert len(result.table("epsilon")) == 6
    assert reasons(result) == {"the synonym is the modifier itself": 1}
    assert result.dropped.select("role", "index").row(0) == ("modifier_alt", 3)


def test_a_repeated_synonym_counts_once(tmp_path):
    repeated = {
        **BEAVER,
        "modifier_alt": ["keen beaver", "avid beaver", "keen beaver", "zealous beaver", "avid beaver"],
    }
    result = measured(adding(), beaver(repeated), tmp_path)
    assert (
        result.table("epsilon")
        .drop("index", strict=False)
        .equals(measured(adding(), beaver(), tmp_path / "one").table("epsilon"))
    )
    assert result.dropped.is_empty()


def test_ordered_pairs_each_synonym_with_every_other_and_one_with_the_next(tmp_path):
    ordered = measured(adding(), beaver(), tmp_path)
    assert sorted((a, other) for _, a, other in words(ordered)) == [
        ("avid", "keen"),
        ("avid", "zealous"),
        ("keen", "avid"),
        ("keen", "zealous"),
        ("zealous", "avid"),
        ("zealous", "keen"),
    ]
    one = measured(adding(), beaver(), tmp_path, pairing="one")
    assert [*one.table("epsilon").select("synonym", "other").iter_rows()] == [
        ("keen", "avid"),
        ("avid", "zealous"),
        ("zealous", "keen"),
    ]
    assert ordered.info["digits"] != one.info["digits"]


@pytest.mark.parametrize(("synonyms", "ordered", "one"), [(1, 0, 0), (2, 2, 2), (3, 6, 3), (5, 20, 5)])
def test_so_many_synonyms_make_so_many_pairs(tmp_path, synonyms, ordered, one):
    data = beaver({**fillers("eager beaver", synonyms), "head_alt": ["eager rodent", "eager mammal"]})
    for pairing, expected in (("ordered", ordered), ("one", one)):
        result = measured(adding(), data, tmp_path, pairing=pairing)
        assert Counter(result.table("epsilon")["position"]) == Counter({"modifier": expected, "head": 2})


def test_an_unknown_pairing_is_refused(tmp_path):
    with pytest.raises(ConfigError, match=r"`pairing` all: one of ordered, one"):
        measured(adding(), beaver(), tmp_path, pairing="all")


def scattered(request):
    """A vector that depends on the letters alone."""
    return np.random.default_rng(list(request.text.encode())).normal(size=8)


def test_the_order_of_synonyms_in_the_file_changes_nothing_where_all_are_paired(tmp_path):
    columns = ["language", "condition", "view", "group", "measure", "statistic"]
    results = []
    for n, order in enumerate([(0, 1, 2), (2, 0, 1), (1, 0, 2)]):
        shuffled = {**BEAVER, "modifier_alt": [BEAVER["modifier_alt"][i] for i in order]}
        data = dataset(
            [*item(shuffled), *item(fillers("lame duck"))],
            [expression("lame duck", label="C"), expression("eager beaver", label="NC")],
        )
        results.append(measured(HandmadeEncoder(scattered), data, tmp_path / str(n)))
    for other in results[1:]:
        assert found(results[0])["value"] == found(other)["value"]
        assert found(results[0])["p"] == found(other)["p"]
        assert words(results[0]) == words(other)
        both = results[0].summary.join(other.summary, on=columns)
        for column in ("value", "ci_low", "ci_high"):
            assert both[column].to_list() == pytest.approx(both[f"{column}_right"].to_list(), abs=1e-12)


def test_the_first_word_of_a_sentence_is_compared_without_its_capital(tmp_path):
    written = {"original": "Eager beaver", "modifier_alt": ["Keen beaver", "Avid beaver"]}
    data = beaver(written, frame="{} there.", expression="eager beaver")
    result = measured(adding(), data, tmp_path)
    assert words(result) == {("eager", "keen", "avid"), ("eager", "avid", "keen")}
    assert set(result.table("epsilon")["text"]) == {"Eager beaver there."}
    assert set(result.table("epsilon")["synonym_text"]) == {"Keen beaver there.", "Avid beaver there."}


def test_so_is_a_first_word_in_the_plural(tmp_path):
    written = {"original": "Montanhas russas", "head_alt": ["Serras russas", "Colinas russas"]}
    rows = item(written, frame="{} caem.", expression="montanha russa", language="pt")
    data = dataset(rows, [expression("montanha russa", language="pt", modifier="russa", head="montanha")])
    assert words(measured(adding(), data, tmp_path)) == {
        ("montanhas", "serras", "colinas"),
        ("montanhas", "colinas", "serras"),
    }


def test_a_name_keeps_its_capital_wherever_it_stands(tmp_path):
    for frame in ("{} helps.", "It was {} again."):
        written = {"original": "Dutch courage", "modifier_alt": ["Flemish courage", "Frisian courage"]}
        data = dataset(item(written, frame=frame), [expression("Dutch courage", label="NC")])
        assert {synonym for _, synonym, _ in words(measured(adding(), data, tmp_path))} == {"Flemish", "Frisian"}


def test_a_name_that_a_sentence_writes_small_is_compared_small(tmp_path):
    written = {"original": "dutch courage", "modifier_alt": ["flemish courage", "frisian courage"]}
    data = dataset(item(written, expression="Dutch courage"), [expression("Dutch courage", label="NC")])
    assert {word for word, *_ in words(measured(adding(), data, tmp_path))} == {"dutch"}


def test_words_are_those_of_the_sentence_in_their_form_there(tmp_path):
    written = {
        "original": "eager beavers",
        "modifier_alt": ["keen beavers", "very avid beavers"],
        "head_alt": ["eager rodents", "eager mammals"],
    }
    alone = {"original": "eager beaver", "head_syn": ["rodent", "mammal"], "modifier_syn": ["keen", "very avid"]}
    rows = [*item(written, expression="eager beaver"), *item(alone, condition="none", sentence=None, frame="{}")]
    result = measured(adding(), dataset(rows, [expression("eager beaver", label="NC")]), tmp_path)
    assert words(result) == {
        ("eager", "keen", "very avid"),
        ("eager", "very avid", "keen"),
        ("beavers", "rodents", "mammals"),
        ("beavers", "mammals", "rodents"),
    }


BOX = {
    "original": "caixa preta",
    "head_alt": ["cofre preto", "arquivo preto"],
    "modifier_alt": ["caixa escura", "caixa negra"],
}


def test_where_the_other_word_agrees_the_words_are_those_without_context(tmp_path):
    alone = {"original": "caixa preta", "head_syn": ["cofre", "arquivo"]}
    rows = [*item(BOX, language="pt"), *item(alone, language="pt", condition="none", sentence=None, frame="{}")]
    data = dataset(rows, [expression("caixa preta", language="pt", modifier="preta", head="caixa")])
    result = measured(adding(), data, tmp_path)
    assert words(result) == {
        ("caixa", "cofre", "arquivo"),
        ("caixa", "arquivo", "cofre"),
        ("preta", "escura", "negra"),
        ("preta", "negra", "escura"),
    }
    assert set(result.table("epsilon").filter(word="caixa")["synonym_text"]) == {
        "We saw cofre preto there.",
        "We saw arquivo preto there.",
    }


def test_where_those_are_not_known_either_it_says_so(tmp_path):
    data = dataset(item(BOX, language="pt"), [expression("caixa preta", language="pt", modifier="preta", head="caixa")])
    result = measured(adding(), data, tmp_path)
    assert {word for word, *_ in words(result)} == {"preta"}
    assert reasons(result) == {"the head alone is not known": 2}


def test_the_summary_has_every_measure_of_every_group_with_its_statistics(tmp_path):
    result = measured(HandmadeEncoder(scattered), world(synonyms=2), tmp_path, resamples=300, seed=7)
    plain = result.summary.filter(~pl.col("measure").is_in(["epsilon_matched", "epsilon_adjusted"]))
    rows = plain.select("group", "measure", "statistic").rows()
    tests = {(measure, statistic) for measure in EFFECTS for statistic in ("effect_percent", "rank_biserial")}
    levels = {(measure, statistic) for measure in LEVELS for statistic in ("mean", "sd")} | {("eps_difference", "mean")}
    expected = {(g, *which): 1 for g in ("all", "C", "PC", "NC") for which in tests | levels}
    rated = {("all", "eps_difference", statistic): 1 for statistic in ("sd", "rho_type", "rho_token")}
    assert Counter(rows) == expected | rated
    assert set(result.summary["unit"]) == {"sentence"}
    assert set(result.summary["metric"]) == {"cosine"}
    assert set(result.summary["rating"]) == {None, "class_rank"}
    assert set(result.summary["labelling"]) == {"hand"}
    sizes = dict(plain.filter(group="NC").select("measure", "n").unique().iter_rows())
    assert sizes == {
        **dict(zip(EFFECTS, (4, 2, 2), strict=True)),
        **dict(zip(LEVELS, (4, 4, 8, 8), strict=True)),
        "eps_difference": 1,
    }
    method = found(result, group="NC")["method"]
    for setting in (
        "zeros left out",
        "mid-ranks",
        "exact",
        "one-sided (greater)",
        "0 zeros",
        "no interval: fewer than 6",
    ):
        assert setting in method
    assert found(result)["ci_low"] is None, "three expressions have no interval"


def test_the_summary_is_that_of_the_pairs(tmp_path):
    result = measured(HandmadeEncoder(scattered), world(), tmp_path)
    pairs = result.table("epsilon").filter(expression="lame duck")
    for measure, position in zip(EFFECTS, (None, "modifier", "head"), strict=True):
        part = pairs if position is None else pairs.filter(position=position)
        expected = signed_rank((part["eps_idiom"] - part["eps_base"]).to_numpy())
        effect = found(result, measure, group="NC")
        assert effect["value"] == pytest.approx(expected.effect_percent)
        assert effect["p"] == pytest.approx(expected.p)
        assert effect["n"] == expected.n
        assert found(result, measure, "rank_biserial", "NC")["value"] == pytest.approx(expected.r)
    for where in ("word", "sentence"):
        both = pairs[f"distance_{where}_idiom"].to_list() + pairs[f"distance_{where}_base"].to_list()
        assert found(result, f"distance_{where}", "mean", "NC")["value"] == pytest.approx(np.mean(both))
        assert found(result, f"distance_{where}", "sd", "NC")["value"] == pytest.approx(np.std(both, ddof=1))


def test_an_expression_without_a_class_counts_among_all(tmp_path):
    data = dataset(
        [*item(BEAVER), *item(fillers("lame duck"))], [expression("eager beaver"), expression("lame duck", label="NC")]
    )
    result = measured(HandmadeEncoder(scattered), data, tmp_path)
    assert (found(result)["n"], found(result, group="NC")["n"]) == (18, 12)
    assert set(result.summary["group"]) == {"all", "NC"}


def test_conditions_are_kept_apart(tmp_path):
    rows = [*item(BEAVER), *item(BEAVER, condition="neut", sentence=None, frame="This is an {}.")]
    result = measured(HandmadeEncoder(scattered), dataset(rows, [expression("eager beaver", label="NC")]), tmp_path)
    assert {c: found(result, condition=c)["n"] for c in ("nat", "neut")} == {"nat": 6, "neut": 6}
    assert found(result, condition="nat") != found(result, condition="neut")


def test_every_pair_is_written_and_read_back(tmp_path):
    result = measured(adding(), world(), tmp_path)
    folder = result.save(tmp_path / "results")
    assert pl.read_parquet(folder / "epsilon.parquet").schema == EPSILON
    assert load_result(folder).table("epsilon").equals(result.table("epsilon"))
    row = result.table("epsilon").filter(expression="lame duck", synonym="duckv", other="duckw").row(0, named=True)
    assert (row["word"], row["position"], row["view"]) == ("duck", "head", "mean")
    assert row["text"] == "We saw lame duck there."
    assert (row["synonym_text"], row["other_text"]) == ("We saw lame duckv there.", "We saw lame duckw there.")


def test_without_the_suite_there_are_no_pairs_and_no_file(tmp_path):
    data = beaver({**BEAVER, "syn": "hard worker"})
    result = measured(HandmadeEncoder(scattered), data, tmp_path, suites="probes")
    assert not (result.save(tmp_path / "results") / "epsilon.parquet").exists()
    assert result.table("epsilon").is_empty()
    assert "epsilon" not in set(result.summary["measure"])


def test_suites_share_one_store_and_every_text_is_embedded_once(tmp_path):
    data = beaver({**BEAVER, "syn": "hard worker", "words": "keen rodent"})
    alone = HandmadeEncoder(scattered)
    measured(alone, data, tmp_path / "alone")
    sentences = {f"We saw {word} beaver there." for word in ("eager", "keen", "avid", "zealous")}
    assert Counter(alone.seen) == Counter({*sentences, "eager", "keen", "avid", "zealous"})
    both = HandmadeEncoder(scattered)
    measured(both, data, tmp_path / "both", suites="probes,epsilon")
    probed = {"We saw hard worker there.", "We saw keen rodent there.", "eager beaver"}
    assert Counter(both.seen) == Counter({*alone.seen, *probed})
    later = HandmadeEncoder(scattered)
    measured(later, data, tmp_path / "alone", suites="probes,epsilon")
    assert set(later.seen) <= {*probed, "We saw eager beaver there."}, "the original has a target as well"


def test_together_suites_give_what_each_gives_alone(tmp_path):
    data = beaver({**BEAVER, "syn": "hard worker", "words": "keen rodent"})
    both, probes, alone = (
        measured(HandmadeEncoder(scattered), data, tmp_path, suites=s) for s in ("probes,epsilon", "probes", "epsilon")
    )
    assert both.table("epsilon").equals(alone.table("epsilon"))
    assert both.scores.equals(probes.scores)
    assert both.summary.equals(pl.concat([probes.summary, alone.summary]))


def test_the_target_unit_has_no_epsilon(tmp_path):
    for suites in ("epsilon", "probes,epsilon"):
        with pytest.raises(ConfigError, match=r"`suites` epsilon measures sentences; add sentence to `units`"):
            measured(adding(), beaver(), tmp_path, units="target", suites=suites)
    assert len(measured(adding(), beaver(), tmp_path, units="sentence").table("epsilon")) == 6


LEXICON = """expression,class,modifier,head,synonym,modifier_synonyms,head_synonyms,sentence
lame duck,NC,lame,duck,weak leader,{},goose,He was a [lame duck] by May.
"""


def lexicon(tmp_path, synonyms):
    path = tmp_path / "tiny.csv"
    path.write_text(LEXICON.format(synonyms), encoding="utf-8")
    return build_from_file(path, language="en").dataset


def test_a_lexicon_with_two_synonyms_is_enough(tmp_path):
    result = measured(adding(), lexicon(tmp_path, "crippled; limping"), tmp_path)
    assert words(result) == {("lame", "crippled", "limping"), ("lame", "limping", "crippled")}
    assert set(result.table("epsilon")["condition"]) == {"nat", "neut", "neut_long"}
    assert reasons(result) == {"one synonym of the head only; a baseline needs 2": 3}


def test_a_lexicon_with_one_says_what_it_needs(tmp_path):
    with pytest.raises(
        DatasetError, match=r"no component of tiny has two synonyms.*give more synonyms of each \(modifier_synonyms"
    ):
        measured(adding(), lexicon(tmp_path, "crippled"), tmp_path)


def test_beside_another_suite_it_says_so_and_goes_on(tmp_path):
    notices = []
    data = lexicon(tmp_path, "crippled")
    result = measured(adding(), data, tmp_path, suites="probes,epsilon", notice=notices.append)
    assert any("no component in en has two synonyms (places by number of synonyms: 6 with 1)" in n for n in notices)
    assert result.table("epsilon").is_empty()
    assert len(result.scores) > 0
    assert load_result(result.save(tmp_path / "results")).table("epsilon").schema == EPSILON


def test_a_language_with_too_few_synonyms_is_named_with_the_counts_and_the_other_measured(tmp_path):
    poor = {**BOX, "head_alt": ["cofre preto"], "modifier_alt": ["caixa escura"]}
    rows = [*item(BEAVER), *item(poor, language="pt")]
    expressions = [expression("eager beaver"), expression("caixa preta", language="pt", modifier="preta", head="caixa")]
    notices = []
    result = measured(adding(), dataset(rows, expressions), tmp_path, notice=notices.append)
    assert set(result.table("epsilon")["language"]) == set(result.summary["language"]) == {"en"}
    assert [n for n in notices if n.startswith("epsilon: no component in pt has two synonyms")]
    assert any("1 with 1" in notice for notice in notices), "the head alone is not known, the modifier has one"


VIEWS = "cls@-1,cls+sep@-1,mean@last4"


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    """A tiny BERT, and the number of its forward passes."""
    folder = build("bert", tmp_path_factory.mktemp("bert") / "model")
    model = encoder(folder)
    model.facts()
    calls = []
    model.load().model.register_forward_hook(lambda *_: calls.append(1))
    return folder, model, calls


def test_all_views_of_a_plain_encoder_come_from_one_forward_pass(tmp_path, bert):
    _, model, calls = bert
    counts = {}
    for views in ("mean@last4", VIEWS):
        calls.clear()
        result = measured(model, world(), tmp_path / str(len(views)), views=views, batch_tokens=100_000)
        counts[views] = len(calls)
    assert set(result.table("epsilon")["view"]) == set(VIEWS.split(","))
    assert Counter(result.table("epsilon")["view"]) == dict.fromkeys(VIEWS.split(","), 36)
    assert counts == {"mean@last4": 1, VIEWS: 1}


def test_each_view_has_the_epsilon_worked_out_from_its_hidden_states(tmp_path, bert):
    folder, model, _ = bert
    result = measured(model, beaver(), tmp_path, views=VIEWS)

    @cache
    def vector(text, view):
        hand = by_hand(folder, text)
        first, last = hand.states[-1][0], hand.states[-1][-1]
        return {
            "cls@-1": first,
            "cls+sep@-1": first + last,
            "mean@last4": hand.states[-4:].mean(axis=0)[hand.words()].mean(axis=0),
        }[view].astype(np.float64)

    def distance(row, one, other):
        a, b = (vector(row[name], row["view"]) for name in (one, other))
        return 1 - a @ b / (np.linalg.norm(a) * np.linalg.norm(b))

    for row in result.table("epsilon").iter_rows(named=True):
        idiom = distance(row, "synonym_text", "text") / distance(row, "synonym", "word") - 1
        base = distance(row, "synonym_text", "other_text") / distance(row, "synonym", "other") - 1
        assert (row["eps_idiom"], row["eps_base"]) == pytest.approx((idiom, base), abs=1e-4)


def test_each_view_has_its_own_rows_in_the_summary(tmp_path, bert):
    result = measured(bert[1], world(), tmp_path, views=VIEWS)
    assert {view: found(result, view=view)["n"] for view in VIEWS.split(",")} == dict.fromkeys(VIEWS.split(","), 36)
    assert re.fullmatch(r"[0-9a-f]{8}", result.info["digits"])
