"""The search written a second time, plainly and slowly: every choice of words is tried."""

import itertools
import unicodedata

from idioprobe.make.corpus.tokens import fold

_NEAR = set("-‐‑'’‘\"“”„«»")
_CLOSING = set("\"'’”»)]")


def slow_matches(text, forms, gap):
    """The spans of an expression in a text, with the words between its parts."""
    words = _words(text)
    found = set()
    for form in forms:
        parts = [fold(form[start:end]) for start, end in _words(form)]
        for chosen in itertools.combinations(range(len(words)), len(parts)):
            if [fold(text[slice(*words[at])]) for at in chosen] == parts:
                between = [_between(text, words, one, other) for one, other in itertools.pairwise(chosen)]
                if None not in between and sum(between) <= gap:
                    found.add((sum(between), -len(parts), chosen))
    taken, matches = [], []
    for between, _, chosen in sorted(found):
        if all(chosen[-1] < first or chosen[0] > last for first, last in taken):
            taken.append((chosen[0], chosen[-1]))
            matches.append((_spans(words, chosen), between))
    return sorted(matches)


def _words(text):
    """Runs of letters, marks and digits."""
    inside = [letter.isalnum() or unicodedata.category(letter)[0] == "M" for letter in text]
    starts = [at for at, word in enumerate(inside) if word and not (at and inside[at - 1])]
    return [(start, next((at for at in range(start, len(text)) if not inside[at]), len(text))) for start in starts]


def _between(text, words, one, other):
    """How many words are between two; None where they do not go together."""
    written = text[words[one][1] : words[other][0]]
    if other == one + 1:
        return 0 if all(letter.isspace() or letter in _NEAR for letter in written) else None
    for at, letter in enumerate(written):
        if letter in ".!?;:…":
            rest = written[at + 1 :].lstrip("".join(_CLOSING))
            if rest[:1].isspace():
                return None
    gaps = [text[words[at][1] : words[at + 1][0]] for at in range(one, other)]
    return max(1, sum(written not in ("-", "'", "’") for written in gaps) - 1)


def _spans(words, chosen):
    runs = []
    for at in chosen:
        if runs and at == runs[-1][1] + 1:
            runs[-1][1] = at
        else:
            runs.append([at, at])
    return tuple((words[first][0], words[last][1]) for first, last in runs)
