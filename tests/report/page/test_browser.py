"""The page, in a browser: what people see and do."""

import re
from importlib.resources import files

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from selenium.webdriver.common.by import By

from idioprobe import make_page
from idioprobe.papers.figures import all_figures
from idioprobe.report.figures.rows import SCORE_ROWS, rows
from idioprobe.report.tables.gather import gather
from tests.papers.test_wold import measured, plain

pytestmark = pytest.mark.slow

TEMPLATES = files("idioprobe.report.page") / "templates"
NOT_THERE = {"W1", "W2", "layers", "layers-sentence"}
"""Figures that these results cannot fill."""
SCORE_ROWS_OF = """
const [name, conditions] = arguments;
resetFilters();
state.condition = new Set(conditions);
const figure = DATA.figures.find((figure) => figure.name === name);
return scoreRows(figure).filter((row) => !figure.byClass || row.class !== null);
"""
"""The rows that the page draws a figure from when no filter is set."""


def rgb(text):
    return [int(part) for part in re.findall(r"\d+", text)[:3]]


def luminance(colour):
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def side(browser):
    """The first cells and the numbers of a column of the table."""
    return browser.texts("#side tbody th"), browser.texts("#side tbody tr td:nth-child(3)")


def number(text):
    return float(re.match(r"−?[\d.]+", text)[0].replace("−", "-"))


def test_opens_from_disk_without_an_error_or_a_request(browser, page):
    browser.open(page)
    drawn = browser.draw_all()
    assert drawn == len(all_figures()) - len(NOT_THERE)
    assert all(name in browser.texts("#figure-list > p")[0] for name in NOT_THERE)
    assert browser.complaints() == []
    assert browser.requests() == []


def test_says_what_was_run_and_the_verdict(browser, page, results):
    browser.open(page)
    top = browser.one("#verdict").text
    assert "2 models on tiny" in top
    assert results[0].info["started"][:10] in top
    for result, shown in zip(results, browser.all(".card"), strict=True):
        assert result.info["model"]["name"] in shown.text
        held = int((result.predictions["verdict"] == "holds").sum())
        assert shown.find_element(By.CSS_SELECTOR, ".tally .holds").text == str(held)
    assert "A. Author. 2020. A dataset." in browser.one("#method").text


def test_predictions_of_a_model_open(browser, page, results):
    browser.open(page)
    browser.click(".card:first-of-type .predictions summary")
    rows = browser.until(lambda: browser.texts(".card:first-of-type .predictions tbody tr"))
    assert len(rows) == len(results[0].predictions.filter(condition="nat"))
    assert any("a synonym preserves the meaning" in row for row in rows)


def test_the_table_sorts_both_ways_and_keeps_the_focus(browser, page):
    browser.open(page)
    before = side(browser)
    assert len(before[0]) == 4
    browser.click('[data-column="sim_syn/mean/all"]')
    downwards = [number(text) for text in side(browser)[1]]
    assert downwards == sorted(downwards, reverse=True)
    assert browser.one('th[aria-sort="descending"]').text.startswith("level")
    assert browser.focused().get_attribute("data-column") == "sim_syn/mean/all"
    browser.click('[data-column="sim_syn/mean/all"]')
    upwards = [number(text) for text in side(browser)[1]]
    assert upwards == sorted(upwards)
    browser.click('[data-column="model"]')
    assert side(browser)[0] == sorted(before[0], reverse=True)


def test_the_table_shows_the_numbers_of_the_summary(browser, page, results):
    browser.open(page)
    browser.click('#filters input[value="pt"]')
    summary = results[0].summary
    row = summary.filter(
        language="en", condition="nat", unit="target", group="all", measure="sim_syn", statistic="mean"
    ).row(0, named=True)
    first = side(browser)[1][0]
    assert first.startswith(f"{row['value']:.2f}")
    assert f"[{row['ci_low']:.2f}, {row['ci_high']:.2f}]" in first


def test_the_table_has_each_test_of_epsilon_once(browser, tmp_path):
    result = measured(plain(), tmp_path / "cache")
    browser.open(make_page([result], tmp_path / "report.html"))
    assert browser.texts("#side thead tr:last-child th") == ["model", "slice", "C %", "PC %", "NC %"]


def test_filters_change_what_is_shown(browser, page):
    browser.open(page)
    assert "16 expressions in 48 sentences, 2 of 2 models" in browser.one("#shown").text
    browser.click('#filters input[value="pt"]')
    assert "8 expressions in 24 sentences" in browser.one("#shown").text
    assert set(browser.texts("#side tbody td:nth-child(2)")) == {"EN-Nat"}
    browser.click('#filters input[value="neut"]')
    assert set(browser.texts("#side tbody td:nth-child(2)")) == {"EN-Nat", "EN-Neut"}
    assert not browser.one("#side-classes").is_displayed()
    browser.click('#filters input[value="NC"]')
    assert browser.one("#side-classes").is_displayed()
    assert "5 expressions" in browser.one("#shown").text
    assert len(browser.texts("#matches li")) == 5
    browser.click('#filters input[name="model"][value="1"]')
    assert set(browser.texts("#side tbody th")) == {"alpha"}
    target = side(browser)[1]
    browser.click('#filters input[value="sentence"]')
    assert side(browser)[1] != target
    browser.click('#filters input[name="model"][value="0"]')
    assert "leave nothing" in browser.one("#shown").text
    assert browser.complaints() == []


def test_filters_change_the_figures(browser, page):
    browser.open(page)
    browser.draw_all()
    chart = "#figure-H2 .chart"
    picture = "return document.querySelector(arguments[0] + ' canvas').toDataURL()"
    browser.run("document.querySelector(arguments[0]).scrollIntoView()", chart)
    before = browser.run(picture, chart)
    browser.click('#filters input[name="model"][value="1"]')
    browser.run("document.querySelector(arguments[0]).scrollIntoView()", chart)
    browser.until(lambda: browser.run(picture, chart) != before)


def test_a_figure_of_all_sentences_says_that_filters_do_not_narrow_it(browser, page):
    browser.open(page)
    browser.draw_all()
    assert "takes all sentences and languages together" in " ".join(browser.texts("#figure-H10 .chart p"))
    assert browser.texts("#figure-H2 .chart p") == []


@pytest.mark.parametrize("width", [1280, 720, 390])
def test_a_link_to_a_section_does_not_end_under_the_bars(browser, page, width):
    browser.open(page, width=width)
    browser.run("document.querySelector('#figures').scrollIntoView()")
    covered, top = browser.run(
        "const bars = [...document.querySelectorAll('.top, #filters')]"
        ".filter((bar) => getComputedStyle(bar).position === 'sticky');"
        "const bottoms = bars.map((bar) => bar.getBoundingClientRect().bottom);"
        "return [Math.max(...bottoms), document.querySelector('#figures h2').getBoundingClientRect().top]"
    )
    assert top >= covered


@pytest.mark.parametrize("written", ["exame clínico", "exame clinico", "EXAME CLI"])
def test_finds_an_expression_with_an_accent(browser, page, written):
    browser.open(page)
    browser.type("#search", written)
    assert browser.texts("#matches li") == ["exame clínico · PT C"]
    browser.click("#matches button")
    assert browser.one("#expression h3").text == "exame clínico"
    assert set(browser.texts("#expression mark")) == {"exame clínico"}
    assert len(browser.all(".sentence")) == 3
    assert "rating 3.50 (type)" in browser.one("#expression").text


def test_the_explorer_shows_variants_and_similarities(browser, page, results):
    browser.open(page)
    browser.type("#search", "eager beaver")
    browser.click("#matches button")
    first = browser.all(".sentence")[0]
    rows = {row.text.split()[0]: row for row in first.find_elements(By.CSS_SELECTOR, "tbody tr")}
    assert set(rows) == {"syn", "words", "words_alt", "head", "modifier", "rand"}
    assert "en syn 1" in rows["syn"].text
    assert rows["syn"].find_element(By.CSS_SELECTOR, "div").get_attribute("title") == "We saw en syn 1 there ."
    for result, cell in zip(results, rows["syn"].find_elements(By.CSS_SELECTOR, "td.number"), strict=True):
        score = result.scores.filter(item="en/eager beaver/nat1", unit="target", measure="sim_syn")["value"][0]
        assert cell.text == f"{score:.2f}"
    assert "of 15" in browser.one(".strip:first-of-type span").text


def test_lists_the_highest_and_lowest_affinity(browser, page, results):
    browser.open(page)
    scores = results[0].scores.filter(condition="nat", unit="target", measure="aff_syn_words")
    means = scores.group_by("language", "expression").agg(value=scores["value"].mean()).height
    assert means == 16
    ranked = {}
    for language, expression, value in scores.select("language", "expression", "value").iter_rows():
        ranked.setdefault((language, expression), []).append(value)
    values = sorted((sum(v) / len(v) for v in ranked.values()), reverse=True)
    shown = [float(text.rsplit("·", 1)[1].strip().replace("−", "-")) for text in browser.texts("#highest li")]
    assert shown == pytest.approx(values[:10], abs=6e-4)
    lowest = [float(text.rsplit("·", 1)[1].strip().replace("−", "-")) for text in browser.texts("#lowest li")]
    assert lowest == pytest.approx(values[::-1][:10], abs=6e-4)


def test_fits_a_phone(browser, page):
    browser.open(page, width=390)
    browser.draw_all()
    assert browser.run("return document.documentElement.scrollWidth") <= 390
    browser.type("#search", "arma")
    browser.click("#matches button")
    assert browser.one("#expression h3").text == "arma branca"
    assert browser.complaints() == []


@pytest.mark.parametrize("dark", [False, True])
def test_text_has_contrast_in_light_and_dark(browser, page, dark):
    browser.open(page, dark=dark)
    ground = rgb(browser.run("return getComputedStyle(document.body).backgroundColor"))
    assert (luminance(ground) < 0.2) == dark
    script = """
      const ground = (e) => { while (e) { const c = getComputedStyle(e).backgroundColor;
        if (!/, 0\\)$/.test(c)) return c; e = e.parentElement; }
        return getComputedStyle(document.body).backgroundColor; };
      return [...document.querySelectorAll("main *, header *")]
        .filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
        .map((e) => [getComputedStyle(e).color, ground(e), `${e.tagName}.${e.className} ${e.textContent.slice(0, 9)}`]);
    """
    found = browser.run(script)
    assert len(found) > 100
    weak = {what for text, behind, what in found if contrast(rgb(text), rgb(behind)) < 4.5}
    assert weak == set()


def test_the_theme_can_be_changed(browser, page):
    browser.open(page)
    browser.click("#theme")
    assert browser.one("#theme").get_attribute("aria-pressed") == "true"
    assert luminance(rgb(browser.run("return getComputedStyle(document.body).backgroundColor"))) < 0.2


def test_the_keyboard_reaches_every_control(browser, page):
    browser.open(page)
    browser.draw_all()
    browser.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    browser.run(
        """for (const [i, e] of [...document.querySelectorAll("a, button, input, select, summary")]
             .filter((e) => e.checkVisibility()).entries()) e.dataset.control = i;"""
    )
    names = {e.get_attribute("data-control"): e for e in browser.all("[data-control]")}
    radios = {i for i, e in names.items() if e.get_attribute("type") == "radio" and not e.is_selected()}
    reached, body = set(), browser.one("body")
    body.click()
    for _ in range(len(names) * 2):
        browser.press_tab()
        reached.add(browser.focused().get_attribute("data-control"))
        if set(names) - radios <= reached:
            break
    missing = {names[i].get_attribute("outerHTML")[:120] for i in set(names) - radios - reached}
    assert missing == set()


def test_the_citation_can_be_copied(browser, page):
    browser.open(page)
    browser.click("#copy")
    browser.until(lambda: browser.one("#copied").text)
    assert "@software{idioprobe" in browser.one("#citation").text


def test_a_chart_has_the_same_rows_on_the_page_as_in_print(browser, page, results):
    """`scoreRows` of the page and `score_rows` of the figures, for every figure of scores."""
    inputs = gather(results)
    browser.open(page)
    script = "\n".join((TEMPLATES / name).read_text(encoding="utf-8") for name in ("data.js", "filters.js"))
    drawn = [figure for figure in all_figures().values() if figure.data == "scores"]
    conditions = list(inputs.material.stimuli["condition"].unique())
    for figure in drawn:
        shown = browser.run(script + SCORE_ROWS_OF, figure.name, conditions)
        units = figure.fixed.get("unit", ("target",))
        printed = rows(figure, inputs).filter(pl.col("unit").is_in(units))
        here = pl.DataFrame(shown, schema=SCORE_ROWS)
        assert len(here) > 0
        key = ["model", "sentence", "unit", "measure"]
        assert_frame_equal(here.sort(key), printed.sort(key), rel_tol=0, abs_tol=1e-6)
