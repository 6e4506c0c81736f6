"""Plurals by the rules of a language: spelled, or looked for."""

from __future__ import annotations

import re

from idioprobe.data.grammar.attested import attested
from idioprobe.data.languages.language import find_language

# Words that part a noun from what does not change; in every language, as nouns are borrowed (cul de sac).
_LINKS = re.compile(r"\s(?:de|da|do|das|dos|em|a|à|às|ao|aos|com|para|por|sem|entre|of|in)\s", re.I)


def pluralise(expression: str, language: str) -> str | None:
    """The plural: of an English noun its last word, of a Portuguese one every word before a link.

    None where the language has neither a dictionary nor a rule, or the rule makes what nobody writes.

    >>> pluralise("bad party", "en"), pluralise("leão de chácara", "pt"), pluralise("secret information", "en")
    ('bad parties', 'leões de chácara', None)
    """
    known = find_language(language)
    if known.inflect:
        return known.inflect(expression, "pl")
    if not known.plural_rules:
        return None
    link = _LINKS.search(expression)
    noun, rest = (expression[: link.start()], expression[link.start() :]) if link else (expression, "")
    words = noun.split(" ")
    for i in range(len(words)) if known.every_word_inflects else [len(words) - 1]:
        plural = next(
            (
                re.sub(ending, plural, words[i], count=1)
                for ending, plural in known.plural_rules
                if re.search(ending, words[i])
            ),
            words[i],
        )
        if not attested(plural, words[i], known.code):
            return None
        words[i] = plural
    return " ".join(words) + rest


def word_forms(word: str, language: str) -> list[str]:
    """A word and what its plural may look like: rules of thumb that find a word, not spell one.

    >>> word_forms("party", "en")
    ['party', 'partys', 'parties', 'partyes']
    """
    forms = [word, f"{word}s"]
    for singular, plural in find_language(language).plural_endings:
        if word.lower().endswith(singular):
            forms.append(word[: len(word) - len(singular)] + plural)
    return forms
