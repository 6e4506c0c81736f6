"""From a list of expressions to drafts: wordnets, corpora and people's paraphrases together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import some
from idioprobe.core.tablefile import read_rows
from idioprobe.data.languages.language import base_language
from idioprobe.data.lexicon.frequency import wordfreq_frequency
from idioprobe.data.registry import DataDirs
from idioprobe.make.corpus.expressions import Wanted, read_expressions
from idioprobe.make.corpus.find import Progress
from idioprobe.make.corpus.index import Index, open_index
from idioprobe.make.draft.draft import CHOSEN, OFFERED, Draft, Known, draft_entry
from idioprobe.make.draft.fromcorpus import FromCorpus, from_corpus
from idioprobe.make.draft.genders import genders_of
from idioprobe.make.draft.kept import analysed, kept_of
from idioprobe.make.wordnet.opening import open_wordnets, wordnets_by_language
from idioprobe.make.wordnet.related import RAREST
from idioprobe.make.wordnet.wordnet import Wordnet

SENTENCES = 3
NAMED = 10
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
    progress: Progress = lambda _done, _total: None,
) -> Made:
    """Drafts of all expressions, in their order; a language for which there is neither wordnet nor index is refused."""
    wishes = wishes or Wishes()
    wanted = read_expressions(expressions, language, data_dir)
    silent = [one.expression for one in wanted if not one.language]
    if silent:
        raise ConfigError(f"{silent[0]!r} does not say its language; add a column language, or pass `language` en.")
    made = Made([], [])
    said = _paraphrases(paraphrases) if paraphrases else {}
    languages = list(dict.fromkeys(one.language for one in wanted))
    opened = _indexes(indexes, languages)
    for code in languages:
        own = [one for one in wanted if one.language == code]
        sources = _sources(wordnets, code, made, needed=not indexes and len(languages) == 1)
        corpus = FromCorpus()
        if code in opened:
            analyses = {one.expression: analysed(one.expression, code, sources, kept_of(one)) for one in own}
            corpus = from_corpus(opened[code], own, analyses, wishes.sentences, progress)
        has_some = {one.expression for one in own if kept_of(one).sentences}
        made.notes += _never([name for name in corpus.missing if name not in has_some])
        drafts = list(_drafts(own, sources, corpus.known, said, wishes))
        genders = genders_of((noun for draft in drafts for noun in draft.nouns()), code, opened.get(code))
        made.drafts += [replace(draft, genders=genders) for draft in drafts]
        if corpus.pool:
            made.pools[code] = corpus.pool
    order = {(one.language, one.expression): at for at, one in enumerate(wanted)}
    made.drafts.sort(key=lambda draft: order[draft.language, draft.expression])
    made.sources = list(dict.fromkeys(made.sources))
    return made


def _drafts(
    wanted: Sequence[Wanted],
    sources: Sequence[Wordnet],
    known: Mapping[str, Known],
    said: Mapping[str, Mapping[str, None]],
    wishes: Wishes,
) -> Iterator[Draft]:
    for one in wanted:
        kept = kept_of(one)
        paraphrases = tuple(said.get(one.expression.casefold(), ()))
        found = known.get(one.expression, Known())
        sentences = dict.fromkeys((*kept.sentences, *found.sentences))
        figures = {name: value for name, value in found.figures.items() if name not in kept.others}
        yield draft_entry(
            one.expression,
            one.language,
            sources,
            wordfreq_frequency(one.language),
            Known(tuple(sentences)[: max(wishes.sentences, len(kept.sentences))], figures, paraphrases),
            chosen=wishes.synonyms,
            offered=wishes.candidates,
            rarest=wishes.rarest,
            kept=kept,
        )


def _indexes(folders: Sequence[Path], languages: Sequence[str]) -> dict[str, Index]:
    """The first index of each language; one in a language that no expression has is refused."""
    found: dict[str, Index] = {}
    for folder in folders:
        index = open_index(folder)
        code = next((one for one in languages if base_language(one) == base_language(index.manifest.language)), None)
        if code is None:
            raise ConfigError(
                f"`index` {folder} is in {index.manifest.language}, the expressions are in {', '.join(languages)}."
            )
        found.setdefault(code, index)
    return found


def _never(missing: Sequence[str]) -> Iterator[str]:
    if missing:
        yield f"The corpus has no good sentence with {some(missing, NAMED)}."


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
