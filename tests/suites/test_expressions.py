"""Expressions of one to many components, of several types, with classes of their own: from vectors to the summary."""

import re
from dataclasses import replace

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import NO_COUNTS
from tests.suites.world import at, dataset, encoder, item
from tests.support import HandmadeEncoder, close_to

COSINES = {"syn": 0.8, "words": 0.7, "verb": 0.3, "object": 0.6, "adverb": 0.4, "head": 0.2, "modifier": 0.1}
FRAMES = ("We saw {} there.", "Nobody saw {} there.")
LISTED = {
    "kick it hard": ("verb:kick; object:it; adverb:hard", "verb-object", "idiom"),
    "dandelion": ("head:lion", "noun-compound", "literal"),
    "lame duck": ("modifier:lame; head:duck", "noun-compound", "idiom"),
}


def roles(name):
    return [part.partition(":")[0] for part in LISTED[name][0].split("; ")]


def data(listed=LISTED, without=(), classes=("idiom", "literal")):
    stimuli, expressions = [], []
    for name, (components, kind, label) in listed.items():
        fillers = {"original": name, **{role: f"{name} {role}" for role in ("syn", "words", "rand")}}
        words = {role: f"{name} {role}" for role in roles(name) if role not in without}
        stimuli += item({**fillers, **words}, expression=name)
        stimuli += item({"original": name, **words}, condition="none", sentence=None, frame="{}", expression=name)
        expressions.append((name, "en", components, kind, label, False, *NO_COUNTS))
    made = dataset(stimuli, expressions)
    return replace(made, header=made.header.model_copy(update={"classes": list(classes)}))


def run(tmp_path, made=None, changed=None, **options):
    vectors = {name: at(1.0) for name in LISTED}
    vectors |= {f"{name} {role}": at(value) for name in LISTED for role, value in (COSINES | {"rand": 0.0}).items()}
    whole = {target: at(0.5 if target.endswith("adverb") else float(v[0])) for target, v in vectors.items()}
    model = encoder({**vectors, **(changed or {})}, options.pop("sentences", None) or whole)
    return evaluate(model, made or data(), cache_dir=tmp_path, resamples=100, **options)


def of(result, measure, name, column="value", unit="target"):
    rows = result.scores.filter(measure=measure, expression=name, unit=unit, sentence=1)
    return rows[column].to_list()


def test_the_nearest_of_all_components_counts_and_its_position_is_kept(tmp_path):
    result = run(tmp_path)
    assert of(result, "sim_comp", "kick it hard") == close_to([0.6])
    assert of(result, "sim_comp", "kick it hard", "winner") == [2]
    assert of(result, "sim_comp", "dandelion") == close_to([0.2])
    assert of(result, "sim_comp", "dandelion", "winner") == [1]
    assert of(result, "sim_comp", "lame duck", "winner") == [2]


def test_without_one_of_them_there_is_no_nearest(tmp_path):
    result = run(tmp_path, data(without=("adverb",)))
    assert of(result, "sim_comp", "kick it hard") == []
    assert of(result, "sim_comp", "dandelion") == close_to([0.2])


def test_the_first_of_those_that_are_tied_wins_but_a_head_yields(tmp_path):
    tied = {f"kick it hard {role}": at(0.5) for role in ("verb", "object", "adverb")}
    tied |= {f"lame duck {role}": at(0.5) for role in ("modifier", "head")}
    listed = {**LISTED, "lame duck": ("head:duck; modifier:lame", "noun-compound", "idiom")}
    result = run(tmp_path, data(listed), tied)
    assert of(result, "sim_comp", "kick it hard", "winner") == [1]
    assert of(result, "sim_comp", "lame duck", "winner") == [2]


def test_the_winner_among_targets_may_be_another_than_that_of_sentences(tmp_path):
    sentences = {name: at(1.0) for name in LISTED}
    sentences |= {f"{name} {role}": at(value) for name in LISTED for role, value in (COSINES | {"rand": 0.0}).items()}
    sentences["kick it hard adverb"] = at(0.9)
    there = run(tmp_path, sentences=sentences)
    assert of(there, "sim_comp", "kick it hard", "winner", "sentence") == [3]
    here = run(tmp_path, sentences=sentences, winner="target")
    assert of(here, "sim_comp", "kick it hard", "winner", "sentence") == [2]
    assert of(here, "sim_comp", "kick it hard", unit="sentence") == close_to([0.6])


def test_a_synonym_has_to_be_nearer_than_all_components(tmp_path):
    assert of(run(tmp_path), "pref_comp", "kick it hard") == [1.0]
    beaten = run(tmp_path / "beaten", changed={"kick it hard adverb": at(0.95)})
    assert of(beaten, "pref_comp", "kick it hard") == [0.0]
    assert of(beaten, "pref_all", "kick it hard") == [0.0]
    assert of(beaten, "pref_all_chance", "kick it hard") == pytest.approx([1 / 6])
    assert of(beaten, "pref_all_chance", "dandelion") == pytest.approx([1 / 4])


def test_all_components_alone_are_added_up(tmp_path):
    result = run(tmp_path, suites="prediction")
    parts = [at(COSINES[role]) for role in ("verb", "object", "adverb")]
    total = sum(parts)
    expected = total[0] / (total @ total) ** 0.5
    assert of(result, "pred_out_comp", "kick it hard") == close_to([expected])
    assert of(result, "pred_out_comp", "dandelion") == close_to([0.2])


def test_classes_go_by_their_order_and_the_first_is_the_idiomatic_one(tmp_path):
    result = run(tmp_path)
    assert result.classes == ("idiom", "literal")
    assert {score.group for score in result.manifest.headline} == {"idiom"}
    assert set(result.summary["group"]) >= {"all", "idiom", "literal"}
    assert not set(result.summary["group"]) & {"NC", "PC", "C"}
    rho = result.summary.filter(
        measure="sim_comp", statistic="rho_type", rating="class_rank", group="all", unit="target"
    )
    turned = run(tmp_path, data(classes=("literal", "idiom"))).summary.filter(
        measure="sim_comp", statistic="rho_type", rating="class_rank", group="all", unit="target"
    )
    assert rho["value"].to_list() == pytest.approx([-value for value in turned["value"]])
    assert rho["value"][0] != 0


def test_results_are_grouped_by_type_where_there_are_several(tmp_path):
    result = run(tmp_path)
    groups = [name for name in result.summary["group"].unique(maintain_order=True) if name.startswith("type:")]
    assert groups == ["type:noun-compound", "type:verb-object"]
    means = result.summary.filter(measure="sim_comp", statistic="mean", unit="target", condition="nat")
    assert dict(means.select("group", "value").iter_rows())["type:verb-object"] == close_to(0.6)


def test_a_run_may_be_limited_to_some_types_and_has_one_group_then(tmp_path):
    result = run(tmp_path, types="noun-compound")
    assert set(result.expressions["expression"]) == {"dandelion", "lame duck"}
    assert not result.summary["group"].str.starts_with("type:").any()
    assert result.manifest.config.types == ["noun-compound"]
    assert result.manifest.digits != run(tmp_path).manifest.digits


def test_a_type_that_there_is_not_is_refused_with_those_there_are(tmp_path):
    there = re.escape("`types` binomial: tiny has noun-compound, verb-object.")
    with pytest.raises(ConfigError, match=there):
        run(tmp_path, types="binomial")


def test_epsilon_goes_over_every_component_with_two_synonyms(tmp_path):
    words = {"verb": ("kick", "boot", "hit"), "object": ("bucket", "pail", "tub"), "adverb": ("hard", "firmly", "fast")}
    stimuli, listed = [], "verb:kick; object:bucket; adverb:hard"
    name = "kick bucket hard"
    for sentence, frame in enumerate(FRAMES, 1):
        fillers = {"original": name}
        for role, (word, *synonyms) in words.items():
            fillers[f"{role}_alt"] = [name.replace(word, synonym) for synonym in synonyms]
        stimuli += item(fillers, sentence=sentence, frame=frame)
    made = dataset(stimuli, [(name, "en", listed, "verb-object", "NC", False, *NO_COUNTS)])
    known = {}

    def vector(text):
        return at(1 / (2 + known.setdefault(text, len(known))))

    model = HandmadeEncoder(lambda request: vector(request.text))
    result = evaluate(model, made, cache_dir=tmp_path, resamples=100, suites="epsilon")
    pairs = result.table("epsilon")
    assert set(pairs["position"]) == {"verb", "object", "adverb"}
    assert set(pairs.filter(position="object")["word"]) == {"bucket"}
    tested = set(result.summary["measure"])
    assert tested >= {"epsilon", "epsilon_verb", "epsilon_object", "epsilon_adverb"}
    assert not tested & {"epsilon_head", "epsilon_modifier"}
    counts = pairs.group_by("position").len().sort("position")
    assert counts.rows() == [("adverb", 4), ("object", 4), ("verb", 4)]
