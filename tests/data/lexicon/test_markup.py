"""Sentences with a marked target and words that agree with it."""

import pytest

from idioprobe.data.lexicon.forms import Form, parse_form
from idioprobe.data.lexicon.markup import Frame, Slot, fill, parse_frame, render

TIGER = parse_form("paper tiger #pl:paper tigers")
MASCULINE, FEMININE, NEUTER = frozenset("m"), frozenset("f"), frozenset("n")


def text(frame: Frame, tags: frozenset[str] = frozenset()) -> tuple[str, str, str]:
    return render(frame.around[0], tags), frame.target, render(frame.around[-1], tags)


def test_square_brackets_mark_the_target():
    assert text(parse_frame("He is a [paper tiger] at best.", TIGER)) == ("He is a ", "paper tiger", " at best.")


def test_the_marked_words_may_differ_from_the_expression():
    assert text(parse_frame("It was [papery tigerish].", TIGER)) == ("It was ", "papery tigerish", ".")


def test_white_space_inside_the_brackets_is_not_part_of_the_target():
    assert parse_frame("He is a [ paper tiger ] now.", TIGER).target == "paper tiger"


def test_an_unmarked_sentence_with_the_expression_once_needs_no_mark():
    assert text(parse_frame("He is a paper tiger.", TIGER)) == ("He is a ", "paper tiger", ".")


def test_the_expression_is_found_capitalised_and_in_the_plural():
    assert text(parse_frame("Paper tigers do not bite.", TIGER)) == ("", "Paper tigers", " do not bite.")


def test_the_expression_is_not_found_inside_longer_words():
    with pytest.raises(ValueError, match="does not contain 'paper tiger'"):
        parse_frame("A newspaper tigerish headline.", TIGER)


def test_an_occurrence_inside_a_longer_word_does_not_count():
    frame = parse_frame("A newspaper tiger met a paper tiger.", TIGER)
    assert text(frame) == ("A newspaper tiger met a ", "paper tiger", ".")


def test_a_sentence_without_the_expression_is_refused_with_a_remedy():
    with pytest.raises(ValueError, match=r"does not contain 'paper tiger'; put \[ \] around the words"):
        parse_frame("He is a lion.", TIGER)


def test_two_occurrences_need_a_mark():
    with pytest.raises(ValueError, match=r"'paper tiger' occurs 2 times; put \[ \] around the one that is meant"):
        parse_frame("A paper tiger met a paper tiger.", TIGER)


def test_singular_and_plural_both_count_as_occurrences():
    with pytest.raises(ValueError, match="occurs 2 times"):
        parse_frame("One paper tiger among paper tigers.", TIGER)


def test_a_mark_settles_which_of_two_occurrences_is_meant():
    frame = parse_frame("A paper tiger met a [paper tiger].", TIGER)
    assert text(frame) == ("A paper tiger met a ", "paper tiger", ".")


def test_several_marks_are_the_parts_of_one_target():
    frame = parse_frame("She [gave] the whole idea [up].", Form(("give up",)))
    assert frame.parts == ("gave", "up")
    assert fill(frame, frame.parts, frozenset()) == ("She gave the whole idea up.", ((4, 8), (24, 26)))


def test_a_bracket_may_name_the_form_of_the_target():
    frame = parse_frame("Am Ende [biss #Prät] er [ins Gras].", Form(("ins Gras beißen",)))
    assert (frame.parts, frame.form, frame.named) == (("biss", "ins Gras"), "past", 0)


def test_two_forms_of_one_target_contradict_each_other():
    with pytest.raises(ValueError, match="name different forms, past and part"):
        parse_frame("[biss #past] er [ins Gras #part]", Form(("ins Gras beißen",)))


@pytest.mark.parametrize(
    ("parts", "expected", "spans"),
    [
        (("starb", ""), "Am Ende starb er.", ((8, 13),)),
        (("", "tot"), "Am Ende er tot.", ((11, 14),)),
    ],
)
def test_an_emptied_bracket_goes_with_one_space_beside_it(parts, expected, spans):
    frame = parse_frame("Am Ende [biss] er [ins Gras].", Form(("ins Gras beißen",)))
    assert fill(frame, parts, frozenset()) == (expected, spans)


def test_without_spaces_between_words_the_expression_is_found_inside_the_text():
    assert parse_frame("他只是纸老虎。", Form(("纸老虎",)), spaces=False).parts == ("纸老虎",)


@pytest.mark.parametrize("sentence", ["He is a [].", "He is a [  ]."])
def test_empty_brackets_are_refused(sentence):
    with pytest.raises(ValueError, match=r"the brackets \[ \] are empty; put the expression between them"):
        parse_frame(sentence, TIGER)


@pytest.mark.parametrize(
    ("tags", "expected"),
    [(MASCULINE, "O X é alto"), (FEMININE, "A X é alta")],
)
def test_a_slot_goes_by_gender(tags, expected):
    assert "".join(text(parse_frame("{O|A} [X] é {alto|alta}", Form(("X",))), tags)) == expected


def test_three_alternatives_are_masculine_feminine_and_neuter():
    frame = parse_frame("{der|die|das} [X]", Form(("X",)))
    assert [render(frame.around[0], tags) for tags in (MASCULINE, FEMININE, NEUTER)] == ["der ", "die ", "das "]


def test_keyed_slots_go_by_any_tag_and_the_first_that_fits_wins():
    frame = parse_frame("{v:l'|f:la |m:le }[X]", Form(("X",)))
    assert render(frame.around[0], frozenset({"f"})) == "la "
    assert render(frame.around[0], frozenset({"m"})) == "le "
    assert render(frame.around[0], frozenset({"f", "v"})) == "l'"


@pytest.mark.parametrize("slot", ["{v:l'|le }", "{le |v:l'}"])
def test_an_alternative_without_a_key_is_the_default_wherever_it_stands(slot):
    frame = parse_frame(slot + "[X]", Form(("X",)))
    assert render(frame.around[0], frozenset({"v"})) == "l'"
    assert render(frame.around[0], frozenset()) == "le "


def test_a_slot_without_a_fitting_alternative_says_which_tags_it_knows():
    with pytest.raises(ValueError, match=r"\{um\|uma\} has to agree with it, and it has no tag among #m, #f"):
        Slot((("m", "um"), ("f", "uma"))).choose(frozenset())


@pytest.mark.parametrize("slot", ["{}", "{um}", "{a|b|c|d}"])
def test_a_slot_of_the_wrong_size_is_refused(slot):
    with pytest.raises(ValueError, match="should hold two or three forms"):
        parse_frame(f"{slot} [X]", Form(("X",)))


def test_the_expression_may_stand_unmarked_between_slots():
    frame = parse_frame("{O|A} prato cheio é {um|uma}.", Form(("prato cheio",)))
    assert "".join(text(frame, FEMININE)) == "A prato cheio é uma."
    assert frame.target == "prato cheio"


def test_a_backslash_keeps_brackets_braces_and_itself():
    frame = parse_frame(r"\[sic\] \{x\} \\ [paper tiger] \[end\]", TIGER)
    assert text(frame) == (r"[sic] {x} " + "\\ ", "paper tiger", " [end]")


def test_other_backslashes_are_text():
    assert text(parse_frame(r"C:\new [paper tiger]", TIGER))[0] == r"C:\new "


@pytest.mark.parametrize(
    ("sentence", "stray"),
    [
        ("A paper tiger] here", "]"),
        ("A [paper tiger here", "["),
        ("A paper tiger {here", "{"),
        ("A paper tiger} here", "}"),
        ("A [[paper tiger]] here", "]"),
    ],
)
def test_a_stray_bracket_is_refused_with_a_remedy(sentence, stray):
    with pytest.raises(ValueError, match="has no partner") as caught:
        parse_frame(sentence, TIGER)
    assert str(caught.value) == f"{stray!r} has no partner; write \\{stray} to keep it as it is"


def test_special_characters_of_an_expression_are_taken_literally():
    frame = parse_frame("They met at 5 p.m. (sharp).", Form(("5 p.m. (sharp)",)))
    assert frame.target == "5 p.m. (sharp)"
