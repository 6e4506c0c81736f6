"""What a run prints about ε-compositionality, on encoders whose numbers are known in advance."""

import io
import math

import numpy as np
import polars as pl
import pytest
from rich.console import Console

from idioprobe import evaluate
from idioprobe.core.encoder import Facts
from idioprobe.report.terminal.run import show
from idioprobe.report.terminal.sections import show_section
from idioprobe.suites.base import Section
from idioprobe.suites.epsilon import SUITE
from idioprobe.suites.epsilon.words import MEANINGS
from tests.suites.world import dataset, expression, item
from tests.support import HandmadeEncoder


def test_columns_that_have_no_room_in_a_window_come_below_the_others_with_the_view_again():
    columns = ("view", "control", *(f"effect {i} [95 %]" for i in range(6)))
    row = ("mean", "matched", *(f"{i}2.8 [28.8, 57.5]" for i in range(6)))
    section = Section(title="Tests", columns=columns, rows=(row,))
    console = Console(width=80, file=io.StringIO(), force_terminal=True, color_system=None)
    show_section(section, console)
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
    assert max(map(len, lines)) <= 80
    assert [line.split()[:2] for line in lines[1:]] == [["view", "control"], ["mean", "matched"]] * 2
    assert all(f"{i}2.8 [28.8, 57.5]" in "\n".join(lines) for i in range(6))


EXPRESSIONS = {
    "C": ("car key", "tea cup", "door bell", "fish bone", "garden gate", "night train"),
    "PC": ("face value", "cash cow", "chain reaction", "ghost town", "hard drive", "jet lag"),
    "NC": ("lame duck", "paper tiger", "loan shark", "nest egg", "silver spoon", "wet blanket"),
}


def fillers(name):
    """An expression and three synonyms of each of its words."""
    first, second = name.split()
    modifiers, heads = ([f"{word}{end}" for end in "xyz"] for word in (first, second))
    return {
        "original": name,
        "modifier_alt": [f"{word} {second}" for word in modifiers],
        "head_alt": [f"{first} {word}" for word in heads],
    }


def world(classes=("C", "PC", "NC"), **options):
    """Six expressions of each class in one sentence."""
    names = [(name, label) for label in classes for name in EXPRESSIONS[label]]
    rows = [row for name, _ in names for row in item(fillers(name), **options)]
    language = options.get("language", "en")
    return dataset(rows, [expression(name, label=label, language=language) for name, label in names])


def adding(signs):
    """Adds up words, by class: + expressions are one word, - synonyms weigh double, 0 neither."""
    known = {}
    wholes = [
        name for label, sign in zip(EXPRESSIONS, signs, strict=True) if sign == "+" for name in EXPRESSIONS[label]
    ]
    heavy = {
        word
        for label, sign in zip(EXPRESSIONS, signs, strict=True)
        if sign == "-"
        for name in EXPRESSIONS[label]
        for word in name.split()
    }

    def vector(request):
        text = request.text
        for name in wholes:
            text = text.replace(f"{name} ", name.replace(" ", "_") + " ")
        units = (np.eye(256)[known.setdefault(w, len(known))] * (2 if w[:-1] in heavy else 1) for w in text.split())
        return sum(units)

    return vector


class TwoViews(HandmadeEncoder):
    """A model with the views cls@-1 and mean@last4, each with vectors of its own."""

    def __init__(self, first, second, **options):
        super().__init__(first, **options)
        self.by_pool = {"cls": first, "mean": second}

    def facts(self):
        return Facts(states=1, dimension=256, pools=("cls", "mean"))

    def encode(self, texts, spans, views, batch_tokens):
        for view in views:
            self.vector = self.by_pool[view.pool]
            yield from super().encode(texts, spans, [view], batch_tokens)


def measured(model, tmp_path, data=None, **options):
    options = {"suites": "epsilon", "cache_dir": tmp_path, "resamples": 100, **options}
    return evaluate(model, world() if data is None else data, **options)


def show_epsilon(result, console):
    for section in SUITE.sections(result.summary, result.manifest.model.name, result.info["config"]):
        show_section(section, console)


def shown(result, width=140, how=show_epsilon):
    console = Console(file=io.StringIO(), width=width)
    how(result, console)
    return console.file.getvalue()


def rows(text, title, view):
    """The cells of a view's row in the table of that title."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(title))
    return next(line for line in lines[start + 2 :] if line.startswith(view)).split()[1:]


@pytest.fixture(scope="module")
def aligned(tmp_path_factory):
    """Idiomatic and partly compositional expressions are one word each."""
    return measured(HandmadeEncoder(adding("-++"), name="aligned"), tmp_path_factory.mktemp("aligned"))


def test_the_title_names_the_model_the_language_and_the_condition(aligned):
    assert shown(aligned).startswith("ε-compositionality of aligned (en, naturalistic sentences)\n")


def test_tests_are_shown_by_class_with_p_effect_interval_and_pairs(aligned):
    """Of each class 72 pairs, all of one size: mid-ranks, and a variance reduced by the tie."""
    n = 72
    z = (n * (n + 1) / 4) / math.sqrt(n * (n + 1) * (2 * n + 1) / 24 - (n**3 - n) / 48)
    assert math.erfc(z / math.sqrt(2)) / 2 < 0.0005
    effects = ["0.0", "[0.0,", "0.0]", "100.0", "[100.0,", "100.0]", "100.0", "[100.0,", "100.0]"]
    assert rows(shown(aligned), "Signed-rank tests", "mean") == ["1.000", "<0.001", "<0.001", *effects, "216"]


def test_effects_are_shown_by_position(aligned):
    assert "C modifier  C head  PC modifier  PC head  NC modifier  NC head" in shown(aligned)
    assert rows(shown(aligned), "Effect by position", "mean") == ["0.0", "0.0", *["100.0"] * 4]


def test_distances_are_shown_with_mean_and_spread(aligned):
    both = (
        aligned.table("epsilon")["distance_sentence_idiom"].to_list()
        + aligned.table("epsilon")["distance_sentence_base"].to_list()
    )
    cells = rows(shown(aligned), "Distances, mean ± sd", "mean")
    assert cells == ["1.000", "±", "0.000", f"{np.mean(both):.3f}", "±", f"{np.std(both, ddof=1):.3f}"]


def test_the_settings_of_the_test_and_of_the_pairing_are_told(aligned):
    text = " ".join(shown(aligned).split())
    for setting in ("zeros left out", "mid-ranks for ties", "50 is none", "100 resamples, seed 0", "Pairing: ordered."):
        assert setting in text
    assert "epsilon.parquet has every pair" in text


@pytest.mark.parametrize(
    ("signs", "kind"),
    [
        ("-++", "human-aligned"),
        ("---", "compositionally inclined"),
        ("+++", "anti-compositional"),
        ("+-+", "mixed"),
        ("0++", "undecided"),
    ],
)
def test_the_category_is_told_in_a_sentence(tmp_path, signs, kind):
    text = " ".join(shown(measured(HandmadeEncoder(adding(signs), name="model"), tmp_path)).split())
    assert f"With the view mean, model is {kind}: {MEANINGS[kind].format(classes='C, PC and NC')} (α = 0.05)." in text
    assert [other for other in MEANINGS if f" is {other}:" in text] == [kind]


def test_a_test_without_a_difference_is_a_dash(tmp_path):
    text = shown(measured(HandmadeEncoder(adding("0++")), tmp_path))
    cells = rows(text, "Signed-rank tests", "mean")
    assert (cells[0], cells[3], cells[-1]) == ("–", "–", "144")
    assert rows(text, "Effect by position", "mean")[:2] == ["–", "–"]


def test_a_class_that_is_not_there_is_a_dash_and_leaves_the_category_undecided(tmp_path):
    text = shown(measured(HandmadeEncoder(adding("+++")), tmp_path, world(["C", "NC"])))
    assert rows(text, "Signed-rank tests", "mean")[1] == "–"
    assert "is undecided: not all of C, PC and NC have ε pairs of six expressions" in " ".join(text.split())


def test_five_expressions_of_a_class_leave_it_undecided(tmp_path):
    data = world()
    few = data.expressions.filter(pl.col("expression") != "lame duck")
    rest = data.stimuli.filter(pl.col("expression") != "lame duck")
    result = measured(HandmadeEncoder(adding("-++")), tmp_path, dataset(rest.rows(), few.rows()))
    assert " is undecided: " in shown(result)


def test_every_view_has_a_row_in_each_table_and_a_sentence(tmp_path):
    model = TwoViews(adding("+++"), adding("-++"), name="model")
    text = shown(measured(model, tmp_path, views="cls@-1,mean@last4"))
    assert rows(text, "Effect by position", "cls@-1")[0] == "100.0"
    assert rows(text, "Effect by position", "mean@last4")[0] == "0.0"
    assert "With the view cls@-1, model is anti-compositional" in text
    assert "With the view mean@last4, model is human-aligned" in text


def test_every_language_has_its_tables_and_of_the_conditions_the_first_is_shown(tmp_path):
    english = world(["C"])
    neutral = world(["C"], condition="neut", sentence=None, frame="This is {} .", language="pt")
    long = world(["C"], condition="neut_long", sentence=None, frame="This is a {} again .", language="pt")
    parts = [english.stimuli, neutral.stimuli, long.stimuli]
    data = dataset(
        [row for part in parts for row in part.iter_rows()],
        [*english.expressions.iter_rows(), *neutral.expressions.iter_rows()],
    )
    text = shown(measured(HandmadeEncoder(adding("+++"), name="model"), tmp_path, data))
    titles = [line for line in text.splitlines() if line.startswith("ε-compositionality")]
    assert titles == [
        "ε-compositionality of model (en, naturalistic sentences)",
        "ε-compositionality of model (pt, short neutral sentence)",
    ]


def test_names_are_text_and_not_markup(tmp_path):
    text = shown(measured(HandmadeEncoder(adding("+++"), name="[red]x[/red]"), tmp_path))
    assert text.count("[red]x[/red]") == 2


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_narrow_terminal_loses_no_number(aligned, width):
    def numbers(text):
        tables = text[: text.index("With the view")]
        return [word for word in tables.split() if word.strip("[],")[:1].isdigit()]

    assert numbers(shown(aligned, width)) == numbers(shown(aligned))
    assert "…" not in shown(aligned, width)


def test_a_run_of_this_suite_alone_shows_nothing_of_the_others(aligned):
    text = shown(aligned, how=show)
    assert "Signed-rank tests" in text
    assert "Linguistic predictions" not in text


def test_beside_the_probes_both_are_shown(tmp_path):
    data = world()
    extra = [row for row in item({"original": "lame duck", "syn": "weak leader"}) if row[5] == "syn"]
    data = dataset([*data.stimuli.iter_rows(), *extra], data.expressions.iter_rows())
    text = shown(measured(HandmadeEncoder(adding("-++")), tmp_path, data, suites="probes,epsilon"), how=show)
    assert text.index("sim_syn") < text.index("ε-compositionality of") < text.index("Signed-rank tests")


def test_a_run_of_other_suites_says_nothing_about_it(tmp_path):
    data = dataset(item({"original": "lame duck", "syn": "weak leader"}), [expression("lame duck", label="NC")])
    assert shown(measured(HandmadeEncoder(adding("-++")), tmp_path, data, suites="probes")) == ""
