"""The pages of a study in a real browser: by keyboard, on a phone, in the dark, and with texts that mean harm."""

import pytest
from selenium.webdriver.common.keys import Keys

from idioprobe.make.annotate.table import read_study
from tests.make.annotate import studies
from tests.make.annotate.visitors import Server, Visitor
from tests.support import needed_module

needed_module("uvicorn")
pytestmark = pytest.mark.slow

PHONE = {"width": 390, "height": 844, "dark": True}
HARM = "<img src=x onerror='window.harmed=1'><script>window.harmed=1</script>"
NAMES = """return [...document.querySelectorAll('input:not([type=hidden]), button, a[href]')].filter((one) =>
  !(one.labels?.length || one.textContent.trim() || one.getAttribute('aria-label'))).length"""
LEGENDS = (
    "return [...document.querySelectorAll('fieldset')].every((one) => one.querySelector('legend')?.textContent.trim())"
)
CONTRAST = """
const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).map((v) => v / 255)
  .map((v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
const behind = (one) => { for (; one; one = one.parentElement) {
  const colour = getComputedStyle(one).backgroundColor; if (!/, 0\\)$/.test(colour)) return colour; }
  return 'rgb(255, 255, 255)'; };
return [...document.querySelectorAll('body *')].filter((one) => one.offsetParent &&
    [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())).map((one) => {
  const pair = [light(getComputedStyle(one).color), light(behind(one))].sort((a, b) => b - a);
  return [(pair[0] + .05) / (pair[1] + .05), one.textContent.trim().slice(0, 40)]; }).filter(([ratio]) => ratio < 4.5);
"""


class Address(str):
    """An address that the browser opens as it opens files."""

    def as_uri(self):
        return str(self)


class Person:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, browser):
        self.browser = browser

    def press(self, *keys):
        for key in keys:
            self.browser.focused().send_keys(key)

    def tab_to(self, selector):
        """Go on with the tab key until something has the focus."""
        for _ in range(40):
            if self.browser.run("return document.activeElement.matches(arguments[0])", selector):
                return
            self.press(Keys.TAB)
        raise AssertionError(f"the tab key never comes to {selector}")

    def go(self, key=Keys.ENTER):
        """Press a key that leads to another page, and wait for it."""
        self.browser.run("document.documentElement.dataset.ready = ''")
        self.press(key)
        self.browser.until(lambda: self.browser.run("return document.documentElement.dataset.ready") == "yes")

    def heading(self):
        return self.browser.texts("h1")[0]


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    changes = ('consent = "You may stop at any time."', "every = 2", "annotations = 9")
    return studies.make(
        tmp_path_factory.mktemp("keys") / "study", examples=True, expressions=1, sentences=3, changes=changes
    )


@pytest.fixture(scope="module")
def server(study):
    with Server(study) as running:
        yield running


def fits(browser):
    """Nothing is wider than the window, and everything has a name and can be read."""
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.run(NAMES) == 0
    assert browser.run(LEGENDS)
    assert browser.run(CONTRAST) == []


def test_the_whole_way_by_keyboard_alone_on_a_phone_in_the_dark(browser, server, study):
    (link,) = studies.links(study, 1)
    browser.open(Address(server.url + link), **PHONE)
    person = Person(browser)
    assert browser.run("return getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 26)"
    fits(browser)

    person.tab_to("button")
    person.go()  # without having agreed
    assert browser.focused().get_attribute("role") == "alert"
    fits(browser)
    person.tab_to("#agree")
    person.press(Keys.SPACE)
    person.tab_to("button")
    person.go()

    asked = []
    for _ in range(20):
        heading = person.heading()
        if heading == "Thank you!":
            break
        asked.append(heading)
        fits(browser)
        if browser.all("form [data-scale]"):
            assert browser.focused().tag_name == "h1"
            if len(asked) == 1:
                person.tab_to("button")
                person.go()  # without having answered
                assert browser.focused().get_attribute("role") == "alert"
                assert len(browser.all(".errors a")) == 3
                fits(browser)
            person.tab_to("[name=modifier]")
            person.press("2")
            person.press(Keys.TAB, Keys.SPACE)  # a choice by space
            person.press(Keys.ARROW_RIGHT)  # and the next by an arrow
            person.press(Keys.TAB, "4")
            person.tab_to("#paraphrase1")
            person.press("a bluff")
            person.go()
        else:
            person.tab_to("a.primary")
            person.go()
    assert asked == [
        *("Practice 1 of 2", "About this example", "Practice 2 of 2", "About this example"),
        *("Sentence 1", "Sentence 2", "Sentence 3", "Sentence 4"),
    ]
    number = link.removeprefix("/a/").partition("-")[0]
    mine = read_study(study).filter(annotator=number)
    assert mine.select("modifier", "head", "score", "paraphrases").rows() == [(2, 1, 4, "a bluff")] * 3

    person.tab_to("footer a")
    person.go()
    fits(browser)
    person.tab_to("button.danger")
    person.go()
    assert person.heading() == "Your data is deleted"
    assert read_study(study).filter(annotator=number).is_empty()


def test_who_comes_back_is_where_they_were(browser, server, study):
    (link,) = studies.links(study, 1)
    visitor = Visitor(server.url)
    visitor.post(link, {**visitor.get(link).form, "agree": "yes"})
    page = visitor.get(link)
    visitor.post(link, {**page.form, **dict.fromkeys(page.questions, 1)})
    browser.open(Address(server.url + link), width=1280)
    assert browser.texts("h1") == ["Practice 2 of 2"]
    fits(browser)
    assert not browser.complaints()
    assert all(address.startswith(server.url) for address in browser.requests())


def test_texts_that_mean_harm_do_none(browser, tmp_path):
    lexicon = tmp_path / "harm.toml"
    lexicon.write_text(
        f'language = "en"\n[[expression]]\nexpression = "x{HARM} y"\nmodifier = "x{HARM}"\nhead = "y"\n'
        f'sentences = ["A {HARM} [x{HARM} y] here."]\n',
        encoding="utf-8",
    )
    harm = HARM.replace('"', "'")
    changes = (f'title = "{harm}"', f'consent = "{harm}"', f'contact = "{harm}"', f'introduction = "{harm}"')
    folder = studies.make(tmp_path / "study", lexicon, changes=changes)
    (link,) = studies.links(folder, 1)
    with Server(folder) as running:
        browser.open(Address(running.url + link), **PHONE)
        assert "<img" in browser.texts("h1")[0]
        browser.click("#agree")
        browser.click("button")
        browser.until(lambda: browser.all("#paraphrase1"))
        assert browser.texts("mark") == [f"x{HARM} y"]
        visitor = Visitor(running.url)
        page = visitor.get(link)
        fields = {**page.form, "modifier": 1, "head": 1, "score": 1, "paraphrase1": HARM, "paraphrase2": f"=1+1{HARM}"}
        assert visitor.post(link, fields).status == 303
        assert not browser.run("return window.harmed")
        for dark in (False, True):
            browser.open(Address(running.page), dark=dark)
            assert browser.texts("tbody mark") == [f"x{HARM} y"]
            assert not browser.run("return window.harmed")
            assert not browser.all("img")
            fits(browser)
        browser.open(Address(running.page), **PHONE)
        fits(browser)
    assert read_study(folder)["paraphrases"].to_list() == [f"{HARM};=1+1{HARM}"]
