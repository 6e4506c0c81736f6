"""What `import idioprobe` offers, and what it costs."""

import subprocess
import sys

import pytest

import idioprobe
from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import OldFormWarning
from tests.report.tables.small import alpha, dataset, run


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    data = dataset()
    return run(alpha(data), data, tmp_path_factory.mktemp("cache"))


def test_the_package_shows_its_api_and_nothing_else():
    assert sorted(dir(idioprobe)) == sorted(idioprobe.__all__)


@pytest.mark.parametrize("name", idioprobe.__all__)
def test_all_of_it_is_there(name):
    assert getattr(idioprobe, name)


def test_another_name_is_not():
    with pytest.raises(AttributeError, match="no attribute 'make_tea'"):
        idioprobe.make_tea  # noqa: B018


def test_importing_it_loads_nothing_heavy():
    code = (
        "import sys, idioprobe; print([m for m in ('numpy', 'polars', 'altair', 'torch', 'typer') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class TestOldNames:
    """What 0.3 called published is read as before, with a warning."""

    def test_what_papers_report(self):
        with pytest.warns(OldFormWarning, match="load_published is called load_reported now"):
            old = idioprobe.load_published("H5")
        assert old.equals(idioprobe.load_reported("H5"))

    def test_a_page_with_it(self, result, tmp_path):
        with pytest.warns(OldFormWarning, match="published=…. is called"):
            old = idioprobe.make_page(result, tmp_path / "old.html", published=True)
        new = idioprobe.make_page(result, tmp_path / "new.html", reported=True)
        assert old.read_bytes() == new.read_bytes()
        assert "In italics: reported models" in new.read_text(encoding="utf-8")


class TestFigures:
    def test_the_name_of_the_file_says_the_format(self, result, tmp_path):
        path = idioprobe.make_figure("H2", result, tmp_path / "h2.svg", languages="en", conditions=("nat",))
        text = path.read_text(encoding="utf-8")
        assert text.startswith("<svg")
        assert ">EN<" in text
        assert ">PT<" not in text

    def test_a_notebook_shows_what_it_can(self, result, tmp_path):
        svg, png, pdf = (idioprobe.make_figure("H4", result, tmp_path / f"h4.{kind}") for kind in ("svg", "png", "pdf"))
        assert svg._repr_svg_().startswith("<svg")
        assert png._repr_png_().startswith(b"\x89PNG")
        assert (svg._repr_png_(), png._repr_svg_(), pdf._repr_svg_(), pdf._repr_png_()) == (None, None, None, None)

    def test_ratios_have_intervals_or_standard_deviations(self, result, tmp_path):
        made = [
            idioprobe.make_figure("H8", result, tmp_path / f"{spread}.svg", spread=spread).read_bytes()
            for spread in ("interval", "sd")
        ]
        assert made[0] != made[1]
        with pytest.raises(ConfigError, match="`spread` wide: one of interval, sd"):
            idioprobe.make_figure("H8", result, tmp_path / "h8.svg", spread="wide")

    def test_another_format_is_refused(self, result, tmp_path):
        with pytest.raises(ConfigError, match=r"`out` .*h2\.gif: the name of a figure ends in pdf, svg, png"):
            idioprobe.make_figure("H2", result, tmp_path / "h2.gif")

    def test_what_leaves_nothing_to_draw_is_named(self, result, tmp_path):
        with pytest.raises(ConfigError, match="`models` nobody: H2 has alpha here"):
            idioprobe.make_figure("H2", result, tmp_path / "h2.svg", models=["nobody"])


def test_a_notebook_shows_tables(result):
    shown = idioprobe.make_table("H5", result)._repr_html_()
    assert "A_Syn|WordsSyn" in shown
    assert "alpha" in shown


def test_tables_know_two_corrections(result):
    with pytest.raises(ConfigError, match="`correction` bonferroni: one of holm, bh"):
        idioprobe.make_table("H5", result, correction="bonferroni")
