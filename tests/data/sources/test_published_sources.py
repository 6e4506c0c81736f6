"""The published files are those of the catalogue, and every sentence in them can be read."""

import csv
import tarfile

import pytest

from idioprobe.data.registry import load_dataset
from idioprobe.data.sources.catalogue import check, sources
from idioprobe.data.sources.corpus import fill_dataset
from idioprobe.data.sources.fetch import fetch
from idioprobe.data.sources.layout import data_folders, recognise
from idioprobe.data.sources.sentences import expression_span, read_filled, read_sentences, type_scores

pytestmark = pytest.mark.published

ENGLISH_NATURALISTIC = [f"dataset/EN/naturalistics_examplesent{n}.csv" for n in (1, 2, 3)]
COUNTS = {
    ("ncs", "en"): (281, 545, 298),
    ("ncs", "pt"): (180, 498, 42),
    ("nctti", "en"): (280, 544, 296),
    ("nctti", "pt"): (180, 498, 42),
}
"""Expressions, sentences given as text, and sentences given as references."""
AT_HAND = ("ncimp", "ncimp-it", "ncs", "nctti")
"""Published datasets of which a copy stands beside the repository."""


@pytest.fixture(autouse=True)
def nothing_fetched(monkeypatch, tmp_path):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))


def sentence_file(shared_data, name, language):
    return shared_data / name / sources()[name].references.format(language=language)


@pytest.fixture(params=COUNTS, ids="-".join)
def sentids(request, shared_data):
    name, language = request.param
    return name, language, sentence_file(shared_data, name, language)


@pytest.mark.parametrize("name", AT_HAND)
def test_all_files_at_hand_have_their_checksums(shared_data, name):
    states = {state.path: state.state for state in check(shared_data / name, sources()[name])}
    missing = ENGLISH_NATURALISTIC if name == "ncimp" else []
    assert [path for path, state in states.items() if state == "missing"] == missing
    assert {state for path, state in states.items() if path not in missing} == {"ok"}


def test_the_derived_english_files_claim_no_checksum(shared_data):
    states = {s.path: s.state for s in check(shared_data / "ncimp-en-public", sources()["ncimp"])}
    assert [path for path, state in states.items() if state == "unverified"] == ENGLISH_NATURALISTIC
    assert "changed" not in states.values()


def test_the_layouts_are_recognised_and_found(shared_data):
    for name in AT_HAND:
        assert recognise(shared_data / name) == name
        assert data_folders(name, [shared_data]) == [shared_data / name]
    public = shared_data / "ncimp-en-public"
    assert data_folders("ncimp", [shared_data, public]) == [shared_data / "ncimp", public]
    assert recognise(shared_data) is None


def test_the_catalogue_counts_the_expressions_of_the_files(shared_data):
    files = {
        "ncimp": "dataset/{upper}/neutral.csv",
        "ncs": "input/sentids_{lower}.csv",
        "nctti": "data/data_{lower}.tsv",
    }
    for name, pattern in files.items():
        for language, count in sources()[name].expressions.items():
            path = shared_data / name / pattern.format(upper=language.upper(), lower=language)
            with path.open(encoding="utf-8", newline="") as stream:
                rows = list(csv.DictReader(stream, delimiter="\t" if path.suffix == ".tsv" else ","))
            assert len({row["compound"].lower() for row in rows}) == len(rows) == count


@pytest.mark.parametrize("name", AT_HAND)
def test_the_catalogue_has_the_roles_that_the_readers_give(shared_data, name):
    assert set(sources()[name].roles) == set(load_dataset(name, shared_data).stimuli["role"])


@pytest.mark.parametrize("name", AT_HAND)
@pytest.mark.parametrize("packed", [False, True], ids=["folder", "archive"])
def test_a_local_copy_is_installed(shared_data, tmp_path, name, packed):
    origin = shared_data / name
    if packed:
        origin = tmp_path / f"{name}.tar"
        with tarfile.open(origin, "w") as out:
            out.add(shared_data / name, f"{name}-main")
    states = fetch(sources()[name], tmp_path / name, origin)
    assert {state.state for state in states} == ({"ok", "missing"} if name == "ncimp" else {"ok"})
    for state in states:
        if state.state == "ok":
            assert (tmp_path / name / state.path).read_bytes() == (shared_data / name / state.path).read_bytes()


def test_every_cell_is_a_text_or_a_reference(sentids):
    name, language, path = sentids
    sentences = read_sentences(path, language)
    given = [s for s in sentences if s.text is not None]
    referred = [s for s in sentences if s.reference is not None]
    assert (len({s.expression for s in sentences}), len(given), len(referred)) == COUNTS[name, language]
    assert len(given) + len(referred) == len(sentences) == 3 * COUNTS[name, language][0]
    starts = "http" if language == "en" else "net"
    assert all(s.reference.document.startswith(starts) and s.reference.number >= 1 for s in referred)


def test_every_text_holds_its_expression(sentids):
    _, language, path = sentids
    given = [s for s in read_sentences(path, language) if s.text is not None]
    assert [s for s in given if expression_span(s.text, s.expression, language) is None] == []


@pytest.mark.parametrize("language", ["en", "pt"])
def test_both_datasets_refer_to_the_same_sentences(shared_data, language):
    """So what is filled in for one serves the other: NCTTI lacks one expression that NCS has."""
    one, other = (
        {s.reference for s in read_sentences(sentence_file(shared_data, name, language), language)}
        for name in ("ncs", "nctti")
    )
    assert other <= one
    assert len(one - other) == {"en": 2, "pt": 0}[language]


def test_type_scores_are_on_their_scale(shared_data):
    english = type_scores(shared_data / "ncs/input/sentids_en.csv")
    portuguese = type_scores(shared_data / "ncs/input/sentids_pt.csv")
    assert (len(english), len(portuguese)) == (281, 180)
    assert english["academy award"] == 3.52
    assert portuguese["abalo sísmico"] == 4.4242
    assert all(0 <= score <= 5 for score in (*english.values(), *portuguese.values()))


def test_every_reference_can_be_filled_from_a_corpus_that_has_it(shared_data, tmp_path):
    """Corpora made for the purpose, with each expression where its reference says."""
    expected = {}
    for language in ("en", "pt"):
        documents = {}
        for s in read_sentences(sentence_file(shared_data, "ncs", language), language):
            if s.reference is not None:
                documents.setdefault(s.reference.document, {})[s.reference.number] = f"A {s.expression} here"
                text = f"A {s.expression} here"
                expected[s.reference] = text.lower() if language == "en" else text
        with (tmp_path / language).open("w", encoding="utf-8") as out:
            for document, sentences in documents.items():
                write_document(out, language, document, sentences)
    results = fill_dataset("ncs", shared_data / "ncs", [tmp_path / "en", tmp_path / "pt"], tmp_path / "mine")
    assert [(len(r.found), len(r.missing)) for r in results] == [(298, 0), (42, 0)]
    assert read_filled(tmp_path / "mine", "en") | read_filled(tmp_path / "mine", "pt") == expected


def write_document(out, language, document, sentences):
    out.write(f'<text id="{document}">\n' if language == "en" else f'# MWETOOLKIT: meta.doc.id="{document}"\n')
    for number in range(1, max(sentences) + 1):
        words = sentences.get(number, "Nothing .").split()
        if language == "en":
            out.write("<s>\n" + "".join(f"{word}\tX\t{word}\n" for word in words) + "</s>\n")
        else:
            out.write("".join(f"{at}\t{word}\t_\n" for at, word in enumerate(words, 1)) + "\n")
