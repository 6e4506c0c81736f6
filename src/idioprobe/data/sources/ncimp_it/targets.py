"""Where the expression, or what replaces it, stands in a sentence of NCIMP in Italian."""

from __future__ import annotations

import re

from idioprobe.data.sources.cells import Target, locate

INSIDE = "the tags leave out the word between the components"
UNFINISHED = "the tags leave out the end of the expression"
PUNCTUATED = "a punctuation mark is tagged with the last word"
TWICE = "the replacement stands there twice, once for each tagged word"
CHANGED = "other words than the replacement differ from the original, most to agree with it"
SPACED = "the rest of the sentence is spaced, punctuated or capitalised in another way than the original"
NOWHERE = "the replacement does not occur in the sentence"

MARKS = '.,;:!?»”"'
_PARTS = re.compile(r"[\s'’]+")
_WORDS = re.compile(r"\w+")
_TAG = re.compile(r"True|False")


def components(expression: str) -> tuple[str, str]:
    """Its first and its last word; a preposition between them, also an elided one, is no component.

    >>> components("pietra dello scandalo"), components("pelo nell'uovo")
    (('pietra', 'scandalo'), ('pelo', 'uovo'))
    """
    parts = [part for part in _PARTS.split(expression) if part] or [expression]
    return parts[0], parts[-1]


def original_target(text: str, tags: str, expression: str) -> tuple[Target, list[str]]:
    """The expression in its sentence, and what had to be put right; a ValueError says why there is none.

    >>> found, flaws = original_target("Le lenti a contatto .", "[False, True, False, True, False]", "lenti a contatto")
    >>> found.written, flaws == [INSIDE]
    ('lenti a contatto', True)
    """
    tokens = text.split()
    marked = [word == "True" for word in _TAG.findall(tags)]
    flaws = []
    if len(marked) == len(tokens) and True in marked:
        first, last = marked.index(True), len(marked) - 1 - marked[::-1].index(True)
        if not all(marked[first : last + 1]):
            flaws.append(INSIDE)
        rest = expression.lower().split()[last - first + 1 :]
        following = [word.lower().rstrip(MARKS) for word in tokens[last + 1 : last + 1 + len(rest)]]
        if rest and rest == following:
            flaws.append(UNFINISHED)
            last += len(rest)
        tags = str([first <= place <= last for place in range(len(tokens))])
    target = locate(text, tags)
    end = target.start + len(target.written.rstrip(MARKS))
    if end == target.start:
        raise ValueError("no word is tagged as the target")
    if end < target.end and end < len(target.text) - 1:
        flaws.append(PUNCTUATED)
    return Target(target.text, target.start, end), flaws


def replacement_target(cell: str, filler: str, original: Target) -> tuple[Target, list[str]]:
    """What replaces the expression in a published variant, and what is odd about it; a ValueError where it is not.

    Of several places the one nearest to the expression's counts. A replacement that stands for
    each tagged word, with the word between them, is made one.

    >>> twice = "Sono righe di comando di righe di comando ."
    >>> found, flaws = replacement_target(twice, "righe di comando", Target("Sono pozzi di scienza .", 5, 21))
    >>> found.text, flaws == [TWICE]
    ('Sono righe di comando .', True)
    """
    text, filler = " ".join(cell.split()), " ".join(filler.split())
    places = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(filler)}(?!\w)", text, re.IGNORECASE)]
    if not places:
        raise ValueError(NOWHERE)
    flaws = []
    inside = _between(original.written)
    if len(places) > 1 and inside and text[places[0][1] : places[1][0]].strip().lower() == inside:
        text = text[: places[0][1]] + text[places[1][1] :]
        places = places[:1]
        flaws.append(TWICE)
    start, end = min(places, key=lambda place: abs(place[0] - original.start))
    outside = [_outside(original), _outside(Target(text, start, end))]
    if _said(outside[0]) != _said(outside[1]):
        flaws.append(CHANGED)
    elif outside[0] != outside[1]:
        flaws.append(SPACED)
    return Target(text, start, end), flaws


def replaced(original: Target, expression: str, filler: str) -> Target:
    """The sentence with the filler in place of the expression, as it stands: nothing is made to agree with it.

    >>> replaced(Target("Angolo cieco .", 0, 12), "angolo cieco", "svolta non vedente").text
    'Svolta non vedente .'
    """
    if original.written[:1].isupper() and not expression[:1].isupper():
        filler = filler[:1].upper() + filler[1:]
    text = original.text[: original.start] + filler + original.text[original.end :]
    return Target(text, original.start, original.start + len(filler))


def inflected(written: str, expression: str) -> bool:
    """Whether the components stand in the sentence in another form.

    >>> inflected("contratto di affitto", "contratto d'affitto"), inflected("vecchie fiamme", "vecchia fiamma")
    (False, True)
    """
    return [word.lower() for word in components(written)] != [word.lower() for word in components(expression)]


def _between(written: str) -> str:
    """What stands between the first and the last word of a target."""
    first, last = components(written)
    return written[len(first) : len(written) - len(last)].strip().lower()


def _outside(target: Target) -> tuple[str, str]:
    """A sentence without its target; the full stop that neutral variants do not have is no difference."""
    return target.text[: target.start], re.sub(r"^\.$", "", target.text[target.end :])


def _said(outside: tuple[str, str]) -> list[str]:
    return [word.lower() for side in outside for word in _WORDS.findall(side)]
