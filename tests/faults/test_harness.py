"""The tally itself: nothing bad passes for good."""

import pytest

from idioprobe.core.errors import ConfigError, StoreError
from tests.faults.harness import RENEWED, RIGHT, SAID, WRONG, Tally, chance, command


def raising(error):
    def work():
        raise error

    return work


@pytest.mark.parametrize(
    ("work", "outcome"),
    [
        (lambda: RIGHT, RIGHT),
        (lambda: RENEWED, RENEWED),
        (raising(ConfigError("`limit` 0: at least 1.")), SAID),
        (raising(StoreError("two\nlines")), WRONG),
        (raising(StoreError("")), WRONG),
        (raising(KeyError("text")), WRONG),
        (raising(AssertionError("another number")), WRONG),
    ],
)
def test_an_outcome_is_what_it_is(work, outcome):
    tally = Tally("test")
    tally.attempt("kind", "detail", work)
    assert dict(tally.counts) == {("kind", outcome): 1}
    assert len(tally.wrong) == (outcome == WRONG)


def test_a_command_that_ends_with_one_line_is_a_clear_message():
    tally = Tally("test")
    tally.command("kind", "no such folder", "report", "/no/such/folder")
    tally.command("kind", "version", "--version", right=lambda out: out.startswith("idioprobe "))
    tally.command("kind", "version", "--version", right=lambda out: "another" in out)
    assert {outcome: n for (_, outcome), n in tally.counts.items()} == {SAID: 1, RIGHT: 1, WRONG: 1}


def test_a_command_says_how_it_ended():
    assert command("--version").code == 0
    assert command("no-such-command").code == 2


def test_chance_is_the_same_each_time_and_another_for_other_names():
    assert chance("a", 1).random() == chance("a", 1).random() != chance("a", 2).random()
