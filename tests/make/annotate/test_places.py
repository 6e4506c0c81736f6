"""Who is asked what: everybody in an order of their own, nobody twice, and no place given away twice."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from idioprobe.make.annotate import answers, people
from idioprobe.make.annotate.answers import Answer
from idioprobe.make.annotate.database import PAUSED, set_state
from idioprobe.make.annotate.places import Ask, Done, Stop, Wait, Welcome, next_step
from idioprobe.make.annotate.study import open_study
from idioprobe.make.annotate.table import read_study
from idioprobe.make.annotate.units import TYPE, read_source
from tests.make.annotate import studies


class Held:
    """A study, its database, and annotators who have begun."""

    def __init__(self, folder, count=2):
        self.study = open_study(folder)
        self.database = self.study.connect()
        self.numbers = people.invite(self.database, count)
        for number in self.numbers:
            answers.begin(self.database, number)

    def next(self, number, now=None):
        return next_step(self.database, self.study, number, now)

    def answer(self, number, unit, score=3):
        given = Answer(dict.fromkeys(unit.fields, score))
        return answers.store(self.database, number, unit, given, self.study.settings)

    def all_of(self, number):
        """Everything that an annotator is asked until there is no more."""
        asked = []
        while isinstance(step := self.next(number), Ask):
            asked.append(step.unit)
            self.answer(number, step.unit)
        return asked, step


def hold(tmp_path, count=2, **how):
    return Held(studies.make(tmp_path / "study", **how), count)


def test_everybody_is_asked_everything_once_in_an_order_of_their_own(tmp_path):
    held = hold(tmp_path, expressions=5, annotations=9, count=3)
    orders = [held.all_of(number) for number in held.numbers]
    assert [end for _, end in orders] == [Done(15)] * 3
    items = [[unit.item for unit in asked] for asked, _ in orders]
    assert len({tuple(order) for order in items}) == 3
    assert {frozenset(order) for order in items} == {frozenset(items[0])}
    assert len(items[0]) == 15


def test_sentences_that_lack_annotations_come_first(tmp_path):
    held = hold(tmp_path, expressions=4, annotations=9)
    one, other = held.numbers
    begun = [held.next(one).unit for _ in range(1)]
    for _ in range(6):
        unit = held.next(one).unit
        held.answer(one, unit)
        begun.append(unit)
    lacking = [held.next(other).unit.item]
    for _ in range(5):
        held.answer(other, held.next(other).unit)
        lacking.append(held.next(other).unit.item)
    assert not set(lacking[:5]) & {unit.item for unit in begun}


def test_an_annotator_sees_other_expressions_before_the_same_again(tmp_path):
    held = hold(tmp_path, expressions=4, annotations=9)
    asked, _ = held.all_of(held.numbers[0])
    assert len({unit.asked.expression for unit in asked[:4]}) == 4


def test_the_last_place_is_kept_for_one_and_free_again_when_time_is_up(tmp_path):
    held = hold(tmp_path, expressions=1, sentences=1, annotations=1)
    one, other = held.numbers
    first = held.next(one, now=1000.0)
    assert isinstance(first, Ask)
    assert held.next(other, now=1000.0) == Wait(30)
    assert held.next(one, now=1100.0) == first
    assert held.next(other, now=1200.0) == Wait(29)
    late = 1100.0 + 30 * 60 + 1
    assert isinstance(held.next(other, now=late), Ask)
    assert isinstance(held.next(one, now=late), Wait)
    held.answer(other, first.unit)
    assert held.next(one, now=late) == Done(0)


def test_who_answers_late_has_not_worked_in_vain(tmp_path):
    held = hold(tmp_path, expressions=1, sentences=1, annotations=1)
    one, other = held.numbers
    unit = held.next(one, now=1000.0).unit
    held.answer(other, held.next(other, now=10_000.0).unit)
    assert held.answer(one, unit)


def test_forty_at_the_same_moment_never_get_more_places_than_there_are(tmp_path):
    held = hold(tmp_path, expressions=2, annotations=3, count=40)

    def ask(number):
        database = held.study.connect()
        try:
            return next_step(database, held.study, number)
        finally:
            database.close()

    with ThreadPoolExecutor(16) as pool:
        steps = list(pool.map(ask, held.numbers))
    given = [step.unit.item for step in steps if isinstance(step, Ask)]
    assert len(given) == 6 * 3
    assert {given.count(item) for item in given} == {3}
    assert all(isinstance(step, Wait) for step in steps if not isinstance(step, Ask))


def test_a_limit_per_annotator_ends_their_part(tmp_path):
    held = hold(tmp_path, expressions=4, annotations=9, changes=("per_annotator = 5",))
    asked, end = held.all_of(held.numbers[0])
    assert (len(asked), end) == (5, Done(5))


def test_a_check_that_is_due_comes_before_the_end(tmp_path):
    changes = ("per_annotator = 4", "every = 4")
    held = hold(tmp_path, expressions=4, annotations=9, examples=True, changes=changes)
    asked, end = held.all_of(held.numbers[0])
    assert [unit.item.partition(":")[0] for unit in asked][-1] == "check"
    assert (len(asked), end) == (2 + 4 + 1, Done(4))
    set_state(held.database, PAUSED)
    assert held.next(held.numbers[0]) == Done(4)


def test_at_type_level_all_sentences_are_on_one_screen_with_one_answer(tmp_path):
    held = hold(tmp_path, expressions=2, level="type")
    asked, _ = held.all_of(held.numbers[0])
    assert [(unit.level, len(unit.asked.sentences)) for unit in asked] == [(TYPE, 3)] * 2
    table = read_study(held.study.folder)
    assert table["level"].to_list() == ["type", "type"]
    assert table["sentence"].null_count() == 2


def test_at_both_levels_nobody_judges_an_expression_at_both_and_all_places_are_filled(tmp_path):
    held = hold(tmp_path, expressions=6, level="both", annotations=4, count=8)
    began = set()
    for number in held.numbers:
        asked, _ = held.all_of(number)
        began |= {unit.level for unit in asked[:1]}
        levels = {}
        for unit in asked:
            levels.setdefault(unit.asked.expression, set()).add(unit.level)
        assert all(len(found) == 1 for found in levels.values())
    assert began == {"type", "token"}
    counts = read_study(held.study.folder).group_by("level").len()
    assert dict(counts.iter_rows()) == {"type": 6 * 4, "token": 18 * 4}


def test_at_both_levels_the_end_is_as_near_as_it_is_said_to_be(tmp_path):
    held = hold(tmp_path, expressions=6, level="both", annotations=4, count=2)
    for number in held.numbers:
        totals = []
        while isinstance(step := held.next(number), Ask):
            totals.append(step.total)
            held.answer(number, step.unit)
        assert set(totals) == {step.answers}


def test_checks_come_in_their_turn_and_failing_is_told(tmp_path):
    held = hold(tmp_path, expressions=8, annotations=9, examples=True, changes=("every = 4",))
    one, other = held.numbers
    kinds = []
    while isinstance(step := held.next(one), Ask):
        kinds.append(step.kind)
        held.answer(one, step.unit, 0 if "test sentence" in step.unit.asked.expression else 5)
    assert kinds[:7] == ["practice", "practice", *["study"] * 4, "check"]
    assert kinds.count("check") == 2
    held.all_of(other)
    checks = dict(read_study(held.study.folder).select("annotator", "check").unique().iter_rows())
    assert checks == {str(one): True, str(other): False}


def test_on_a_full_disk_an_answer_is_refused_and_the_next_is_taken(tmp_path):
    held = hold(tmp_path, expressions=5, annotations=9)
    one = held.numbers[0]
    unit = held.next(one).unit
    (pages,) = held.database.execute("PRAGMA page_count").fetchone()
    held.database.execute(f"PRAGMA max_page_count = {pages}")
    large = Answer(dict.fromkeys(unit.fields, 3), ("x" * 100_000,))
    with pytest.raises(sqlite3.OperationalError, match="full"):
        answers.store(held.database, one, unit, large, held.study.settings)
    held.database.execute("PRAGMA max_page_count = 100000")
    assert held.answer(one, unit)
    assert read_study(held.study.folder).height == 1


def test_before_it_begins_and_while_it_is_paused_nothing_is_asked(tmp_path):
    held = hold(tmp_path)
    (new,) = people.invite(held.database, 1)
    assert held.next(new) == Welcome()
    set_state(held.database, PAUSED)
    assert held.next(held.numbers[0]) == Stop(PAUSED)
    assert held.next(999) is None


def test_numbers_of_the_forgotten_are_not_given_again(tmp_path):
    held = hold(tmp_path)
    last = held.numbers[-1]
    unit = held.next(last).unit
    held.answer(last, unit)
    assert people.forget(held.database, last) == 1
    assert people.forget(held.database, last) is None
    assert people.invite(held.database, 1) == [last + 1]
    assert read_study(held.study.folder).is_empty()


def test_expressions_of_the_starter_set_are_asked_about_with_their_own_components():
    for language in ("de", "en", "es", "pt"):
        asked = read_source("starter", language).asked
        assert {one.language for one in asked} == {language}
        assert all(one.sentences and len(one.components) > 1 for one in asked)
        if language == "en":
            roles = {tuple(component.role for component in one.components) for one in asked}
            assert {("modifier", "head"), ("verb", "object"), ("verb", "particle")} <= roles
