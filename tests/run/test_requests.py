"""Requests that are exported, embedded elsewhere and scored here give the numbers of the model itself."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from idioprobe import evaluate
from idioprobe.cli import app
from idioprobe.core.errors import ConfigError, DatasetError, ModelError, ResultsError
from idioprobe.core.requests import Request, parse_spans, request_id
from idioprobe.run.config import make_config
from idioprobe.run.requests import REQUESTS, requests_table, write_requests
from tests.embed.slow import scattered, starter
from tests.models.made import write
from tests.suites.world import FILLERS, dataset, expression, item
from tests.support import HandmadeEncoder

SMALL = {"limit": 6, "languages": ("en",), "conditions": ("nat",), "suites": ("probes", "prediction", "epsilon")}
SMALL |= {"floor": False}
NUMBERS = ("similarities", "scores", "summary", "predictions", "epsilon")
LABELS = ("view", "model", "reason")


class Stop(Exception):  # noqa: N818
    """Ends a run once it is known what it asks for."""


def table_of(**options):
    return requests_table(starter(), make_config(options))


def as_requests(rows):
    return [Request(row["text"], parse_spans(row["spans"]) if row["spans"] else ()) for row in rows]


def embed_elsewhere(exported, folder, layout="parquet", vector=scattered):
    """What a user does in another framework, knowing nothing but the file; a string is a failure of theirs."""
    lines = [json.loads(line) for line in exported.read_text(encoding="utf-8").splitlines()]
    made = [(line["id"], vector(request)) for line, request in zip(lines, as_requests(lines), strict=True)]
    found = [(name, row) for name, row in made if not isinstance(row, str)]
    return write(folder, [name for name, _ in found], np.stack([row for _, row in found]), layout)


def unlabelled(result, name):
    table = result.table(name)
    return table.drop([column for column in LABELS if column in table.columns])


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    path = tmp_path_factory.mktemp("requests") / "requests.jsonl"
    write_requests(table_of(**SMALL), path)
    return path


@pytest.fixture(scope="module")
def direct(tmp_path_factory):
    """The model itself."""
    cache = tmp_path_factory.mktemp("direct")
    return evaluate(HandmadeEncoder(scattered), starter(), cache_dir=cache, resamples=100, **SMALL)


# The round trip.


@pytest.mark.parametrize("layout", ["parquet", "npz", "safetensors"])
def test_vectors_made_elsewhere_score_exactly_as_the_model_itself(tmp_path, exported, direct, layout):
    path = embed_elsewhere(exported, tmp_path, layout)
    notices = []
    options = {**SMALL, "resamples": 100, "cache_dir": tmp_path, "notice": notices.append}
    result = evaluate(f"vectors:{path}", starter(), **options)
    for name in NUMBERS:
        assert len(unlabelled(direct, name)) > 0, name
        assert unlabelled(result, name).equals(unlabelled(direct, name)), name
    assert result.manifest.findings["rogue"] == [row | {"view": "native"} for row in direct.manifest.findings["rogue"]]
    assert unlabelled(result, "dropped").equals(unlabelled(direct, "dropped"))
    assert result.info["views"] == ["native"]
    assert (result.info["model"]["family"], result.info["model"]["name"]) == ("vectors", path.name)
    assert result.info["counts"]["requests_missing"] == result.info["counts"]["vectors_unused"] == 0
    assert not any(path.name in notice for notice in notices)


def test_a_model_without_targets_gives_sentences_only(tmp_path):
    options = {"limit": 2, "languages": ("en",), "conditions": ("neut",), "floor": False}

    class Sentences(HandmadeEncoder):
        def facts(self):
            return replace(super().facts(), units=("sentence",))

    write_requests(table_of(**options, units="sentence"), tmp_path / "requests.jsonl")
    path = embed_elsewhere(tmp_path / "requests.jsonl", tmp_path)
    options |= {"cache_dir": tmp_path, "resamples": 100}
    made, own = (evaluate(model, starter(), **options) for model in (f"vectors:{path}", Sentences(scattered)))
    assert unlabelled(made, "scores").equals(unlabelled(own, "scores"))
    assert set(made.scores["unit"]) == {"sentence"}


def test_what_could_not_be_embedded_elsewhere_is_left_out_where_the_user_accepts_it(tmp_path, exported):
    def failing(request):
        return "too long" if request.whole and request.text.startswith("A") else scattered(request)

    options = {**SMALL, "suites": ("probes", "epsilon"), "limit": 3, "cache_dir": tmp_path, "resamples": 100}
    path = embed_elsewhere(exported, tmp_path, vector=failing)
    own = evaluate(HandmadeEncoder(failing), starter(), **options)
    notices = []
    made = evaluate(f"vectors:{path}", starter(), **options, allow_missing=True, notice=notices.append)
    assert unlabelled(made, "scores").equals(unlabelled(own, "scores"))
    assert unlabelled(made, "epsilon").equals(unlabelled(own, "epsilon"))
    assert unlabelled(made, "dropped").equals(unlabelled(own, "dropped"))
    assert "the file of vectors has none for it" in set(made.dropped["reason"])
    assert made.info["counts"]["requests_missing"] > 0
    assert made.info["counts"]["vectors_unused"] > 0
    assert [notice for notice in notices if "lacks" in notice]
    assert [notice for notice in notices if "does not ask for" in notice]
    # What is in the store by now does not hide that requests are lacking.
    with pytest.raises(ModelError, match=r"lacks .*`allow_missing` leaves out a few"):
        evaluate(f"vectors:{path}", starter(), **options)


def test_a_run_that_asks_for_more_than_was_exported_says_so_and_stores_nothing(tmp_path, exported):
    path = embed_elsewhere(exported, tmp_path)
    options = {**SMALL, "cache_dir": tmp_path, "resamples": 100}
    with pytest.raises(ModelError, match=r"lacks [\d,]+ of the [\d,]+ requests of this run: [st]-"):
        evaluate(f"vectors:{path}", starter(), **options | {"conditions": ("nat", "neut")})
    result = evaluate(f"vectors:{path}", starter(), **options | {"limit": 1, "suites": ("probes",)})
    assert result.info["counts"]["texts_from_store"] == 0


def test_single_words_are_exported_for_what_adding_up_gets_and_can_be_left_out(tmp_path):
    options = {"limit": 2, "languages": ("en",), "conditions": ("nat",), "controls": False}
    table = table_of(**options)
    words = {text for text, spans in table.select("text", "spans").iter_rows() if spans is None and " " not in text}
    assert len(words) > 20
    write_requests(table, tmp_path / "requests.jsonl")
    made = evaluate(
        f"vectors:{embed_elsewhere(tmp_path / 'requests.jsonl', tmp_path)}", starter(), cache_dir=tmp_path, **options
    )
    assert made.headline[0].tokens_kind == "words"
    write_requests(table_of(**options, floor=False), tmp_path / "few.jsonl")
    notices = []
    (tmp_path / "few").mkdir()
    few = embed_elsewhere(tmp_path / "few.jsonl", tmp_path / "few")
    without = evaluate(f"vectors:{few}", starter(), **options, cache_dir=tmp_path, notice=notices.append)
    assert without.headline[0].tokens is None
    assert any("no vectors of single words" in notice for notice in notices)


# What is exported.


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 12},
        {"languages": ("pt",), "conditions": ("nat",)},
        {"conditions": ("neut", "neut_long"), "limit": 3},
        {"units": ("target",), "limit": 3},
        {"suites": ("prediction",), "limit": 3},
        {"suites": ("epsilon",), "conditions": ("nat",), "limit": 3},
        {"suites": ("probes", "prediction", "epsilon"), "limit": 3},
    ],
    ids=str,
)
def test_it_is_what_a_run_with_the_same_options_asks_for(tmp_path, monkeypatch, options):
    options = {**options, "floor": False}
    asked = set()

    def stopped(_encoder, _store, wanted, views, *_):
        asked.update(request for view in views for request in wanted[view.unit])
        raise Stop

    monkeypatch.setattr("idioprobe.run.run.embed", stopped)
    with pytest.raises(Stop):
        evaluate(HandmadeEncoder(scattered), starter(), cache_dir=tmp_path, **options)
    found = as_requests(table_of(**options).iter_rows(named=True))
    assert len(found) == len(set(found)) > 0
    assert set(found) == asked


def test_a_text_comes_with_its_targets_behind_it_in_an_order_that_never_changes():
    table = table_of(limit=3, languages="en")
    assert as_requests(table.iter_rows(named=True)) == sorted(as_requests(table.iter_rows(named=True)))
    shuffled = replace(starter(), stimuli=starter().stimuli.sample(fraction=1, shuffle=True, seed=1))
    again = requests_table(shuffled, make_config({"limit": 3, "languages": "en"}))
    assert again.equals(table)
    assert table["id"].to_list() == [request_id(r) for r in as_requests(table.iter_rows(named=True))]
    assert dict(table.schema) == REQUESTS


def test_every_format_holds_the_same(tmp_path):
    table = table_of(limit=2, conditions="neut")
    for end in ("jsonl", "csv", "parquet"):
        write_requests(table, tmp_path / f"requests.{end}")
    raw = (tmp_path / "requests.jsonl").read_bytes()
    assert raw.isascii()
    assert [json.loads(line) for line in raw.decode().splitlines()] == table.to_dicts()
    assert pl.read_parquet(tmp_path / "requests.parquet").equals(table)
    with (tmp_path / "requests.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == table["id"].to_list()
    assert [row["text"] for row in rows] == table["text"].to_list()
    assert [row["spans"] or None for row in rows] == table["spans"].to_list()


def test_texts_of_any_kind_come_through_every_format(tmp_path):
    texts = ['a "quoted", text', "two\nlines", "two\u2028lines", " spaces ", "null", "-1", "🐑 ½", "tab\t"]
    table = pl.DataFrame([(request_id(Request(t)), t, None) for t in texts], schema=REQUESTS, orient="row")
    for end in ("jsonl", "csv", "parquet"):
        write_requests(table, tmp_path / f"requests.{end}")
    lines = (tmp_path / "requests.jsonl").read_text().splitlines()
    assert [json.loads(line)["text"] for line in lines] == texts
    with (tmp_path / "requests.csv").open(encoding="utf-8", newline="") as file:
        assert [row["text"] for row in csv.DictReader(file)] == texts
    assert pl.read_parquet(tmp_path / "requests.parquet")["text"].to_list() == texts


# The command, and what it is told wrongly.


def command(*arguments):
    return CliRunner().invoke(app, ["requests", *map(str, arguments)])


def test_the_command_writes_what_the_function_gives(tmp_path):
    out = tmp_path / "new" / "requests.parquet"
    options = {"language": "pt", "condition": "nat", "suite": "probes,epsilon", "unit": "sentence", "limit": 2}
    done = command("-o", out, *(part for k, v in options.items() for part in (f"--{k}", v)))
    assert done.exit_code == 0, done.output
    expected = table_of(languages="pt", conditions="nat", suites=("probes", "epsilon"), units=("sentence",), limit=2)
    assert pl.read_parquet(out).equals(expected)
    assert f"(0 targets, {len(expected):,} sentences)" in " ".join(done.output.split())
    assert [p.name for p in out.parent.iterdir()] == [out.name]


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        (["-o", "requests.txt"], ConfigError, r"--out requests\.txt: name it requests\.jsonl, requests\.csv"),
        (["-o", "requests"], ConfigError, "--out requests: name it"),
        (["-o", "r.csv", "--language", "fi"], ConfigError, "--language fi: starter has de, en, es, pt"),
        (["-o", "r.csv", "--suite", "loud"], ConfigError, "--suite loud: one of probes"),
        (["-o", "r.csv", "--limit", "0"], ConfigError, "--limit 0: "),
        (["-o", "r.csv", "--suite", "epsilon", "--unit", "target"], ConfigError, "add sentence to --unit"),
        (["-o", "r.csv", "-d", "absent"], DatasetError, "absent"),
    ],
)
def test_a_mistake_is_told_in_one_line_and_nothing_is_written(tmp_path, monkeypatch, arguments, error, match):
    monkeypatch.chdir(tmp_path)
    if "-d" not in arguments:
        monkeypatch.setattr("idioprobe.cli.measure.requests.load", lambda *_: starter())
    done = command(*arguments)
    assert isinstance(done.exception, error)
    assert "\n" not in str(done.exception)
    assert pytest.raises(error, match=match).matches(done.exception)
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_named():
    with pytest.raises(ResultsError, match=re.escape("/dev/null/r.csv cannot be written: ")):
        write_requests(pl.DataFrame(schema=REQUESTS), Path("/dev/null/r.csv"))


def test_a_full_disk_leaves_the_earlier_file_as_it_was(tmp_path, monkeypatch):
    out = tmp_path / "requests.csv"
    write_requests(table_of(limit=1, conditions="neut"), out)
    before = out.read_bytes()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pl.DataFrame, "write_csv", full)
    with pytest.raises(ResultsError, match="No space left on device"):
        write_requests(table_of(limit=2, conditions="neut"), out)
    assert [p.name for p in tmp_path.iterdir()] == [out.name]
    assert out.read_bytes() == before


def test_a_suite_that_asks_for_nothing_is_an_error():
    data = dataset(item(FILLERS), [expression("eager beaver")])
    with pytest.raises(ConfigError, match=r"`suites` prediction asks for nothing of .* in the unit sentence"):
        requests_table(data, make_config({"suites": "prediction", "units": "sentence", "conditions": "nat"}))


def test_a_csv_neither_changes_a_text_nor_holds_a_formula(tmp_path):
    table = pl.DataFrame([("id", "=1+1", None)], schema=REQUESTS, orient="row")
    with pytest.raises(ConfigError, match=r"'=1\+1' begins as a formula does.*write \.jsonl or \.parquet instead"):
        write_requests(table, tmp_path / "requests.csv")
    assert list(tmp_path.iterdir()) == []
    write_requests(table, tmp_path / "requests.parquet")
    assert pl.read_parquet(tmp_path / "requests.parquet")["text"].to_list() == ["=1+1"]
