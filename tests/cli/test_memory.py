"""Too little memory ends in one sentence, whoever noticed it."""

import resource
import subprocess
import sys

import pytest

from idioprobe import cli
from idioprobe.core.errors import MissingExtraError, ModelError
from idioprobe.core.memory import TOO_LITTLE_MEMORY, short_of_memory

IDIOPROBE = ("-m", "idioprobe")
DRAW = "from idioprobe.report.figures.draw import WRITERS; WRITERS['svg']({'mark': 'bar', 'data': {'values': []}}, 0)"


class PanicException(BaseException):
    """As polars raises it, which is no Exception."""


def missing():
    error = MissingExtraError("Running a model needs None: pip install torch.")
    error.__cause__ = ImportError("libtorch_cpu.so: failed to map segment from shared object")
    return error


ERRORS = [
    MemoryError(),
    OSError(12, "Cannot allocate memory"),
    RuntimeError("can't start new thread"),
    PanicException("OS can't spawn worker thread: Resource temporarily unavailable (os error 11)"),
    missing(),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda one: type(one).__name__)
def test_whatever_notices_it_one_sentence_is_said(monkeypatch, capsys, error):
    def command(**_):
        raise error

    monkeypatch.setattr(cli, "called", lambda _: command)
    monkeypatch.setattr(sys, "argv", ["idioprobe", "run"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == f"idioprobe: {TOO_LITTLE_MEMORY}\n"


@pytest.mark.parametrize("error", [ModelError("no such model"), ValueError("allocated"), PanicException("index")])
def test_other_errors_are_not_taken_for_it(error):
    assert not short_of_memory(error)


def limited(megabytes, program, *arguments):
    """What a program ends with that may have so many addresses."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    return subprocess.run(
        [sys.executable, *program, *map(str, arguments)], preexec_fn=limit, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize("megabytes", [300, 600, 1500, 1800])
def test_a_command_with_too_little_memory_says_so(tmp_path, megabytes):
    done = limited(megabytes, IDIOPROBE, "run", "-m", "hf:nowhere", "--cache-dir", tmp_path, "--limit", 1)
    assert (done.returncode, done.stderr) == (1, f"idioprobe: {TOO_LITTLE_MEMORY}\n")


def test_drawing_with_too_little_memory_says_so():
    done = limited(4000, ("-c", DRAW))
    assert done.stderr.splitlines()[-1] == f"idioprobe.core.memory.TooLittleMemoryError: {TOO_LITTLE_MEMORY}"
