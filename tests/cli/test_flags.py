"""What library code says of arguments, in the words of the command that runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from idioprobe.cli.flags import flags_of
from idioprobe.cli.measure.run import run
from idioprobe.core.options import declared
from idioprobe.data.registry import load_dataset
from idioprobe.models.registry import families
from idioprobe.run.config import RunConfig, run_options


def command(*arguments, cwd):
    env = {**os.environ, "XDG_CACHE_HOME": str(Path(cwd) / "xdg"), "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, "-m", "idioprobe", *arguments], cwd=cwd, env=env, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def help_page(tmp_path_factory):
    return command("run", "--help", cwd=tmp_path_factory.mktemp("help")).stdout


def test_every_option_of_a_run_and_of_its_models_has_a_flag():
    flags = flags_of(run)
    assert {name: flags[name] for name in run_options()} == {
        name: option.flag.partition("/")[0] for name, option in run_options().items()
    }
    assert flags["languages"] == "--language"


def test_help_lists_options_under_headings(help_page):
    headings = re.findall(r"^(\S.*):$", help_page, re.M)
    assert headings[:2] == ["What to measure", "Which model"]
    assert headings[-3:] == ["Output", "Statistics", "Other"]
    families_named = {word for heading in headings for word in re.findall(r"\w+", heading)}
    assert {prefix for prefix, family in families().items() if family.declared()} <= families_named


def test_help_fits_80_columns_and_says_what_a_value_is(help_page):
    assert max(map(len, help_page.splitlines())) <= 80
    assert not re.search(r"TEXT,|INTEGER|<\w", help_page)
    for shown in ("--limit N ", "--inject FILE", "--dtype float32|float16|bfloat16", "--out FOLDER", "[default: 2000]"):
        assert shown in help_page


def test_help_of_run_loads_nothing_heavy(tmp_path):
    code = (
        "import sys; sys.argv = ['idioprobe', 'run', '--help']\n"
        "from idioprobe.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "heavy = {'torch', 'transformers', 'scipy', 'polars', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "static:x", "--prompt", "a"), "--prompt does not go with static:x"),
        (("--view", "mean@lots"), "--view mean@lots: cannot read the layers"),
        (("--condition", "loud"), "--condition loud: one of nat, neut"),
        (("--threshold", "rho=1"), "--threshold rho: one of rho_zero"),
        (("-m", "static:x", "--casing", "upper"), "--casing upper: one of fallback, exact, lower."),
    ],
)
def test_errors_name_flags(tmp_path, arguments, message):
    done = command("run", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"idioprobe: {message}")
    assert "`" not in done.stderr


def test_an_old_form_is_one_notice(tmp_path):
    arguments = ("--view", "published", "--limit", "1", "--language", "en", "--condition", "neut", "--resamples", "100")
    done = command("run", "-m", "reference:words", "-m", "reference:whole", *arguments, cwd=tmp_path)
    assert done.stderr.count("The view published is called native now.") == 1
    assert "Warning" not in done.stderr


def test_every_option_of_a_run_says_what_it_is():
    assert all(option.help and option.heading for option in declared(RunConfig).values())


def test_footnotes_of_a_result_name_flags(tmp_path):
    chosen = load_dataset("starter").select(["en"], ["neut"], 2)
    first, second = chosen.expressions["expression"]
    words = [first.replace(" ", "_"), *first.split(), *second.split()]
    lines = [f"{word} {number} 1 {number % 2}" for number, word in enumerate(words)]
    (tmp_path / "v.txt").write_text("\n".join(lines), encoding="utf-8")
    what = ("--suite", "prediction", "--unit", "target", "--language", "en", "--condition", "neut", "--limit", "2")
    done = command("run", "-m", "static:v.txt", "--mwe-tokens", *what, "--resamples", "100", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "the others were dropped (--mwe-missing words makes them from their words)." in said
    assert "`" not in said
