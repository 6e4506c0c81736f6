"""One field says all that the command line, the configuration and the digits need."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from idioprobe.core.errors import ConfigError
from idioprobe.core.options import checked, declared, option


@dataclass(frozen=True)
class Options:
    casing: str = option("lower", help="How words are looked up.", choices=("lower", "exact"))
    loudness: int = option(3, help="How loud.", at_least=1)
    seconds: float = option(60.0, help="How long.", above=0, below=100)
    names: tuple[str, ...] = option(("a",), help="Which.", choices=lambda: ("a", "b"), flag="--name")
    folder: Path | None = option(None, help="Where.", decides=False)  # noqa: RUF009
    sure: bool = option(False, help="Whether.")


def test_what_is_not_given_has_its_default():
    assert checked(Options, {}) == {
        "casing": "lower",
        "loudness": 3,
        "seconds": 60.0,
        "names": ("a",),
        "folder": None,
        "sure": False,
    }


def test_names_may_be_written_with_commas():
    assert checked(Options, {"names": "b, a"})["names"] == ("b", "a")


def test_a_flag_follows_from_the_name_unless_it_is_given():
    known = declared(Options)
    assert (known["loudness"].flag, known["names"].flag) == ("--loudness", "--name")


def test_what_decides_is_declared():
    assert [name for name, one in declared(Options).items() if not one.decides] == ["folder"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"casing": "upper"}, "`casing` upper: one of lower, exact."),
        ({"loudness": 0}, "`loudness` 0: a whole number of at least 1."),
        ({"loudness": 1.5}, "`loudness` 1.5: a whole number of at least 1."),
        ({"seconds": 0}, "`seconds` 0: a number above 0 and below 100."),
        ({"names": "a,c"}, "`names` c: one of a, b."),
        ({"names": ()}, "`names`: at least one is needed."),
        ({"sure": "perhaps"}, "`sure` perhaps: True or False."),
    ],
)
def test_a_mistake_is_one_line_that_names_the_argument(given, message):
    with pytest.raises(ConfigError) as caught:
        checked(Options, given)
    assert str(caught.value) == message
