"""Sixteen expressions and two models, small enough that every cell of a table is known in advance.

Expression number i of a language has the type-level rating i / 2, and every similarity is a
function of i: what rises with i has a ρ of 1, what falls a ρ of -1, and neighbours that change
places make it 0.90. Languages, conditions, units and ratings order the expressions each in a way of
their own, so that a cell tells by its number from where it was taken.
"""

import csv
from dataclasses import replace
from statistics import fmean

import numpy as np
import polars as pl
from scipy.stats import spearmanr

from idioprobe import evaluate
from idioprobe.core.encoder import Encoded, Facts, Identity, requests_for
from idioprobe.core.requests import Request, parse_spans
from idioprobe.core.tables import EXPRESSIONS, NO_COUNTS, NOUN_COMPOUND, RATINGS, STIMULI
from idioprobe.data.components import modifier_and_head
from idioprobe.data.dataset import Dataset, Header
from idioprobe.report.tables.fill import Options
from tests.suites.world import at

ENGLISH = (
    *("front man", "eager beaver", "ghost town", "field work"),
    *("close call", "wet blanket", "grey matter", "music journalist"),
)
PORTUGUESE = (
    *("centro comercial", "elefante branco", "arma branca", "lua nova"),
    *("mar aberto", "agente secreto", "pé-frio", "exame clínico"),
)
NAMES = {"en": ENGLISH, "pt": PORTUGUESE}
COUNT = len(ENGLISH)
CLASSES = ("NC", "NC", "NC", "PC", "PC", "C", "C", "C")
OVERLAPPING = (0, COUNT - 1)
"""Expressions that share a word with their synonym."""
NEIGHBOURS = (1, 0, 3, 2, 5, 4, 7, 6)
"""Ranks in which neighbours have changed places: ρ = 1 - 6 * 8 / 504 = 0.905."""
DISTANT = (2, 1, 0, 3, 4, 7, 6, 5)
"""Ranks in which expressions two places apart have changed: ρ = 1 - 6 * 16 / 504 = 0.810."""
NOISE = (3, 0, 5, 2, 7, 1, 6, 4)
"""ρ = 1 - 6 * 54 / 504 = 0.357, which eight expressions do not make significant."""
FRAMES = {
    "nat1": "We saw {} there .",
    "nat2": "Today we all saw {} there .",
    "nat3": "On Monday we all saw {} over there again .",
    "neut": "This is {} .",
    "none": "{}",
}
PLACES = {"nat": ("nat1", "nat2", "nat3"), "neut": ("neut",)}
FILLED = ("syn", "words", "words_alt", "head", "modifier", "rand")


def tokens(i, sentence):
    """The rating of an expression in one sentence."""
    return 0.5 * NEIGHBOURS[i] + 0.1 * sentence


def token_mean(i):
    """An expression's mean over sentences, as if published; in an order of its own."""
    return 0.5 * DISTANT[i]


def order(language, condition):
    """How the synonyms of a language and condition are ordered."""
    ranks = range(COUNT) if condition == "nat" else NEIGHBOURS
    return [rank if language == "en" else COUNT - 1 - rank for rank in ranks]


def similarity(language, place, role, i, unit="target"):
    """The cosine of a filler with the expression in that sentence."""
    condition, sentence = place[:3] if place.startswith("nat") else place, int(place[3:] or 2) if "nat" in place else 2
    if role in ("head", "modifier"):
        wins = (role == "head") != (i == 3 and sentence == 3)
        return (0.85 - 0.05 * i if unit == "target" else 0.95) if wins else 0.1
    if role == "syn":
        near = 0.2 + 0.1 * order(language, condition)[i] + 0.01 * (sentence - 2)
        return near if unit == "target" else 0.99 - 0.1 * near
    values = {"words": 0.5, "words_alt": 0.1 + 0.05 * i, "rand": 0.3 + 0.01 * NOISE[i]}
    return values[role] if unit == "target" else 0.9 if role == "words" else values[role]


def in_out(i):
    """The cosine of an expression in a sentence with the expression alone."""
    return 0.5 + 0.05 * NEIGHBOURS[i]


def alone(i):
    """The cosine of an expression and its synonym, both alone."""
    return 0.1 + 0.1 * i


def turned(*cosines):
    """The original's vector turned by the angles of some cosines, one after another."""
    angle = sum(np.arccos(cosines))
    return np.array([np.cos(angle), np.sin(angle), 0.0])


def dataset(**changes):
    """The sixteen expressions; `changes` are fields of the header."""
    stimuli, expressions, ratings = [], [], []
    for language, names in NAMES.items():
        for i, name in enumerate(names):
            first, second = name.replace("-", " ").split()
            modifier, head = (first, second) if language == "en" else (second, first)
            components = modifier_and_head(name, modifier, head)
            expressions.append((name, language, components, NOUN_COMPOUND, CLASSES[i], i in OVERLAPPING, *NO_COUNTS))
            for place, frame in FRAMES.items():
                for role in ("original", *FILLED):
                    if role == "words_alt" and language == "pt":
                        continue
                    target = {"original": name, "head": head, "modifier": modifier}.get(role, f"{language} {role} {i}")
                    start = frame.index("{}")
                    condition, number = ("nat", int(place[3:])) if place.startswith("nat") else (place, None)
                    item = (f"{language}/{name}/{place}", name, language, condition, number, role, 0)
                    stimuli.append((*item, frame.format(target), f"{start}:{start + len(target)}", role == "rand"))
            ratings.append((name, language, None, "expression", "type", 0.5 * i, None, None))
            ratings.append((name, language, None, "expression", "token_mean", token_mean(i), None, None))
            ratings += [(name, language, s, "expression", "token", tokens(i, s), None, None) for s in (1, 2, 3)]
    return Dataset(
        Header(**({"name": "tiny", "labelling": "hand"} | changes)),
        pl.DataFrame(stimuli, schema=STIMULI, orient="row"),
        pl.DataFrame(expressions, schema=EXPRESSIONS, orient="row"),
        pl.DataFrame(ratings, schema=RATINGS, orient="row"),
    )


def vectors(data, scale=1.0):
    """Vectors of all stimuli; `scale` brings every synonym nearer to random words."""
    targets, sentences = {}, {}
    numbers = {(language, name): i for language, names in NAMES.items() for i, name in enumerate(names)}
    for row in data.stimuli.iter_rows(named=True):
        i = numbers[row["language"], row["expression"]]
        place = row["item"].rsplit("/", 1)[1]
        key = Request(row["text"], parse_spans(row["spans"]))
        if row["role"] == "original":
            targets[key] = at(in_out(i)) if place == "none" else at(1.0)
            sentences[row["text"]] = at(1.0)
        elif place == "none":
            targets[key] = turned(in_out(i), alone(i)) if row["role"] == "syn" else at(0.5 * in_out(i))
            sentences[row["text"]] = at(0.3)
        else:
            near = similarity(row["language"], place, row["role"], i)
            targets[key] = at(near * scale if row["role"] == "syn" else near)
            sentences[row["text"]] = at(similarity(row["language"], place, row["role"], i, "sentence"))
    return targets, sentences


class Planned:
    """A model whose vectors are those of a plan: by text and span for targets, by text for sentences."""

    def __init__(self, plan, name="alpha", family="test", *, states=5, pools=("mean",)):
        self._targets, self._sentences = plan
        self._family, self._name, self._states, self._pools = family, name, states, pools

    @property
    def identity(self):
        return Identity(self._family, self._name, fingerprint=f"{self._family} {self._name} {self._states}")

    def facts(self):
        contextual = self._family != "static"
        return Facts(states=self._states, dimension=3, pools=self._pools, contextual=contextual)

    def vector(self, request, view):
        """None where a view has none."""
        if view.pool == "concat" and "wet blanket" in request.text:
            return None
        if request.whole:
            return self._sentences[request.text]
        return self._targets[request]

    def token_vectors(self, requests):
        """It has no tokens."""
        del requests

    def encode(self, texts, spans, views, batch_tokens):  # noqa: ARG002
        for text in texts:
            made = {view: [(r, self.vector(r, view)) for r in requests_for(text, spans, view)] for view in views}
            yield Encoded(
                1,
                {
                    v: [(r, np.asarray(x, dtype=np.float32)) for r, x in rows if x is not None]
                    for v, rows in made.items()
                },
                {v: [(r, "no such vector") for r, x in rows if x is None] for v, rows in made.items()},
            )


def alpha(data, **options):
    """A contextual model."""
    return Planned(vectors(data), **options)


def glove(data, name="vectors.txt", **options):
    """A static one, whose synonyms are half as near."""
    return Planned(vectors(data, 0.5), name, "static", states=0, **options)


def table(maker, name, **options):
    """A table of that name."""
    return maker.make(name, Options(**options))


def run(encoder, data, folder, **options):
    """A result; naturalistic and short neutral sentences, few resamples."""
    asked = {"conditions": ("nat", "neut"), "resamples": 100, "cache_dir": folder} | options
    return evaluate(encoder, data, **asked)


def only(data, *languages):
    """The part of a dataset in some languages."""
    return replace(data, stimuli=data.stimuli.filter(pl.col("language").is_in(languages)))


def rho(language, condition, ratings):
    """What correlating the synonyms' order with ratings by expression number has to give."""
    return spearmanr(order(language, condition), list(ratings)).statistic


def mean_rho_token(language, unit="target", role="syn"):
    """ρ of every naturalistic sentence with its own rating."""
    pairs = [(similarity(language, f"nat{s}", role, i, unit), tokens(i, s)) for i in range(COUNT) for s in (1, 2, 3)]
    return spearmanr(*zip(*pairs, strict=True)).statistic


def mean_similarity(language, role, i):
    """The mean over an expression's naturalistic sentences, target unit."""
    return fmean(similarity(language, place, role, i) for place in PLACES["nat"])


def texts(grid):
    """What stands in the cells of models, by row labels and column labels."""
    return {labels: cell.text for labels, cell in cells(grid).items()}


def cells(grid):
    """The cells of models, by row labels and column labels."""
    return {labels: cell for labels, cell in all_cells(grid).items() if not cell.reference}


def all_cells(grid):
    """The cells, those of references too, by row labels and column labels."""
    return {
        (*row.labels, *column): cell for row in grid.rows for column, cell in zip(grid.columns, row.cells, strict=True)
    }


def of_models(grid):
    """The labels of rows and of columns, without those of references."""
    rows = [row.labels for row in grid.rows if not row.quiet]
    return rows, [labels for labels, quiet in zip(grid.columns, grid.quiet, strict=True) if not quiet]


def write_rows(path, header, rows):
    """A CSV."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(header)
        table.writerows(rows)
    return path
