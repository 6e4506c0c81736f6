"""Naturalistic items of NCS and NCTTI: published or filled-in sentences, with variants made by substitution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from idioprobe.core.tables import item_name
from idioprobe.data.sources.catalogue import default_folder, find_source, sources
from idioprobe.data.sources.cells import Target
from idioprobe.data.sources.flaws import LEFT_OUT, Flaw
from idioprobe.data.sources.sentences import Reference, SourceSentence, expression_span, read_filled
from idioprobe.data.sources.stimuli import rows
from idioprobe.data.sources.substitute import variants

NO_TEXT = "only a corpus reference is published"
NO_PLURAL = "the sentence needs a plural that is not in use"


def filled_in(folder: Path, language: str) -> dict[Reference, str]:
    """Sentences that were filled in beside the data, or into the user's data folder for any dataset."""
    places = [*(default_folder(source.name) for source in sources().values() if source.references), folder]
    return {reference: text for place in places for reference, text in read_filled(place, language).items()}


def natural_items(
    sentences: Iterable[SourceSentence],
    fillers: Mapping[str, Mapping[tuple[str, int], str]],
    dataset: str,
    notes: list[str],
) -> tuple[list[dict[str, Any]], list[Flaw]]:
    """Stimuli of the sentences that have a text, and what is wrong with the others.

    `fillers` has, by lower-cased or written expression, what is to be put in its place.
    """
    by_key = {name.lower(): own for name, own in fillers.items()}
    names = {name.lower(): name for name in fillers}
    stimuli: list[dict[str, Any]] = []
    flaws: list[Flaw] = []
    counts: Counter[str] = Counter()
    language = ""
    references = find_source(dataset).references or ""
    for sentence in sentences:
        language = sentence.language
        file = references.format(language=language)
        name = names.get(sentence.expression.lower(), sentence.expression)
        span = expression_span(sentence.text, name, language) if sentence.text else None
        if sentence.text and span:
            original = Target(sentence.text, *span)
            made = variants(original, name, by_key.get(name.lower(), {}), language)
            targets = {("original", 0): original, **{key: target for key, target in made.items() if target}}
            flaws += [
                _flaw(file, NO_PLURAL, name, sentence, role, index)
                for (role, index), target in made.items()
                if target is None
            ]
            stimuli += rows(language, name, "nat", sentence.number, targets, derived=None)
            counts["filled" if sentence.filled else "published"] += 1
            continue
        what = NO_TEXT if sentence.reference else "the cell is empty"
        if sentence.text:
            what = "the expression does not occur in the sentence"
        counts[what] += 1
        flaws.append(_flaw(file, what, name, sentence, "original", 0))
    if counts[NO_TEXT]:
        notes.append(
            f"{counts[NO_TEXT]} naturalistic sentences in {language} are corpus references without a text; "
            f"idioprobe data fetch {dataset} --corpus FILE fills them in from your own copy of the corpus."
        )
    return stimuli, flaws


def _flaw(file: str, what: str, name: str, sentence: SourceSentence, role: str, index: int) -> Flaw:
    language, number = sentence.language, sentence.number
    item = item_name(language, name, "nat", number)
    return Flaw(file, what, LEFT_OUT, None, item, name, language, "nat", number, role, index)
