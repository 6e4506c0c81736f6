"""What is to be known of the answers that He et al. (2025) print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

REMARKS: Mapping[str, Callable[[], Iterable[str]]] = {
    "H9": lambda: ("GPT-3's answers are those of Zeng and Bhat (2022), as the paper says.",),
}
