"""Tables W1–W4 for two models in several views, from results whose numbers are known in advance."""

import math

import numpy as np
import pytest
from typer.testing import CliRunner

from idioprobe import evaluate, make_table
from idioprobe.cli import app
from idioprobe.core.encoder import Facts
from idioprobe.core.errors import ConfigError
from idioprobe.papers.reported import load_reported
from idioprobe.report.tables.render import to_csv, to_latex
from tests.suites.world import dataset, expression, item
from tests.support import HandmadeEncoder, changed

EXPRESSIONS = {"C": "car key", "PC": "face value", "NC": "lame duck"}
PAIRS = 12  # Three synonyms of each word: six ordered pairs for modifier and head.


def fillers(name):
    first, second = name.split()
    return {
        "original": name,
        "modifier_alt": [f"{first}{end} {second}" for end in "xyz"],
        "head_alt": [f"{first} {second}{end}" for end in "xyz"],
    }


def world(**options):
    rows = [row for name in EXPRESSIONS.values() for row in item(fillers(name), **options)]
    return dataset(rows, [expression(name, label=label) for label, name in EXPRESSIONS.items()])


def adding(wholes, heavy=()):
    """Adds up words; expressions of the classes `wholes` are one word, synonyms in those of `heavy` weigh double."""
    known, weighty = {}, {word for label in heavy for word in EXPRESSIONS[label].split()}

    def vector(request):
        text = request.text
        for label in wholes:
            text = text.replace(f"{EXPRESSIONS[label]} ", EXPRESSIONS[label].replace(" ", "_") + " ")
        units = (np.eye(64)[known.setdefault(w, len(known))] * (2 if w[:-1] in weighty else 1) for w in text.split())
        return sum(units)

    return vector


class Viewed(HandmadeEncoder):
    """A model whose poolings each have vectors of their own."""

    def __init__(self, name, states=1, **by_pool):
        super().__init__(None, name=name)
        self.by_pool, self.states = by_pool, states

    def facts(self):
        return Facts(states=self.states, dimension=64, pools=tuple(self.by_pool))

    def encode(self, texts, spans, views, batch_tokens):
        for view in views:
            self.vector = self.by_pool[view.pool]
            yield from super().encode(texts, spans, [view], batch_tokens)


WHOLES, ALIGNED = adding(EXPRESSIONS), adding(["PC", "NC"], heavy=["C"])


def plain():
    return Viewed("plain", cls=WHOLES, mean=ALIGNED)


def embedding(vector=ALIGNED):
    return Viewed("org/embedding", states=0, native=vector)


def measured(model, cache, data=None, **options):
    options = {"suites": "epsilon", "cache_dir": cache, "resamples": 100, **options}
    return evaluate(model, data or world(), **options)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A plain model in two views and a text-embedding model."""
    cache = tmp_path_factory.mktemp("cache")
    return [measured(plain(), cache, views="cls@-1,mean@last4"), measured(embedding(), cache)]


def texts(grid):
    return {row.labels: [cell.text for cell in row.cells] for row in grid.rows}


def p_of_all_positive(n):
    """All differences are above 0: one of all ways to sign them."""
    return 0.5**n


SMALL = "<0.001"


def test_w1_has_p_and_effect_by_class_for_every_model_and_view(results):
    grid = make_table("W1", results)
    assert grid.columns == tuple((kind, c) for kind in ("p-values", "Rank-biserial (%)") for c in ("C", "PC", "NC"))
    aligned = ["1.000", SMALL, SMALL, "0.0", "100.0", "100.0"]
    assert texts(grid) == {
        ("plain", "CLS"): [SMALL] * 3 + ["100.0"] * 3,
        ("plain", "mean"): aligned,
        ("embedding", "native"): aligned,
    }
    numbers = grid.rows[0].cells
    assert [cell.value for cell in numbers] == pytest.approx([p_of_all_positive(PAIRS)] * 3 + [100.0] * 3)
    assert [cell.n for cell in numbers] == [PAIRS] * 6


def test_w1_says_what_its_numbers_are(results):
    notes = " ".join(make_table("W1", results).notes)
    assert "dataset: tiny; labelling: hand; language: en; condition: nat; rating: none; pairing: ordered; " in notes
    assert "view: cls@-1, mean@last4, native; metric: cosine." in notes
    assert "The number of values (n) is 12." in notes
    assert "share of the positive rank sum; 50 is no effect" in notes


def test_w3_has_mean_and_spread_of_both_distances(results):
    """Words are 1 apart; sentences as far as they share 3 words of 4 and 5, or 4 of 5 and 5."""
    grid = make_table("W3", results)
    kinds = ("Phrase d(a, b)", "Context d(ac, bc)")
    assert grid.columns == tuple((kind, statistic) for kind in kinds for statistic in ("μ", "σ"))
    pair = np.array([1 - 3 / math.sqrt(20), 1 / 5])
    spread = np.repeat(pair, 3 * PAIRS).std(ddof=1)
    assert texts(grid)["plain", "CLS"] == ["1.000", "0.000", f"{pair.mean():.3f}", f"{spread:.3f}"]
    assert {cell.n for cell in grid.rows[0].cells} == {2 * 3 * PAIRS}


def test_w4_has_modifier_and_head_by_class(results):
    grid = make_table("W4", results)
    assert grid.columns == tuple((c, position) for c in ("C", "PC", "NC") for position in ("modifier", "head"))
    assert texts(grid) == {
        ("plain", "CLS"): ["100.0"] * 6,
        ("plain", "mean"): ["0.0"] * 2 + ["100.0"] * 4,
        ("embedding", "native"): ["0.0"] * 2 + ["100.0"] * 4,
    }
    assert {cell.n for row in grid.rows for cell in row.cells} == {PAIRS // 2}


def test_w2_lists_each_model_once_whatever_its_views(results, tmp_path):
    several = measured(plain(), tmp_path, views="cls@-1,mean@-1")
    for given in (results, [several, results[1]]):
        grid = make_table("W2", given)
        assert [row.labels for row in grid.rows] == [("plain",), ("embedding",)]
        assert [row.cells[0].text for row in grid.rows] == ["plain", "org/embedding"]


def test_w2_has_the_weights_that_a_run_has_counted(results):
    info = results[1].info | {"model": results[1].info["model"] | {"parameters": "22713216"}}
    grid = make_table("W2", [results[0], changed(results[1], info=info)])
    at = grid.columns.index(("params",))
    assert [row.cells[at].text for row in grid.rows] == ["", "~ 23 mill."]
    assert grid.rows[1].cells[at].value == 22713216
    kept = load_reported("W2").filter(measure="parameters")
    assert len(kept) == 8
    assert kept.filter(model="S-BERT").select("value", "printed").row(0) == (22e6, "~ 22 mill.")


class TestSample:
    def test_every_synonym_stands_with_the_word_and_with_one_other(self):
        grid = make_table("W-sample", dataset=world(), expressions=["Lame Duck"])
        assert [row.labels for row in grid.rows] == [
            ("lame duck", position, word + end)
            for position, word in (("modifier", "lame"), ("head", "duck"))
            for end in "xyz"
        ]
        first = [cell.text for cell in grid.rows[0].cells]
        assert "lame duck" in first[0]
        assert first[1] == "d(… lamex …, … lame …) / d(lamex, lame)"
        assert first[2] == "d(… lamex …, … lamey …) / d(lamex, lamey)"

    def test_it_is_about_the_papers_example(self):
        with pytest.raises(ConfigError, match=r"W-sample is about black box; tiny has none of them"):
            make_table("W-sample", dataset=world())

    def test_a_word_needs_two_synonyms(self):
        bare = dataset(item({"original": "lame duck"}), [expression("lame duck")])
        with pytest.raises(ConfigError, match="W-sample: no word of lame duck has two synonyms or more in tiny"):
            make_table("W-sample", dataset=bare, expressions=["lame duck"])


def test_one_view_can_be_chosen(results):
    grid = make_table("W1", results[:1], view="cls@-1")
    assert [row.labels for row in grid.rows] == [("plain", "CLS")]
    with pytest.raises(ConfigError, match="`view` cls@-1: org/embedding has native"):
        make_table("W1", results, view="cls@-1")


def test_tables_are_the_same_from_folders(results, tmp_path):
    for result in results:
        result.save(tmp_path)
    for name in ("W1", "W3", "W4"):
        saved = texts(make_table(name, tmp_path))
        assert saved == texts(make_table(name, results))


def test_intervals_stand_beside_the_effects_and_not_beside_p(results):
    cells = make_table("W1", results, intervals=True).rows[0].cells
    assert [cell.text for cell in cells[:3]] == [SMALL] * 3
    assert all(cell.text.startswith("100.0") for cell in cells[3:])


def test_p_can_be_corrected_over_the_table(results):
    """Holm's smallest of nine is taken times nine, however often a table prints it."""
    plain, corrected = (make_table("W1", results, correction=c) for c in (None, "holm"))
    first = plain.rows[0].cells[0].value
    assert corrected.rows[0].cells[0].value == pytest.approx(9 * first)
    assert corrected.rows[0].cells[0].text == f"{9 * first:.3f}"
    assert corrected.rows[1].cells[0].text == "1.000"
    assert any("holm" in note for note in corrected.notes)
    assert [c.text for row in corrected.rows for c in row.cells[3:]] == [
        c.text for row in plain.rows for c in row.cells[3:]
    ]


def test_a_test_that_is_undefined_is_an_empty_cell_and_a_note(tmp_path):
    result = measured(Viewed("adds", states=0, mean=adding(["NC"])), tmp_path)
    grid = make_table("W1", result)
    assert texts(grid) == {("adds", "mean"): ["", "", SMALL, "", "", "100.0"]}
    assert any(note.startswith("Missing from these results") for note in grid.notes)


def test_results_of_other_suites_do_not_fill_it_and_it_says_what_would(tmp_path):
    data = dataset(item({"original": "lame duck", "syn": "weak leader"}), [expression("lame duck", label="NC")])
    result = measured(Viewed("probed", states=0, mean=WHOLES), tmp_path, data, suites="probes")
    for name in ("W1", "W3", "W4"):
        with pytest.raises(
            ConfigError, match=rf"{name} cannot be filled.*suite epsilon \(idioprobe run --suite epsilon\)"
        ):
            make_table(name, result)


def test_results_of_different_pairings_do_not_stand_in_one_table(results, tmp_path):
    other = measured(Viewed("other", states=0, mean=WHOLES), tmp_path, pairing="one")
    with pytest.raises(ConfigError, match="pairing is ordered for plain and one for other"):
        make_table("W1", [results[0], other])


@pytest.mark.parametrize("name", ["W1", "W3", "W4"])
def test_neutral_sentences_do_not_take_the_place_of_naturalistic_ones(tmp_path, name):
    data = world(condition="neut", sentence=None, frame="This is {} again.")
    with pytest.raises(ConfigError, match=f"{name} cannot be filled; missing from these results: conditions nat"):
        make_table(name, measured(embedding(WHOLES), tmp_path, data))


def test_the_pairing_of_the_results_is_told(tmp_path):
    notes = make_table("W1", measured(embedding(), tmp_path, pairing="one")).notes
    assert "pairing: one;" in notes[0]


def test_neutral_sentences_that_are_asked_for_are_said_to_be_no_paper_s(tmp_path):
    data = world(condition="neut", sentence=None, frame="This is {} again.")
    grid = make_table("W4", measured(embedding(WHOLES), tmp_path, data), conditions="neut")
    assert "The condition is neut, not the paper's." in grid.notes


def test_it_can_be_written_as_csv_and_latex(results):
    grid = make_table("W1", results)
    assert to_csv(grid).splitlines()[:2] == [
        ",,p-values / C,p-values / PC,p-values / NC,"
        "Rank-biserial (%) / C,Rank-biserial (%) / PC,Rank-biserial (%) / NC",
        f"plain,CLS,{SMALL},{SMALL},{SMALL},100.0,100.0,100.0",
    ]
    assert r"idiomaticity-$\varepsilon$ against baseline-$\varepsilon$" in to_latex(grid)
    assert r"$\mu$ & $\sigma$" in to_latex(make_table("W3", results))


def test_the_command_prints_them_for_several_models_together(results, tmp_path):
    for result in results:
        result.save(tmp_path)
    wanted = [part for name in ("W1", "W3", "W4") for part in ("--table", name)]
    done = CliRunner().invoke(app, ["analyse", str(tmp_path), *wanted])
    assert done.exit_code == 0, done.output
    lines = [line.split() for line in done.output.splitlines()]
    assert ["plain", "CLS", *[SMALL] * 3, *["100.0"] * 3] in lines
    assert ["embedding", "native", *["0.0"] * 2, *["100.0"] * 4] in lines
    assert sum(line[:1] in (["W1"], ["W3"], ["W4"]) for line in lines) == 3
