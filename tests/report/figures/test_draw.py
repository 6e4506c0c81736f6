"""Figures as charts and files: what is drawn is what the rows say, and a file needs nothing beside it."""

import base64
import re
import struct
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
import vl_convert

from idioprobe.core.errors import ConfigError
from idioprobe.papers.figures import all_figures
from idioprobe.report.figures.charts import NEUTRAL
from idioprobe.report.figures.draw import VEGA_LITE, drawable, fitted, measured, static, write
from idioprobe.report.figures.ideals import ideal_of
from idioprobe.report.figures.palettes import BLUE, ORANGE
from idioprobe.report.figures.rows import marked, rows
from idioprobe.report.figures.spec import COLUMN_WIDTHS, Look
from idioprobe.report.tables.gather import gather
from idioprobe.suites.summary import DENOMINATOR_FLAG
from tests.report.figures.conftest import HOSTILE, HOSTILE_MODEL
from tests.report.tables.small import alpha, run

DRAWN = ("H2", "H4", "V5.7", "H9", "H10", "W2", "layers", "length")
"""One of every kind of chart."""
DIGIT = 0.72
"""How high a digit is, as a part of its size."""


@pytest.fixture(scope="session")
def drawn(inputs_of):
    """Charts as wide as one column, made once."""
    made = {}

    def get(name):
        if name not in made:
            figure = all_figures()[name]
            made[name] = fitted(figure, drawable(figure, inputs_of(figure)), 1, "okabe")
        return made[name]

    return get


def tooltips(spec):
    """What the marks of a drawn chart say when pointed at, from their descriptions for screen readers."""
    spec = {**spec, "config": {**spec.get("config", {}), "aria": True}}
    root = ElementTree.fromstring(vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE))
    labels = (element.get("aria-label", "") for element in root.iter())
    said = (dict(part.split(": ", 1) for part in label.split("; ") if ": " in part) for label in labels)
    return [tip for tip in said if {"model", "measure", "slice"} <= set(tip)]


def svg(spec):
    return ElementTree.fromstring(vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE))


def said_by(spec):
    """All that marks say, whatever it is about."""
    spec = {**spec, "config": {**spec.get("config", {}), "aria": True}}
    labels = (element.get("aria-label", "") for element in svg(spec).iter())
    return [dict(part.split(": ", 1) for part in label.split("; ") if ": " in part) for label in labels]


def written_in(spec):
    """The texts of a drawn chart."""
    texts = (" ".join(element.itertext()) for element in svg(spec).iter() if element.tag.endswith("text"))
    return [text for text in texts if text]


def box_fills(spec):
    """Colour and opacity of the boxes."""
    marks = (e for e in svg(spec).iter() if e.tag.endswith("path") and (e.get("fill") or "").upper() in (BLUE, ORANGE))
    return {(mark.get("fill").upper(), float(mark.get("opacity", 1))) for mark in marks}


@pytest.mark.parametrize("figure", all_figures().values(), ids=lambda figure: figure.name)
def test_every_figure_is_drawn_from_results(figure, inputs_of):
    spec = {**figure.spec(Look()), "datasets": {"rows": drawable(figure, inputs_of(figure)).to_dicts()}}
    said = tooltips(spec)
    labels = [label for _, label in figure.measures]
    assert {tip["measure"] for tip in said} <= set(labels)
    assert {tip["measure"] for tip in said}


class TestWhatIsDrawn:
    def test_a_box_has_the_quantiles_of_its_rows(self, inputs, drawn):
        table = rows(all_figures()["H2"], inputs).filter(
            pl.col("model") == "alpha", pl.col("measure") == "P_Syn", pl.col("slice") == "EN-Nat"
        )
        boxes = [
            tip
            for tip in tooltips(drawn("H2"))
            if (tip["model"], tip["measure"], tip["slice"]) == ("alpha", "P_Syn", "EN-Nat")
        ]
        expected = np.quantile(table["value"].to_numpy(), (0.05, 0.25, 0.5, 0.75, 0.95))
        assert boxes
        for box in boxes:
            shown = [float(box[name]) for name in ("5 %", "25 %", "median", "75 %", "95 %")]
            assert shown == pytest.approx(expected, abs=6e-4)
            assert (float(box["mean"]), int(box["n"])) == (pytest.approx(table["value"].mean(), abs=6e-4), len(table))

    def test_classes_are_apart(self, inputs, drawn):
        table = drawable(all_figures()["H4"], inputs)
        for tip in tooltips(drawn("H4")):
            same = table.filter(*(pl.col(name) == tip[name] for name in ("model", "measure", "slice", "class")))
            assert float(tip["median"].replace("−", "-")) == pytest.approx(same["value"].median(), abs=6e-4)

    def test_points_name_their_expression(self, hostile):
        figure = all_figures()["length"]
        said = tooltips(fitted(figure, drawable(figure, hostile), 2, "okabe"))
        assert set(HOSTILE.values()) <= {tip["expression"] for tip in said if "expression" in tip}

    def test_the_ideal_depends_on_the_class_where_it_should(self):
        assert ideal_of("simr_words") is ideal_of("simr_words", "C") is None
        assert ideal_of("simr_words", "NC") == (-0.1, 0.1)
        assert ideal_of("aff_syn_rand", "NC") == ideal_of("aff_syn_rand", "C") == ideal_of("aff_syn_rand")
        assert ideal_of("ctx_in_out") is None

    @pytest.mark.parametrize("name", ["H1", "H2", "H3", "H5"])
    def test_he_et_als_panels_are_measures_and_one_of_ideal_values_below(self, name, inputs):
        figure = all_figures()[name]
        texts = written_in(fitted(figure, drawable(figure, inputs), 2, "okabe"))
        labels = [label for _, label in figure.measures]
        assert [text for text in texts if text in (*labels, "Ideal Values")] == [*labels, *labels, "Ideal Values"]

    def test_the_ideal_panel_has_the_range_of_each_measure(self, inputs):
        figure = all_figures()["H3"]
        bars = [tip for tip in said_by(fitted(figure, drawable(figure, inputs), 2, "okabe")) if "low" in tip]
        found = {tip["measure"]: (float(tip["low"]), float(tip["high"])) for tip in bars}
        assert found == {"A_Syn|WordsSyn": (0, 1), "A_Syn|Rand": (0.9, 1)}

    @pytest.mark.parametrize(("languages", "hues"), [(("en", "pt"), (BLUE, ORANGE)), (("pt",), (ORANGE,))])
    def test_english_is_blue_and_portuguese_orange_naturalistic_darker(self, inputs, languages, hues):
        table = drawable(all_figures()["H2"], inputs, {"language": languages, "model": ("alpha",)})
        fills = box_fills(fitted(all_figures()["H2"], table, 2, "okabe"))
        assert {colour for colour, _ in fills} == set(hues)
        assert {opacity for _, opacity in fills} == {1.0, 0.6}

    def test_lines_of_ratios_are_intervals_or_standard_deviations(self, inputs):
        figure = all_figures()["H8"]
        table = drawable(figure, inputs, {"model": ("alpha",), "language": ("en",), "condition": ("nat",)})
        row = table.row(0, named=True)
        for spread, ends in (("interval", ("low", "high")), ("sd", ("below", "above"))):
            spec = fitted(figure, table, 2, "okabe", spread=spread)
            layers = spec["spec"]["layer"]
            assert tuple(layers[1]["encoding"][axis]["field"] for axis in ("x", "x2")) == ends
            assert ("standard deviation" in spec["description"]) == (spread == "sd")
        assert row["above"] - row["value"] == pytest.approx(row["sd"])

    def test_a_ratio_off_the_axis_is_written_at_its_end_with_its_interval(self, inputs):
        figure = all_figures()["H8"]
        table = drawable(figure, inputs, {"model": ("alpha",), "language": ("en",), "condition": ("nat",)}).head(1)
        flag = {"low": -31.0, "high": 4.25, "note": DENOMINATOR_FLAG}
        made = [
            marked(table.with_columns(**{k: pl.lit(v) for k, v in {"value": value, **flag}.items()}))
            for value in (-9.6, 0.5, 226.69)
        ]
        rows = pl.concat([part.with_columns(model=pl.lit(f"model {i}")) for i, part in enumerate(made)])
        texts = written_in(fitted(figure, rows, 1, "okabe"))
        assert {"← −9.60* [−31.00, 4.25]", "226.69* [−31.00, 4.25] →", "*"} <= set(texts)
        assert "null" not in texts

    def test_a_reference_off_the_axis_is_written_without_an_interval(self):
        end = {"value": 226.69, "low": 226.69, "high": 226.69, "note": ""}
        assert marked(pl.DataFrame([end]))["beyond"].to_list() == ["226.69 →"]

    def test_the_legend_has_the_conditions_that_are_drawn_in_no_languages_colour(self, inputs):
        figure = all_figures()["V5.1"]
        spec = fitted(figure, drawable(figure, inputs), 1, "okabe")
        texts = written_in(spec)
        assert {"naturalistic", "neutral"} <= set(texts)
        assert "long neutral" not in texts
        legends = [
            layer["encoding"]["opacity"]["legend"] for layer in spec["spec"]["layer"] if "opacity" in layer["encoding"]
        ]
        assert {legend["symbolFillColor"] for legend in legends} == {NEUTRAL}

    def test_what_is_added_to_the_distances_of_epsilon_is_written(self, drawn):
        assert "0.05 added to all distances" in " ".join(written_in(drawn("W2")))

    @pytest.mark.parametrize("measure", ["sim_comp", "sim_words", "sim_rand", "aff_syn_words", "aff_syn_comp"])
    def test_there_is_no_ideal_where_no_paper_states_one(self, measure):
        assert all(ideal_of(measure, label) is None for label in (None, "NC", "PC", "C"))

    def test_static_has_its_rows_in_it(self, inputs):
        spec = static(all_figures()["H8"], inputs).to_dict()
        assert spec["datasets"]["rows"] == drawable(all_figures()["H8"], inputs).to_dicts()
        assert spec["config"]["background"] == "white"


class TestFiles:
    @pytest.mark.parametrize("name", DRAWN)
    def test_it_is_as_wide_as_a_column(self, name, drawn):
        assert measured(drawn(name))[0] == pytest.approx(COLUMN_WIDTHS[1], abs=3)

    @pytest.mark.parametrize("name", ["V5.6", "V6.6", "length", "H10"])
    def test_a_title_is_no_wider_than_a_column(self, name, inputs):
        table = drawable(all_figures()[name], inputs)
        spec = fitted(all_figures()[name], table, 1, "okabe", title=True)
        assert measured(spec)[0] == pytest.approx(COLUMN_WIDTHS[1], abs=3)
        assert " ".join(spec["title"]["text"]) == all_figures()[name].title

    def test_long_names_are_written_out_beside_a_correlogram(self, inputs):
        names = {"alpha": "paraphrase-multilingual-mpnet", "vectors.txt": "another-name-of-thirty-letters"}
        table = drawable(all_figures()["H10"], inputs).with_columns(pl.col("model", "other").replace(names))
        spec = fitted(all_figures()["H10"], table, 1, "okabe")
        assert set(names.values()) <= set(written_in(spec))
        assert measured(spec)[0] == pytest.approx(COLUMN_WIDTHS[1], abs=3)

    @pytest.mark.parametrize("name", ["H8", "H9", "H10", "W1", "W2", "length"])
    def test_a_long_name_makes_no_figure_wider_than_a_column(self, name, inputs_of):
        figure = all_figures()[name]
        table = drawable(figure, inputs_of(figure))
        long = "glove.840B.300d_filtered.txt suites=probes,prediction,epsilon controls=08d6d3d9"
        there = [column for column in ("model", "other") if column in table.columns]
        spec = fitted(figure, table.with_columns(pl.col(there).replace({table["model"][0]: long})), 1, "okabe")
        assert measured(spec)[0] == pytest.approx(COLUMN_WIDTHS[1], abs=1)

    def test_numbers_in_low_rows_do_not_touch(self):
        assert Look(row=4).row_number_size * DIGIT < 4
        assert Look().row_number_size == Look().number_size

    def test_it_is_as_wide_as_two_columns(self, inputs):
        table = drawable(all_figures()["H2"], inputs)
        assert measured(fitted(all_figures()["H2"], table, 2, "papers", title=True))[0] == pytest.approx(
            COLUMN_WIDTHS[2], abs=3
        )

    def test_many_models_still_fit_on_a_page(self, inputs):
        table = drawable(all_figures()["H2"], inputs, {"model": ("alpha",)})
        many = pl.concat([table.with_columns(model=pl.lit(f"model {i}")) for i in range(10)])
        assert measured(fitted(all_figures()["H2"], many, 2, "okabe"))[1] < 720

    @pytest.mark.parametrize("name", DRAWN)
    def test_a_pdf_has_its_fonts_in_it(self, name, drawn):
        made = write(drawn(name), "pdf")
        assert made.startswith(b"%PDF")
        assert made.count(b"/FontFile") >= 1
        assert b"LiberationSans" in made

    @pytest.mark.parametrize("name", DRAWN)
    def test_an_svg_needs_nothing_from_elsewhere(self, name, drawn):
        made = write(drawn(name), "svg").decode("utf-8")
        root = ElementTree.fromstring(made)
        assert root.get("width").endswith("pt")
        assert float(root.get("width")[:-2]) == pytest.approx(COLUMN_WIDTHS[1], abs=3)
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert not tags & {"image", "use", "script", "foreignObject"}
        assert not [name for element in root.iter() for name in element.attrib if name.endswith(("href", "src"))]
        assert re.findall(r'https?://[^"]*', made) == ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"]
        assert "url(http" not in made

    def test_an_svg_has_its_fonts_in_it(self, drawn):
        made = write(drawn("H9"), "svg").decode("utf-8")
        (style,) = (e.text for e in ElementTree.fromstring(made).iter() if e.tag.endswith("}style"))
        faces = re.findall(r'font-family:"([^"]+)";font-weight:(\d+);src:url\(data:font/woff2;base64,([^)]+)\)', style)
        assert [(family, weight) for family, weight, _ in faces] == [
            ("Liberation Sans", "400"),
            ("Liberation Sans", "700"),
        ]
        assert all(base64.b64decode(font).startswith(b"wOF2") for *_, font in faces)

    def test_a_png_has_so_many_pixels_to_the_point(self, drawn):
        spec = drawn("H9")
        made = write(spec, "png", 2.0)
        assert made.startswith(b"\x89PNG")
        width = struct.unpack(">I", made[16:20])[0]
        assert width == pytest.approx(2 * measured(spec)[0], abs=2)

    def test_a_hostile_model_name_is_text(self, hostile):
        figure = all_figures()["H2"]
        made = write(fitted(figure, drawable(figure, hostile), 1, "okabe"), "svg").decode("utf-8")
        texts = {element.text for element in ElementTree.fromstring(made).iter()}
        assert HOSTILE_MODEL in texts
        assert "<b>" not in made


class TestWhatIsMissing:
    @pytest.mark.parametrize(
        ("name", "said"),
        [
            (
                "W2",
                r"W2 cannot be drawn from these results: they lack the suite epsilon \(idioprobe run --suite epsilon\)",
            ),
            ("H1", "they lack the units sentence"),
            ("V5.4", "they lack the conditions nat"),
            ("H10", "it takes results of two models or more"),
            ("layers", "it takes results of several layers one by one"),
        ],
    )
    def test_it_is_said(self, name, said, data, tmp_path):
        only = run(alpha(data), data, tmp_path, units=("target",), conditions=("neut",), languages=("en",))
        with pytest.raises(ConfigError, match=said):
            drawable(all_figures()[name], gather([only]))

    def test_a_measure(self, data, tmp_path):
        lacking = data.stimuli.filter(pl.col("role") != "rand")
        result = run(alpha(data), replace(data, stimuli=lacking), tmp_path, languages=("en",), units=("target",))
        with pytest.raises(ConfigError, match="they lack the measures sim_rand"):
            drawable(all_figures()["V5.2"], gather([result]))

    def test_a_filter_that_leaves_nothing_says_what_there_is(self, inputs):
        with pytest.raises(ConfigError, match="`languages` de: H2 has en, pt here"):
            drawable(all_figures()["H2"], inputs, {"language": ("de",)})

    def test_a_filter_of_models_holds_on_both_sides_of_a_correlogram(self, inputs):
        with pytest.raises(ConfigError, match="H10 cannot be drawn from these results: it takes results of two models"):
            drawable(all_figures()["H10"], inputs, {"model": ("alpha",)})
