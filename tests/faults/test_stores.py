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
    for number in range(many(1, 130)):
        content, detail = mutation(kept, chance(mutation.__name__, model, number))
        if content != kept.content:
            cache = kept.damaged(content)
            kind = f"store: {mutation.__name__.replace('_', ' ')}"
            tally.attempt(kind, (number, detail), lambda cache=cache: used(kept, cache, model))


@pytest.mark.parametrize("model", ["hand", "words"])
def test_a_mutated_log(kept, model, tally):
    content, log = kept.logged
    for number in range(many(2, 130)):
        rng = chance("log", model, number)
        at, size = rng.randrange(len(log)), rng.choice((1, 1, 100, 4096))
        damaged = log[:at] + rng.choice((b"", rng.randbytes(size), bytes(size) + log[at + size :]))
        cache = kept.damaged(content, damaged)
        tally.attempt("store: a mutated log", (number, at), lambda cache=cache: used(kept, cache, model))


def used(kept, cache, model):
    """A model twice, since the second run meets what the first has made of the damage; then the other model."""
    notices = []
    for name in (model, model, *(name for name in kept.models if name != model)):
        if not same(numbers(kept.run(name, cache, notice=notices.append)), kept.expected[name]):
            raise AssertionError(f"other numbers of {name}; it said {notices}")
    return RENEWED if any("set aside" in notice for notice in notices) else RIGHT
