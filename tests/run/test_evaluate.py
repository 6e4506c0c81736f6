"""The whole pipeline: what may change its numbers, and what must not."""

import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from idioprobe import evaluate, load_dataset, load_result
from idioprobe.core.errors import ConfigError, DatasetError, ResultsError
from idioprobe.core.notices import OldFormWarning
from idioprobe.run.config import RESULT_FORMAT, make_config
from idioprobe.run.evaluate import open_run
from tests.embed.slow import make_encoder, scattered, starter
from tests.suites.world import FILLERS, beaver, cosines, dataset, encoder, expression, item
from tests.support import TOLERANCE, HandmadeEncoder

MINILM = "hf:all-MiniLM-L6-v2"
TABLES = ("stimuli", "expressions", "ratings", "similarities", "scores", "summary", "predictions", "dropped")
ITEM = ("item", "unit", "view", "measure")
KNOWN = cosines(syn=0.8, head=0.6, modifier=0.5, words=0.7, rand=0.2)


@pytest.fixture(scope="module")
def cache(tmp_path_factory, minilm_folder):
    """One store for all runs of the real model here."""
    assert minilm_folder.is_dir()
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def four(cache):
    """Four expressions, all default options, in batches of one or two sentences."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # Small batches are not worth more.
    result = evaluate(MINILM, limit=4, batch_tokens=64, cache_dir=cache)
    torch.set_num_threads(threads)
    return result


def small(tmp_path, **options):
    """The starter with an encoder that needs no weights."""
    options = {"limit": 3, "conditions": ("nat",), "resamples": 100, **options}
    return evaluate(options.pop("model", make_encoder()), starter(), cache_dir=tmp_path, **options)


def furthest(one, other, keys):
    """The largest difference of two tables that have the same rows."""
    both = one.join(other, on=keys, nulls_equal=True, how="full", coalesce=True)
    assert len(both) == len(one) == len(other)
    return (both["value"] - both["value_right"]).abs().max()


@pytest.mark.slow
def test_the_batch_size_changes_no_number(four, tmp_path):
    large = evaluate(MINILM, limit=4, batch_tokens=100_000, cache_dir=tmp_path)
    assert large.info["counts"]["texts_embedded"] == four.info["counts"]["texts"]
    keys = ["item", "unit", "comparison", "role", "index"]
    assert furthest(four.similarities, large.similarities, keys) < TOLERANCE
    assert furthest(four.scores, large.scores, list(ITEM)) < 1e-4
    columns = ["language", "condition", "unit", "group", "measure", "statistic", "rating", "n"]
    assert four.summary.select(columns).equals(large.summary.select(columns))
    assert four.predictions["verdict"].to_list() == large.predictions["verdict"].to_list()
    assert four.info["digits"] == large.info["digits"]


@pytest.mark.slow
def test_an_english_model_is_scored_in_english_and_says_so(cache):
    notices = []
    result = evaluate(MINILM, limit=1, conditions=("neut",), resamples=100, cache_dir=cache, notice=notices.append)
    assert set(result.scores["language"]) == {"en"}
    assert any("pt" in notice and "`languages`" in notice for notice in notices)


@pytest.mark.slow
def test_it_is_scored_in_portuguese_where_that_is_asked_for(cache):
    options = {"limit": 1, "conditions": ("neut",), "resamples": 100, "cache_dir": cache}
    result = evaluate(MINILM, languages=("pt",), **options)
    assert set(result.scores["language"]) == set(result.summary["language"]) == {"pt"}


@pytest.mark.slow
def test_all_layers_are_one_view_each_and_the_first_token_is_one_of_sentences(cache):
    options = {"limit": 1, "conditions": ("neut",), "resamples": 100, "cache_dir": cache}
    result = evaluate(MINILM, views=("mean@all", "cls@-1"), **options)
    by_unit = {unit: set(result.scores.filter(unit=unit)["view"]) for unit in ("target", "sentence")}
    layers = {f"mean@{layer}" for layer in range(7)}
    assert by_unit == {"target": layers, "sentence": layers | {"cls@-1"}}
    last = evaluate(MINILM, views=("mean@-1",), **options)
    top = result.scores.filter(view="mean@6").drop("view")
    assert furthest(top, last.scores.drop("view"), ["item", "unit", "measure"]) < TOLERANCE


@pytest.mark.slow
def test_special_tokens_change_sentences_and_leave_targets_alone(cache):
    options = {"limit": 1, "conditions": ("neut",), "resamples": 100, "cache_dir": cache}
    plain, special = (evaluate(MINILM, special_tokens=flag, **options) for flag in (False, True))
    target, sentence = (
        furthest(*(r.scores.filter(unit=unit) for r in (plain, special)), list(ITEM)) for unit in ("target", "sentence")
    )
    assert target < TOLERANCE
    assert sentence > 1e-4


def test_another_seed_moves_intervals_and_the_choice_of_rogue_dimensions_and_nothing_else(tmp_path):
    one, other = (small(tmp_path, seed=seed, limit=6) for seed in (0, 1))
    # Which dimensions are rogue is told by random pairs, which the seed draws.
    drawn = pl.col("measure") == "sim_syn_ztop"
    assert one.scores.filter(~drawn).equals(other.scores.filter(~drawn))
    apart = ["ci_low", "ci_high", "method"]
    # The ratio's spread is that of its resamples, so it moves as intervals do.
    fixed = ~((pl.col("measure") == "simr_ratio") & (pl.col("statistic") == "sd")) & ~drawn
    assert one.summary.filter(fixed).drop(apart).equals(other.summary.filter(fixed).drop(apart))
    assert not one.summary["ci_low"].equals(other.summary["ci_low"])


def test_the_same_run_twice_is_the_same_to_the_last_digit(tmp_path):
    one, other = small(tmp_path / "one"), small(tmp_path / "other")
    assert all(getattr(one, table).equals(getattr(other, table)) for table in TABLES)
    assert one.info["digits"] == other.info["digits"]


def test_a_limit_counts_expressions_of_each_language_and_takes_the_classes_in_turn(tmp_path):
    result = small(tmp_path, limit=3)
    expressions = (
        result.stimuli.select("expression", "language")
        .unique()
        .join(starter().expressions, on=["expression", "language"])
    )
    for language in ("en", "pt"):
        assert sorted(expressions.filter(language=language)["class"]) == ["C", "NC", "PC"]
    assert set(result.scores["expression"]) == set(expressions["expression"])
    fewer = set(small(tmp_path, limit=2).stimuli["expression"])
    assert fewer < set(result.stimuli["expression"])


def test_a_limit_beyond_the_data_is_all_of_it():
    everything = starter().select(["en"], ["nat"], 10_000)
    assert len(everything.expressions) == len(starter().expressions.filter(language="en"))


@pytest.mark.parametrize(
    ("known", "asked", "scored"),
    [
        (None, None, {"de", "en", "es", "pt"}),
        ({"pt", "fi"}, None, {"pt"}),
        ({"en"}, ("pt",), {"pt"}),
        (None, ("en",), {"en"}),
    ],
    ids=["knows no limit", "those it shares with the data", "asked all the same", "one of two"],
)
def test_languages_are_those_asked_for_else_those_the_model_knows(tmp_path, known, asked, scored):
    model = HandmadeEncoder(scattered, languages=frozenset(known) if known else None)
    result = small(tmp_path, model=model, limit=1, languages=asked)
    assert set(result.scores["language"]) == scored
    assert result.info["dataset"]["languages"] == sorted(scored)


def test_a_language_that_the_data_lacks_is_an_error_that_says_what_there_is(tmp_path):
    with pytest.raises(ConfigError, match=r"`languages` fi.*de, en, es, pt"):
        small(tmp_path, languages=("fi",))


def test_a_model_that_knows_none_of_the_languages_says_how_to_score_it_all_the_same(tmp_path):
    with pytest.raises(ConfigError, match="`languages`"):
        small(tmp_path, model=HandmadeEncoder(scattered, languages=frozenset({"fi"})))


def test_one_unit_alone_has_the_numbers_it_has_beside_the_other(tmp_path):
    both = small(tmp_path / "both")
    for unit in ("sentence", "target"):
        alone = small(tmp_path / unit, units=(unit,))
        assert alone.scores.equals(both.scores.filter(unit=unit))
        assert alone.summary.equals(both.summary.filter(unit=unit))
        assert alone.predictions.equals(both.predictions.filter(unit=unit))
        assert set(alone.dropped["unit"]) <= {unit}


def test_one_condition_alone_has_the_numbers_it_has_beside_the_others(tmp_path):
    everything = small(tmp_path, conditions=("nat", "neut", "neut_long"))
    for condition in ("nat", "neut", "neut_long"):
        alone = small(tmp_path, conditions=(condition,))
        assert set(alone.scores["condition"]) == {condition, "none"}
        # Natural against neutral needs both.
        same = [r.scores.filter(condition=condition) for r in (everything, alone)]
        assert same[0].equals(same[1])


def test_a_condition_that_the_data_lacks_is_an_error(tmp_path):
    data = dataset(item(FILLERS), [expression("eager beaver")])
    with pytest.raises(DatasetError, match="neut"):
        evaluate(encoder(KNOWN), data, conditions=("neut",), cache_dir=tmp_path)


def test_when_every_word_is_out_of_vocabulary_it_is_an_error_with_the_reason(tmp_path):
    lost = HandmadeEncoder(lambda _: "every word is out of vocabulary")
    with pytest.raises(DatasetError, match="every word is out of vocabulary"):
        small(tmp_path, model=lost)


def test_counts_add_up(tmp_path):
    result = small(tmp_path)
    counts = result.info["counts"]
    assert counts["texts"] == counts["texts_embedded"] + counts["texts_from_store"]
    assert counts["scores"] == len(result.scores)
    assert counts["similarities"] == len(result.similarities)
    assert counts["expressions"] == 12


# Files.


def test_a_result_comes_back_from_its_folder_as_it_was(tmp_path):
    result = small(tmp_path)
    loaded = load_result(result.save(tmp_path / "out"))
    for table in TABLES:
        assert getattr(loaded, table).equals(getattr(result, table)), table
        assert getattr(loaded, table).schema == getattr(result, table).schema, table
    assert loaded.info == result.info


@pytest.mark.parametrize("name", ['a "quoted", name', "two\nlines", " spaces ", "null", "1984", "=1+1", "🐑 ½"])
def test_an_expression_of_any_name_comes_back_too(tmp_path, name):
    lost = {**KNOWN, name: KNOWN["eager beaver"], "hard worker": 'no "vector", none'}
    data = dataset(item({**FILLERS, "original": name}), [expression(name, modifier="eager", head="beaver")])
    result = evaluate(encoder(lost, KNOWN | {name: KNOWN["eager beaver"]}), data, cache_dir=tmp_path, resamples=100)
    loaded = load_result(result.save(tmp_path / "out"))
    assert len(result.dropped) > 0
    for table in TABLES:
        assert getattr(loaded, table).equals(getattr(result, table)), table


def test_a_dataset_without_a_labelling_comes_back_too(tmp_path):
    data = dataset(item(FILLERS), [expression("eager beaver")])
    data = replace(data, header=data.header.model_copy(update={"labelling": ""}))
    result = evaluate(encoder(KNOWN), data, cache_dir=tmp_path, resamples=100)
    assert load_result(result.save(tmp_path / "out")).summary.equals(result.summary)


def test_the_folder_says_dataset_family_model_and_configuration(tmp_path):
    folder = small(tmp_path, model=HandmadeEncoder(scattered, name="org/a model")).save(tmp_path / "results")
    assert folder.parent == tmp_path / "results" / "starter"
    assert re.fullmatch(r"test--org--a_model-[0-9a-f]{8}", folder.name)
    assert {p.name for p in folder.iterdir()} == {
        "run.json",
        "items.csv",
        "stimuli.parquet",
        "lengths.parquet",
        "expressions.parquet",
        "ratings.parquet",
        "similarities.parquet",
        "scores.parquet",
        "summary.csv",
        "predictions.csv",
        "contrasts.csv",
        "dropped.csv",
        "references.parquet",
    }


@pytest.mark.parametrize("sentences", [1, 2])
def test_where_no_measure_has_what_it_needs_there_is_no_result(tmp_path, sentences):
    items = [row for number in range(sentences) for row in item(FILLERS, sentence=number + 1)]
    words = [expression("eager beaver", label="NC")]
    with pytest.raises(DatasetError, match="no measure of `suites` prediction has what it needs there in the `units`"):
        evaluate(encoder(KNOWN), dataset(items, words), suites=("prediction",), units=("sentence",), cache_dir=tmp_path)


@pytest.mark.parametrize("method", ["write_parquet", "write_csv"])
def test_a_full_disk_leaves_nothing_half_written(tmp_path, monkeypatch, method):
    result = beaver(tmp_path / "cache", KNOWN)

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pl.DataFrame, method, full)
    with pytest.raises(ResultsError, match="No space left on device"):
        result.save(tmp_path / "out")
    assert not [p for p in (tmp_path / "out").rglob("*") if p.is_file()]
    assert not result.folder(tmp_path / "out").exists()


def test_a_full_disk_leaves_an_earlier_result_as_it_was(tmp_path, monkeypatch):
    result = beaver(tmp_path / "cache", KNOWN)
    folder = result.save(tmp_path / "out")
    monkeypatch.setattr(pl.DataFrame, "write_csv", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "No space")))
    with pytest.raises(ResultsError):
        result.save(tmp_path / "out")
    monkeypatch.undo()
    assert load_result(folder).scores.equals(result.scores)
    assert [p.name for p in folder.parent.iterdir()] == [folder.name]


@pytest.mark.parametrize("stop", [KeyboardInterrupt, OSError(5, "Input/output error")], ids=["ctrl-c", "bad disk"])
def test_a_stop_between_the_old_and_the_new_folder_keeps_the_old(tmp_path, monkeypatch, stop):
    result = beaver(tmp_path / "cache", KNOWN)
    folder = result.save(tmp_path / "out")
    rename = Path.rename

    def stopped(self, target):
        if Path(target) == folder and self.parent.name == "new":
            raise stop
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", stopped)
    with pytest.raises((KeyboardInterrupt, ResultsError)):
        result.save(tmp_path / "out")
    monkeypatch.undo()
    assert load_result(folder).scores.equals(result.scores)


def test_half_a_folder_is_not_a_result(tmp_path):
    folder = beaver(tmp_path / "cache", KNOWN).save(tmp_path / "out")
    (folder / "scores.parquet").unlink()
    with pytest.raises(ResultsError, match="idioprobe run --force"):
        load_result(folder)


# The eight digits.


def digits(tmp_path, model=None, data=None, **options):
    config = make_config({"cache_dir": tmp_path, **options})
    with open_run(model or make_encoder(), data or starter(), config) as run:
        return run.digits


DECIDING = [
    {"languages": ("en",)},
    {"conditions": ("nat",)},
    {"suites": ("prediction",)},
    {"suites": ("probes", "prediction")},
    {"rogue": 2},
    {"length": "dataset"},
    {"units": ("target",)},
    {"views": ("mean@-1",)},
    {"views": ("mean@last4:concat",)},
    {"special_tokens": True},
    {"metric": "euclidean"},
    {"winner": "target"},
    {"random_by": "max"},
    {"component_forms": "sentence"},
    {"limit": 3},
    {"seed": 1},
    {"resamples": 500},
    {"thresholds": {"rho_zero": 0.3}},
    {"thresholds": {"level_one": 0.8}},
    {"thresholds": {"level_zero": 0.2}},
]


def test_every_option_that_decides_a_number_changes_the_digits(tmp_path):
    found = [digits(tmp_path), *(digits(tmp_path, **options) for options in DECIDING)]
    found.append(digits(tmp_path, model=HandmadeEncoder(scattered, name="other weights")))
    found.append(digits(tmp_path, data=replace(starter(), stimuli=starter().stimuli.head(500))))
    assert len(set(found)) == len(found)


def test_results_from_before_an_option_keep_their_digits_as_long_as_it_is_left_alone():
    assert "random_by" not in make_config({}).canonical()
    assert make_config({"random_by": "mean"}).canonical() == make_config({}).canonical()
    assert make_config({"random_by": "max"}).canonical()["random_by"] == "max"
    assert make_config({}).deciding()["random_by"] == "mean"


def test_of_the_models_options_only_those_of_its_family_that_decide_a_number_count():
    plain, other = make_config({}), make_config({"dtype": "float16", "device": "cpu", "casing": "lower"})
    assert "dtype" not in plain.for_family("static").deciding()
    for family, differs in {"hf": {"dtype"}, "static": {"casing"}, "vectors": set(), "elmo": set()}.items():
        one, two = plain.for_family(family).deciding(), other.for_family(family).deciding()
        assert {name for name in one if one[name] != two[name]} == differs


def test_what_was_called_published_is_called_native_and_dataset_with_a_notice():
    with pytest.warns(OldFormWarning, match="view published is called native"):
        views = make_config({"views": "published,mean@-1"}).views
    assert views == ("native", "mean@-1")
    with pytest.warns(OldFormWarning, match="`length` dataset"):
        assert make_config({"length": "published"}) == make_config({"length": "dataset"})


def test_how_the_numbers_are_made_does_not(tmp_path):
    expected = digits(tmp_path)
    for options in ({"batch_tokens": 7}, {"device": "cpu"}, {"cache_dir": tmp_path / "elsewhere"}):
        assert digits(tmp_path, **options) == expected
    assert digits(tmp_path, data=load_dataset("starter")) == expected


def test_the_order_in_which_options_are_written_is_no_configuration(tmp_path):
    one = small(tmp_path, conditions=("nat", "neut"), units=("sentence", "target"))
    other = small(tmp_path, conditions=("neut", "nat"), units=("target", "sentence"))
    assert one.info["digits"] == other.info["digits"]
    assert one.summary.equals(other.summary)


def test_a_model_that_forgets_a_request_loses_it_visibly(tmp_path):
    class Forgetful(HandmadeEncoder):
        def encode(self, *arguments):
            for encoded in super().encode(*arguments):
                for rows in encoded.vectors.values():
                    del rows[0]
                yield encoded

    result = small(tmp_path, model=Forgetful(scattered, "forgetful"))
    assert result.dropped["reason"].unique().to_list() == ["the model returned no vector"]


def test_equal_vectors_are_equally_similar_to_the_last_bit(tmp_path):
    """A model that ignores context must not seem to depend on it by rounding."""

    def vector(request):
        return scattered((request.target or request.text).lower())

    result = small(
        tmp_path, model=HandmadeEncoder(vector, "context-free"), conditions=("nat", "neut"), units=("target",), limit=6
    )
    inside = result.scores.filter(measure="ctx_in_out")
    assert inside["value"].unique().to_list() == [1.0]
    assert result.summary.filter(measure="ctx_in_out", statistic="rho_type")["value"].null_count() > 0
    assert set(result.predictions.filter(measure="ctx_in_out")["verdict"]) == {"undecided"}


def test_options_may_be_written_as_on_the_command_line(tmp_path):
    one = small(tmp_path, conditions="neut,nat", units="target")
    assert one.info["config"]["conditions"] == ["nat", "neut"]
    assert one.info["config"]["units"] == ["target"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colour": "red"}, "`colour`: there is no such option; one of languages, types, conditions"),
        ({"conditions": "loud"}, "`conditions` loud: one of nat, neut"),
        ({"suites": "probes,loud"}, "`suites` loud: one of probes, prediction"),
        ({"rogue": 0}, "`rogue` 0: a whole number of at least 1"),
        ({"length": "chars"}, "`length` chars: one of tokens, dataset"),
        ({"thresholds": {"rho": 0.1}}, "`thresholds` rho: one of rho_zero, level_one, level_zero"),
        ({"thresholds": {"rho_zero": -1}}, "0 or more"),
    ],
)
def test_a_mistake_in_python_is_named_as_it_was_written(tmp_path, options, message):
    with pytest.raises(ConfigError, match=re.escape(message)):
        small(tmp_path, **options)


def test_a_vector_that_is_not_finite_is_none(tmp_path):
    def vector(request):
        return [float("inf"), 1.0] if request.text.startswith("This is a") else [1.0, 2.0]

    result = small(tmp_path, model=HandmadeEncoder(vector, "overflowing"), conditions=("nat", "neut"), metric="dot")
    assert result.dropped["reason"].unique().to_list() == ["the model returned NaN or infinity"]
    assert result.similarities["value"].is_finite().all()


def test_a_result_of_another_format_is_refused(tmp_path):
    folder = small(tmp_path / "cache").save(tmp_path)
    manifest = folder / "run.json"
    manifest.write_text(manifest.read_text().replace(f'"format": {RESULT_FORMAT}', '"format": 99'))
    with pytest.raises(ResultsError, match="format 99"):
        load_result(folder)


def test_views_that_are_the_same_have_the_same_folder(tmp_path):
    assert small(tmp_path, views="mean").info["digits"] == small(tmp_path, views="mean@last4").info["digits"]
