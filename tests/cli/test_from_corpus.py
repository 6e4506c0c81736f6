"""From a corpus and a list of expressions to numbers: index, draft, build, run, as a user calls them."""

import random
from importlib.util import find_spec
from pathlib import Path

import polars as pl
import pytest

from idioprobe.data.folder import read_folder
from tests.cli.test_lexicon import call, place
from tests.make.wordnet.handmade import Row, write_wndb

__all__ = ["call", "place"]

PLANTED = {
    "paper tiger": (
        "In the end everybody in the old town saw that the new law was a {} without any power.",
        "Her brother told the angry workers that their rich owner was only a {} after all.",
        "The young doctor wrote in his book that the small army on the island was a {} for years.",
    ),
    "guinea pig": (
        "My sister said that she did not want to be a {} for the new drug at that hospital.",
        "Every student in the large class became a {} when the teacher tried his first long test.",
        "They asked the old farmer whether he would be their {} during the cold months of winter.",
    ),
}
MEANINGS = {"paper tiger": "empty threat", "guinea pig": "test subject"}
WORDS = (
    "the old house was near a small river and many people came there every year to see how water moved under "
    "stone walls while children played with white birds in green fields until night fell over their quiet town"
)
ROWS = (
    Row("00000001", "n", ("paper", "document", "report"), "written matter"),
    Row("00000002", "n", ("tiger", "lion", "cat"), "a large cat"),
    Row("00000003", "n", ("guinea", "coin", "pound"), "money"),
    Row("00000004", "n", ("pig", "hog", "swine"), "an animal"),
)


def write_corpus(path, megabytes):
    """Plain text of so many megabytes, the planted sentences among it."""
    chance = random.Random(0)
    planted = [frame.format(name) for name, frames in PLANTED.items() for frame in frames]
    lines, size = [], 0
    while size < megabytes * 1_000_000:
        line = " ".join(chance.choices(WORDS.split(), k=chance.randint(5, 25))).capitalize() + "."
        lines.append(line)
        size += len(line) + 1
    for number, sentence in enumerate(planted, 1):
        lines.insert(number * len(lines) // (len(planted) + 1), sentence)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.slow
@pytest.mark.published
def test_planted_sentences_become_a_benchmark_that_glove_is_measured_on(place, call, shared_data):
    write_wndb(place / "wn", ROWS, "")
    write_corpus(place / "corpus.txt", 3)
    (place / "list.txt").write_text("".join(f"{name}\n" for name in PLANTED), encoding="utf-8")
    assert call("corpus", "index", "corpus.txt", "-o", "index", "--language", "en")[0] == 0
    code, out, _ = call("lexicon", "draft", "list.txt", "-o", "d.toml", "--language", "en", "--index", "index")
    assert code == 0
    assert "Open: synonym (2), class (2)." in out
    text = (place / "d.toml").read_text(encoding="utf-8")
    for name, frames in PLANTED.items():
        assert all(frame.format(f"[{name}]") in text for frame in frames)
        head, _, rest = text.partition(f'expression = "{name}"')
        rest = rest.replace('synonym = ""', f'synonym = "{MEANINGS[name]}"', 1).replace('class = ""', 'class = "NC"', 1)
        text = f'{head}expression = "{name}"{rest}'
    (place / "d.toml").write_text(text, encoding="utf-8")
    assert call("lexicon", "check", "d.toml")[0] == 0
    assert call("data", "build", "d.toml", "-o", "built")[0] == 0
    data = read_folder(place / "built")
    assert data.expressions["frequency"].to_list() == [3.0, 3.0]
    assert (data.expressions["pmi"] > 10).all()
    glove = shared_data / "vectors" / "glove.6B.100d.subset.txt"
    code, out, err = call("run", "-d", "built", "-m", f"static:{glove}", "--cache-dir", "cache", "--out", "results")
    assert code == 0, err
    assert list((place / "results").rglob("summary.csv"))


REAL = ("rede social", "água doce", "tempo real", "governo federal")
GIVEN = {"rede social": "comunidade virtual #f", "tempo real": "momento atual #m"}


@pytest.mark.slow
@pytest.mark.published
@pytest.mark.usefixtures("minilm_folder")
@pytest.mark.skipif(find_spec("dante") is None, reason="dante-corpora is not installed")
def test_real_portuguese_text_becomes_a_benchmark_that_a_model_is_measured_on(place, call, shared_data):
    texts = Path(str(find_spec("dante").origin)).parent / "data"
    corpora = [texts / name / "annotated.conllu" for name in ("porttinari", "petrogold", "danteshots", "dantestocks")]
    (place / "lista.txt").write_text("".join(f"{name}\n" for name in REAL), encoding="utf-8")
    code, out, _ = call("corpus", "index", *corpora, "-o", "ix", "--language", "pt")
    assert code == 0
    assert "with parts of speech" in out
    assert call("corpus", "stats", "ix", "lista.txt", "-o", "stats.csv")[0] == 0
    assert call("corpus", "find", "ix", "lista.txt", "--gap", "0", "-o", "found.csv")[0] == 0
    assert call("corpus", "sample", "ix", "lista.txt", "-o", "sample.csv")[0] == 0
    stats, found = pl.read_csv("stats.csv"), pl.read_csv("found.csv")
    assert stats["frequency"].to_list() == [found.filter(expression=name).height for name in REAL]
    assert (stats["ppmi"] > 5).all()
    assert set(pl.read_csv("sample.csv")["expression"].value_counts()["count"]) == {3}
    wordnet = shared_data / "openwordnet-pt" / "wn-data-por.tab"
    drafted = ("lexicon", "draft", "lista.txt", "-o", "d.toml", "--language", "pt", "--index", "ix")
    assert call(*drafted, "--wordnet", wordnet)[0] == 0
    text = (place / "d.toml").read_text(encoding="utf-8")
    assert 'head = "rede #f"' in text
    for name, synonym in GIVEN.items():
        before, named, after = text.partition(f'expression = "{name}"')
        text = before + named + after.replace('synonym = ""', f'synonym = "{synonym}"', 1)
    (place / "d.toml").write_text(text, encoding="utf-8")
    assert call("lexicon", "check", "d.toml")[0] == 1
    assert call("data", "build", "d.toml", "-o", "built")[0] == 0
    data = read_folder(place / "built")
    assert data.expressions["frequency"].to_list() == stats["frequency"].to_list()
    assert data.stimuli.filter(role="syn")["expression"].unique().sort().to_list() == sorted(GIVEN)
    assert data.stimuli.filter(role="original", condition="neut")["text"][0] == "Esta é uma rede social."
    model = ("-m", "all-MiniLM-L6-v2", "--language", "pt")
    code, out, err = call("run", "-d", "built", *model, "--cache-dir", "cache", "--out", "results")
    assert code == 0, err
    assert "Too few idiomatic expressions for a verdict on all-MiniLM-L6-v2: 1" in out


@pytest.mark.slow
def test_contexts_from_a_corpus_teach_a_model_one_token(place, call):
    from tests.models.tiny import build

    write_corpus(place / "corpus.txt", 1)
    (place / "list.txt").write_text("".join(f"{name}\n" for name in PLANTED), encoding="utf-8")
    assert call("corpus", "index", "corpus.txt", "-o", "index", "--language", "en")[0] == 0
    assert call("corpus", "sample", "index", "list.txt", "--contexts", "-o", "contexts.csv")[0] == 0
    assert pl.read_csv("contexts.csv")["expression"].to_list() == [name for name in PLANTED for _ in range(3)]
    folder = build("bert", place / "tiny")
    learn = ("inject", "learn", "--contexts", "contexts.csv", "-m", f"hf:{folder}", "--steps", "3", "--device", "cpu")
    code, out, err = call(*learn, "-o", "tokens.safetensors")
    assert code == 0, err
    assert "Expressions learned: 2, in tokens.safetensors." in out
    assert (place / "tokens.safetensors").is_file()
