"""Sentences with a marked target and words that agree with it.

`{O|A} [prato cheio] é {um|uma} …`: the target stands in square brackets, in several where other words stand between
its parts (`[biss #past] der Held [ins Gras]`); the name of its form may stand with it. What agrees with it stands in
braces, by gender (masculine, feminine, neuter) or by any tag (`{f:la |v:l'|m:le }`). A backslash keeps a bracket or
brace as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from idioprobe.data.lexicon.forms import GENDERS, Form, without_name

_PIECE = re.compile(r"\\([\[\]{}\\])|\[([^\]]*)\]|\{([^}]*)\}|([\[\]{}])")
_KEYED = re.compile(r"(\w+):(.*)", re.S)

Fit = Callable[[str, str], str]
"""Given what stands before a part of the target, and the part: what stands before it, made to agree."""
Spans = tuple[tuple[int, int], ...]


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


Pieces = tuple[str | Slot, ...]


@dataclass(frozen=True)
class Frame:
    """A sentence around the parts of its target: what stands between them, and the parts as written.

    There is one more of `around` than of `parts`. `form` is the name that the sentence gives to the target's form,
    and `named` the part that it stands with.
    """

    around: tuple[Pieces, ...]
    parts: tuple[str, ...]
    form: str | None = None
    named: int | None = None

    @cached_property
    def target(self) -> str:
        """The target as written, its parts joined by a space."""
        return " ".join(self.parts)

    @cached_property
    def agrees(self) -> bool:
        """Whether words of the sentence agree with the target."""
        return any(isinstance(piece, Slot) for pieces in self.around for piece in pieces)

    @cached_property
    def bare(self) -> bool:
        """Whether no word stands around the target."""
        outside = "".join(piece for pieces in self.around for piece in pieces if isinstance(piece, str))
        return not any(map(str.isalpha, outside))


def parse_frame(sentence: str, expression: Form, *, spaces: bool = True) -> Frame:
    """Read a marked sentence; an unmarked one must contain the expression exactly once.

    >>> parse_frame("She is a paper tiger.", Form(("paper tiger",))).target
    'paper tiger'
    >>> parse_frame("Am Ende [biss #past] er [ins Gras].", Form(("ins Gras beißen",))).parts
    ('biss', 'ins Gras')
    """
    around: list[list[str | Slot]] = [[]]
    parts: list[str] = []
    names: dict[int, str] = {}
    at = 0
    for match in _PIECE.finditer(sentence):
        around[-1].append(sentence[at : match.start()])
        at = match.end()
        escaped, target, slot, stray = match.groups()
        if stray:
            raise ValueError(f"{stray!r} has no partner; write \\{stray} to keep it as it is")
        if escaped:
            around[-1].append(escaped)
        elif slot is not None:
            around[-1].append(_parse_slot(slot))
        else:
            part, name = without_name(target)
            if name:
                names[len(parts)] = name
            if not part:
                raise ValueError("the brackets [ ] are empty; put the expression between them")
            parts.append(part)
            around.append([])
    around[-1].append(sentence[at:])
    if len(set(names.values())) > 1:
        raise ValueError(f"the brackets name different forms, {' and '.join(names.values())}; name one")
    if not parts:
        return _find_target(_joined(around[0]), expression, spaces)
    form = next(iter(names.values()), None)
    return Frame(tuple(map(_joined, around)), tuple(parts), form, next(iter(names), None))


def _find_target(pieces: Pieces, expression: Form, spaces: bool) -> Frame:
    written = sorted({text for text in expression.every if "…" not in text}, key=len, reverse=True)
    bare = "|".join(map(re.escape, written))
    pattern = re.compile(rf"(?<!\w)(?:{bare})(?!\w)" if spaces else bare, re.I)
    found = [
        (i, match) for i, piece in enumerate(pieces) if isinstance(piece, str) for match in pattern.finditer(piece)
    ]
    name = expression.citation
    if not found:
        raise ValueError(f"the sentence does not contain {name!r}; put [ ] around the words that stand for it")
    if len(found) > 1:
        raise ValueError(f"{name!r} occurs {len(found)} times; put [ ] around the one that is meant")
    i, match = found[0]
    before, after = match.string[: match.start()], match.string[match.end() :]
    return Frame(((*pieces[:i], before), (after, *pieces[i + 1 :])), (match.group(),))


def _parse_slot(text: str) -> Slot:
    parts = text.split("|")
    keyed = [_KEYED.fullmatch(part) for part in parts]
    if any(keyed):
        return Slot(tuple((m.group(1), m.group(2)) if m else ("", part) for m, part in zip(keyed, parts, strict=True)))
    if not 2 <= len(parts) <= len(GENDERS):
        raise ValueError(f"{{{text}}} should hold two or three forms, as in {{um|uma}}")
    return Slot(tuple(zip(GENDERS, parts, strict=False)))


def _joined(pieces: Sequence[str | Slot]) -> Pieces:
    out: list[str | Slot] = []
    for piece in pieces:
        if isinstance(piece, str) and out and isinstance(out[-1], str):
            out[-1] += piece
        else:
            out.append(piece)
    return tuple(out)


def render(pieces: Pieces, tags: frozenset[str]) -> str:
    """Plain text of the pieces, each slot agreeing with the tags."""
    return "".join(piece if isinstance(piece, str) else piece.choose(tags) for piece in pieces)


def fill(frame: Frame, parts: Sequence[str], tags: frozenset[str], fit: Fit | None = None) -> tuple[str, Spans]:
    """The sentence with other parts in its brackets, and where they stand; an empty one goes with a space beside it.

    >>> frame = parse_frame("Am Ende [biss] er [ins Gras].", Form(("ins Gras beißen",)))
    >>> fill(frame, ("starb", ""), frozenset())
    ('Am Ende starb er.', ((8, 13),))
    """
    text = ""
    spans: list[tuple[int, int]] = []
    outside = render(frame.around[0], tags)
    for part, following in zip(parts, frame.around[1:], strict=True):
        after = render(following, tags)
        if not part:
            outside = closed_up(outside, after)
            continue
        text += fit(outside, part) if fit else outside
        spans.append((len(text), len(text) + len(part)))
        text += part
        outside = after
    return text + outside, tuple(spans)


def closed_up(before: str, after: str) -> str:
    """What stands around a place that nothing is left in: one of the spaces beside it goes too.

    >>> closed_up("bit the ", " dust"), closed_up("", " dust")
    ('bit the dust', 'dust')
    """
    return before[:-1] + after if before.endswith(" ") else before + after.removeprefix(" ")
