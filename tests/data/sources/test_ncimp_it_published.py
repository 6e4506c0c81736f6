"""NCIMP in Italian as published: its figures, and its numbers beside a second reading of the raw files."""

import csv
import re
import zlib
from collections import Counter
from statistics import fmean

import numpy as np
import polars as pl
import pytest

from idioprobe import evaluate
from idioprobe.data.checks import CHECKS
from idioprobe.data.registry import load_dataset
from idioprobe.data.sources.catalogue import DATA_VARIABLE
from tests.support import HandmadeEncoder, close_to, with_ends

pytestmark = pytest.mark.published


@pytest.fixture(scope="module")
def data(shared_data, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DATA_VARIABLE, str(tmp_path_factory.mktemp("fetched")))
        return load_dataset("ncimp-it", shared_data)


def vector(text):
    """A vector that only this text has."""
    return np.random.default_rng(zlib.crc32(text.encode())).normal(0.2, 1.0, 16)


def cosine(one, other):
    a, b = vector(one), vector(other)
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def test_its_figures_are_those_of_the_publishers(data):
    assert len(data.expressions) == 237
    assert Counter(data.expressions["class"]) == {"NC": 88, "PC": 75, "C": 74}
    assert len(data.ratings) == len(data.lengths) == 711
    counts = Counter(data.stimuli.filter(pl.col("condition").is_in(["nat", "neut"]))["role"])
    assert (counts["original"], counts["syn"], counts["rand"], counts["head"]) == (948, 948, 4740, 948)
    assert [problem for table, check in CHECKS.items() for problem in check(getattr(data, table))] == []


def test_the_stone_of_scandal_has_a_preposition_between_its_components(data):
    row = data.expressions.filter(expression="pietra dello scandalo").row(0, named=True)
    assert row["components"] == "head:pietra; modifier:scandalo"


def test_every_flaw_that_is_known_is_listed(data):
    counted = Counter(data.flaws.select("flaw", "handling").iter_rows())
    assert counted["the tags leave out the word between the components", "put right"] == 13
    assert counted["the replacement stands there twice, once for each tagged word", "put right"] == 34
    assert counted["the words' synonyms are not known in the form that the sentence has", "left out"] == 20
    assert counted["the rows come in another order than the sentences", "put right, read by name"] == 1
    assert not [flaw for flaw, _ in counted if "not that of the sentence" in flaw]
    assert {row["role"] for row in data.flaws.filter(handling="left out").iter_rows(named=True)} == {"words"}


def test_every_span_holds_what_its_column_says(data):
    for text, start, end, role in with_ends(data.stimuli).select("text", "start", "end", "role").iter_rows():
        assert text == " ".join(text.split())
        assert not re.match(r"\w", text[end : end + 1]), (role, text)
        assert not re.search(r"\w$", text[:start]), (role, text)


def read_again(folder):
    """By condition, unit and measure: the values that a second reading of the raw files gives."""
    sheets = {"syn": pl.read_excel(folder / "NC_PSyn.xlsx", sheet_id=0)}
    sheets["rand"] = pl.read_excel(folder / "NC_PRand.xlsx", sheet_id=0)
    variants = {
        (role, sheet): {row["NC"]: row for row in table.iter_rows(named=True)}
        for role, tables in sheets.items()
        for sheet, table in tables.items()
    }
    values = {}
    for row in csv.DictReader((folder / "NC_original.csv").open(encoding="utf-8", newline="")):
        name = row["NC"]
        content = [word for word in re.split(r"[ ']+", name) if word]
        for place in ("nat_1", "nat_2", "nat_3", "neut"):
            tokens = row[f"sentence_{place}"].split()
            marked = [i for i, t in enumerate(re.findall("True|False", row[f"tag_sentence_{place}"])) if t == "True"]
            last = marked[-1] + (tokens[marked[-1]] == "scuole")
            target = " ".join(tokens[marked[0] : last + 1]).rstrip(".,")
            before = "".join(f"{token} " for token in tokens[: marked[0]])
            text = " ".join(tokens)
            after = text[len(before) + len(target) :]
            parts = [word for word in re.split(r"[ ']+", target) if word]
            put = {"head": parts[0], "modifier": parts[-1]}
            if [parts[0].lower(), parts[-1].lower()] == [content[0], content[-1]]:
                put["words"] = row["wordsyn"]
            if target[0].isupper() and not name[0].isupper():
                put = {role: filler[0].upper() + filler[1:] for role, filler in put.items()}
            found = {role: [(filler, before + filler + after)] for role, filler in put.items()}
            for (role, _), rows in variants.items():
                filler = " ".join(rows[name]["gold_syn" if role == "syn" else "PRand"].split())
                ending = "PSyn" if role == "syn" else "PRand"
                other = " ".join(rows[name][f"sentence_{place}_{ending}"].split())
                other = re.sub(rf"({re.escape(filler)}) (?:di|d '|nell ') \1", r"\1", other, flags=re.I)
                stands = re.search(re.escape(filler), other, re.I)[0]
                found.setdefault(role, []).append((stands, other))
            near = {
                (role, unit): [cosine((target, text)[i], pair[i]) for pair in pairs]
                for role, pairs in found.items()
                for i, unit in enumerate(("target", "sentence"))
            }
            for unit in ("target", "sentence"):
                own = {
                    f"sim_{role}": fmean(near[role, unit]) for role in ("syn", "rand", "words") if (role, unit) in near
                }
                own["sim_comp"] = max(near["head", unit][0], near["modifier", unit][0])
                for measure, value in own.items():
                    values.setdefault((place.partition("_")[0], unit, measure), []).append(value)
    return values


def test_a_second_reading_of_the_raw_files_gives_the_same_numbers(data, shared_data, tmp_path):
    encoder = HandmadeEncoder(lambda r: vector(r.text if r.whole else r.target))
    options = {"cache_dir": tmp_path, "resamples": 100, "conditions": ("nat", "neut")}
    summary = evaluate(encoder, data, **options).summary.filter(statistic="mean", group="all")
    again = read_again(shared_data / "ncimp-it" / "files")
    assert len(again) == 16
    for (condition, unit, measure), values in again.items():
        row = summary.filter(condition=condition, unit=unit, measure=measure).row(0, named=True)
        assert row["n"] == len(values), (condition, unit, measure)
        assert row["value"] == close_to(fmean(values)), (condition, unit, measure)
