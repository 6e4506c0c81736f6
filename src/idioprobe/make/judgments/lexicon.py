"""A lexicon with what people said: ratings, suggested classes, and paraphrases as synonyms."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from idioprobe.core.tables import CLASSES, TARGET
from idioprobe.data.lexicon.entry import ANY
from idioprobe.data.lexicon.fields import numbered, own_of
from idioprobe.data.lexicon.forms import parse_form
from idioprobe.data.lexicon.rawrows import RawLexicon
from idioprobe.make.judgments.judge import Judgments
from idioprobe.make.judgments.paraphrases import normal_form
from idioprobe.make.judgments.sources import Entry, Key, Source

SUGGESTED = "suggested"
"""The labelling of classes that nobody gave but the thresholds."""
_MARKUP = ("[", "]", "{", "}", "#", "…", ";")
_OF_SYNONYMS = ("synonym", "synonym2")


def lexicon_of(source: Source, judged: Judgments, *, synonyms: bool) -> tuple[str, list[str]]:
    """The lexicon as TOML, and what is to be said of it; of a dataset, the expressions that were judged."""
    notes: list[str] = []
    expressions = {
        (row["language"], row["expression"]): row
        for row in judged.expressions.filter(pl.col("target") == TARGET).iter_rows(named=True)
    }
    told = set(judged.answers.table.select("language", "expression").unique().iter_rows())
    entries = [one for one in source.entries if source.dataset is None or (one.language, one.name) in told]
    classed = any("class" in one.fields for one in entries)
    top = source.top
    lines = list(
        _top(top, judged, entries, suggested=not classed and judged.expressions["suggested"].is_not_null().any())
    )
    chosen = synonyms_of(judged) if synonyms else {}
    own_language = len({one.language for one in entries}) > 1
    sentences = _sentence_ratings(judged)
    lacking: list[str] = []
    for one in entries:
        key = (one.language, one.name)
        fields, comments = dict(one.fields), []
        row = expressions.get(key)
        if row is not None:
            fields = _rated(fields, row, sentences.get(key, {}))
            if row["suggested"]:
                mean = row["mean"] if row["mean"] is not None else row["type"]
                comments.append(f"Mean rating {mean:.2f}; suggested class: {row['suggested']}.")
                fields |= {} if classed else {"class": row["suggested"]}
        if key in chosen:
            fields, before = _with_synonyms(fields, chosen[key], one.language)
            comments += before
        if not fields.get("synonym") or not any(_is_sentence(name) for name in fields):
            fields["draft"] = True
            lacking.append(one.name)
        lines += ["", *_entry(fields, one.language if own_language else None, comments)]
    if lacking:
        notes.append(
            f"The lexicon is a draft: {len(lacking):,} of {len(entries):,} expressions lack a synonym or a sentence; "
            "`dataset` takes them from your lexicon, `synonyms` from what people wrote."
        )
    return "\n".join(lines) + "\n", notes


def synonyms_of(judged: Judgments) -> dict[Key, dict[str, str]]:
    """By expression: `synonym` and `synonym2`, the most frequent paraphrases of the type, and those of one sentence.

    Where no paraphrase is of the type, the most frequent one of a sentence is the synonym.
    Paraphrases with signs that mean something in a lexicon are passed over.
    """
    found: dict[Key, dict[str, str]] = {}
    usable = judged.paraphrases.filter(
        pl.col("level").is_not_null(),
        pl.col("paraphrase").str.contains(r"\p{L}"),
        ~pl.any_horizontal(pl.col("paraphrase").str.contains(s, literal=True) for s in _MARKUP),
    ).sort(-pl.col("frequency"), maintain_order=True)
    for (language, name), own in usable.group_by("language", "expression", maintain_order=True):
        fields: dict[str, str] = {}
        of_type = own.filter(pl.col("level") == "type")["paraphrase"].to_list()
        of_token = own.filter(pl.col("level") == "token")
        fields |= dict(zip(_OF_SYNONYMS, of_type[:2] or of_token["paraphrase"].to_list()[:1], strict=False))
        for sentence, text in (
            of_token.sort("sentence", maintain_order=True).select("sentence", "paraphrase").iter_rows()
        ):
            fields.setdefault(f"synonym_sentence{sentence}", text)
        found[str(language), str(name)] = fields
    return found


def _with_synonyms(
    fields: dict[str, Any], chosen: Mapping[str, str], language: str
) -> tuple[dict[str, Any], list[str]]:
    """The fields with other synonyms; one that was there already stays as it is written, with its forms."""
    known = {}
    for name in _OF_SYNONYMS:
        if fields.get(name):
            known[normal_form(parse_form(str(fields[name])).citation, language)] = fields[name]
    written = {name: known.get(normal_form(text, language), text) for name, text in chosen.items()}
    changed = {name for name in _OF_SYNONYMS if name in written and written[name] != fields.get(name)}
    if "synonym" in changed and "synonym2" not in written:
        changed.add("synonym2")
    before = [
        f"Before: {name} = {json.dumps(fields[name], ensure_ascii=False)}"
        for name in _OF_SYNONYMS
        if name in changed and fields.get(name)
    ]
    kept = {
        name: value
        for name, value in fields.items()
        if name not in changed and not ((at := own_of(name)) and at[0] in changed)
    }
    return {**kept, **written}, before


def _rated(fields: dict[str, Any], row: Mapping[str, Any], sentences: Mapping[int, float]) -> dict[str, Any]:
    """The fields with the ratings of these answers in the place of others."""
    kept = {name: value for name, value in fields.items() if not name.startswith("rating_sentence") or not sentences}
    if row["type"] is not None:
        kept["rating"] = round(row["type"], 4)
    return kept | {f"rating_sentence{number}": round(mean, 4) for number, mean in sentences.items()}


def _sentence_ratings(judged: Judgments) -> dict[Key, dict[int, float]]:
    token = judged.ratings.filter(pl.col("rating") == "token", pl.col("target") == TARGET)
    found: dict[Key, dict[int, float]] = {}
    for language, name, number, mean in token.select("language", "expression", "sentence", "mean").iter_rows():
        found.setdefault((language, name), {})[number] = mean
    return found


def _is_sentence(name: str) -> bool:
    at = numbered(name)
    return name == "sentences" or (at is not None and at[0] == "sentence")


def _top(top: RawLexicon, judged: Judgments, entries: Sequence[Entry], *, suggested: bool) -> Iterator[str]:
    """What is written above the entries."""
    scale = judged.answers.scale
    yield f"# Ratings from {judged.counted.height:,} answers, scale {scale}; {scale.low:g} is idiomatic."
    languages = list(dict.fromkeys(one.language for one in entries))
    if len(languages) == 1:
        yield f"language = {_value(languages[0])}"
    if top.name:
        yield f"name = {_value(top.name)}"
    if tuple(top.classes) != CLASSES and not suggested:
        yield f"classes = {_value(list(top.classes))}"
    note = f"Classes are suggested by mean ratings ({judged.thresholds}), not given by anybody."
    labelling, told = (SUGGESTED, note) if suggested else (top.labelling, top.labelling_note)
    for name, text in (("labelling", labelling), ("labelling_note", told)):
        if text:
            yield f"{name} = {_value(text)}"
    if list(top.pools) == [ANY]:
        yield f"random = {_value(list(top.pools[ANY]))}"
    elif top.pools:
        yield from ("", "[random]", *(f"{json.dumps(name)} = {_value(list(pool))}" for name, pool in top.pools.items()))
    if top.templates:
        yield from ("", "[templates]", *(f"{name} = {_value(text)}" for name, text in top.templates.items()))


def _entry(fields: Mapping[str, Any], language: str | None, comments: Sequence[str]) -> Iterator[str]:
    """One block; sentences last, as a list where they are numbered without a gap."""
    yield "[[expression]]"
    yield from (f"# {' '.join(comment.split())}" for comment in comments)
    numbers = {at[1]: name for name in fields if (at := numbered(name)) and at[0] == "sentence"}
    listed = sorted(numbers) == list(range(1, len(numbers) + 1))
    last = set(numbers.values()) if listed else set()
    ordered = {"expression": fields["expression"], **({"language": language} if language else {}), **fields}
    for name, value in ordered.items():
        if name not in last:
            yield f"{name} = {_value(value)}"
    if last:
        yield "sentences = ["
        yield from (f"  {_value(fields[numbers[number]])}," for number in sorted(numbers))
        yield "]"


def _value(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
