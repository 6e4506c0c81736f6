"""A wordnet small enough to check by hand, in Princeton's format, and others on its synsets.

*dog* has two senses: the animal (seen ten times) and a person (once). *cat* and *wolf* are co-hyponyms of the animal.
"""

from dataclasses import dataclass
from pathlib import Path

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
LICENCE = "  1 A file for tests.  \n"


@dataclass(frozen=True)
class Row:
    offset: str
    kind: str
    words: tuple[str, ...]
    gloss: str
    links: tuple[tuple[str, str], ...] = ()


ROWS = (
    Row("00000001", "n", ("animal", "beast"), "a living thing"),
    Row("00000002", "n", ("dog", "hound", "domestic_dog"), 'a barking animal; "the dog barked"', (("@", "00000001"),)),
    Row("00000003", "n", ("cat",), "a mewing animal", (("@", "00000001"),)),
    Row("00000004", "n", ("wolf",), "a wild animal", (("@", "00000001"),)),
    Row("00000005", "n", ("dog", "rascal", "villain"), "a bad person", (("@", "00000006"),)),
    Row("00000006", "n", ("person",), "a human being"),
    Row("00000007", "n", ("dogs", "puppy"), "a young dog", (("@", "00000002"),)),
    Row("00000008", "n", ("tear", "drop"), "salty water"),
    Row("00000009", "n", ("hot_dog", "sausage"), "food in a roll"),
    Row("00000001", "a", ("old", "aged"), "of long life", (("&", "00000002"),)),
    Row("00000002", "s", ("ancient(p)",), "very old", (("&", "00000001"),)),
    Row("00000001", "v", ("kick", "boot"), "hit with a foot", (("@", "00000002"),)),
    Row("00000002", "v", ("hit", "strike"), "deal a blow"),
)
COUNTS = "dog%1:03:00:: 1 10\nhound%1:03:00:: 1 1\ndog%1:03:00:: 1 10\n"
ORDER = {("dog", "n"): ("00000002", "00000005")}


def write_wndb(folder: Path, rows=ROWS, counts: str = COUNTS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for part, name in FILES.items():
        own = [row for row in rows if {"s": "a"}.get(row.kind, row.kind) == part]
        (folder / f"data.{name}").write_text(LICENCE + "".join(map(_line, own)), encoding="utf-8")
        index: dict[str, list[str]] = {}
        for row in own:
            for word in row.words:
                index.setdefault(word.partition("(")[0].lower(), []).append(row.offset)
        lines = (f"{word} {part} {len(at)} 0 {len(at)} 0 {' '.join(at)}  \n" for word, at in sorted(index.items()))
        (folder / f"index.{name}").write_text(LICENCE + "".join(lines), encoding="utf-8")
    (folder / "cntlist.rev").write_text(counts, encoding="utf-8")
    return folder


def _line(row: Row) -> str:
    words = " ".join(f"{word} 0" for word in row.words)
    part = {"s": "a"}.get(row.kind, row.kind)
    links = "".join(f"{symbol} {target} {part} 0000 " for symbol, target in row.links)
    frames = "01 + 08 00 " if part == "v" else ""
    start = f"{row.offset} 03 {row.kind} {len(row.words):02x} {words}"
    return f"{start} {len(row.links):03d} {links}{frames}| {row.gloss}  \n"


TAB = """# Test\tpor\thttps://example.org\tCC BY
00000001-n\tlemma\tanimal
00000002-n\tpor:lemma\tcão
00000002-n\tlemma\tcachorro
00000003-n\tlemma\tgato
00000004-n\tlemma\tlobo
00000005-n\tlemma\tcachorro
00000005-n\tlemma\tpatife
00000005-n\tlemma\tcanalha
00000006-n\tlemma\tpessoa
00000001-a\tlemma\tvelho
00000001-a\tlemma\tantigo
00000002-n\tpor:def\t0\tum animal que late
"""

LMF = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.3.dtd">
<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">
  <Lexicon id="test" label="Test" language="en" email="a@b.c" license="CC BY" version="1">
    <LexicalEntry id="w1"><Lemma writtenForm="dog" partOfSpeech="n"/>
      <Sense id="s1" synset="test-2-n"><Count>3</Count></Sense>
      <Sense id="s2" synset="test-5-n"><Count>9</Count></Sense></LexicalEntry>
    <LexicalEntry id="w2"><Lemma writtenForm="hound" partOfSpeech="n"/><Sense id="s3" synset="test-2-n"/></LexicalEntry>
    <LexicalEntry id="w3"><Lemma writtenForm="rascal" partOfSpeech="n"/>
      <Sense id="s4" synset="test-5-n"/></LexicalEntry>
    <LexicalEntry id="w4"><Lemma writtenForm="animal" partOfSpeech="n"/>
      <Sense id="s5" synset="test-1-n"/></LexicalEntry>
    <LexicalEntry id="w5"><Lemma writtenForm="cat" partOfSpeech="n"/><Sense id="s6" synset="test-3-n"/></LexicalEntry>
    <Synset id="test-1-n" ili="" partOfSpeech="n"><Definition>a living thing</Definition></Synset>
    <Synset id="test-2-n" ili="" partOfSpeech="n"><Definition>a barking animal</Definition>
      <SynsetRelation relType="hypernym" target="test-1-n"/></Synset>
    <Synset id="test-3-n" ili="" partOfSpeech="n"><Definition>a mewing animal</Definition>
      <SynsetRelation relType="hypernym" target="test-1-n"/></Synset>
    <Synset id="test-5-n" ili="" partOfSpeech="n"><Definition>a bad person</Definition></Synset>
  </Lexicon>
</LexicalResource>
"""

MYTHES = """UTF-8
dog|2
(noun)|hound|cur (similar term)|animal (generic term)|cat (antonym)
(verb)|chase|follow
tear|1
(noun)|drop
"""
