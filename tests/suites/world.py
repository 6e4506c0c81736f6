"""A miniature world: a few sentences, and vectors whose similarities are known in advance."""

import numpy as np
import polars as pl

from idioprobe import evaluate
from idioprobe.core.tables import EXPRESSIONS, NO_COUNTS, NOUN_COMPOUND, RATINGS, STIMULI
from idioprobe.data.components import modifier_and_head
from idioprobe.data.dataset import Dataset, Header
from tests.support import HandmadeEncoder

FRAME = "We saw {} there."
FILLERS = {
    "original": "eager beaver",
    "syn": "hard worker",
    "head": "beaver",
    "modifier": "eager",
    "words": "keen rodent",
    "rand": ["dull knife", "wet sock", "tall fence", "red door", "old bike"],
}


def at(cosine):
    """A vector with this cosine to the original, which points along the first axis."""
    return np.array([cosine, np.sqrt(1 - cosine**2), 0.0])


def item(fillers, *, condition="nat", sentence=1, language="en", frame=FRAME, expression=None):
    """The stimuli of one sentence; a role with several fillers has a list."""
    expression = expression or fillers["original"]
    rows = []
    for role, written in fillers.items():
        for index, target in enumerate([written] if isinstance(written, str) else written):
            start = frame.index("{}")
            name = f"{language}/{expression}/{condition}{sentence or ''}"
            text = frame.format(target)
            spans = f"{start}:{start + len(target)}"
            rows.append((name, expression, language, condition, sentence, role, index, text, spans, False))
    return rows


def expression(name, *, language="en", modifier=None, head=None, label=None, overlap=False):
    """One row of the expressions; in English the modifier comes first."""
    first, _, second = name.partition(" ")
    return (
        name,
        language,
        modifier_and_head(name, modifier or first, head or second),
        NOUN_COMPOUND,
        label,
        overlap,
        *NO_COUNTS,
    )


def rating(name, mean, sentence=None, *, target="expression", language="en"):
    """One row of the ratings; without a sentence it is type level."""
    return (name, language, sentence, target, "type" if sentence is None else "token", mean, None, None)


def dataset(stimuli, expressions, ratings=()):
    """A dataset from rows."""
    return Dataset(
        Header(name="tiny", labelling="hand"),
        pl.DataFrame(list(stimuli), schema=STIMULI, orient="row"),
        pl.DataFrame(list(expressions), schema=EXPRESSIONS, orient="row"),
        pl.DataFrame(list(ratings), schema=RATINGS, orient="row"),
    )


def encoder(targets, sentences=None, name="handmade"):
    """Vectors by the target; `sentences` are those of whole sentences, by the target in them."""

    def vector(request):
        if not request.whole:
            return targets[request.target]
        inside = request.text.removeprefix("We saw ").removesuffix(" there.")
        return (sentences or targets)[inside]

    return HandmadeEncoder(vector, name=name)


def cosines(**by_role):
    """Vectors of the eager beaver's fillers by their cosine with it; `rand` has five."""
    made = {"eager beaver": at(1.0)}
    for role, value in by_role.items():
        written = FILLERS[role]
        values = [value] * 5 if role == "rand" and np.isscalar(value) else value
        pairs = zip(written, values, strict=True) if role == "rand" else [(written, value)]
        made |= {target: x if isinstance(x, str) else at(x) for target, x in pairs}
    return made


def scored(result, measure, *, unit="target", condition="nat", column="value"):
    """The values of a measure, in the order of the items."""
    rows = result.scores.filter(measure=measure, unit=unit, condition=condition).sort("item")
    return rows[column].to_list()


def summed(result, measure, statistic="mean", *, group="all", rating=None, unit="target", condition="nat"):
    """The one row of the summary that is meant."""
    rows = result.summary.filter(
        pl.col("rating").eq_missing(pl.lit(rating, pl.String)),
        measure=measure,
        statistic=statistic,
        group=group,
        unit=unit,
        condition=condition,
    )
    assert len(rows) == 1, rows
    return rows.row(0, named=True)


def beaver(tmp_path, targets, sentences=None, **options):
    """The eager beaver in one sentence, evaluated."""
    data = dataset(item(FILLERS), [expression("eager beaver", label="NC")])
    return evaluate(encoder(targets, sentences), data, cache_dir=tmp_path, resamples=100, **options)
