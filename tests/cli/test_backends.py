"""`idioprobe backends`: which is fastest here, how exact each is, and what to type."""

import json
from importlib.util import find_spec

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from idioprobe.cli import app
from idioprobe.cli.schemas.shapes import schema_of
from idioprobe.models.common.backends import choice
from idioprobe.run.engines.backends import Measured, fastest
from tests.models.fixtures import model_folder  # noqa: F401
from tests.support import needed

needed(find_spec("openvino"), "openvino")


def called(*arguments):
    done = CliRunner().invoke(app, ["backends", *map(str, arguments)])
    assert done.exit_code == 0, f"{done.output}{done.exception}"
    return done.stdout


def small(folder):
    return "-m", f"hf:{folder}", "--texts", "64", "--rounds", "1"


def test_all_are_measured_beside_torch_and_the_numbers_follow_their_schema(model_folder):  # noqa: F811
    printed = json.loads(called(*small(model_folder("bert")), "--rounds", "3", "--json"))
    Draft202012Validator(schema_of("backends")).validate(printed)
    rows = {(row["backend"], row["dtype"]): row for row in printed["backends"]}
    assert rows.keys() == {(b, d) for b in ("torch", "openvino") for d in ("float32", "bfloat16")}
    torch, openvino = rows["torch", "float32"], rows["openvino", "float32"]
    assert (torch["exact"], torch["times_torch"], torch["cosine_difference"]) == (True, 1.0, 0.0)
    assert openvino["exact"]
    assert openvino["texts_per_second"] > 0
    assert openvino["cosine_difference"] <= 1e-5 < rows["torch", "bfloat16"]["cosine_difference"]
    for row in rows.values():
        assert row["times_torch"] == pytest.approx(row["texts_per_second"] / torch["texts_per_second"], rel=1e-2)
    assert not rows["torch", "bfloat16"]["exact"]
    assert not rows["openvino", "bfloat16"]["exact"]
    assert printed["fastest_exact"].startswith(f"idioprobe run -m hf:{model_folder('bert')}")
    assert "bfloat16" not in printed["fastest_exact"]


def test_the_table_calls_bfloat16_approximate_and_names_what_is_not_installed(model_folder, monkeypatch):  # noqa: F811
    monkeypatch.setattr(choice, "installed_version", lambda: None)
    done = CliRunner().invoke(app, ["backends", *small(model_folder("bert"))])
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert [next(word for word in ("exact", "approximate", "not measured") if word in line) for line in lines[2:6]] == [
        "exact",
        "not measured",
        "approximate",
        "not measured",
    ]
    assert "Fastest of the exact ones: torch in float32, as by default." in done.stdout
    assert "openvino is not installed: " in done.stderr


def test_a_model_without_backends_is_told_so():
    done = CliRunner().invoke(app, ["backends", "-m", "static:vectors.txt"])
    assert "static:vectors.txt has no other backend" in str(done.exception)


@pytest.mark.parametrize(("difference", "best"), [(1e-7, "openvino"), (1e-3, "torch")])
def test_only_exact_ones_are_proposed(difference, best):
    rows = [
        Measured("torch", "2", "float32", True, 100.0, 1.0, 0.0, ""),
        Measured("openvino", "1", "float32", difference < 1e-5, 200.0, 2.0, difference, "--backend openvino"),
        Measured("torch", "2", "bfloat16", False, 400.0, 4.0, 1e-3, "--dtype bfloat16"),
    ]
    assert fastest(rows).backend == best
