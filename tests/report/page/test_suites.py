"""What suites show of themselves stands on the page, whatever the suite is."""

import pytest

from idioprobe.report.page import suites
from idioprobe.report.page.groups import group_results
from idioprobe.report.page.suites import suites_shown
from idioprobe.suites.base import Section
from idioprobe.suites.catalogue import SUITES


class Telling:
    """The probes, with something to say."""

    name = "probes"
    title = "What it tells"

    def sections(self, summary, model, config, classes=()):
        del classes
        assert config["metric"] == "cosine"
        yield Section(f"Findings on {model}")
        yield Section(title="Rows", columns=("what", "how many"), rows=(("rows", str(len(summary))),))
        yield Section(sentences=(f"{model} was seen.",))
        yield Section(notes=("A note.",))

    def verdicts(self, summary, model, classes=()):
        del classes
        yield f"{model} has {len(summary)} rows."


@pytest.fixture
def telling(monkeypatch):
    monkeypatch.setattr(suites, "SUITES", {"probes": Telling()})


@pytest.mark.usefixtures("telling")
def test_tables_of_several_models_are_one(results):
    (shown,) = suites_shown(group_results(results)[0].inputs.models)
    heading, table, *_ = shown.parts
    assert heading.heading == "Findings on the models"
    assert table.columns == ("model", "what", "how many")
    assert table.rows == [
        ("alpha", "rows", str(len(results[0].summary))),
        ("vectors.txt", "rows", str(len(results[1].summary))),
    ]
    assert [part.notes for part in shown.parts if part.notes] == [["A note."]]
    assert [part.sentences for part in shown.parts if part.sentences] == [["alpha was seen.", "vectors.txt was seen."]]
    assert len(shown.verdicts) == 2


@pytest.mark.usefixtures("telling")
def test_those_of_one_model_name_it(results):
    (shown,) = suites_shown(group_results(results[:1])[0].inputs.models)
    assert shown.parts[0].heading == "Findings on alpha"
    assert shown.parts[1].columns == ("what", "how many")


def test_suites_that_say_nothing_are_not_shown(results):
    assert "probes" in SUITES
    assert list(suites_shown(group_results(results)[0].inputs.models)) == []
