"""Drafts: what a machine fills in, what it leaves open, and that a lexicon is read from what it writes."""

import tomllib

import fastexcel
import polars as pl
import pytest

from idioprobe.api import evaluate
from idioprobe.core.errors import ConfigError, DatasetError, LexiconError
from idioprobe.data.folder import write_folder
from idioprobe.data.lexicon.fromfile import build_from_file
from idioprobe.make.corpus.indexing.making import make_index
from idioprobe.make.draft.draft import Known, draft_entry
from idioprobe.make.draft.genders import genders_of
from idioprobe.make.draft.making import Wishes, make_drafts
from idioprobe.make.draft.openfields import check_draft
from idioprobe.make.draft.parts import analyse
from idioprobe.make.draft.sheetdraft import write_sheet
from idioprobe.make.draft.tomldraft import toml_of
from idioprobe.make.wordnet.omwtab import read_omw_tab
from idioprobe.make.wordnet.opening import open_wordnets
from idioprobe.make.wordnet.wndb import read_wndb
from tests.make.wordnet.handmade import TAB, write_wndb


@pytest.fixture
def folder(tmp_path):
    return write_wndb(tmp_path / "wn")


@pytest.fixture
def english(folder):
    return read_wndb(folder)


def drafted(english, expression, **known):
    return draft_entry(expression, "en", [english], None, Known(**known))


def listed(tmp_path, text, name="list.txt"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("expression", "language", "type_", "words"),
    [
        ("paper tiger", "en", "noun-compound", "modifier:paper head:tiger"),
        ("kick the bucket", "en", "verb-object", "verb:kick object:bucket"),
        ("give up", "en", "phrasal-verb", "verb:give particle:up"),
        ("bread and butter", "en", "binomial", "first:bread second:butter"),
        ("leão de chácara", "pt", "noun-compound", "head:leão modifier:chácara"),
        ("pé frio", "pt", "noun-compound", "head:pé modifier:frio"),
        ("bater as botas", "pt", "verb-object", "verb:bater object:botas"),
        ("energia nuclear", "pt", "noun-compound", "head:energia modifier:nuclear"),
        ("lugar-comum", "pt", "noun-compound", "head:lugar modifier:comum"),
        ("caja negra", "es", "noun-compound", "head:caja modifier:negra"),
        ("cordon bleu", "fr", "noun-compound", "head:cordon modifier:bleu"),
        ("Löwenzahn", "de", "", ""),
        ("ins Gras beißen", "de", "verb-object", "object:Gras verb:beißen"),
        ("Tomaten auf den Augen haben", "de", "idiom", "verb:haben"),
        ("de pijp uitgaan", "nl", "verb-object", "object:pijp verb:uitgaan"),
        ("schwarzes Schaf", "de", "noun-compound", "modifier:schwarzes head:Schaf"),
        ("once in a blue moon", "en", "", ""),
        ("画蛇添足", "zh", "", ""),
    ],
)
def test_expressions_are_taken_apart_by_the_rules_of_their_language(expression, language, type_, words):
    found = analyse(expression, language)
    assert found.type == type_
    assert " ".join(f"{role}:{word}" for role, word in found.words) == words


def test_a_wordnet_tells_a_portuguese_adjective_before_its_noun(tmp_path, english):
    path = listed(tmp_path, TAB, "x.tab")
    found = analyse("velho cachorro", "pt", [read_omw_tab(path, english)])
    assert found.words == (("modifier", "velho"), ("head", "cachorro"))


def test_a_german_adjective_is_looked_up_and_replaced_in_the_form_it_has(tmp_path):
    path = listed(tmp_path, "UTF-8\nschwarz|1\n(adj)|dunkel|teuer|Nacht\nhoch|1\n-|groß\n", "th_de.dat")
    sources = open_wordnets([path], "de")
    words = draft_entry("schwarzes Schaf", "de", sources, None).words
    assert [one.word for one in words[0].chosen] == ["dunkles", "teures"]
    assert [one.word for one in draft_entry("hohes Tier", "de", sources, None).words[0].chosen] == ["großes"]


def test_a_feminine_that_a_wordnet_has_as_a_noun_too_is_still_an_adjective(tmp_path, english):
    tab = "# x\tpor\n00000003-n\tlemma\tnegra\n00000001-a\tlemma\tnegro\n00000004-n\tlemma\tovelha\n"
    found = analyse("ovelha negra", "pt", [read_omw_tab(listed(tmp_path, tab, "y.tab"), english)])
    assert (found.pattern, found.words[0]) == ("adjective-noun", ("head", "ovelha"))


def test_words_have_synonyms_and_general_words_and_the_rest_is_open(english):
    draft = drafted(english, "old dog")
    modifier, head = draft.words
    assert [one.word for one in modifier.chosen] == ["aged", "ancient"]
    assert head.chosen[0].word == "hound"
    assert head.general[0].word == "animal"
    assert draft.open == ("synonym", "sentence", "class")


def test_synonyms_of_the_whole_are_offered_paraphrases_first(english):
    draft = drafted(english, "hot dog", paraphrases=("snack",))
    assert [one.word for one in draft.offered] == ["snack", "sausage"]


def test_an_expression_that_nobody_knows_is_open_throughout(english):
    assert drafted(english, "zorblax quux").open == (
        "synonym", "sentence", "class", "modifier_synonyms", "head_synonyms",
    )  # fmt: skip
    assert "words" in drafted(english, "zorblax").open


def test_a_half_finished_draft_is_built_as_far_as_it_goes(tmp_path, english):
    sentences = ("An [old dog] slept.",)
    text = toml_of([drafted(english, "old dog", sentences=sentences), drafted(english, "hot dog")], ["wn"])
    path = listed(tmp_path, text, "d.toml")
    assert tomllib.loads(text)["draft"] is True
    built = build_from_file(path)
    assert built.dataset.expressions["expression"].to_list() == ["old dog", "hot dog"]
    assert built.dataset.expressions["synonym_overlap"].to_list() == [None, None]
    stimuli = built.dataset.stimuli
    old = stimuli.filter(expression="old dog", condition="nat")
    assert {"original", "modifier", "head", "modifier_alt", "head_alt", "head_generic", "words", "rand"} <= set(
        old["role"]
    )
    assert "syn" not in set(stimuli["role"])
    assert set(stimuli.filter(expression="hot dog")["condition"]) == {"neut", "neut_long", "none"}
    assert any("'old dog': synonym is open, and what needs it is left out" in one for one in built.left_out)
    assert any("'hot dog': synonym and sentence are open, and what needs them" in one for one in built.left_out)
    path.write_text(text.replace('synonym = ""', 'synonym = "veteran"', 1), encoding="utf-8")
    again = build_from_file(path).dataset.stimuli
    assert again.filter(role="syn")["expression"].unique().to_list() == ["old dog"]
    assert len(again) > len(stimuli)


def test_a_folder_of_a_half_finished_draft_can_be_read_and_measured(tmp_path, english):
    text = toml_of([drafted(english, "old dog", sentences=("An [old dog] slept.",))], ["wn"])
    built = build_from_file(listed(tmp_path, text, "d.toml")).dataset
    write_folder(built, tmp_path / "built")
    words = sorted({word.strip(".") for text in built.stimuli["text"] for word in text.split()})
    rows = (f"{word} {number % 7} {number % 5} 1\n" for number, word in enumerate(words))
    (tmp_path / "v.txt").write_text("".join(rows), encoding="utf-8")
    result = evaluate(f"static:{tmp_path / 'v.txt'}", tmp_path / "built", cache_dir=tmp_path / "cache", resamples=100)
    assert "sim_rand" in set(result.scores["measure"])
    assert "sim_syn" not in set(result.scores["measure"])


PORTUGUESE_TEXT = "Vi a rede na praia.\n" * 3 + "A rede da vila e o dente do avô.\nNo dente, um dente e pelo dente.\n"


def test_nouns_have_their_gender_where_the_language_needs_it(tmp_path):
    (tmp_path / "c.txt").write_text(PORTUGUESE_TEXT + "Caiu na rede da rede na rede social.\n", encoding="utf-8")
    index = make_index([tmp_path / "c.txt"], tmp_path / "ix", language="pt")
    assert genders_of(["rede", "dente", "raposa", "mar azul"], "pt", index) == {
        "rede": "f", "dente": "m", "raposa": "f", "mar azul": "m",
    }  # fmt: skip
    assert genders_of(["rede"], "pt") == {}
    assert genders_of(["net", "fox"], "en", index) == {}


def test_a_draft_in_portuguese_writes_genders_and_its_neutral_sentences_agree(tmp_path):
    (tmp_path / "c.txt").write_text("Caiu na rede social da rede e na rede.\n" * 2, encoding="utf-8")
    make_index([tmp_path / "c.txt"], tmp_path / "ix", language="pt")
    made = make_drafts(listed(tmp_path, "rede social\n"), language="pt", indexes=[tmp_path / "ix"])
    text = toml_of(made.drafts, made.sources, made.pools)
    assert 'head = "rede #f"' in text
    assert 'modifier = "social"' in text
    built = build_from_file(listed(tmp_path, text, "d.toml")).dataset.stimuli
    assert built.filter(role="original", condition="neut")["text"].to_list() == ["Esta é uma rede social."]


def test_what_is_open_in_a_lexicon_that_is_no_draft_is_a_mistake_still(tmp_path, english):
    text = toml_of([drafted(english, "old dog")], []).replace("draft = true", "")
    with pytest.raises(LexiconError, match="synonym: is missing"):
        build_from_file(listed(tmp_path, text, "d.toml"))


def test_texts_that_toml_could_take_for_its_own_stay_what_they_are(english):
    draft = drafted(english, 'a "quoted" \\ dog', sentences=("A \\[x\\] \u007f [tab\tdog].",))
    (entry,) = tomllib.loads(toml_of([draft], ["x"]))["expression"]
    assert entry["expression"] == 'a "quoted" \\ dog'
    assert entry["sentences"] == ["A \\[x\\] \u007f [tab\tdog]."]


def test_a_draft_of_two_languages_names_them_in_each_entry(english):
    other = draft_entry("cachorro velho", "pt", [], None)
    read = tomllib.loads(toml_of([drafted(english, "old dog"), other], []))
    assert [entry["language"] for entry in read["expression"]] == ["en", "pt"]


def test_a_draft_as_a_spreadsheet_has_a_row_per_expression_with_candidates_beside(tmp_path, english):
    path = tmp_path / "d.xlsx"
    write_sheet([drafted(english, "old dog"), drafted(english, "=1+1 dog", figures={"frequency": 3.0})], path)
    sheet = fastexcel.read_excel(path).load_sheet(0).to_polars()
    assert sheet["expression"].to_list() == ["old dog", "=1+1 dog"]
    assert sheet["modifier_synonyms"][0] == "aged; ancient"
    assert {"synonym", "synonym_candidates", "head_candidates", "head_generic", "sentence1"} <= set(sheet.columns)
    checked = check_draft(path)
    assert [entry.needed for entry in checked.entries] == [("synonym", "sentence")] * 2
    assert checked.mistakes == ()


def test_figures_of_a_corpus_reach_the_dataset(tmp_path, english):
    draft = drafted(
        english, "old dog", sentences=("An [old dog] slept.",), figures={"frequency": 7.0, "pmi": -1.5, "ppmi": 0.0}
    )
    text = toml_of([draft], []).replace('synonym = ""', 'synonym = "veteran"')
    (row,) = build_from_file(listed(tmp_path, text, "d.toml")).dataset.expressions.to_dicts()
    assert (row["frequency"], row["pmi"], row["ppmi"]) == (7.0, -1.5, 0.0)


def test_check_tells_what_is_needed_what_is_useful_and_what_is_wrong(tmp_path):
    text = (
        "expression,language,synonym,sentence,class,modifier,head,head_synonyms\n"
        "old dog,en,,,,old,dog,hound\n"
        "hot dog,en,sausage,A hot dog.,X,,,\n"
        "paper tiger,en,threat,A paper tiger.,NC,paper,tiger,\n"
    )
    checked = check_draft(listed(tmp_path, text, "l.csv"))
    assert [entry.needed for entry in checked.entries] == [("synonym", "sentence"), (), ()]
    assert checked.entries[0].useful == ("class", "modifier_synonyms")
    assert checked.entries[1].useful == ("words of the expression",)
    assert len(checked.mistakes) == 1
    assert "'X' is not one of NC, PC, C" in checked.mistakes[0]
    assert checked.unfinished == 1


def test_drafts_come_in_the_order_of_the_list(tmp_path, folder):
    path = listed(tmp_path, "hot dog\nold dog\nhot dog\n")
    made = make_drafts(path, language="en", wordnets=[folder])
    assert [draft.expression for draft in made.drafts] == ["hot dog", "old dog"]
    assert made.sources == [str(folder)]


def test_wishes_say_how_much_is_filled_in(tmp_path, folder):
    path = listed(tmp_path, "old dog\n")
    (draft,) = make_drafts(path, language="en", wordnets=[folder], wishes=Wishes(synonyms=1, candidates=2)).drafts
    head = draft.words[1]
    assert (len(head.chosen), len(head.offered)) == (1, 2)


def test_paraphrases_are_read_from_a_table(tmp_path, folder):
    table = listed(tmp_path, "expression,paraphrase\nOld Dog,veteran; old hand\nold dog,veteran\n", "p.csv")
    path = listed(tmp_path, "old dog\n")
    (draft,) = make_drafts(path, language="en", wordnets=[folder], paraphrases=table).drafts
    assert [one.word for one in draft.offered][:2] == ["veteran", "old hand"]


def test_a_list_without_a_language_or_a_wordnet_is_refused(tmp_path, folder):
    path = listed(tmp_path, "old dog\n")
    with pytest.raises(ConfigError, match="does not say its language"):
        make_drafts(path, wordnets=[folder])
    with pytest.raises(ConfigError, match="No wordnet for de is at hand"):
        make_drafts(path, language="de", wordnets=[folder])
    with pytest.raises(DatasetError):
        make_drafts(listed(tmp_path, "\n\n"), language="en", wordnets=[folder])


def tagged(sentence):
    """A sentence in CoNLL-U, its words written as word/TAG."""
    words = [pair.rsplit("/", 1) for pair in sentence.split()]
    text = " ".join(word for word, _ in words)
    rows = (f"{n}\t{word}\t{word}\t{tag}\t_\t_\t0\t_\t_\t_\n" for n, (word, tag) in enumerate(words, 1))
    return f"# text = {text}\n{''.join(rows)}\n"


@pytest.fixture
def index(tmp_path):
    sentences = [
        "Every/DET farmer/NOUN in/ADP our/DET village/NOUN has/VERB an/DET old/ADJ dog/NOUN today/NOUN ./PUNCT",
        "Nobody/PRON ever/ADV taught/VERB those/DET old/ADJ dogs/NOUN such/ADJ new/ADJ tricks/NOUN before/ADV ./PUNCT",
        "My/DET sister/NOUN painted/VERB the/DET green/ADJ door/NOUN of/ADP her/DET tall/ADJ house/NOUN ./PUNCT",
    ]
    path = listed(tmp_path, "".join(map(tagged, sentences)), "corpus.conllu")
    make_index([path], tmp_path / "index", language="en", workers=1)
    return tmp_path / "index"


def test_sentences_figures_and_the_random_pool_come_from_a_corpus(tmp_path, folder, index):
    path = listed(tmp_path, "old dog\nhot dog\n")
    made = make_drafts(path, language="en", wordnets=[folder], indexes=[index])
    old, hot = made.drafts
    assert any("[old dog]" in sentence for sentence in old.known.sentences)
    assert any("[old dogs]" in sentence for sentence in old.known.sentences)
    assert old.known.figures["frequency"] == len(old.known.sentences) == 2
    assert old.known.figures["average_frequency"] == 2
    assert hot.known.figures["frequency"] == 0
    assert any("hot dog" in note for note in made.notes)
    pool = made.pools["en"]["adjective-noun"]
    assert {"green door", "tall house"} <= set(pool)
    assert not any("dog" in text or "old" in text for text in pool)


def test_the_pool_is_listed_under_the_pattern_that_the_draft_has(tmp_path):
    sentences = ["O/DET Centro/PROPN Comercial/PROPN"] * 3 + ["velho/ADJ"]
    sentences += [
        f"{one}/NOUN {other}/ADJ" for one, other in zip(["mesa", "porta"], ["lisa", "aberta"], strict=True)
    ] * 2
    path = listed(tmp_path, "".join(map(tagged, sentences)), "corpus.conllu")
    make_index([path], tmp_path / "index", language="pt", workers=1)
    made = make_drafts(listed(tmp_path, "centro comercial\n"), language="pt", indexes=[tmp_path / "index"])
    assert made.drafts[0].pattern == "adjective-noun"
    assert made.pools["pt"] == {"adjective-noun": ["mesa lisa #f", "porta aberta #f"]}


def test_a_draft_with_its_pool_is_built(tmp_path, folder, index):
    path = listed(tmp_path, "old dog\n")
    made = make_drafts(path, language="en", wordnets=[folder], indexes=[index])
    text = toml_of(made.drafts, made.sources, made.pools).replace('synonym = ""', 'synonym = "veteran"')
    built = build_from_file(listed(tmp_path, text, "d.toml"))
    random = built.dataset.stimuli.filter(role="rand", condition="none")["text"].to_list()
    assert {"green door", "tall house"} <= set(random)


def test_an_index_in_another_language_is_refused(tmp_path, folder, index):
    path = listed(tmp_path, "cachorro velho\n")
    with pytest.raises(ConfigError, match="is in en, the expressions are in pt"):
        make_drafts(path, language="pt", wordnets=[folder], indexes=[index])


def test_with_an_index_a_draft_is_made_without_a_wordnet_too(tmp_path, index, monkeypatch):
    monkeypatch.setattr("idioprobe.make.wordnet.opening.here", lambda: None)
    made = make_drafts(listed(tmp_path, "old dog\n"), language="en", indexes=[index])
    assert made.drafts[0].known.sentences
    assert any("No wordnet for en" in note for note in made.notes)


HALF = """expression,language,class,synonym,head,modifier,head_synonyms,pattern,rating,sentence,synonym_sentence1
paper tiger,en,NC,empty threat,tiger #pl:tigers,paper,panther,adjective-noun,1.5,They are a [paper tiger].,a threat
give up,en,,,,,,,,,
"""


@pytest.mark.parametrize("kind", ["toml", "xlsx"])
def test_what_a_lexicon_has_already_is_kept(tmp_path, folder, kind):
    lexicon = listed(tmp_path, HALF, "half.csv")
    made = make_drafts(lexicon, wordnets=[folder])
    path = tmp_path / f"draft.{kind}"
    if kind == "toml":
        path.write_text(toml_of(made.drafts, made.sources), encoding="utf-8")
    else:
        write_sheet(made.drafts, path)
    finished = listed(tmp_path, "\n".join(HALF.splitlines()[:2]), "finished.csv")
    before, after = (build_from_file(one) for one in (finished, path))
    assert [one.open for one in made.drafts][1][:3] == ("synonym", "sentence", "class")
    assert not {"synonym", "sentence", "class"} & set(made.drafts[0].open)
    kept = before.dataset.stimuli.filter(pl.col("role").is_in(["original", "syn"]), condition="nat")
    columns = ["item", "role", "text"]
    assert after.dataset.stimuli.join(kept.select(columns), on=columns).height == kept.height > 1
    row = after.dataset.expressions.row(0, named=True)
    assert (row["class"], row["components"]) == ("NC", "modifier:paper; head:tiger")
    assert after.dataset.ratings["mean"].to_list() == [1.5]
    (entry,) = [one for one in made.drafts if one.expression == "paper tiger"]
    assert entry.pattern == "adjective-noun"
    assert [word.role for word in entry.words] == ["modifier", "head"]
    assert [one.word for one in entry.words[1].chosen] == ["panther"]


def test_what_a_dataset_says_of_an_expression_is_kept(folder):
    made = make_drafts("starter", wordnets=[folder], language="en")
    duck = next(one for one in made.drafts if one.expression == "lame duck")
    assert duck.kept.whole == {"type": "noun-compound", "class": "NC"}
    assert "class" not in duck.open
