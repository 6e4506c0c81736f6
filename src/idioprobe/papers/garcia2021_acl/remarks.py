"""What is to be said below the tables of Garcia et al. (ACL 2021)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping


def of_cordeiro() -> Iterator[str]:
    """What the last row of table 5 is."""
    yield (
        "Cordeiro et al. (2019): the best type-level prediction of static vectors (word2vec skip-gram), made in "
        "another way than both columns; the paper prints it across them."
    )


def of_senses() -> Iterator[str]:
    """How the paper came to its senses."""
    yield "The paper chose the senses by reading the sentences, and does not say which sentence has which."


REMARKS: Mapping[str, Callable[[], Iterator[str]]] = {"G2-5": of_cordeiro, "G2-senses": of_senses}
