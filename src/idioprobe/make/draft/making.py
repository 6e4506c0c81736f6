"""From a list of expressions to drafts: wordnets, corpora and people's paraphrases together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from idioprobe.core.errors import ConfigError
from idioprobe.core.tablefile import read_rows
from idioprobe.data.lexicon.frequency import wordfreq_frequency
from idioprobe.data.registry import DataDirs
from idioprobe.make.corpus.expressions import read_expressions
from idioprobe.make.draft.draft import CHOSEN, OFFERED, Draft, Known, draft_entry
from idioprobe.make.wordnet.opening import open_wordnets, wordnets_by_language
from idioprobe.make.wordnet.related import RAREST
from idioprobe.make.wordnet.wordnet import Wordnet

SENTENCES = 3
PARAPHRASE_COLUMNS = {"expression": "the expression", "paraphrase": "what it means, several separated by ;"}


@dataclass(frozen=True)
class Wishes:
    """How much a draft holds: synonyms filled in, others offered, sentences, and how rare a word may be."""

    synonyms: int = CHOSEN
    candidates: int = OFFERED
    sentences: int = SENTENCES
    rarest: float = RAREST


@dataclass
class Made:
    """Drafts, the names of what they come from, random pools by language and pattern, and what should be said."""

    drafts: list[Draft]
    sources: list[str]
    pools: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def make_drafts(
    expressions: str | Path,
    *,
    language: str | None = None,
    wordnets: Sequence[Path] = (),
    indexes: Sequence[Path] = (),
    paraphrases: Path | None = None,
    data_dir: DataDirs = None,
    wishes: Wishes | None = None,
) -> Made:
    """Drafts of all expressions, in their order; a language for which there is neither wordnet nor index is refused."""
    wishes = wishes or Wishes()
    wanted = read_expressions(expressions, language, data_dir)
    silent = [one.expression for one in wanted if not one.language]
    if silent:
        raise ConfigError(f"{silent[0]!r} does not say its language; add a column language, or pass `language` en.")
    made = Made([], [])
    said = _paraphrases(paraphrases) if paraphrases else {}
    for code in dict.fromkeys(one.language for one in wanted):
        own = [one for one in wanted if one.language == code]
        sources = _sources(wordnets, code, made, needed=not indexes)
        known: dict[str, Known] = {}
        frequency = wordfreq_frequency(code)
        for one in own:
            said_of = Known(
                known.get(one.expression, Known()).sentences,
                known.get(one.expression, Known()).figures,
                tuple(said.get(one.expression.casefold(), ())),
            )
            made.drafts.append(
                draft_entry(
                    one.expression,
                    code,
                    sources,
                    frequency,
                    said_of,
                    chosen=wishes.synonyms,
                    offered=wishes.candidates,
                    rarest=wishes.rarest,
                )
            )
    order = {(one.language, one.expression): at for at, one in enumerate(wanted)}
    made.drafts.sort(key=lambda draft: order[draft.language, draft.expression])
    made.sources = list(dict.fromkeys(made.sources))
    return made


def _sources(paths: Sequence[Path], language: str, made: Made, *, needed: bool) -> list[Wordnet]:
    """The wordnets of a language; without any there are no synonyms, which is refused where there is nothing else."""
    given = wordnets_by_language(paths).get(language, []) if paths else []
    try:
        sources = given or open_wordnets([], language)
    except ConfigError as error:
        if needed:
            raise
        made.notes.append(str(error))
        return []
    made.sources += [source.name for source in sources]
    return sources


def _paraphrases(path: Path) -> dict[str, dict[str, None]]:
    """What people gave for each expression, in the order of the file, each once."""
    found: dict[str, dict[str, None]] = {}
    for row in read_rows(path, tuple(PARAPHRASE_COLUMNS), PARAPHRASE_COLUMNS):
        texts = (text.strip() for text in row.text("paraphrase").split(";"))
        found.setdefault(row.required("expression").casefold(), {}).update(dict.fromkeys(filter(None, texts)))
    return found
