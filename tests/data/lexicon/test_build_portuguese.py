"""Portuguese minimal pairs: articles and adjectives agree with what is put in."""

import polars as pl
import pytest

from idioprobe.core.errors import LexiconError
from idioprobe.data.lexicon.build import build_dataset
from idioprobe.data.lexicon.read import read_lexicon
from tests.support import with_ends

LEXICON = """
language = "pt"
random = ["carta longa #f #pl:cartas longas", "dia curto #m #pl:dias curtos"]

[[expression]]
expression = "pé frio #m #pl:pés frios"
class = "NC"
modifier = "frio/fria #pl:frios/frias"
head = "pé #m #pl:pés"
synonym = "pessoa azarada #f #pl:pessoas azaradas"
modifier_synonyms = ["gelado/gelada #pl:gelados/geladas", "glacial #pl:glaciais"]
head_synonyms = ["pata #f #pl:patas", "calcanhar #m #pl:calcanhares"]
sentences = [
  "{O|A} [pé frio] chegou {atrasado|atrasada} ao estádio.",
  "Ninguém quer {um|uma} pé frio na torcida.",
  "Dizem que {os|as} [pés frios] foram {vaiados|vaiadas}.",
]

[[expression]]
expression = "guerra fria #f"
class = "NC"
modifier = "frio/fria"
head = "guerra #f"
synonym = "rivalidade #f"
modifier_synonyms = ["gelado/gelada"]
head_synonyms = ["conflito #m"]
sentences = ["{O|A} [guerra fria] acabou."]
"""

EXPECTED = {
    "pé frio/nat1": """
original 0 O pé frio chegou atrasado ao estádio.
syn 0 A pessoa azarada chegou atrasada ao estádio.
head 0 O pé chegou atrasado ao estádio.
modifier 0 O frio chegou atrasado ao estádio.
words 0 A pata gelada chegou atrasada ao estádio.
words_alt 0 O calcanhar glacial chegou atrasado ao estádio.
words_alt 1 A pata glacial chegou atrasada ao estádio.
words_alt 2 O calcanhar gelado chegou atrasado ao estádio.
modifier_alt 0 O pé gelado chegou atrasado ao estádio.
modifier_alt 1 O pé glacial chegou atrasado ao estádio.
head_alt 0 A pata fria chegou atrasada ao estádio.
head_alt 1 O calcanhar frio chegou atrasado ao estádio.
rand 0 A carta longa chegou atrasada ao estádio.
rand 1 O dia curto chegou atrasado ao estádio.
""",
    "pé frio/nat2": """
original 0 Ninguém quer um pé frio na torcida.
syn 0 Ninguém quer uma pessoa azarada na torcida.
head 0 Ninguém quer um pé na torcida.
modifier 0 Ninguém quer um frio na torcida.
words 0 Ninguém quer uma pata gelada na torcida.
words_alt 0 Ninguém quer um calcanhar glacial na torcida.
words_alt 1 Ninguém quer uma pata glacial na torcida.
words_alt 2 Ninguém quer um calcanhar gelado na torcida.
modifier_alt 0 Ninguém quer um pé gelado na torcida.
modifier_alt 1 Ninguém quer um pé glacial na torcida.
head_alt 0 Ninguém quer uma pata fria na torcida.
head_alt 1 Ninguém quer um calcanhar frio na torcida.
rand 0 Ninguém quer uma carta longa na torcida.
rand 1 Ninguém quer um dia curto na torcida.
""",
    "pé frio/nat3": """
original 0 Dizem que os pés frios foram vaiados.
syn 0 Dizem que as pessoas azaradas foram vaiadas.
head 0 Dizem que os pés foram vaiados.
modifier 0 Dizem que os frios foram vaiados.
words 0 Dizem que as patas geladas foram vaiadas.
words_alt 0 Dizem que os calcanhares glaciais foram vaiados.
words_alt 1 Dizem que as patas glaciais foram vaiadas.
words_alt 2 Dizem que os calcanhares gelados foram vaiados.
modifier_alt 0 Dizem que os pés gelados foram vaiados.
modifier_alt 1 Dizem que os pés glaciais foram vaiados.
head_alt 0 Dizem que as patas frias foram vaiadas.
head_alt 1 Dizem que os calcanhares frios foram vaiados.
rand 0 Dizem que as cartas longas foram vaiadas.
rand 1 Dizem que os dias curtos foram vaiados.
""",
    "pé frio/neut": """
original 0 Este é um pé frio.
syn 0 Esta é uma pessoa azarada.
head 0 Este é um pé.
modifier 0 Este é um frio.
words 0 Esta é uma pata gelada.
words_alt 0 Este é um calcanhar glacial.
words_alt 1 Esta é uma pata glacial.
words_alt 2 Este é um calcanhar gelado.
modifier_alt 0 Este é um pé gelado.
modifier_alt 1 Este é um pé glacial.
head_alt 0 Esta é uma pata fria.
head_alt 1 Este é um calcanhar frio.
rand 0 Esta é uma carta longa.
rand 1 Este é um dia curto.
""",
    "pé frio/neut_long": """
original 0 Isto é o que um pé frio deveria ser.
syn 0 Isto é o que uma pessoa azarada deveria ser.
head 0 Isto é o que um pé deveria ser.
modifier 0 Isto é o que um frio deveria ser.
words 0 Isto é o que uma pata gelada deveria ser.
words_alt 0 Isto é o que um calcanhar glacial deveria ser.
words_alt 1 Isto é o que uma pata glacial deveria ser.
words_alt 2 Isto é o que um calcanhar gelado deveria ser.
modifier_alt 0 Isto é o que um pé gelado deveria ser.
modifier_alt 1 Isto é o que um pé glacial deveria ser.
head_alt 0 Isto é o que uma pata fria deveria ser.
head_alt 1 Isto é o que um calcanhar frio deveria ser.
rand 0 Isto é o que uma carta longa deveria ser.
rand 1 Isto é o que um dia curto deveria ser.
""",
    "pé frio/none": """
original 0 pé frio
syn 0 pessoa azarada
head 0 pé
modifier 0 frio
words 0 pata gelada
words_alt 0 calcanhar glacial
words_alt 1 pata glacial
words_alt 2 calcanhar gelado
modifier_alt 0 pé gelado
modifier_alt 1 pé glacial
modifier_syn 0 gelado
modifier_syn 1 glacial
head_alt 0 pata fria
head_alt 1 calcanhar frio
head_syn 0 pata
head_syn 1 calcanhar
rand 0 carta longa
rand 1 dia curto
""",
    "guerra fria/nat1": """
original 0 A guerra fria acabou.
syn 0 A rivalidade acabou.
head 0 A guerra acabou.
modifier 0 A fria acabou.
words 0 O conflito gelado acabou.
modifier_alt 0 A guerra gelada acabou.
head_alt 0 O conflito frio acabou.
rand 0 A carta longa acabou.
rand 1 O dia curto acabou.
""",
    "guerra fria/none": """
original 0 guerra fria
syn 0 rivalidade
head 0 guerra
modifier 0 fria
words 0 conflito gelado
modifier_alt 0 guerra gelada
modifier_syn 0 gelada
head_alt 0 conflito frio
head_syn 0 conflito
rand 0 carta longa
rand 1 dia curto
""",
}


def build(tmp_path, content):
    path = tmp_path / "pequeno.toml"
    path.write_text(content, encoding="utf-8")
    return build_dataset(read_lexicon(path), frequency=lambda _: lambda text: 1.0).dataset  # noqa: ARG005


@pytest.fixture(scope="module")
def stimuli(tmp_path_factory):
    return build(tmp_path_factory.mktemp("pt"), LEXICON).stimuli


def by_hand(block):
    rows = (line.split(" ", 2) for line in block.strip().splitlines())
    return {(role, int(index)): text for role, index, text in rows}


@pytest.mark.parametrize("item", EXPECTED)
def test_every_pair_reads_as_written_by_hand(stimuli, item):
    rows = stimuli.filter(item=f"pt/{item}").select("role", "index", "text").iter_rows()
    assert {(role, index): text for role, index, text in rows} == by_hand(EXPECTED[item])


def test_spans_hold_the_filler(stimuli):
    alone = stimuli.filter(condition="none").select("expression", "role", "index", alone="text")
    spans = stimuli.filter(pl.col("condition") != "none", (pl.col("sentence") != 3) | pl.col("sentence").is_null())
    rows = (
        with_ends(spans).join(alone, on=["expression", "role", "index"]).select("text", "start", "end", "alone").rows()
    )
    assert len(rows) == len(spans)
    assert all(text[start:end] == filler for text, start, end, filler in rows)


def test_plural_spans_hold_the_plural(stimuli):
    (row,) = with_ends(stimuli.filter(sentence=3, role="syn")).select("text", "start", "end").rows()
    assert row[0][row[1] : row[2]] == "pessoas azaradas"


def test_a_modifier_alone_stands_in_the_gender_of_the_expression(tmp_path):
    expressions = build(tmp_path, LEXICON).expressions
    assert expressions["components"].to_list() == ["head:pé; modifier:frio", "head:guerra; modifier:fria"]


def test_a_filler_without_a_gender_takes_the_one_of_the_expression(tmp_path):
    lexicon = LEXICON.replace("rivalidade #f", "rivalidade")
    rows = build(tmp_path, lexicon).stimuli.filter(item="pt/guerra fria/neut", role="syn")
    assert rows["text"].to_list() == ["Esta é uma rivalidade."]


def test_an_expression_without_a_gender_takes_the_one_of_its_head(tmp_path):
    given, inherited = (build(tmp_path, text) for text in (LEXICON, LEXICON.replace("guerra fria #f", "guerra fria")))
    assert given.digest() == inherited.digest()


def test_where_nothing_has_a_gender_the_error_says_which_line_lacks_it(tmp_path):
    lexicon = LEXICON.replace("guerra fria #f", "guerra fria").replace('"guerra #f', '"guerra')
    with pytest.raises(
        LexiconError, match=r"pequeno\.toml:\d+: sentence1: 'guerra fria': \{O\|A\} has to agree .* add one"
    ):
        build(tmp_path, lexicon)


def test_a_clash_of_words_is_noted_as_overlap(tmp_path):
    lexicon = LEXICON.replace("rivalidade #f", "guerra gelada #f")
    assert build(tmp_path, lexicon).expressions["synonym_overlap"].to_list() == [False, True]
