"""What training did, in words."""

import polars as pl
import pytest

from idioprobe.report.trained.words import answer, shown, space


def changes(**verdicts):
    """Changes of seen and unseen idioms and of unrelated texts, with these verdicts."""
    rows = [
        {
            "group": group,
            "unit": "sentence",
            "measure": measure,
            "difference": 0.25,
            "verdict": verdicts[measure + group],
        }
        for group, measure in (
            ("seen", "choice_net"),
            ("unseen", "choice_net"),
            ("unseen", "sim_rand"),
            ("ordinary", "sim_unrelated"),
        )
        if measure + group in verdicts
    ]
    return pl.DataFrame(rows)


@pytest.mark.parametrize(
    ("unseen", "begins"),
    [
        ("higher", "It learned more than these idioms: 25 points"),
        ("lower", "It learned these idioms (25 points) at the cost of others"),
        ("cannot be told apart", "It learned these idioms: 25 points on those it was trained on, while on others"),
    ],
)
def test_the_answer_goes_by_the_unseen_idioms(unseen, begins):
    table = changes(choice_netseen="higher", choice_netunseen=unseen)
    assert answer(table).startswith(begins)


@pytest.mark.parametrize(
    ("random", "unrelated", "says"),
    [
        ("higher", "higher", "the space shrinks"),
        ("higher", "lower", "look at the table"),
        ("lower", "cannot be told apart", "does not collapse"),
    ],
)
def test_a_space_collapses_where_what_is_unrelated_moves_nearer(random, unrelated, says):
    (sentence,) = space(changes(sim_randunseen=random, sim_unrelatedordinary=unrelated))
    assert says in sentence


def test_nothing_is_said_about_a_space_that_was_not_measured():
    assert list(space(changes(choice_netseen="higher"))) == []


def test_numbers_have_as_many_digits_as_there_is_room_for():
    row = {"measure": "sim_syn", "after": 0.5, "after_low": 0.41, "after_high": 0.6}
    assert shown(row, "after") == "0.500 [0.410, 0.600]"
    assert shown(row, "after", 2) == "0.50 [0.41, 0.60]"
