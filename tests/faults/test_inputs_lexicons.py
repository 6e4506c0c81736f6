"""Lexicons with mistakes of every kind end in a dataset or in a line that says what is wrong."""

import pytest

from idioprobe.data.folder import read_folder, write_folder
from idioprobe.data.lexicon.fromfile import build_from_file
from tests.faults.harness import RIGHT, chance, many
from tests.faults.mutations import mutated_text, within

CSV = """expression,language,class,modifier,head,synonym,modifier_synonyms,head_synonyms,sentence1,sentence2,rating
eager beaver,en,NC,eager,beaver,hard worker,keen;zealous,rodent,The [eager beaver] came.,An [eager beaver]!,1.1
black sheep #pl:black sheep,en,NC,black,sheep,outcast,dark,lamb,He is the [black sheep].,,0.5
music journalist,en,C,music,journalist,music reporter,song,writer,The [music journalist] wrote it.,,4.5"""
TOML = """name = "fuzz"
language = "en"
labelling = "mine"
random = ["red table", "old garden", "fast river", "new window", "good paper", "long road"]
[templates]
neut = "This is {a|an} [X]."
[[expression]]
expression = "eager beaver"
class = "NC"
modifier = "eager"
head = "beaver"
synonym = "hard worker"
modifier_synonyms = ["keen", "zealous"]
head_synonyms = ["rodent"]
sentences = ["The [eager beaver] came.", "An [eager beaver]!"]
rating = 1.1
rating_sentence1 = 1.5
[[expression]]
expression = "gold mine"
synonym = "treasure"
sentence = "It was a [gold mine] for us." """


@pytest.mark.parametrize(("ending", "text"), [("csv", CSV), ("toml", TOML)])
def test_lexicons(tally, tmp_path, ending, text):
    path = tmp_path / f"lexicon.{ending}"

    def build():
        with within(20):
            built = build_from_file(path, fallback_name="fuzz").dataset
            write_folder(built, tmp_path / "built")
            again = read_folder(tmp_path / "built")
        for name in ("stimuli", "expressions", "ratings"):
            assert getattr(again, name).equals(getattr(built, name)), f"{name} did not come back as they were"
        return RIGHT

    for seed in range(many(150, 2000)):
        path.write_bytes(mutated_text(text, chance("lexicon", ending, seed)))
        tally.attempt(f"lexicon {ending}", seed, build)


def test_counts_pools_and_templates(tally, tmp_path):
    lexicon, pool, counts = tmp_path / "lexicon.csv", tmp_path / "pool.txt", tmp_path / "counts.csv"
    lexicon.write_text(CSV, encoding="utf-8")

    def build(template):
        with within(20):
            build_from_file(lexicon, random=pool, counts=counts, templates=[template], fallback_name="fuzz")
        return RIGHT

    for seed in range(many(60, 800)):
        by = chance("pool", seed)
        pool.write_bytes(mutated_text("red table\nold garden\nfast river\nnew window\ngood paper", by))
        counts.write_bytes(mutated_text("text,count\neager,10\nbeaver,3\nred,5", by))
        template = mutated_text("neut=This is {a|an} [X].", by).decode("utf-8", "replace")
        tally.attempt("pool, counts, template", seed, lambda template=template: build(template))
