"""An expression in two parts: each is marked in its sentence, and the expression is named as dictionaries do."""

import pytest

from idioprobe import evaluate, make_page
from tests.embed.slow import scattered
from tests.run.parted import write_parted
from tests.support import HandmadeEncoder

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def parted(tmp_path_factory):
    place = tmp_path_factory.mktemp("parted")
    folder = write_parted(place / "parted")
    result = evaluate(HandmadeEncoder(scattered), str(folder), cache_dir=place, resamples=100)
    return make_page(result, place / "page.html", notice=pytest.fail)


def test_each_part_is_marked_and_the_words_between_are_not(browser, parted):
    browser.open(parted)
    browser.type("#search", "give up")
    browser.click("#matches button")
    assert browser.texts("#expression mark") == ["gave", "up"]
    assert browser.texts(".sentence p[dir=auto]") == ["She gave the whole idea up."]
    variants = [bdi.text for bdi in browser.all(".sentence tbody th bdi")]
    assert variants == ["abandoned", "handed … upward", "painted … blue"]
    assert browser.complaints() == []


def test_the_example_names_all_parts(browser, parted):
    browser.open(parted)
    said = browser.one("#example .picture > svg").get_attribute("aria-label")
    assert said.startswith(("gave … up: similarity", "look … up: similarity"))
