"""A draft as TOML: what is filled in as values, what may be chosen instead as comments."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from idioprobe.make.draft.draft import Draft, Word
from idioprobe.make.wordnet.related import SYNONYM, Candidate

WIDTH = 110
_SHORTEST_GLOSS = 90
_OPEN = {"class": "NC idiomatic, PC partly compositional, C compositional", "synonym": "a synonym of the whole"}


def toml_of(
    drafts: Sequence[Draft], sources: Sequence[str], pools: Mapping[str, Mapping[str, Sequence[str]]] | None = None
) -> str:
    """The text of a lexicon that `data build` takes; what is open is left out there until it is filled.

    `pools` has random combinations by language and pattern; a file of several languages has none.
    """
    languages = list(dict.fromkeys(draft.language for draft in drafts))
    lines = [
        "# A draft: fields marked open are for you to fill in, all others for you to check.",
        "# idioprobe lexicon check says what is still open; idioprobe data build builds what it can.",
        f"# Sources: {', '.join(sources) or 'none'}.",
        "draft = true",
    ]
    if len(languages) == 1:
        lines.append(f"language = {_text(languages[0])}")
        for pattern, combinations in (pools or {}).get(languages[0], {}).items():
            lines += _pool(pattern, combinations)
    for draft in drafts:
        lines += ["", *_entry(draft, own_language=len(languages) > 1)]
    return "\n".join(lines) + "\n"


def _pool(pattern: str, combinations: Sequence[str]) -> Iterator[str]:
    yield f"random.{_text(pattern)} = ["
    yield from (f"  {_text(one)}," for one in combinations)
    yield "]"


def _entry(draft: Draft, *, own_language: bool) -> Iterator[str]:
    yield "[[expression]]"
    yield f"expression = {_text(draft.expression)}"
    if own_language:
        yield f"language = {_text(draft.language)}"
    if draft.type:
        yield f"type = {_text(draft.type)}"
    if draft.pattern:
        yield f"pattern = {_text(draft.pattern)}"
    whole = draft.kept.whole
    for name, about in _OPEN.items():
        yield f"{name} = {_text(whole[name])}" if name in whole else f'{name} = ""  # open: {about}'
    yield from _comment("may be: ", "; ".join(one.word for one in draft.offered))
    if not draft.words:
        yield '# open: the words by their roles, as in modifier = "paper" and head = "tiger"'
    for word in draft.words:
        yield from _word(word, draft)
    yield from (f"{name} = {_value(value)}" for name, value in draft.kept.others.items())
    yield from (f"{name} = {value!r}" for name, value in draft.known.figures.items())
    if draft.known.sentences:
        yield "sentences = ["
        yield from (f"  {_text(sentence)}," for sentence in draft.known.sentences)
        yield "]"
    else:
        yield "sentences = []  # open: at least one, the expression in [brackets]"


def _word(word: Word, draft: Draft) -> Iterator[str]:
    def written(text: str) -> str:
        return draft.written(text, word.role)

    yield f"{word.role} = {_text(written(word.word))}"
    if word.chosen or word.offered:
        yield f"{word.role}_synonyms = [{', '.join(_text(written(one.word)) for one in word.chosen)}]"
        yield from (line for one in word.chosen for line in _comment(f"{one.word}{_how(one)}: ", one.gloss))
        yield from _comment("or: ", "; ".join(f"{written(one.word)}{_how(one)}" for one in word.offered))
    elif word.role not in ("particle", "preposition"):
        yield f"{word.role}_synonyms = []  # open: no wordnet at hand has any"
    if word.general:
        yield f"{word.role}_generic = {_text(written(word.general[0].word))}"
        yield from _comment("or: ", "; ".join(written(one.word) for one in word.general[1:]))


def _how(one: Candidate) -> str:
    sense = f"sense {one.sense}" if one.sense > 1 else ""
    relation = "" if one.relation == SYNONYM else one.relation
    told = ", ".join(filter(None, (relation, sense)))
    return f" ({told})" if told else ""


def _comment(start: str, text: str) -> Iterator[str]:
    if text:
        clean = " ".join(f"{start}{text}".split())
        yield from (f"# {line}" for line in textwrap.wrap(clean, WIDTH, break_long_words=False))


def _value(value: object) -> str:
    """A value as TOML has it; what a table has as text, a number too, is text."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value) if isinstance(value, int | float) else _text(str(value))


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
