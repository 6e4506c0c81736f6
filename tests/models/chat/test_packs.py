"""Packs hold every text, each common beginning once, and no token sees another text."""

from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.requests import Question
from idioprobe.models.chat.packs import Asked, packs
from idioprobe.models.common.passes.tree import Tree

TEXTS = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=8), min_size=1, max_size=12)


@given(texts=TEXTS)
def test_every_text_is_in_the_tree_and_sees_itself_alone(texts):
    tree = Tree()
    placed = [tree.add(text) for text in texts]
    sees = tree.sees()
    for text, places in zip(texts, placed, strict=True):
        assert [tree.tokens[place] for place in places] == text
        assert [tree.depths[place] for place in places] == list(range(len(text)))
        for at, place in enumerate(places):
            assert sorted(places[: at + 1]) == sees[place].nonzero()[0].tolist()


@given(texts=TEXTS)
def test_a_common_beginning_is_there_once(texts):
    tree = Tree()
    for text in texts:
        before, lacking = len(tree), tree.lacks(text)
        tree.add(text)
        assert len(tree) == before + lacking
        assert tree.lacks(text) == 0
    assert len(tree) == len({tuple(text[:end]) for text in texts for end in range(1, len(text) + 1)})


@given(texts=TEXTS, budget=st.integers(1, 40), most=st.integers(1, 5))
def test_every_question_is_in_one_pack_that_keeps_its_size(texts, budget, most):
    asked = [Asked(Question(str(number)), text, most=most) for number, text in enumerate(texts)]
    made = list(packs(asked, budget))
    found = [one.question for pack in made for one in pack.asked]
    assert sorted(found) == sorted(one.question for one in asked)
    for pack in made:
        assert len(pack.asked) == 1 or len(pack.tree) + most * len(pack.asked) <= budget


@given(texts=TEXTS, budget=st.integers(1, 40))
def test_the_order_of_the_questions_does_not_matter(texts, budget):
    asked = [Asked(Question(str(number)), text, most=2) for number, text in enumerate(texts)]
    one, other = ([pack.asked for pack in packs(part, budget)] for part in (asked, asked[::-1]))
    assert one == other


def test_of_an_option_all_is_read_but_its_last_token():
    asked = Asked(Question("?", options=("a", "b")), [1, 2], ([5], [5, 6, 7]))
    assert asked.paths() == [[1, 2], [1, 2, 5, 6]]
    (pack,) = packs([asked], 100)
    assert pack.tree.tokens == [1, 2, 5, 6]
