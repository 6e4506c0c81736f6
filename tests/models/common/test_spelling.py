"""Words of texts, and of parts of texts."""

from hypothesis import given
from hypothesis import strategies as st

from idioprobe.models.common.spelling import word_list, words_near, words_of

texts = st.text("ab é\u0301-'’. \n\t,羊1", max_size=30)


@given(texts, st.integers(0, 30), st.integers(0, 30))
def test_near_a_part_of_a_text_are_all_words_that_it_touches(text, one, other):
    start, end = sorted(min(at, len(text)) for at in (one, other))
    touched = [place for place in words_of(text) if place[0] < end and place[1] > start]
    near = words_near(text, start, end)
    assert [place for place in near if place[0] < end and place[1] > start] == touched
    assert set(near) <= set(words_of(text))


@given(texts)
def test_words_are_the_same_with_and_without_their_places(text):
    assert word_list(text) == [word for _, _, word in words_of(text)]
