"""A store with any damage leads to the right numbers or to a clear message, and never to others."""

import pytest

from tests.faults.harness import RENEWED, RIGHT, chance, many
from tests.faults.stores import MUTATIONS, Kept, numbers, same


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return Kept(tmp_path_factory.mktemp("kept"))


@pytest.mark.parametrize("model", ["hand", "words"])
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_a_mutated_store(kept, mutation, model, tally):
    for number in range(many(2, 130)):
        content, detail = mutation(kept, chance(mutation.__name__, model, number))
        if content == kept.content:
            continue
        cache = kept.damaged(content)

        def work(cache=cache):
            notices = []
            for _ in range(2):
                assert same(numbers(kept.run(model, cache, notice=notices.append)), kept.expected[model])
            return RENEWED if any("set aside" in notice for notice in notices) else RIGHT

        tally.attempt(f"store: {mutation.__name__.replace('_', ' ')}", (number, detail), work)
