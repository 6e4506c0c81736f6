"""The page, in a browser: what people see and do."""

import re
from dataclasses import replace
from importlib.resources import files

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from idioprobe import make_page
from idioprobe.papers.figures import all_figures
from idioprobe.report.answer import answers
from idioprobe.report.figures.draw import drawable
from idioprobe.report.figures.rows import SCORE_ROWS
from idioprobe.report.tables.gather import gather
from idioprobe.suites.headline import hundred
from tests.papers.test_wold import measured, plain
from tests.report.page.browser import CUT
from tests.report.page.colours import contrast, luminance, rgb

pytestmark = pytest.mark.slow

TEMPLATES = files("idioprobe.report.page") / "templates"
NOT_THERE = {"W1", "W2", "layers", "layers-sentence"}
"""Figures that these results cannot fill."""
LAPTOP, PHONE = (1366, 768), (390, 844)
SCORE_ROWS_OF = """
const [name, conditions] = arguments;
resetFilters();
state.condition = new Set(conditions);
const figure = DATA.figures.find((figure) => figure.name === name);
return scoreRows(figure).filter((row) => !figure.byClass || row.class !== null);
"""
"""The rows that the page draws a figure from when no filter is set."""
SECONDS, MEGABYTES = 2, 15


def number(text):
    return float(re.match(r"−?[\d.]+", text)[0].replace("−", "-"))


def similarity(result, item, measure, unit="target"):
    return result.scores.filter(item=item, unit=unit, measure=measure)["value"][0]


def score(result, language="en"):
    return next(answer for answer in answers(result) if answer.score.language == language)


def test_opens_from_disk_without_an_error_or_a_request(browser, page):
    browser.open(page)
    drawn = browser.draw_all()
    assert drawn == len(all_figures()) - len(NOT_THERE)
    assert all(name in browser.texts("#figure-list > p")[0] for name in NOT_THERE)
    assert browser.complaints() == []
    assert browser.requests() == []


def test_is_small_and_soon_there(browser, page):
    assert page.stat().st_size < MEGABYTES * 1e6
    browser.open(page)
    assert browser.run("return performance.getEntriesByName('ready')[0].startTime") < SECONDS * 1000


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_first_screen_asks_and_answers_and_gives_an_example(browser, page, results, size):
    browser.open(page, width=size[0], height=size[1])
    for selector in (
        "#answer .of-group:not([hidden]) h1",
        ".of-board:not([hidden]) .answer",
        "#headline svg",
        "#another",
    ):
        bottom = browser.run("return document.querySelector(arguments[0]).getBoundingClientRect().bottom", selector)
        assert 0 < bottom <= size[1], selector
    assert "understand idioms?" in browser.one("#answer .of-group:not([hidden]) h1").text
    told = browser.one("#headline .picture > svg").get_attribute("aria-label")
    for result in results:
        assert f"{result.manifest.model.name} {hundred(score(result).score.value)}" in told.replace("−", "-")


def test_the_picture_has_the_models_and_the_references(browser, page, results):
    browser.open(page)
    shown = [text.replace("−", "-") for text in browser.texts("#headline svg text")]
    assert {"alpha", "vectors.txt", "word by word", "chance", "ideal"} <= set(shown)
    assert {hundred(score(result).score.value) for result in results} <= set(shown)
    assert browser.texts("#headline .keys span") == ["idiom score", "sentence score", "references"]


@pytest.mark.parametrize("width", [1280, 390])
def test_labels_of_pictures_are_whole(browser, page, width):
    browser.open(page, width=width)
    assert browser.run(CUT) == []


def test_an_example_is_drawn_as_distances_and_others_follow(browser, page, results):
    browser.open(page)
    seen = []
    for _ in range(3):
        sentence = browser.texts("#example .quote")[0]
        expression = browser.texts("#example mark")[0]
        said = browser.one("#example .picture > svg").get_attribute("aria-label")
        stimuli = results[0].stimuli.filter(text=sentence, role="original")
        item = stimuli["item"][0]
        model = results[int(browser.one("#example select").get_attribute("value"))]
        near = [f"{similarity(model, item, name):.2f}" for name in ("sim_words", "sim_syn")]
        assert said.startswith(f"{expression}: similarity {near[0]} to en words")
        assert f"{near[1]} to en syn" in said
        seen.append(sentence)
        browser.click("#another")
    assert len(set(seen)) == 3


def test_another_language_has_another_answer(browser, page, results):
    browser.open(page)
    before = browser.texts("#headline svg text")
    browser.choose("#board", 1)
    after = browser.texts("#headline svg text")
    assert before != after
    assert hundred(score(results[0], "pt").score.value) in after
    assert "pt syn" in browser.one("#example .picture > svg").get_attribute("aria-label")


def test_the_leaderboard_sorts_both_ways_and_keeps_the_focus(browser, page, results):
    browser.open(page)
    browser.choose("#board", 1)
    best, second = sorted(results, key=lambda r: -score(r, "pt").score.value)
    names = browser.texts("#leaderboard tbody tr:not(.reference) th bdi")
    assert names == [best.manifest.model.name, second.manifest.model.name]
    assert browser.texts("#leaderboard tbody tr.reference th") == [
        f"{name} (reference)" for name in ("word by word", "chance", "ideal")
    ]
    by_meaning = [r.manifest.model.name for r in sorted(results, key=lambda r: -score(r, "pt").score.meaning.value)]
    browser.click('[data-board-column="choice"]')
    assert browser.one('#leaderboard th[aria-sort="descending"]').text.startswith("its meaning")
    assert browser.focused().get_attribute("data-board-column") == "choice"
    assert browser.texts("#leaderboard tbody tr:not(.reference) th bdi") == by_meaning
    browser.click('[data-board-column="choice"]')
    assert browser.texts("#leaderboard tbody tr:not(.reference) th bdi") == by_meaning[::-1]


def test_the_first_column_of_the_leaderboard_stays(browser, page):
    browser.open(page, width=390)
    where = "return document.querySelector('#leaderboard tbody th').getBoundingClientRect().left"
    before = browser.run(where)
    browser.run("document.querySelector('#leaderboard').parentElement.scrollLeft = 300")
    assert browser.run(where) == pytest.approx(before, abs=1)


def test_expressions_are_ranked_and_open(browser, page, results):
    browser.open(page)
    browser.choose("#rank-model", 0)
    browser.choose("#rank-class", "")
    scores = results[0].scores.filter(language="en", condition="nat", unit="target", measure="aff_syn_words")
    means = scores.group_by("expression").agg(pl.col("value").mean()).sort("value")
    lists = browser.all(".ranked")
    shown = [number(text) for text in browser.texts(".ranked .number")]
    assert sorted(shown) == pytest.approx(means["value"].to_list(), abs=6e-4)
    assert len(lists) == 2
    first = browser.texts(".ranked bdi")[0]
    browser.run("document.querySelector('.ranked button').click()")
    assert browser.one("#expression h3").text == first
    assert browser.focused().text == first


def test_the_score_is_broken_down(browser, page, results):
    browser.open(page)
    assert browser.texts("#parts-grid h3") == ["By class", "Does the sentence help?", "By language"]
    keys = browser.texts("#part-class .keys span")
    assert keys == ["idiomatic (NC)", "partly compositional (PC)", "compositional (C)"]
    titles = browser.texts("#part-class svg title")
    row = (
        results[0]
        .summary.filter(
            language="en", condition="nat", unit="target", group="C", measure="choice_net", statistic="mean"
        )
        .row(0, named=True)
    )
    assert any(t.replace("−", "-").startswith(f"alpha, compositional (C): {hundred(row['value'])}") for t in titles)


def test_a_single_model_is_broken_down_by_rows(browser, results, tmp_path):
    browser.open(make_page(results[0], tmp_path / "one.html"))
    names = browser.texts("#part-class svg text.name")
    assert [name for name in names if "(" in name] == [
        "idiomatic (NC)",
        "partly compositional (PC)",
        "compositional (C)",
    ]
    assert browser.texts("#part-class .keys span") == ["word by word", "chance", "ideal"]
    assert "sentence score" in browser.texts("#headline svg text")
    assert "Does alpha understand idioms?" in browser.one("#answer .of-group h1").text


def test_pictures_and_tables_can_be_saved(browser, page, tmp_path):
    browser.open(page)
    assert browser.save('#headline [aria-label$="as PNG"]', tmp_path).startswith(b"\x89PNG")
    assert b"<svg" in browser.save('#headline [aria-label$="as SVG"]', tmp_path)
    lines = browser.save('#leaderboard-save [aria-label$="as CSV"]', tmp_path).decode().splitlines()
    assert lines[0].startswith("model")
    assert any(line.startswith("alpha") for line in lines)
    browser.run("document.querySelector('#figure-H2').click()")
    browser.until(lambda: browser.all("#figure-chart canvas"))
    assert browser.save('#figure-save [aria-label$="as PNG"]', tmp_path).startswith(b"\x89PNG")
    table = browser.save('#figure-save [aria-label$="as CSV"]', tmp_path).decode().splitlines()
    assert table[0].startswith("model,language")
    assert browser.complaints() == []


def test_a_figure_opens_with_its_filters_and_closes(browser, page):
    browser.open(page)
    browser.run("document.querySelector('#figure-H4').click()")
    browser.until(lambda: browser.all("#figure-chart canvas"))
    assert "figure 4" in browser.one("#figure-about").text
    assert browser.all("#figure #filters")
    browser.click("#close-figure")
    browser.until(lambda: browser.all("#figures #filters"))
    assert not browser.all("#figure #filters")


def test_filters_change_the_figures(browser, page):
    browser.open(page)
    assert "16 expressions in 64 sentences, 2 of 2 models" in browser.one("#shown").text
    browser.run("document.querySelector('#figure-H2').click()")
    browser.until(lambda: browser.all("#figure-chart canvas"))
    picture = "return document.querySelector('#figure-chart canvas').toDataURL()"
    before = browser.run(picture)
    browser.click('#filters input[name="model"][value="1"]')
    browser.until(lambda: browser.run(picture) != before)
    browser.click('#filters input[value="pt"]')
    assert "8 expressions in 32 sentences, 1 of 2 models" in browser.one("#shown").text
    browser.click('#filters input[name="model"][value="0"]')
    assert "leave nothing" in browser.one("#shown").text
    assert browser.complaints() == []


def test_a_figure_of_all_sentences_says_that_filters_do_not_narrow_it(browser, page):
    browser.open(page)
    browser.run("document.querySelector('#figure-H10').click()")
    browser.until(lambda: browser.all("#figure-chart canvas"))
    browser.click('#filters input[value="pt"]')
    browser.until(lambda: "takes all sentences and languages together" in browser.one("#figure-chart").text)


def test_legends_list_what_is_drawn(browser, page):
    browser.open(page)
    names = ("data.js", "dom.js", "plot.js", "filters.js", "gallery.js")
    script = "\n".join((TEMPLATES / name).read_text(encoding="utf-8") for name in names)
    drawn = browser.run(
        script
        + """resetFilters();
        state.class.delete("PC");
        const figure = DATA.figures.find((figure) => figure.name === "H4");
        const spec = structuredClone(figure.spec);
        trim(spec, 600, rowsOf(figure), false);
        return JSON.stringify(spec).match(/"domain":\\["[CNP][^\\]]*\\]/g);"""
    )
    assert set(drawn) == {'"domain":["C","NC"]'}


def test_the_table_of_measures_shows_the_summary(browser, page, results):
    browser.open(page)
    browser.choose("#side-unit", "target")
    where = {"language": "en", "condition": "nat", "unit": "target", "group": "all", "measure": "sim_syn"}
    row = results[0].summary.filter(statistic="mean", **where).row(0, named=True)
    first = browser.texts("#side tbody tr td:nth-child(2)")[0]
    assert first.startswith(f"{row['value']:.2f}")
    assert f"[{row['ci_low']:.2f}, {row['ci_high']:.2f}]" in first
    assert "≈1" in first
    browser.choose("#side-slice", "all")
    assert {"EN-Nat", "EN-Neut", "PT-Nat", "PT-Neut"} <= set(browser.texts("#side tbody td:nth-child(2)"))
    browser.click('[data-column="sim_syn/mean/all"]')
    downwards = [number(text) for text in browser.texts("#side tbody tr:not(.reference) td:nth-child(3)") if text]
    assert downwards == sorted(downwards, reverse=True)
    last = browser.texts("#side tbody tr:nth-last-child(-n+12) th")
    assert set(last) == {"word by word (reference)", "chance (reference)", "ideal (reference)"}
    assert browser.focused().get_attribute("data-column") == "sim_syn/mean/all"


def test_predictions_of_a_model_are_listed(browser, page, results):
    browser.open(page)
    browser.click("#predictions summary")
    rows = browser.texts("#prediction-list tbody tr")
    assert len(rows) == len(results[0].predictions)
    assert any("a synonym preserves the meaning" in row for row in rows)
    held = int((results[0].predictions["verdict"] == "holds").sum())
    assert f" {held} hold, " in browser.one("#held").text


def test_what_a_suite_shows_of_itself_is_on_the_page(browser, tmp_path):
    result = measured(plain(), tmp_path / "cache")
    browser.open(make_page([result], tmp_path / "report.html"))
    assert "ε-compositionality" in browser.one(".suite h2").text
    assert "Signed-rank tests" in browser.texts(".suite caption")
    assert browser.texts("#side thead tr:last-child th")[:4] == ["model", "C %", "PC %", "NC %"]
    assert not browser.one("#headline").is_displayed()
    assert browser.complaints() == []


def test_models_without_a_score_are_not_asked_about(browser, results, tmp_path):
    manifest = results[1].manifest.model_copy(update={"headline": [], "references": []})
    mixed = [results[0], replace(results[1], manifest=manifest)]
    browser.open(make_page(mixed, tmp_path / "mixed.html"))
    assert browser.one("#answer .of-group h1").text == "Does alpha understand idioms?"
    assert browser.texts("#leaderboard tbody tr:not(.reference) th bdi") == ["alpha"]
    assert browser.complaints() == []


def test_results_of_older_versions_make_a_page(browser, results, tmp_path):
    manifest = results[0].manifest.model_copy(update={"headline": [], "references": []})
    browser.open(make_page(replace(results[0], manifest=manifest), tmp_path / "old.html"))
    assert "have no idiom score" in browser.one("#answer").text
    assert "linguistic predictions hold" in browser.one("#answer").text
    assert browser.one("#another").is_displayed()
    assert browser.one("#expression h3").text
    assert browser.complaints() == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_link_to_a_section_does_not_end_under_the_bar(browser, page, width):
    browser.open(page, width=width)
    browser.run("document.querySelector('#figures').scrollIntoView()")
    covered, top = browser.run(
        "return [document.querySelector('.top').getBoundingClientRect().bottom, "
        "document.querySelector('#figures h2').getBoundingClientRect().top]"
    )
    assert top >= covered


@pytest.mark.parametrize("written", ["exame clínico", "EXAME CLI"])
def test_finds_an_expression_with_an_accent(browser, page, written):
    browser.open(page)
    browser.type("#search", written)
    assert browser.texts("#matches li") == ["exame clínico PT C"]
    browser.click("#matches button")
    assert browser.one("#expression h3").text == "exame clínico"
    assert set(browser.texts("#expression mark")) == {"exame clínico"}
    assert len(browser.all("#expression > .sentence")) == 3
    assert "rating 3.50 (type)" in browser.one("#expression").text


def test_the_explorer_shows_variants_and_similarities(browser, page, results):
    browser.open(page)
    browser.type("#search", "eager beaver")
    browser.click("#matches button")
    first = browser.all(".sentence")[0]
    rows = {row.get_attribute("data-role"): row for row in first.find_elements("css selector", "tbody tr")}
    assert set(rows) == {"syn", "words", "words_alt", "head", "modifier", "rand"}
    assert "en syn 1" in rows["syn"].text
    assert rows["syn"].find_element("css selector", "bdi").get_attribute("title") == "We saw en syn 1 there ."
    for result, cell in zip(results, rows["syn"].find_elements("css selector", "td.number"), strict=True):
        assert cell.text == f"{similarity(result, 'en/eager beaver/nat1', 'sim_syn'):.2f}"
    assert "of 7" in browser.texts(".strip span")[0]
    browser.click('#expression input[value="target"]')
    syn = browser.all('.sentence tr[data-role="syn"] td.number')[0]
    assert syn.text == f"{similarity(results[0], 'en/eager beaver/nat1', 'sim_syn', 'target'):.2f}"


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
      const ink = (e) => e.closest("svg") ? getComputedStyle(e).fill : getComputedStyle(e).color;
      return [...document.querySelectorAll("main *, header *")]
        .filter((e) => e.checkVisibility() && e.tagName !== "title")
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
        .map((e) => [ink(e), ground(e), `${e.tagName}.${e.getAttribute("class")} ${e.textContent.slice(0, 9)}`]);
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


def test_prints_on_white_without_controls(browser, page):
    browser.open(page, dark=True, media="print")
    assert luminance(rgb(browser.run("return getComputedStyle(document.body).backgroundColor"))) == 1
    for selector in (".top", "#filters", "#another"):
        assert not browser.one(selector).is_displayed()
    assert browser.one("#leaderboard").is_displayed()


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
    """`scoreRows` of the page and `drawable` of the figures, for every figure of scores, references below."""
    inputs = gather(results)
    browser.open(page)
    script = "\n".join((TEMPLATES / name).read_text(encoding="utf-8") for name in ("data.js", "dom.js", "filters.js"))
    drawn = [figure for figure in all_figures().values() if figure.data == "scores"]
    conditions = list(inputs.material.stimuli["condition"].unique())
    for figure in drawn:
        shown = browser.run(script + SCORE_ROWS_OF, figure.name, conditions)
        units = figure.fixed.get("unit", ("target",))
        printed = drawable(figure, inputs).filter(pl.col("unit").is_in(units))
        here = pl.DataFrame(shown, schema=SCORE_ROWS)
        assert len(here) > 0
        key = ["model", "sentence", "unit", "measure", "slice", "class"]
        assert_frame_equal(here.sort(key), printed.sort(key), rel_tol=0, abs_tol=1e-5)
