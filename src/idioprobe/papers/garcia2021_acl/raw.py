"""The figures that follow from a raw table of annotations, whatever dataset it is about.

α is that of the two and the three annotators who have most sentences in common, on just these sentences.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import polars as pl

from idioprobe.core.tables import TARGET
from idioprobe.make.judgments.agreement import GROUP_SIZES, groups
from idioprobe.make.judgments.answers import SCORE, UNIT, has_annotators, targets_of
from idioprobe.make.judgments.filters import held_out, without_low_agreement
from idioprobe.make.judgments.paraphrases import classify_paraphrases, proposals
from idioprobe.make.judgments.ratings import rated
from idioprobe.papers.garcia2021_acl.figure import Figure, by_sentences, class_groups, mean_and_sd, type_token
from idioprobe.stats.agreement import Level, krippendorff_alpha

LOW_AGREEMENT = (0.2, 0.4)
OF_THE_PAPER = {SCORE: TARGET, "head": "head", "modifier": "modifier"}
"""What the paper asked for; figures of these are undefined where a table lacks them."""


def of_annotations(scores: pl.DataFrame, answers: pl.DataFrame, level: Level) -> Iterator[Figure]:
    """All figures of one language; `scores` has the class of each expression and its type rating, where known.

    Answers about expressions as such, where there are any, are the type ratings, and count nowhere else.
    """
    answers = answers.with_columns(
        pl.lit(None, dtype=pl.Float64).alias(name) for name in OF_THE_PAPER if name not in answers.columns
    )
    token = answers.drop_nulls("sentence")
    if token.is_empty():
        return
    by_target = _rated(scores, answers)
    unknown = by_target.filter(pl.col("class").is_null())["expression"].n_unique()
    if unknown:
        yield Figure("raw_means", "unknown", "expressions not in NCTTI", unknown, by_target["expression"].n_unique(), 0)
    whole = by_target.filter(pl.col("target") == TARGET)
    for group, part in [("all", whole), *class_groups(whole)] if len(whole) else []:
        yield type_token("raw_type_token", group, part)
    for group, part in class_groups(by_target):
        for target in _targets(answers).values():
            yield from mean_and_sd("raw_means", group, target, part.filter(pl.col("target") == target)["token"])
    if not has_annotators(token):
        return
    total = len(token)
    sentences = token.select(UNIT).n_unique()
    annotators = token["annotator"].n_unique()
    yield Figure("annotations", "all", "annotations", total, total, 0)
    yield Figure("annotations", "all", "annotators", annotators, total, 0)
    yield Figure("annotations", "all", "sentences", sentences, total, 0)
    yield Figure("annotations", "all", "per sentence", total / sentences, sentences, 1)
    yield Figure("annotations", "all", "per annotator", total / annotators, annotators, 1)
    yield from _agreement(token, level)
    yield from _proposed(token)
    for threshold in LOW_AGREEMENT:
        yield from _without_low(scores, answers, threshold, level)


def _targets(answers: pl.DataFrame) -> dict[str, str]:
    return OF_THE_PAPER | targets_of(answers)


def _rated(scores: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """Mean rating of each expression over its sentences, by target, with its class and its type rating."""
    known = {
        name.lower(): (label, mean) for name, label, mean in scores.select("expression", "class", "type").iter_rows()
    }
    ratings = rated(answers)
    own = ratings.filter(pl.col("rating") == "type", pl.col("target") == TARGET)
    types = dict(own.select("expression", "mean").iter_rows())
    token = ratings.filter(pl.col("rating") == "token").group_by(*UNIT[:2], "target", maintain_order=True)
    table = token.agg(token=pl.col("mean").mean())
    about = [known.get(name.lower(), (None, None)) for name in table["expression"]]
    of_type = [types.get(name) if types else mean for name, (_, mean) in zip(table["expression"], about, strict=True)]
    return table.with_columns(
        pl.Series("class", [label for label, _ in about], pl.String), pl.Series("type", of_type, pl.Float64)
    )


def _agreement(answers: pl.DataFrame, level: Level, sizes: Mapping[int, str] = GROUP_SIZES) -> Iterator[Figure]:
    """α for the two and three annotators with most sentences in common, and for all annotators together."""
    found = {group.name: group for group in groups(answers, _targets(answers), sizes)}
    for name in (*sizes.values(), "all"):
        group = found.get(name)
        if name != "all":
            yield Figure(
                "agreement",
                f"{name} annotators",
                "sentences in common",
                int(group.compared(SCORE).sum()) if group else 0,
                answers["annotator"].n_unique(),
                0,
            )
        for column, target in _targets(answers).items():
            alpha = krippendorff_alpha(group.scores[column], level) if group else math.nan
            n = (int(group.compared(column).sum()) if name != "all" else group.number) if group else 0
            yield Figure("agreement", f"{name} annotators", f"α of {target}", alpha, n)


def _proposed(answers: pl.DataFrame) -> Iterator[Figure]:
    expressions = answers["expression"].n_unique()
    people = proposals(answers).group_by("expression", "paraphrase").agg(pl.col("annotator").n_unique())["annotator"]
    if people.is_empty():
        return
    section = "raw_paraphrases"
    yield Figure(section, "all", "different paraphrases", len(people), expressions, 0)
    yield Figure(section, "all", "per expression", len(people) / expressions, expressions)
    for fewest in (3, 5):
        yield Figure(section, "all", f"by {fewest} annotators or more", float((people >= fewest).sum()), expressions, 0)
    classified = classify_paraphrases(answers)
    of_token = classified.drop_nulls("sentence")
    yield Figure(section, "type", "paraphrases", len(classified) - len(of_token), expressions, 0)
    yield Figure(section, "token", "paraphrases", len(of_token), expressions, 0)
    yield from by_sentences(section, of_token, expressions)


def _without_low(scores: pl.DataFrame, answers: pl.DataFrame, threshold: float, level: Level) -> Iterator[Figure]:
    """Type against token ratings without them; α of all others, of answers held out of their choice."""
    kept, removed = without_low_agreement(answers, threshold)
    section, group = "low_agreement", f"ρ < {threshold}"
    yield Figure(section, group, "annotators removed", len(removed), answers["annotator"].n_unique(), 0)
    if kept.drop_nulls("sentence").is_empty():
        return
    for found in _agreement(held_out(answers, threshold).drop_nulls("sentence"), level, sizes={}):
        yield Figure(section, group, f"{found.figure}, {found.group}", found.value, found.n, found.digits)
    yield type_token(section, group, _rated(scores, kept).filter(pl.col("target") == TARGET))
