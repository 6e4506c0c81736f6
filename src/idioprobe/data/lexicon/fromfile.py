"""From a user's lexicon file to a dataset, with the pools and counts that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from idioprobe.core.errors import ConfigError
from idioprobe.data.counts import read_counts
from idioprobe.data.dataset import fit_name
from idioprobe.data.grammar.names import language_code
from idioprobe.data.lexicon.build import Built, build_dataset
from idioprobe.data.lexicon.entry import ANY, Lexicon
from idioprobe.data.lexicon.frequency import wordfreq_frequency
from idioprobe.data.lexicon.read import read_lexicon, read_pool
from idioprobe.data.lexicon.tomlfile import NEUTRAL_CONDITIONS


def build_from_file(
    path: Path,
    *,
    language: str | None = None,
    name: str | None = None,
    fallback_name: str | None = None,
    random: Path | None = None,
    counts: Path | None = None,
    templates: list[str] | None = None,
    classes: Sequence[str] | None = None,
    skip_bad: bool = False,
    keep_uninflected: bool = False,
) -> Built:
    """Build a dataset; where the lexicon brings no random combinations, those of its languages are used.

    The name is the one given, else the lexicon's own, else `fallback_name`.
    """
    if name is not None and fit_name(name) != name:
        raise ConfigError(f"`name` {name!r}: write letters, digits, spaces, dots and hyphens only.")
    lexicon = read_lexicon(path, language, skip_bad=skip_bad, classes=tuple(classes) if classes else None)
    name = name or (fit_name(lexicon.name) if lexicon.name else fallback_name)
    languages = sorted({entry.language for entry in lexicon.entries})
    if random is not None:
        lexicon = replace(lexicon, pool={code: {ANY: read_pool(random)} for code in languages})
    lexicon = replace(lexicon, templates=_templates(lexicon, languages, templates or []))
    frequency = read_counts(counts).of if counts else wordfreq_frequency
    return build_dataset(lexicon, name, frequency, skip_bad=skip_bad, keep_uninflected=keep_uninflected)


def _templates(lexicon: Lexicon, languages: list[str], given: list[str]) -> dict[str, dict[str, str]]:
    templates = {code: dict(lexicon.templates.get(code, {})) for code in languages}
    for text in given:
        key, equals, sentence = text.partition("=")
        written, colon, condition = key.rpartition(":")
        code = language_code(written) if colon else None
        if not equals or condition not in NEUTRAL_CONDITIONS or (colon and code not in languages):
            raise ConfigError(
                f"`templates` {text!r}: write neut='… [X] …' or neut_long='… [X] …', with a language before it "
                f"where the lexicon has several, as in {languages[0]}:neut='… [X] …'."
            )
        for chosen in [code] if code else languages:
            templates[chosen][condition] = sentence
    return templates
