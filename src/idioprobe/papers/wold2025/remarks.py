"""How Wold et al. sort their models, beside what the rule makes of their own p-values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from idioprobe.papers.reported import load_reported
from idioprobe.suites.epsilon.epsilon import category

TABLE = "W1"
IN_THE_TEXT = {
    "BERT": "human-aligned",
    "ModernBERT": "compositionally inclined",
    "DeBERTa-v3": "anti-compositional",
    "S-BERT": "compositionally inclined",
    "S-GPT": "anti-compositional",
    "E5": "human-aligned",
    "UAE": "human-aligned",
    "QWEN3": "anti-compositional",
}
"""The category of each model in the paper's text, which does not tell its views apart."""


def by_the_rule() -> dict[tuple[str, str], str]:
    """The category of each reported row at α = 0.05, by model and view."""
    p_values: dict[tuple[str, str], dict[str, float | None]] = {}
    for row in load_reported(TABLE).filter(statistic="p").iter_rows(named=True):
        p_values.setdefault((row["model"], row["view"]), {})[row["group"]] = row["value"]
    return {key: category(values) for key, values in p_values.items()}


def category_notes() -> Iterator[str]:
    """A sentence for each model that the paper's text sorts in another way than the rule."""
    for (model, view), found in by_the_rule().items():
        if found != IN_THE_TEXT[model]:
            yield f"{model} ({view}) is {found} at α = 0.05; the paper counts it among the {IN_THE_TEXT[model]}."


REMARKS: Mapping[str, Callable[[], Iterator[str]]] = {TABLE: category_notes}
