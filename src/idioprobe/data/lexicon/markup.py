"""Sentences with a marked target and words that agree with it.

`{O|A} [prato cheio] é {um|uma} …`: the target stands in square brackets; what agrees
with it stands in braces, by gender (masculine, feminine, neuter) or by any tag
(`{f:la |v:l'|m:le }`). A backslash keeps a bracket or brace as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from idioprobe.data.lexicon.forms import GENDERS, Form

_PIECE = re.compile(r"\\([\[\]{}\\])|\[([^\]]*)\]|\{([^}]*)\}|([\[\]{}])")
_KEYED = re.compile(r"([a-z]+):(.*)", re.S)


@dataclass(frozen=True)
class Slot:
    """Alternatives of which one is chosen by the filler's tags; the key "" is the default."""

    alternatives: tuple[tuple[str, str], ...]

    def choose(self, tags: frozenset[str]) -> str:
        """The first alternative whose key the filler has, or else the default."""
        for key, text in self.alternatives:
            if key in tags:
                return text
        for key, text in self.alternatives:
            if not key:
                return text
        raise ValueError(
            f"{{{'|'.join(text for _, text in self.alternatives)}}} has to agree with it, and it has no tag among "
            f"{', '.join('#' + key for key, _ in self.alternatives)}"
        )


@dataclass(frozen=True)
class Frame:
    """A sentence around its target: what stands before it, the target as written, what follows."""

    before: tuple[str | Slot, ...]
    target: str
    after: tuple[str | Slot, ...]


def parse_frame(sentence: str, expression: Form) -> Frame:
    """Read a marked sentence; an unmarked one must contain the expression exactly once.

    >>> parse_frame("She is a paper tiger.", Form(("paper tiger",))).target
    'paper tiger'
    """
    pieces: list[str | Slot] = []
    marked: list[tuple[int, str]] = []
    at = 0
    for match in _PIECE.finditer(sentence):
        pieces.append(sentence[at : match.start()])
        at = match.end()
        escaped, target, slot, stray = match.groups()
        if stray:
            raise ValueError(f"{stray!r} has no partner; write \\{stray} to keep it as it is")
        if escaped:
            pieces.append(escaped)
        elif slot is not None:
            pieces.append(_parse_slot(slot))
        else:
            marked.append((len(pieces), target))
    pieces.append(sentence[at:])
    if len(marked) > 1:
        raise ValueError("the expression is marked more than once; put [ ] around one occurrence only")
    if marked:
        position, target = marked[0]
        if not target.strip():
            raise ValueError("the brackets [ ] are empty; put the expression between them")
        return Frame(_joined(pieces[:position]), target.strip(), _joined(pieces[position:]))
    return _find_target(_joined(pieces), expression)


def _find_target(pieces: tuple[str | Slot, ...], expression: Form) -> Frame:
    written = sorted({*expression.singular, *expression.plural}, key=len, reverse=True)
    pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, written)) + r")(?!\w)", re.I)
    found = [
        (i, match) for i, piece in enumerate(pieces) if isinstance(piece, str) for match in pattern.finditer(piece)
    ]
    name = expression.citation
    if not found:
        raise ValueError(f"the sentence does not contain {name!r}; put [ ] around the words that stand for it")
    if len(found) > 1:
        raise ValueError(f"{name!r} occurs {len(found)} times; put [ ] around the one that is meant")
    i, match = found[0]
    return Frame(
        (*pieces[:i], match.string[: match.start()]), match.group(), (match.string[match.end() :], *pieces[i + 1 :])
    )


def _parse_slot(text: str) -> Slot:
    parts = text.split("|")
    keyed = [_KEYED.fullmatch(part) for part in parts]
    if any(keyed):
        return Slot(tuple((m.group(1), m.group(2)) if m else ("", part) for m, part in zip(keyed, parts, strict=True)))
    if not 2 <= len(parts) <= len(GENDERS):
        raise ValueError(f"{{{text}}} should hold two or three forms, as in {{um|uma}}")
    return Slot(tuple(zip(GENDERS, parts, strict=False)))


def _joined(pieces: list[str | Slot]) -> tuple[str | Slot, ...]:
    out: list[str | Slot] = []
    for piece in pieces:
        if isinstance(piece, str) and out and isinstance(out[-1], str):
            out[-1] += piece
        else:
            out.append(piece)
    return tuple(out)


def render(pieces: tuple[str | Slot, ...], tags: frozenset[str]) -> str:
    """Plain text of the pieces, each slot agreeing with the tags."""
    return "".join(piece if isinstance(piece, str) else piece.choose(tags) for piece in pieces)
