"""What the text of Vieira (2023) says otherwise than Garcia et al. (ACL 2021), who describe the same annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping


def annotators() -> Iterator[str]:
    """How many annotated the Portuguese sentences."""
    yield (
        "The text counts 22 annotators of Portuguese, Garcia et al. (ACL 2021) 33; 33 fit the 5,091 annotations at 154 "
        "each that both give."
    )


REMARKS: Mapping[str, Callable[[], Iterator[str]]] = {"V4.1": annotators}
