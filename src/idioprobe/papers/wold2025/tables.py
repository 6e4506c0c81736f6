"""Wold et al. (2025): tables 1–4."""

from __future__ import annotations

from typing import Any

from idioprobe.models.known import known_model
from idioprobe.papers.wold2025.sample import sample
from idioprobe.report.tables.gather import Inputs
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.spec import ANY_LANGUAGE, SHOW_P, Entry, LayoutTable, MadeTable, Models, Table

CLASSES = tuple(Entry(label, {"group": label}) for label in ("C", "PC", "NC"))
POSITIONS = (Entry("modifier", {"measure": "epsilon_modifier"}), Entry("head", {"measure": "epsilon_head"}))
EFFECT = {"statistic": "effect_percent", "rating": None}
HERE = {"language": ANY_LANGUAGE, "condition": "nat", "unit": "sentence"}
VIEWS = Models(per_view=True, views={"cls@-1": "CLS", "cls+sep@-1": "CLS + SEP", "mean@last4": "mean"})


def models(inputs: Inputs, **_: Any) -> Grid:
    """The models: where they come from, how long their vectors are, how many weights, under which licence."""
    rows = []
    for model in {m.label: m for m in inputs.models}.values():
        info = model.result.manifest.model
        known = known_model(info.name)
        cells = (
            Cell(known.hub_id if known else info.name),
            Cell(info.family),
            Cell(str(known.dimension) if known else ""),
            _millions(info.more("parameters")),
            Cell(known.licence if known else ""),
            Cell(str(info.revision or "")[:12]),
        )
        rows.append(Row((model.label,), cells))
    columns = (("key",), ("family",), ("embedding size",), ("params",), ("licence",), ("revision",))
    notes = ("Params are the weights in the model's files, in millions, where they were counted.",)
    return Grid("W2", "The models", columns, tuple(rows), notes)


def _millions(count: str | None) -> Cell:
    """As the paper writes it.

    >>> _millions("22713216").text
    '~ 23 mill.'
    """
    return Cell() if count is None else Cell(f"~ {int(count) / 1e6:.0f} mill.", float(count))


TABLES: tuple[Table, ...] = (
    LayoutTable(
        "W1",
        "Signed-rank tests of idiomaticity-ε against baseline-ε by class",
        rows=((VIEWS,),),
        columns=(
            ((Entry("p-values", {"measure": "epsilon", "show": SHOW_P}),), CLASSES),
            ((Entry("Rank-biserial (%)", {"measure": "epsilon"}),), CLASSES),
        ),
        base={**HERE, **EFFECT},
        cell="level",
        digits=1,
        suite="epsilon",
        every_view=True,
        notes=("Rank-biserial (%): share of the positive rank sum; 50 is no effect.",),
    ),
    MadeTable("W2", "The models", "results", models, every_view=True, conditions=()),
    MadeTable(
        "W-sample",
        "A sentence of the data and the pairs that ε is computed from (figure 1)",
        "a dataset with black box (or `expressions`) and synonyms of its words",
        sample,
        "material",
    ),
    LayoutTable(
        "W3",
        "Distances of words alone and of sentences, mean and standard deviation",
        rows=((VIEWS,),),
        columns=(
            (
                (
                    Entry("Phrase d(a, b)", {"measure": "distance_word"}),
                    Entry("Context d(ac, bc)", {"measure": "distance_sentence"}),
                ),
                (Entry("μ", {"statistic": "mean"}), Entry("σ", {"statistic": "sd"})),
            ),
        ),
        base={**HERE, "group": "all", "rating": None},
        cell="level",
        digits=3,
        suite="epsilon",
        every_view=True,
    ),
    LayoutTable(
        "W4",
        "Rank-biserial (%) of modifier and head substitutions by class",
        rows=((VIEWS,),),
        columns=((CLASSES, POSITIONS),),
        base={**HERE, **EFFECT},
        cell="level",
        digits=1,
        suite="epsilon",
        every_view=True,
    ),
)
