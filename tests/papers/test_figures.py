"""The catalogue: every figure is whole, is valid Vega-Lite, and waits for its rows."""

import json
from functools import cache

import pytest
import vl_convert

from idioprobe.core.errors import ConfigError
from idioprobe.papers.figures import all_figures, find_figure, what_it_needs
from idioprobe.report.figures.charts import NEUTRAL
from idioprobe.report.figures.draw import VEGA_LITE
from idioprobe.report.figures.palettes import PALETTES
from idioprobe.report.figures.rows import SCORE_ROWS
from idioprobe.report.figures.spec import Look
from idioprobe.report.figures.theme import CONFIGS
from idioprobe.suites.catalogue import BY_NAME

WANTED = (
    *(f"H{i}" for i in range(1, 11)),
    *(f"V5.{i}" for i in range(1, 8)),
    *(f"V6.{i}" for i in range(2, 7)),
    *("W2", "layers", "length"),
)


def found(part, key):
    """All values of a key, anywhere in a specification."""
    if isinstance(part, dict):
        yield from (value for name, value in part.items() if name == key)
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from found(each, key)


@cache
def spec_of(name):
    return all_figures()[name].spec(Look(panel_width=123, panels=3))


def parts_of(spec):
    """The wrapped facet of a chart, and panels below it."""
    facet, *below = spec.get("vconcat", [spec])
    return facet, below


def names(values):
    for value in values:
        yield from (name for name in (value if isinstance(value, list) else [value]) if isinstance(name, str))


def made_by_transforms(spec):
    """The columns that a chart adds to its rows."""
    yield from names(found(spec, "as"))
    yield from (f"q{q}" for q in (5, 25, 50, 75, 95))


def test_every_figure_that_the_papers_have_is_there():
    assert set(WANTED) <= set(all_figures())


@pytest.mark.parametrize("figure", all_figures().values(), ids=lambda figure: figure.name)
class TestEveryFigure:
    def test_it_is_valid_and_has_no_data_but_a_place_for_it(self, figure):
        spec = spec_of(figure.name)
        facet, below = parts_of(spec)
        assert facet["data"] == {"name": "rows"}
        assert "datasets" not in spec
        assert list(found(facet["spec"], "data")) == []
        assert {tuple(data) for panel in below for data in found(panel, "data")} <= {("sequence",)}
        assert vl_convert.vegalite_to_vega(spec, vl_version=VEGA_LITE)["marks"]

    def test_it_is_a_wrapped_facet_whose_width_and_columns_can_be_set(self, figure):
        facet, below = parts_of(spec_of(figure.name))
        assert (facet["columns"], facet["spec"]["width"]) == (3, 123)
        assert facet["facet"]["field"] == "panel"
        assert {panel["width"] for panel in below} <= {123}

    def test_it_says_how_to_read_it_and_what_would_be_ideal(self, figure):
        assert all(text.endswith(".") for text in (figure.reading, figure.ideal))
        assert figure.title
        assert figure.source
        assert what_it_needs(figure)

    def test_its_measures_exist(self, figure):
        known = {*BY_NAME, "eps_idiom", "eps_base"}
        assert figure.measures
        assert {name for name, _ in figure.measures} <= known

    def test_it_shows_something_at_the_pointer(self, figure):
        shown = {entry["field"] for tooltip in found(spec_of(figure.name), "tooltip") for entry in tooltip}
        assert {"model", "measure"} <= shown

    def test_colours_that_depend_on_the_theme_are_not_in_it(self, figure):
        facet, below = parts_of(spec_of(figure.name))
        marks = [layer["mark"] for part in (facet["spec"], *below) for layer in part["layer"]]
        assert "config" not in spec_of(figure.name)
        coloured = [mark for mark in marks if {"color", "fill", "stroke"} & set(mark)]
        assert {mark["color"] for mark in coloured} <= {NEUTRAL}


@pytest.mark.parametrize(
    "figure", [f for f in all_figures().values() if f.data == "scores"], ids=lambda figure: figure.name
)
def test_a_chart_of_scores_asks_for_the_agreed_columns_only(figure):
    spec = spec_of(figure.name)
    asked = {*names(found(spec, "field")), *names(found(spec, "groupby"))}
    assert "panel" in asked
    assert asked <= {*made_by_transforms(spec), *SCORE_ROWS}


def test_light_and_dark_differ_in_colours_only():
    light, dark = (json.loads(json.dumps(CONFIGS[name])) for name in ("light", "dark"))

    def plain(part):
        if isinstance(part, dict):
            return {name: plain(value) for name, value in part.items()}
        return "colour" if isinstance(part, str) and part.startswith("#") else part

    assert light != dark
    assert plain(light) == plain(dark)


@pytest.mark.parametrize("palette", PALETTES)
def test_a_palette_gives_the_classes_their_colours(palette):
    domain, colours = ("C", "PC", "NC"), PALETTES[palette].classes
    scales = list(found(all_figures()["H4"].spec(Look(palette=palette)), "scale"))
    assert {"domain": list(domain), "range": [colours[label] for label in domain]} in scales


def test_classes_have_the_papers_colours():
    for palette in PALETTES.values():
        blue, orange, green = (
            tuple(int(palette.classes[label][i : i + 2], 16) for i in (1, 3, 5)) for label in ("C", "PC", "NC")
        )
        assert max(blue) == blue[2]
        assert orange == tuple(sorted(orange, reverse=True))
        assert max(green) == green[1]


def test_english_is_blue_and_portuguese_orange_whatever_other_languages_there_are():
    for palette in PALETTES.values():
        blue, orange = palette.classes["C"], palette.classes["PC"]
        assert palette.of_languages(["en", "pt"]) == [blue, orange]
        assert palette.of_languages(["pt"]) == [orange]
        others = palette.of_languages(["de", "en", "it", "pt"])
        assert (others[1], others[3]) == (blue, orange)
        assert len(set(others)) == 4


@pytest.mark.parametrize("name", ["H2", "h2", " v5.1 ", "LENGTH"])
def test_names_are_found_however_they_are_written(name):
    assert find_figure(name).name.lower() == name.strip().lower()


def test_an_unknown_figure_suggests_the_nearest():
    with pytest.raises(ConfigError, match=r"There is no figure 'V5.9'; did you mean V5\.\d"):
        find_figure("V5.9")
