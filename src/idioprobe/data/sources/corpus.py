"""Sentences under copyright, looked up in a corpus that the user has: ukWaC or brWaC.

Corpora of many gigabytes are read in blocks. Only lines that announce a document are looked
at, until one announces a document that is wanted; so memory stays the same for any size,
and time is what the disk or the decompressor takes.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.catalogue import find_source
from idioprobe.data.sources.corpusformats import KINDS, Kind, plain_name
from idioprobe.data.sources.fetch import Progress
from idioprobe.data.sources.packed import DAMAGE, Readable, unpacked, what_happened
from idioprobe.data.sources.sentences import (
    FilledSentence,
    SourceSentence,
    expression_span,
    read_filled,
    read_sentences,
    write_filled,
)

BLOCK = 1 << 20
LONGEST_LINE = 1 << 20
SHOWN_ELSEWHERE = 3


@dataclass(frozen=True)
class NotFound:
    """A sentence that the corpus did not give, why, whether its document was there, and what stands in its place."""

    sentence: SourceSentence
    reason: str
    document_seen: bool
    found: str | None = None


@dataclass(frozen=True)
class Filled:
    """What one corpus file gave; `problem` where it could not be read to its end."""

    corpus: str
    kind: str
    language: str
    found: tuple[FilledSentence, ...]
    missing: tuple[NotFound, ...]
    problem: str | None = None


def fill_dataset(
    name: str,
    folder: Path,
    corpora: Sequence[Path],
    destination: Path | None = None,
    progress: Progress = lambda _corpus, _done, _total: None,
) -> list[Filled]:
    """Fill in what a dataset refers to from corpus files, one after another, and keep what is found.

    Found sentences are written below `destination` (default: the dataset's folder) after each
    file, so a run can be stopped and gone on with; each file is asked only for what is missing.
    """
    place = destination or folder
    source = find_source(name)
    if source.references is None:
        raise DatasetError(f"{name} refers to no corpus: there is nothing to fill in.")
    files = {language: source.references.format(language=language) for language in source.languages}
    paths = {language: folder / file for language, file in files.items()}
    if not any(path.is_file() for path in paths.values()):
        raise DatasetError(f"{folder} holds no {next(iter(files.values()))}; fetch {name} first.")
    results = []
    for corpus in corpora:
        sentences = [
            sentence
            for language, path in paths.items()
            if path.is_file()
            for sentence in read_sentences(path, language, read_filled(place, language))
        ]
        results.append(fill(sentences, corpus, progress))
        write_filled(place, results[-1].found)
    return results


def fill(
    sentences: Iterable[SourceSentence],
    corpus: Path,
    progress: Progress = lambda _corpus, _done, _total: None,
) -> Filled:
    """Look up the sentences that are given by reference only, in their language's corpus.

    The format is recognised by its content. Reading ends once every document has been seen.
    """
    with unpacked(corpus) as (stream, raw):
        blocks = blocks_of(stream)
        try:
            first = next(blocks, b"")
        except DAMAGE as error:
            raise DatasetError(f"{corpus} cannot be read: {what_happened(error)}.") from error
        kind = recognise_kind(first, corpus)
        wanted: defaultdict[str, list[SourceSentence]] = defaultdict(list)
        for sentence in sentences:
            if sentence.text is None and sentence.reference is not None and sentence.language == kind.language:
                wanted[plain_name(sentence.reference.document)].append(sentence)
        total = corpus.stat().st_size

        def watched() -> Iterator[bytes]:
            for block in itertools.chain([first], blocks):
                yield block
                progress(corpus.name, raw.tell(), total)

        found: list[FilledSentence] = []
        missing: list[NotFound] = []
        problem = None
        try:
            for document in _documents(watched(), kind, wanted) if wanted else ():
                document.settle(corpus.name, found, missing)
                del wanted[document.name]
                if not wanted:
                    break
        except DAMAGE as error:
            problem = f"{corpus} cannot be read to its end: {what_happened(error)}; what was found before is kept."
    part = "part of the corpus file that could be read" if problem else "corpus file"
    for sentence in itertools.chain.from_iterable(wanted.values()):
        missing.append(NotFound(sentence, f"its document is not in the {part}", document_seen=False))
    return Filled(corpus.name, kind.name, kind.language, tuple(found), tuple(missing), problem)


@dataclass
class _Document:
    """A wanted document while it is read."""

    name: str
    kind: Kind
    wanted: list[SourceSentence]
    count: int = 0
    texts: dict[int, str] = field(default_factory=dict)
    places: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def add(self, tokens: list[str] | None) -> None:
        """The next sentence, if there is one."""
        if tokens is None:
            return
        self.count += 1
        text = " ".join(" ".join(tokens).split())
        text = text.lower() if self.kind.lower else text
        for sentence in self.wanted:
            if sentence.reference and sentence.reference.number == self.count:
                self.texts[self.count] = text
            if expression_span(text, sentence.expression, sentence.language):
                self.places[sentence.expression].add(self.count)

    def settle(self, corpus: str, found: list[FilledSentence], missing: list[NotFound]) -> None:
        """Sort what was wanted into found and missing."""
        for sentence in self.wanted:
            if sentence.reference is None:
                continue
            number = sentence.reference.number
            places = self.places[sentence.expression]
            text = self.texts.get(number)
            if text is not None and number in places:
                found.append(
                    FilledSentence(
                        sentence.expression, sentence.language, sentence.number, sentence.reference, text, corpus
                    )
                )
                continue
            listed = ", ".join(map(str, sorted(places, key=lambda n: abs(n - number))[:SHOWN_ELSEWHERE]))
            elsewhere = f"; the expression occurs in sentence {listed}" if places else ""
            reason = (
                f"its document has only {self.count} sentences, not {number}"
                if text is None
                else f"the expression does not occur in sentence {number} of its document"
            )
            missing.append(NotFound(sentence, reason + elsewhere, True, text))


def _documents(blocks: Iterator[bytes], kind: Kind, wanted: Mapping[str, list[SourceSentence]]) -> Iterator[_Document]:
    """The wanted documents of a corpus, each once it has been read to its end."""
    document: _Document | None = None
    reader = kind.reader()
    for name, line in _lines(blocks, kind, wanted):
        if document is None:
            document, reader = _Document(name, kind, wanted[name]), kind.reader()
        document.add(reader.end() if line is None else reader.feed(line))
        if line is None:
            yield document
            document = None


def _lines(blocks: Iterator[bytes], kind: Kind, wanted: Collection[str]) -> Iterator[tuple[str, str | None]]:
    """The lines of wanted documents with the document's name; None at its end."""
    current: str | None = None
    for block in blocks:
        at = 0
        for start, end, name in _announcements(block, kind):
            if current is not None:
                yield from ((current, line) for line in _decoded(block[at:start]))
            at = end
            if current is not None and not (kind.repeats and name == current):
                yield current, None
                current = None
            if name in wanted:
                current = name
        if current is not None:
            yield from ((current, line) for line in _decoded(block[at:]))
    if current is not None:
        yield current, None


def _announcements(block: bytes, kind: Kind) -> Iterator[tuple[int, int, str]]:
    """Where a block of whole lines announces documents: start and end of the line, and which document."""
    at = 0
    while (hit := block.find(kind.marker, at)) >= 0:
        start = block.rfind(b"\n", 0, hit) + 1
        at = block.find(b"\n", hit) + 1 or len(block)
        name = kind.document(_text(block[start:at]))
        if name is not None:
            yield start, at, name


def _decoded(part: bytes) -> Iterator[str]:
    return (_text(line) for line in part.splitlines())


def _text(line: bytes) -> str:
    """A line in UTF-8, or else in Latin-1: corpora from the web mix both."""
    try:
        return line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return line.decode("latin-1").rstrip("\r\n")


def blocks_of(stream: Readable) -> Iterator[bytes]:
    """Blocks of whole lines; what is longer than any line is let go."""
    rest = b""
    while block := stream.read(BLOCK):
        cut = block.rfind(b"\n") + 1
        if cut:
            yield rest + block[:cut]
            rest = block[cut:]
        else:
            rest = (rest + block)[-LONGEST_LINE:]
    if rest:
        yield rest


def recognise_kind(block: bytes, corpus: Path) -> Kind:
    """The kind of corpus that a file begins like."""
    for kind in KINDS:
        if next(_announcements(block, kind), None) is not None:
            return kind
    raise DatasetError(
        f'{corpus} is neither ukWaC (lines such as <text id="http://…">) nor brWaC in CoNLL form '
        '(lines such as # MWETOOLKIT: meta.doc.id="…"): no document is announced at its beginning.'
    )
