"""Texts that want to be more than text."""

import pytest

from idioprobe import make_page
from tests.report.page.browser import CUT
from tests.report.tables import small

pytestmark = pytest.mark.slow

HOSTILE = (
    "<script>window.hacked=1</script> </script><script>window.hacked=2</script>",
    "\"><img/src=x/onerror=window.hacked=3> 'quoted'",
    "بيضة القبان",
    "🦫 eager👩‍👩‍👧",
    "{{7*7}} ${window.hacked=4}",
    "<b>kept</b> &lt;kept&gt;",
    "\u202eevil \u2066text",
    "</style><style>*{display:none}</style> </title>",
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(small.NAMES, "en", HOSTILE)
        data = small.only(small.dataset(labelling="<i>mine</i>", citation="<b>A</b> & B", notes=["<u>note</u>"]), "en")
        model = small.alpha(data, name="<img src=x onerror=window.hacked=5>")
        result = small.run(model, data, folder / "cache")
    return make_page(result, folder / "page.html", notice=pytest.fail)


def test_is_shown_as_text_and_runs_nothing(browser, hostile):
    browser.open(hostile)
    browser.draw_all()
    assert browser.run("return window.hacked") is None
    assert browser.complaints() == []
    assert browser.requests() == []
    assert "<b>A</b> & B" in browser.one("#method").text
    assert "<u>note</u>" in browser.one("#runs").text
    assert browser.texts("h1 bdi") == ["<img src=x onerror=window.hacked=5>"]
    assert set(browser.texts("#matches bdi")) == set(HOSTILE)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_longest_names_are_whole_in_pictures(browser, hostile, width):
    browser.open(hostile, width=width)
    for _ in HOSTILE:
        assert browser.run(CUT) == []
        browser.click("#another")


@pytest.mark.parametrize("name", HOSTILE)
def test_every_expression_can_be_found_and_is_marked_where_it_stands(browser, hostile, name):
    browser.open(hostile)
    browser.run(
        "const s = document.getElementById('search'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))", name
    )
    assert browser.texts("#matches bdi") == [name]
    browser.click("#matches button")
    assert browser.texts("#expression h3") == [name]
    assert set(browser.texts("#expression mark")) == {name}
    assert browser.texts(".sentence p[dir=auto]")[0] == f"We saw {name} there ."
    assert (
        browser.all(".sentence tbody bdi")[0].get_attribute("title") == f"We saw en syn {HOSTILE.index(name)} there ."
    )
    assert browser.run("return window.hacked") is None
