"""From a user's lexicon file to a dataset, with the pools and counts that go with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from idioprobe.core.errors import ConfigError
from idioprobe.data.dataset import fit_name
from idioprobe.data.lexicon.build import Built, build_dataset
from idioprobe.data.lexicon.frequency import counted_frequency, wordfreq_frequency
from idioprobe.data.lexicon.read import NEUTRAL_CONDITIONS, Lexicon, read_lexicon, read_pool
from idioprobe.data.registry import starter_pool


def build_from_file(
    path: Path,
    *,
    language: str | None = None,
    name: str | None = None,
    fallback_name: str | None = None,
    random: Path | None = None,
    counts: Path | None = None,
    templates: list[str] | None = None,
) -> Built:
    """Build a dataset; where the lexicon brings no random combinations, the starter's are used.

    The name is the one given, else the lexicon's own, else `fallback_name`.
    """
    if name is not None and fit_name(name) != name:
        raise ConfigError(f"`name` {name!r}: write letters, digits, spaces, dots and hyphens only.")
    lexicon = read_lexicon(path, language)
    name = name or (fit_name(lexicon.name) if lexicon.name else fallback_name)
    languages = sorted({entry.language for entry in lexicon.entries})
    pools = {code: starter_pool(code) for code in languages}
    pools |= lexicon.pool
    if random is not None:
        pools |= dict.fromkeys(languages, read_pool(random))
    lexicon = replace(lexicon, pool=pools, templates=_templates(lexicon, languages, templates or []))
    if counts is None:
        return build_dataset(lexicon, name, wordfreq_frequency)
    frequency = counted_frequency(counts)
    return build_dataset(lexicon, name, lambda _: frequency)


def _templates(lexicon: Lexicon, languages: list[str], given: list[str]) -> dict[str, dict[str, str]]:
    templates = {code: dict(lexicon.templates.get(code, {})) for code in languages}
    for text in given:
        key, equals, sentence = text.partition("=")
        code, colon, condition = key.rpartition(":")
        if not equals or condition not in NEUTRAL_CONDITIONS or (colon and code not in languages):
            raise ConfigError(
                f"`templates` {text!r}: write neut='… [X] …' or neut_long='… [X] …', with a language before it "
                f"where the lexicon has several, as in {languages[0]}:neut='… [X] …'."
            )
        for chosen in [code] if colon else languages:
            templates[chosen][condition] = sentence
    return templates
