"""The starter set copies nothing from the published datasets."""

import csv
import html
import re
import zipfile

import pytest

from idioprobe.data.languages.language import find_language
from idioprobe.data.lexicon.pools import shipped_pools
from idioprobe.data.registry import load_starter

pytestmark = pytest.mark.published

FOLDERS = ("ncimp", "ncimp-en-public", "ncs", "nctti")
WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
RUN = 8


def plain(text: str) -> str:
    """Lower-cased words and numbers, one space apart: published sentences are tokenised."""
    return f" {' '.join(WORD.findall(text.lower()))} "


@pytest.fixture(scope="module")
def files(shared_data):
    """All published tables, by path, as text."""
    read = {}
    for path in sorted(p for folder in FOLDERS for p in (shared_data / folder).rglob("*") if p.is_file()):
        if path.suffix == ".xlsx":
            with zipfile.ZipFile(path) as book:
                cells = re.sub(r"<[^>]+>", "\n", book.read("xl/sharedStrings.xml").decode())
            read[path] = html.unescape(cells)
        else:
            read[path] = path.read_text(encoding="utf-8")
    return read


@pytest.fixture(scope="module")
def published(files):
    return "\n".join(map(plain, files.values()))


@pytest.fixture(scope="module")
def starter():
    return load_starter()


def test_the_published_files_are_read(files, published):
    assert len(files) == 22
    for known in ("eager beaver", "pé-frio", "dutch courage", "this is an eager beaver"):
        assert f" {known} " in published


def test_no_starter_expression_is_an_expression_of_the_published_datasets(files, starter):
    names = set()
    for path, text in files.items():
        if path.suffix in (".csv", ".tsv"):
            rows = csv.DictReader(text.splitlines(), delimiter="\t" if path.suffix == ".tsv" else ",")
            names |= {plain(row["compound"]) for row in rows if row.get("compound")}
    assert len(names) > 400
    assert [name for name in starter.expressions["expression"] if plain(name) in names] == []


def test_no_starter_expression_occurs_in_the_published_files(published, starter):
    assert [name for name in starter.expressions["expression"] if plain(name) in published] == []


def test_no_starter_sentence_occurs_in_the_published_files(published, starter):
    sentences = starter.stimuli.filter(condition="nat", role="original")["text"]
    assert [text for text in sentences if plain(text) in published] == []


def runs(text: str) -> set[tuple[str, ...]]:
    tokens = plain(text).split()
    return set(zip(*(tokens[at:] for at in range(RUN)), strict=False))


def test_no_eight_words_in_a_row_of_a_starter_sentence_occur_in_the_published_files(published, starter):
    """A copied sentence would betray itself even where a word was changed."""
    own = set().union(*map(runs, starter.stimuli.filter(condition="nat", role="original")["text"]))
    assert len(own) > 3000
    assert own & runs(published) == set()


@pytest.mark.parametrize("language", ["en", "pt"])
def test_no_random_combination_occurs_in_the_published_files(published, language):
    pools = shipped_pools(find_language(language))
    forms = [form for pattern in ("noun-noun", "adjective-noun") for form in pools[pattern]]
    assert [form.citation for form in forms if plain(form.citation) in published] == []
