"""The command that draws figures; called in this process, on results made by hand."""

import builtins
import re

import pytest

from idioprobe.papers.figures import all_figures
from tests.cli.test_data import caller
from tests.report.tables.small import alpha, dataset, glove, run


@pytest.fixture
def call(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    return caller(monkeypatch, capsys)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Results of two models in English, target unit."""
    folder = tmp_path_factory.mktemp("figures")
    data = dataset()
    for encoder in (alpha(data), glove(data, "Würter.txt")):
        run(encoder, data, folder / "cache", units=("target",), languages=("en",)).save(folder / "results")
    return folder / "results"


class TestFiles:
    def test_one_figure_into_a_folder(self, call, place, tmp_path):
        done = call("figures", place, "-f", "h9", "-o", tmp_path / "a" / "b")
        assert done.said == f"Written: {tmp_path / 'a' / 'b' / 'H9.pdf'}"
        assert (tmp_path / "a" / "b" / "H9.pdf").read_bytes().startswith(b"%PDF")

    @pytest.mark.parametrize(("suffix", "start"), [("svg", b"<svg"), ("PNG", b"\x89PNG"), ("pdf", b"%PDF")])
    def test_a_file_s_name_decides_its_format(self, call, place, tmp_path, suffix, start):
        call("figures", place, "-f", "H9", "-o", tmp_path / f"figüre.{suffix}", "--columns", "1")
        assert (tmp_path / f"figüre.{suffix}").read_bytes().startswith(start)

    def test_without_a_name_all_that_can_be_drawn_and_why_others_cannot(self, call, place, tmp_path):
        done = call("figures", place, "--format", "svg", "-o", "out", "--condition", "nat")
        written = {path.name for path in (tmp_path / "out").iterdir()}
        notes = " ".join(done.err.split())
        assert {"H2.svg", "H4.svg", "V6.6.svg"} <= written
        assert written.isdisjoint({"H1.svg", "W2.svg", "layers.svg"})
        assert len(written) + notes.count(" cannot be drawn from these results: ") == len(all_figures())
        assert "H1 cannot be drawn from these results: they lack the units sentence." in notes

    def test_filters_change_what_is_drawn(self, call, place, tmp_path):
        def labels(*options):
            call("figures", place, "-f", "H6", "-o", tmp_path / "x.svg", *options)
            return set(re.findall(r">([^<>]+)</text>", (tmp_path / "x.svg").read_text(encoding="utf-8")))

        everything = labels()
        assert {"EN-Nat", "EN-Neut", "alpha", "Würter.txt"} <= everything
        gone = everything - labels("--condition", "nat", "--model", "alpha")
        assert {name for name in gone if name[-1].isalpha()} == {"EN-Neut", "Würter.txt"}

    def test_lines_are_standard_deviations_when_asked_for(self, call, place, tmp_path):
        for spread in ("interval", "sd"):
            call("figures", place, "-f", "H8", "-o", tmp_path / f"{spread}.svg", "--spread", spread)
        assert (tmp_path / "interval.svg").read_bytes() != (tmp_path / "sd.svg").read_bytes()

    def test_models_are_compared_on_what_the_filters_leave(self, call, place, tmp_path):
        def headings(*options):
            call("figures", place, "-f", "H10", "-o", tmp_path / "x.svg", *options)
            return set(re.findall(r">(EN-[^<>]*)<", (tmp_path / "x.svg").read_text(encoding="utf-8")))

        assert headings() == {"EN-Nat+Neut"}
        assert headings("--condition", "neut", "--unit", "target") == {"EN-Neut"}

    def test_a_title_is_printed_when_asked_for(self, call, place, tmp_path):
        call("figures", place, "-f", "H3", "-o", tmp_path / "x.svg", "--title", "--palette", "papers")
        assert ">Affinities, target unit</text>" in (tmp_path / "x.svg").read_text(encoding="utf-8")

    def test_the_list_has_every_figure(self, call):
        out = call("figures", "--list").out
        assert [line.split()[0] for line in out.splitlines() if line[0] != " "][1:] == list(all_figures())


class TestMistakes:
    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            ([], "Name results to draw from, as in idioprobe figures results/ncimp --figure H2."),
            (["absent"], "absent is not a folder"),
            (["-f", "H22"], "There is no figure 'H22'; did you mean H2"),
            (["--format", "gif"], "--format gif: one of pdf, svg, png."),
            (["--columns", "3"], "--columns 3: one of 1, 2."),
            (["--palette", "loud"], "--palette loud: one of okabe, papers."),
            (["--spread", "wide"], "--spread wide: one of interval, sd."),
            (["-f", "H2", "--spread", "sd"], "--spread sd is for ratios, which H2 has none of: H8, H9."),
            (["--scale", "0"], "--scale 0: a number above 0, and 20 at most."),
            (["-o", "x.pdf"], "-o x.pdf is one file; name one --figure, or a folder."),
            (["-f", "H2", "-o", "x.html"], "-o x.html: figures are pdf, svg, png; name such a file, or a folder."),
            (["-f", "H2", "-o", "x.pdf", "--format", "svg"], "-o x.pdf does not end in .svg, which --format asks for."),
        ],
    )
    def test_one_line_says_what_is_wrong(self, call, arguments, expected):
        assert expected in call("figures", *arguments, code=2).message

    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            (["-f", "H1"], "H1 cannot be drawn from these results: they lack the units sentence."),
            (["-f", "W2"], "they lack the suite epsilon (idioprobe run --suite epsilon)."),
            (["-f", "H2", "--language", "pt"], "--language pt: H2 has en here."),
            (["-f", "H2", "--unit", "sentence"], "--unit sentence: H2 has target here."),
            (["-f", "H2", "--model", "beta"], "--model beta: H2 has "),
            (["-f", "H2", "--expression", "no such"], "--expression no such: H2 has close call, "),
            (
                ["-f", "H10", "--model", "alpha"],
                "H10 cannot be drawn from these results: it takes results of two models",
            ),
            (["-f", "W1"], "they lack the suite epsilon (idioprobe run --suite epsilon)."),
            (["-f", "H2", "--view", "cls@-1"], "--view cls@-1: "),
            (["--language", "pt"], "--language pt: H2 has en here."),
        ],
    )
    def test_with_results_it_says_what_they_lack(self, call, place, arguments, expected):
        assert expected in call("figures", place, *arguments, code=2).err

    def test_a_place_that_cannot_be_written(self, call, place, tmp_path):
        (tmp_path / "file").write_text("", encoding="utf-8")
        done = call("figures", place, "-f", "H9", "-o", tmp_path / "file" / "x.pdf", code=1)
        assert "x.pdf cannot be written: " in done.message

    @pytest.mark.parametrize(("package", "name"), [("altair", "altair"), ("vl_convert", "vl-convert")])
    def test_a_package_that_is_not_installed(self, call, place, monkeypatch, package, name):
        real = builtins.__import__

        def without(wanted, *rest, **more):
            if wanted == package:
                raise ImportError(wanted)
            return real(wanted, *rest, **more)

        monkeypatch.setattr(builtins, "__import__", without)
        done = call("figures", place, "-f", "H9", code=2)
        assert f"Drawing figures needs {name}: pip install '" in done.message
