"""What a written answer says: which option, which number. Strict: what is unclear is not guessed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from idioprobe.suites.questions import vocabulary as said
from idioprobe.suites.questions.tables import CHOICE, EMPTY, NONE, RATING, REFUSED, SEVERAL

BRIEF = 25
"""Words of an answer that is read as a whole; of a longer one what it begins with, and what it calls its answer."""

_THOUGHT = re.compile(r"^\s*<think>.*?(?:</think>|\Z)", re.S | re.I)
"""What a model says to itself first, to the end where it never came to an answer."""
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_EMPHASIS = re.compile(r"[*#~]|(?<!\w)_+|_+(?!\w)")
EDGE = "".join(map(chr, (*range(33, 48), *range(58, 65), *range(91, 97), *range(123, 127)))) + "…¿¡–—•\u200b\ufeff"


Refuses = Callable[[str], bool]
"""Whether an answer is a refusal."""


def never(_answer: str) -> bool:
    """No answer is a refusal."""
    return False


@dataclass(frozen=True)
class Reading:
    """How an answer was understood: the option chosen by its place, the number, or the paraphrases."""

    understood: str
    choice: int | None = None
    value: float | None = None
    texts: tuple[str, ...] = ()


def clean(text: str) -> str:
    """An answer without the thoughts before it and without mark-up, its quotes and apostrophes in one form."""
    shown = unicodedata.normalize("NFKC", _THOUGHT.sub("", text)).translate(_QUOTES)
    return _EMPHASIS.sub("", shown).replace("\u200b", "").replace("\ufeff", "").strip()


def bare(text: str) -> str:
    """A phrase in small letters without punctuation around it.

    >>> bare(' "Hard worker." ')
    'hard worker'
    """
    return " ".join(unicodedata.normalize("NFKC", text).translate(_QUOTES).split()).strip(EDGE + " ").casefold()


def without_article(phrase: str) -> str:
    """A bare phrase without the article before it, unless that is all of it.

    >>> without_article("a hard worker")
    'hard worker'
    """
    first, _, rest = phrase.partition(" ")
    return rest if rest and first in said.ARTICLES else phrase


def parse_choice(
    text: str,
    options: Sequence[str],
    refuses: Refuses = never,
    *,
    lettered: bool = True,
    expression: str = "",
) -> Reading:
    """Which of the options an answer takes; `lettered` where they were listed under letters.

    Who mentions the `expression` that was asked about does not mean the option that is one of its words.

    >>> parse_choice("The answer is (b).", ["keen rodent", "hard worker"]).choice
    1
    """
    lines = [" ".join(line.split()) for line in clean(text).splitlines() if bare(line)]
    if not lines:
        return Reading(EMPTY)
    whole = " ".join(lines)
    offered = _Options(options, lettered=lettered, expression=expression)
    chosen = offered.is_all(whole)
    if chosen is not None:
        return Reading(CHOICE, chosen)
    if refuses(whole):
        return Reading(REFUSED)
    brief = len(whole.split()) <= BRIEF
    found = {*offered.alone_in(lines), *offered.begun(whole), *offered.declared(whole)}
    found = found or set(offered.mentioned(whole) if brief else ())
    found = found or set(offered.partly(whole) if brief and not lettered else ())
    if len(found) == 1:
        return Reading(CHOICE, found.pop())
    return Reading(SEVERAL if found or (brief and said.BOTH.search(whole)) else NONE)


def denied(whole: str, start: int, end: int) -> bool:
    """Whether what is written there is said not to be the answer.

    >>> denied("It is not B", 10, 11), denied("Not A, but B", 11, 12), denied("B is wrong", 0, 1)
    (True, False, True)
    """
    before = said.CLAUSE.split(whole[:start])[-1]
    return bool(said.SAID_NOT.search(before) or said.WRONG.match(whole[end:]))


class _Options:
    """The options of a question, by their letters and by their own words, as they occur in an answer."""

    def __init__(self, options: Sequence[str], *, lettered: bool, expression: str) -> None:
        self._names = [bare(option) for option in options]
        self._asked = bare(expression)
        letters = said.LETTERS[: len(options)] if lettered else ""
        self._letters = letters
        one = f"[{letters}{letters.lower()}]" if letters else "(?!)"
        ends = rf"\W*$|[^\w\s]|\s+{said.EXPLAINS}"
        joined = rf"\s+(?:(?:or|and|oder|und|ou|e|o|y)\s+)?\W*[{letters}](?!\w)"
        upper = rf"[{letters[1:]}](?!\w|'\w)|A(?!\w)(?={ends}|{joined})" if letters else "(?!)"
        self._alone = re.compile(rf"\W*{said.LEAD}\W*(?<!\w)({one})\W*", re.I)
        self._first = re.compile(
            rf"\W*{said.LEAD}\W*(?<!\w)({one})(?:\W*[).:\]]|,|\s+[-–—]|(?=\s+{said.EXPLAINS}))", re.I
        )
        self._called = re.compile(
            rf"\b{said.ANSWER}(?:{said.IS})?(?:\s+{said.ANSWER})?\W*(?<!\w)({one})(?!\w)(?={ends})", re.I
        )
        self._marked = re.compile(rf"(?<![\w'])(?:\(({one})\)|({one})\)|\"({one})\"|({upper}))")

    def _place(self, letter: str) -> int:
        return self._letters.index(letter.upper())

    def is_all(self, text: str) -> int | None:
        """The option that a text is, and nothing else: its letter, or its own words."""
        match = self._alone.fullmatch(text)
        if match:
            return self._place(match[1])
        answer = bare(text)
        for form in (str, without_article):
            same = [i for i, name in enumerate(self._names) if form(name) == form(answer)]
            if same:
                return same[0] if len(same) == 1 else None
        return None

    def alone_in(self, lines: Sequence[str]) -> Iterator[int]:
        """The option that the first line is, and those of other lines then."""
        if self.is_all(lines[0]) is not None:
            yield from (place for line in lines if (place := self.is_all(line)) is not None)

    def begun(self, whole: str) -> Iterator[int]:
        """What an answer begins with; and whatever else it names in the same sentence, or lists."""
        match = self._first.match(whole)
        if match and not (match[0][-1] not in ".:,-–—" and self._disowned(whole, match)):
            chosen = self._place(match[1])
            rest = whole[match.end() :]
            yield chosen
            yield from self._listed(rest)
            yield from self._letters_in(rest[: _sentence(rest)])
            yield from (option for at, option in self._mentions(rest) if at <= _start(rest))
            return
        start = _start(whole)
        mentions = list(self._mentions(whole))
        if any(at <= start for at, _ in mentions):
            end = start + _sentence(whole[start:])
            yield from (option for at, option in mentions if at < end)
            yield from self._letters_in(whole[start:end])

    def _disowned(self, whole: str, match: re.Match[str]) -> bool:
        """Whether a letter in brackets is followed by what says that it is wrong, and not by its own words."""
        own = self._names[self._place(match[1])]
        return bool(said.WRONG.match(whole[match.end() :])) and not bare(whole[match.end() :]).startswith(own)

    def _listed(self, rest: str) -> Iterator[int]:
        """Options that are repeated with their letters."""
        for place, name in enumerate(self._names):
            if name and re.search(rf"(?<!\w){self._letters[place]}[).:]\s*\W*{re.escape(name)}(?!\w)", rest, re.I):
                yield place

    def _letters_in(self, text: str) -> Iterator[int]:
        """The letters in a text that it does not deny."""
        for match in self._marked.finditer(text):
            place = self._place(match[match.lastindex or 0])
            own = bare(text[match.end() :].lstrip(").: ")).startswith(self._names[place] or "\0")
            if own or not denied(text, match.start(), match.end()):
                yield place

    def declared(self, whole: str) -> Iterator[int]:
        """What an answer calls its answer, by a letter, by an option's own words, or by both."""
        lettered = [match for match in self._called.finditer(whole) if not denied(whole, match.start(1), match.end(1))]
        yield from (self._place(match[1]) for match in lettered)
        named = [match.end() for match in re.finditer(rf"\b{said.ANSWER}{said.IS}\W*", whole, re.I)]
        called = [*named, *(_behind(whole, match.end(1)) for match in lettered)]
        places = {place + _article(whole[place:]) for place in called} | set(called)
        yield from (option for at, option in self._mentions(whole) if at in places)

    def mentioned(self, whole: str) -> Iterator[int]:
        """All options in an answer that it does not deny."""
        yield from (option for _, option in self._mentions(whole))
        yield from self._letters_in(whole)

    def partly(self, whole: str) -> Iterator[int]:
        """The option that a short answer says by half of its words at least, and none of another's.

        *She sent a coded message* is *send a coded message*, and *a message* is.
        """
        answer = _content(whole)
        if said.SAID_NOT.search(whole):
            return
        own = [_content(name) for name in self._names]
        for place, words in enumerate(own):
            others = set().union(*(other for i, other in enumerate(own) if i != place)) - words
            shared = answer & words
            if shared and not answer & others and (answer <= words or len(shared) >= len(words) / 2):
                yield place

    def _mentions(self, whole: str) -> Iterator[tuple[int, int]]:
        """Where an option's own words are, and are not denied. What is inside a longer option is not one."""
        lower = whole.casefold()
        text = whole if len(lower) == len(whole) else lower
        asked = re.finditer(rf"(?<!\w){re.escape(self._asked)}(?!\w)", lower) if self._asked else ()
        covered = [] if self._asked in self._names else [match.span() for match in asked]
        for option in sorted(range(len(self._names)), key=lambda i: -len(self._names[i])):
            name = self._names[option]
            if len(name) < 2:
                continue
            for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", lower):
                inside = any(a <= match.start() and match.end() <= b for a, b in covered)
                covered.append(match.span())
                if not inside and not denied(text, *match.span()):
                    yield match.start(), option


def _content(text: str) -> set[str]:
    """The words of a text that say something."""
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 2 and word not in said.ARTICLES}


def _start(text: str) -> int:
    """Where an answer begins, behind what introduces it and an article."""
    lead = re.match(rf"\W*{said.LEAD}\W*", text, re.I)
    start = lead.end() if lead else 0
    return start + _article(text[start:])


def _article(text: str) -> int:
    """How many characters an article at the beginning takes, with the space and the quote behind it."""
    match = re.match(r"(\w+)\s+\W*", text)
    return match.end() if match and match[1].casefold() in said.ARTICLES else 0


def _behind(text: str, end: int) -> int:
    """Where the words begin that are written behind a letter, as in *A) tiger*."""
    match = re.compile(r"[^\w\s]+\W*").match(text, end)
    return match.end() if match else end


def _sentence(text: str) -> int:
    """Where the first sentence ends, or goes on to give reasons."""
    match = re.match(r".*?\w.*?[.!?](?=\s+[^\sa-zà-ÿ]|$)", text)
    reason = said.REASON.search(text)
    return min(match.end() if match else len(text), reason.start() if reason else len(text))


_NUMBER = r"-?\d+(?:[.,]\d+)?"


def parse_rating(text: str, scale: tuple[int, int], refuses: Refuses = never) -> Reading:
    """The number on a scale that an answer gives.

    >>> [parse_rating(answer, (0, 5)).value for answer in ("I'd say 3.", "4/5", "fünf", "3-4", "7")]
    [3.0, 4.0, 5.0, None, None]
    """
    shown = clean(text)
    whole = " ".join(shown.split())
    if not bare(whole):
        return Reading(EMPTY)
    if refuses(whole):
        return Reading(REFUSED)
    first, _, _ = shown.partition("\n")
    alone = re.fullmatch(rf"\W*?{_NUMBER}(?:{said.OF}{scale[1]})?\W*", first)
    return _rated(" ".join(first.split()) if alone else whole, scale)


def _rated(whole: str, scale: tuple[int, int]) -> Reading:
    low, high = scale
    named = rf"\b{low}{said.TO}{high}\b"
    rest = re.sub(named, " ", whole) if len(whole.split()) > 3 else re.sub(rf"\({named}\)", " ", whole)
    top = rf"{said.OF}(?:{high}|{_in_words(high)})(?=\s*(?:[^\w\s]|$))"
    rest = re.sub(
        rf"\b({'|'.join(said.NUMBERS)}){top}", lambda one: str(said.NUMBERS[one[1].casefold()]), rest, flags=re.I
    )
    rest = re.sub(rf"(?<=\d){said.OF}(?:{high}|{_in_words(high)})(?![\w.,]\d|\w)", "", rest, flags=re.I)
    word = re.fullmatch(rf"\W*([^\W\d]+)(?:{said.OF}(?:{high}|{_in_words(high)}))?\W*", rest, re.I)
    declared = re.findall(rf"\b{said.RATING}(?:{said.IS})?\W*(?:{said.A}\s+)?([^\W\d_]+)\b(?!\s*\w)", rest, re.I)
    words = [word[1]] if word else declared
    numbers = list(re.finditer(rf"(?<![\w.,/]){_NUMBER}(?![\w%]|[.,/]\d|\s*%)", rest))
    if re.search(rf"(?<![\w.]){_NUMBER}{said.TO}{_NUMBER}(?!\w)", rest, re.I):
        return Reading(SEVERAL)
    values = {_as_number(one[0]) for one in numbers}
    if not values:
        values = {float(said.NUMBERS[w.casefold()]) for w in words if w.casefold() in said.NUMBERS}
    elif len(values) > 1 or len(rest.split()) > BRIEF:
        values = _clear(rest, numbers)
    if len(values) > 1:
        return Reading(SEVERAL)
    value = values.pop() if values else None
    inside = value is not None and low <= value <= high
    return Reading(RATING, value=value) if inside else Reading(NONE)


def _in_words(number: int) -> str:
    return "|".join(name for name, value in said.NUMBERS.items() if value == number) or "(?!)"


def _as_number(written: str) -> float:
    return float(written.replace(",", "."))


def _clear(rest: str, numbers: Sequence[re.Match[str]]) -> set[float]:
    """Of several numbers, or of one in a long answer: that which it begins with, or those that it calls its rating."""
    begins = re.match(rf"\W*?({_NUMBER})(?=\s*$|\s*[.,:;)\n–—-]\s|\s*[.:;)]$)", rest)
    listed = len([one for one in numbers if re.match(r"[.)]\s", rest[one.end() :])]) > 1
    if begins and not listed:
        return {_as_number(begins[1])}
    declared = re.findall(rf"\b{said.RATING}(?:\s+of)?(?:{said.IS})?\W*?\s({_NUMBER})(?!\w)", rest, re.I)
    return {_as_number(one) for one in declared}
