"""An independent implementation of MEASURES.md, one sentence at a time, against the pipeline.

It shares no code with the package: it reads the stimuli, and does the rest with
transformers, plain Python and scipy.
"""

import math
from collections import Counter
from functools import lru_cache
from itertools import combinations
from statistics import fmean, stdev

import polars as pl
import pytest
import torch
from scipy.stats import spearmanr
from transformers import AutoModel, AutoTokenizer

from idioprobe import evaluate, load_dataset
from idioprobe.suites.catalogue import MEASURES
from tests.support import exact_p

pytestmark = pytest.mark.slow


class Oracle:
    """Vectors of all-MiniLM-L6-v2: the mean of the last four layers, over the subwords that count."""

    def __init__(self, folder):
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModel.from_pretrained(folder).eval()
        self.seen = {}

    def tokens(self, text):
        """Each subword's offsets and vector, special tokens left out."""
        if text not in self.seen:
            batch = self.tokenizer(text, return_offsets_mapping=True, return_tensors="pt")
            offsets = batch.pop("offset_mapping")[0].tolist()
            threads = torch.get_num_threads()
            torch.set_num_threads(1)  # One short sentence is not worth more.
            with torch.no_grad():
                states = self.model(**batch, output_hidden_states=True).hidden_states
            torch.set_num_threads(threads)
            layers = (states[-1] + states[-2] + states[-3] + states[-4])[0] / 4
            ids = batch["input_ids"][0].tolist()
            special = set(self.tokenizer.all_special_ids)
            self.seen[text] = [
                (*where, vector) for i, where, vector in zip(ids, offsets, layers, strict=True) if i not in special
            ]
        return self.seen[text]

    def target(self, stimulus):
        text, start, end = stimulus
        return _mean([v for a, b, v in self.tokens(text) if a < end and b > start])

    def sentence(self, stimulus):
        return _mean([v for _, _, v in self.tokens(stimulus[0])])

    def embed(self, unit, stimulus):
        return (self.target if unit == "target" else self.sentence)(stimulus).tolist()

    def similarity(self, unit, one, other):
        """The cosine of two stimuli."""
        return cosine(self.embed(unit, one), self.embed(unit, other))


def cosine(a, b):
    inner = sum(x * y for x, y in zip(a, b, strict=True))
    return inner / math.sqrt(sum(x * x for x in a)) / math.sqrt(sum(y * y for y in b))


def _mean(vectors):
    return torch.stack(vectors).double().mean(dim=0)


@lru_cache
def oracle(folder):
    return Oracle(folder)


def items_of(stimuli):
    """Items by name: expression, condition and, by role, the fillers in their order."""
    items = {}
    for row in stimuli.sort("item", "role", "index").iter_rows(named=True):
        start = {name: row[name] for name in ("expression", "condition", "sentence")}
        item = items.setdefault(row["item"], {**start, "roles": {}})
        item["roles"].setdefault(row["role"], []).append((row["text"], *map(int, row["spans"].split(":"))))
    return items


def scaled(similarity, random):
    return (similarity - random) / (1 - random)


def whole(written):
    """An expression without context."""
    return (written, 0, len(written))


def standardised(model, unit, items, dimensions=None):
    """The cosine of original and synonym of each item, z-scored over the vectors of all of them."""
    vectors = [model.embed(unit, item["roles"][role][0]) for item in items.values() for role in ("original", "syn")]
    columns = list(zip(*vectors, strict=True))
    for d in range(len(columns)) if dimensions is None else dimensions:
        mean = fmean(columns[d])
        sd = math.sqrt(fmean((x - mean) ** 2 for x in columns[d]))
        columns[d] = [(x - mean) / sd for x in columns[d]]
    scores = list(zip(*columns, strict=True))
    return {name: cosine(*scores[2 * i : 2 * i + 2]) for i, name in enumerate(items)}


def slices(items):
    """The items of each condition in which the expression stands in a sentence."""
    return {c: {k: v for k, v in items.items() if v["condition"] == c} for c in ("nat", "neut", "neut_long")}


def rogue(result, condition, unit):
    (row,) = (r for r in result.manifest.findings["rogue"] if (r["condition"], r["unit"]) == (condition, unit))
    return row


def measures(model, unit, item, neutral, alone):
    """Every measure of one item that needs no other, as MEASURES.md defines it."""
    roles = item["roles"]
    (original,), (synonym,) = roles["original"], roles["syn"]

    def to(stimulus, unit=unit):
        return model.similarity(unit, original, stimulus)

    if item["condition"] == "none":
        return {"out_syn": to(synonym)} if unit == "target" else {}
    head, modifier = roles["head"][0], roles["modifier"][0]
    syn, words = to(synonym), to(roles["words"][0])
    rand = fmean(to(filler) for filler in roles["rand"])
    winner = head if to(head, "target") > to(modifier, "target") else modifier
    found = {
        "sim_syn": syn,
        "sim_comp": max(to(head), to(modifier)),
        "sim_words": words,
        "sim_words_alt": fmean(to(filler) for filler in roles["words_alt"]),
        "sim_rand": rand,
        "sim_syn_rand": fmean(model.similarity(unit, synonym, filler) for filler in roles["rand"]),
        "aff_syn_words": syn - words,
        "aff_syn_rand": syn - rand,
        "aff_syn_comp": syn - to(winner),
        "simr_syn": scaled(syn, rand),
        "simr_words": scaled(words, rand),
    }
    if unit == "target":
        text, start, end = original
        found["ctx_in_out"] = found["pred_out"] = to(whole(text[start:end]))
        words = [model.embed(unit, alone[role][0]) for role in ("modifier", "head")]
        found["pred_out_comp"] = cosine(model.embed(unit, original), [x + y for x, y in zip(*words, strict=True)])
        if item["condition"] == "nat":
            found["ctx_nat_neut"] = to(neutral)
    return found


@pytest.fixture(scope="module")
def result(minilm_folder, tmp_path_factory):
    assert minilm_folder.is_dir()
    cache = tmp_path_factory.mktemp("cache")
    suites = ("probes", "prediction")
    return evaluate("hf:all-MiniLM-L6-v2", "starter", limit=6, suites=suites, resamples=100, cache_dir=cache)


@pytest.fixture(scope="module")
def plain(minilm_folder, result):
    """All scores by item, unit and measure, from the oracle."""
    model = oracle(str(minilm_folder))
    items = items_of(result.stimuli)
    neutral = {i["expression"]: i["roles"]["original"][0] for i in items.values() if i["condition"] == "neut"}
    alone = {i["expression"]: i["roles"] for i in items.values() if i["condition"] == "none"}
    found = {
        (name, unit, measure): value
        for name, item in items.items()
        for unit in ("target", "sentence")
        for measure, value in measures(
            model, unit, item, neutral[item["expression"]], alone[item["expression"]]
        ).items()
    }
    for unit in ("target", "sentence"):
        for condition, own in slices(items).items():
            top = rogue(result, condition, unit)["dimensions"]
            for measure, dimensions in (("sim_syn_z", None), ("sim_syn_ztop", top)):
                for name, value in standardised(model, unit, own, dimensions).items():
                    found[name, unit, measure] = value
    for (expression, _), values in across(model, items, "target").items():
        found[f"en/{expression}/nat", "target", "across_spread"] = stdev(values.values())
    return found


def across(model, items, unit):
    """By expression and unit: the cosine of each two of its naturalistic sentences."""
    found = {}
    for one, other in combinations([i for i in items.values() if i["condition"] == "nat"], 2):
        if one["expression"] == other["expression"]:
            pair = tuple(sorted((one["sentence"], other["sentence"])))
            value = model.similarity(unit, one["roles"]["original"][0], other["roles"]["original"][0])
            found.setdefault((one["expression"], unit), {})[pair] = value
    return found


def test_the_six_expressions_are_in_all_conditions_and_classes(result):
    assert result.stimuli["expression"].n_unique() == 6
    assert set(result.stimuli["condition"]) == {"nat", "neut", "neut_long", "none"}
    assert result.dropped.is_empty()


def test_every_score_agrees(result, plain):
    scores = {(i, u, m): v for i, u, m, v in result.scores.select("item", "unit", "measure", "value").iter_rows()}
    measured = {measure for _, _, measure in plain}
    scores = {key: value for key, value in scores.items() if key[2] in measured}
    assert scores.keys() == plain.keys()
    assert scores == pytest.approx(plain, abs=1e-4)


def test_every_similarity_agrees(result, minilm_folder):
    """Of two stimuli of one item; the others have one value to an item, which is its score."""
    model = oracle(str(minilm_folder))
    items = items_of(result.stimuli)
    compared = 0
    declared = {comparison.name: comparison for measure in MEASURES for comparison in measure.needs}
    for row in result.similarities.iter_rows(named=True):
        comparison = declared.get(row["comparison"])
        roles = items[row["item"]]["roles"]
        if comparison is None or comparison.standardise or comparison.right not in roles:
            continue
        left = roles[comparison.left][0]
        right = roles[row["role"]][row["index"]]
        assert row["value"] == pytest.approx(model.similarity(row["unit"], left, right), abs=1e-4), row
        compared += 1
    assert compared > 500


def test_so_does_that_of_each_two_sentences_of_an_expression(result, minilm_folder):
    model, items = oracle(str(minilm_folder)), items_of(result.stimuli)
    for unit in ("target", "sentence"):
        rows = result.similarities.filter(comparison="across", unit=unit)
        found = {
            (c, one, other): v
            for c, one, other, v in rows.select("expression", "sentence", "index", "value").iter_rows()
        }
        expected = {(c, *p): v for (c, _), pairs in across(model, items, unit).items() for p, v in pairs.items()}
        assert len(expected) == 6 * 3
        assert found == pytest.approx(expected, abs=1e-4)


def test_the_rogue_dimensions_are_those_with_the_largest_share_of_the_cosine(result, minilm_folder):
    """The share over all pairs is known in closed form; 10,000 random ones come near it."""
    model, items = oracle(str(minilm_folder)), items_of(result.stimuli)
    for unit in ("target", "sentence"):
        for condition, own in slices(items).items():
            vectors = [
                model.embed(unit, item["roles"][role][0]) for item in own.values() for role in ("original", "syn")
            ]
            lengths = [math.sqrt(sum(x * x for x in v)) for v in vectors]
            columns = zip(*([x / n for x in v] for v, n in zip(vectors, lengths, strict=True)), strict=True)
            products = [sum(column) ** 2 - sum(x * x for x in column) for column in columns]
            shares = [p / sum(products) for p in products]
            found = rogue(result, condition, unit)
            assert len(found["dimensions"]) == 3
            assert found["shares"] == sorted(found["shares"], reverse=True)
            assert found["shares"] == pytest.approx([shares[d] for d in found["dimensions"]], abs=3e-3)
            others = [share for d, share in enumerate(shares) if d not in found["dimensions"]]
            assert min(found["shares"]) > max(others) - 3e-3


def test_the_winner_is_the_component_that_is_nearer(result, minilm_folder):
    model = oracle(str(minilm_folder))
    items = items_of(result.stimuli)
    for row in result.scores.filter(measure="sim_comp").iter_rows(named=True):
        roles = items[row["item"]]["roles"]
        original = roles["original"][0]
        modifier, head = (model.similarity(row["unit"], original, roles[r][0]) for r in ("modifier", "head"))
        # In English the modifier comes first.
        assert row["winner"] == (1 if modifier > head else 2)


def grouped(plain, condition, unit, measure):
    """A measure's values by expression and item, in one condition and unit."""
    values = {}
    for (name, its_unit, its_measure), value in plain.items():
        _, expression, its_condition = name.split("/")
        if (its_condition.rstrip("123"), its_unit, its_measure) == (condition, unit, measure):
            values.setdefault(expression, {})[name] = value
    return values


ROLE_OF = {
    "sim_syn": "syn",
    "sim_comp": "component",
    "sim_words": "words",
    "sim_words_alt": "words_alt",
    "sim_rand": "rand",
}


def shared(roles, role):
    """The share of words of two sentences that both have, averaged over the sentences of a role."""
    own = set(roles["original"][0][0].lower().split())
    others = [roles["head"][0], roles["modifier"][0]] if role == "component" else roles[role]
    others = [set(text.lower().split()) for text, *_ in others]
    return fmean(len(own & other) / len(own | other) for other in others)


def test_means_spreads_and_correlations_agree(result, plain):
    items = items_of(result.stimuli)
    expressions = load_dataset("starter").expressions.filter(language="en")
    scales = {
        "class_rank": {
            c: {"NC": 0, "PC": 1, "C": 2}[k] for c, k in expressions.select("expression", "class").iter_rows()
        },
        "frequency": dict(expressions.select("expression", "frequency").iter_rows()),
    }
    measured = {measure for _, _, measure in plain}
    everything = result.summary.filter(pl.col("measure").is_in(measured), group="all")
    checked = Counter()
    for row in everything.iter_rows(named=True):
        values = grouped(plain, row["condition"], row["unit"], row["measure"])
        flat = [v for several in values.values() for v in several.values()]
        names = [(c, item) for c, several in values.items() for item in several]
        scale = scales.get(row["rating"])
        if row["statistic"] == "rho_type":
            pairs = [fmean(v.values()) for v in values.values()], [scale[c] for c in values]
            assert row["p"] == pytest.approx(exact_p(*pairs), abs=1e-3), row
            expected, n = spearmanr(*pairs).statistic, 6
        elif row["statistic"].startswith("rho"):
            other = {
                "rho_token": lambda c, _, scale=scale: scale[c],
                "rho_length": lambda _, item: len(items[item]["roles"]["original"][0][0].split()),
                "rho_overlap": lambda _, item, row=row: shared(items[item]["roles"], ROLE_OF[row["measure"]]),
                "rho_neut": lambda c, _, row=row: plain[f"en/{c}/neut", row["unit"], row["measure"]],
                "rho_plain": lambda _, item, row=row: plain[item, row["unit"], "sim_syn"],
            }[row["statistic"]]
            expected, n = spearmanr(flat, [other(*name) for name in names]).statistic, len(flat)
        else:
            expected, n = (fmean if row["statistic"] == "mean" else stdev)(flat), len(flat)
        assert (row["value"], row["n"]) == (pytest.approx(expected, abs=1e-3), n), row
        checked[row["statistic"]] += 1
    assert checked.total() > 300
    assert set(checked) == {"mean", "sd", "rho_type", "rho_token", "rho_length", "rho_overlap", "rho_neut", "rho_plain"}


@pytest.mark.parametrize("group", ["all", "NC", "C"])
def test_the_ratio_of_scaled_similarities_agrees(result, plain, group):
    expressions = load_dataset("starter").expressions.filter(language="en")
    members = set(
        expressions["expression"] if group == "all" else expressions.filter(pl.col("class") == group)["expression"]
    )
    for row in result.summary.filter(measure="simr_ratio", statistic="mean", group=group).iter_rows(named=True):
        means = []
        for measure in ("simr_syn", "simr_words"):
            values = grouped(plain, row["condition"], row["unit"], measure)
            means.append(fmean(v for c, several in values.items() if c in members for v in several.values()))
        assert row["value"] == pytest.approx(means[0] / means[1], rel=1e-3)
