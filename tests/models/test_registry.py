"""Families: those of the house, and those that another package registers."""

import os
import subprocess
import sys

import pytest

from idioprobe.core.errors import ConfigError, ModelError
from idioprobe.models.registry import families, family_options, load_encoder

MODULE = """
from dataclasses import dataclass

import numpy as np

from idioprobe.core.encoder import Encoded, Facts, Identity, requests_for
from idioprobe.core.options import option
from idioprobe.models.family import Family


@dataclass(frozen=True)
class Options:
    tilt: int = option(1, help="How far it leans.", at_least=1)


class Encoder:
    def __init__(self, name, tilt):
        self.tilt = tilt
        self.identity = Identity("theirs", name, f"theirs-{name}-{tilt}")

    def facts(self):
        return Facts(0, 3, pools=("mean",))

    def encode(self, texts, spans, views, batch_tokens):
        def vector(r):
            return np.array([len(r.text), (0 if r.whole else r.spans[0][0]) + self.tilt, 1.0], dtype=np.float32)

        yield Encoded(
            len(texts), {v: [(r, vector(r)) for t in texts for r in requests_for(t, spans, v)] for v in views}, {}
        )


FAMILY = Family("theirs", "with theirs: before any name", lambda name, options, _: Encoder(name, options.tilt), Options)
NOT_ONE = 7
"""


@pytest.fixture
def package(tmp_path):
    """Install a package that registers families, and run the command with it."""
    site = tmp_path / "site"
    about = site / "theirs-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "theirs.py").write_text(MODULE, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n", encoding="utf-8")

    def command(entry_points, *arguments):
        (about / "entry_points.txt").write_text(f"[idioprobe.models]\n{entry_points}\n", encoding="utf-8")
        path = os.pathsep.join([str(site), *sys.path])
        return subprocess.run(
            [sys.executable, "-m", "idioprobe", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path, "XDG_CACHE_HOME": str(tmp_path / "cache"), "COLUMNS": "80"},
            capture_output=True,
            text=True,
        )

    return command


RUN = ("--limit", "2", "--language", "en", "--condition", "nat", "--resamples", "100", "--out", "out")


def test_a_family_of_another_package_runs_with_its_options(package, tmp_path):
    registered = "theirs = theirs:FAMILY"
    done = package(registered, "run", "-m", "theirs:any", "--tilt", "2", *RUN)
    assert done.returncode == 0, done.stderr
    again = package(registered, "run", "-m", "theirs:any", *RUN)
    assert again.returncode == 0, again.stderr
    folders = sorted(path.name for path in (tmp_path / "out" / "starter").iterdir())
    assert len(folders) == 2
    assert all(name.startswith("theirs--any-") for name in folders)
    help_page = package(registered, "run", "--help").stdout
    assert "Options of theirs models:" in help_page
    assert "--tilt N" in help_page
    assert "theirs:" in package(registered, "models").stdout
    wrong = package(registered, "run", "-m", "theirs:any", "--tilt", "0", *RUN)
    assert wrong.stderr == "idioprobe: --tilt 0: a whole number of at least 1.\n"
    other = package(registered, "run", "-m", "static:x", "--tilt", "3", *RUN)
    assert "--tilt does not go with static:x; it is for models written with theirs:" in other.stderr


@pytest.mark.parametrize(
    ("entry_point", "message"),
    [
        ("theirs = theirs:ABSENT", "theirs:ABSENT fails with AttributeError"),
        ("theirs = absent_module", "absent_module fails with ModuleNotFoundError"),
        ("theirs = theirs:NOT_ONE", "theirs:NOT_ONE is not a Family"),
        ("ours = theirs:FAMILY", "another name than its prefix, theirs"),
    ],
)
def test_a_family_that_is_broken_says_so_in_one_line_where_it_is_asked_for(package, entry_point, message):
    prefix = entry_point.partition(" ")[0]
    done = package(entry_point, "run", "-m", f"{prefix}:any", *RUN)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"idioprobe: The model family {prefix}: of the package theirs cannot be used: ")
    assert message in line
    assert package(entry_point, "run", "--help").returncode == 0
    assert message in " ".join(package(entry_point, "models").stderr.split())


def test_every_family_has_a_prefix():
    assert {"hf", "elmo", "openai", "reference", "st", "static", "vectors"} <= set(families())
    assert next(iter(families())) == "hf"
    assert all(prefix == family.prefix for prefix, family in families().items())


def test_hf_may_be_written(model_folder):
    folder = model_folder("bert")
    assert load_encoder(f"hf:{folder}").identity == load_encoder(str(folder)).identity


def test_what_a_name_stands_for_is_handed_in(model_folder):
    def resolve(written, options):
        assert options == {"device": "cpu"}
        return str(model_folder("bert")) if written == "Our Model" else written

    assert load_encoder("Our Model", resolve=resolve, device="cpu").identity.family == "hf"


def test_an_option_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(ConfigError, match=r"`colour`: there is no such option; one of .*casing"):
        load_encoder("static:x", colour="red")


def test_every_option_says_what_it_is():
    assert all(option.help and option.flag.startswith("--") for option in family_options().values())


def test_a_name_behind_the_colon_is_needed():
    with pytest.raises(ModelError, match="names no model; write it with st:"):
        load_encoder("st:")
