"""Everything that can go wrong in a way a user should read about.

The command prints the message on one line and exits with `exit_code`: 2 where the
input has to change, 1 where something failed that was asked for correctly.
"""

from __future__ import annotations

import re
from importlib import metadata


class IdioprobeError(Exception):
    """Base of all errors raised on purpose; the message says what to do next."""

    exit_code = 1


class UserError(IdioprobeError):
    """What was asked for cannot be done as asked; the user can change it."""

    exit_code = 2


class ConfigError(UserError):
    """An option has a value that makes no sense, alone or with the others."""


class LexiconError(UserError):
    """A lexicon has a mistake; the message names file and line."""


class DatasetError(UserError):
    """A dataset is missing, broken or not in the documented format."""


class StudyError(UserError):
    """A study of people's judgments is missing, broken, of another version or cannot do what is asked."""


class ModelError(UserError):
    """A model cannot be found, read or used as asked."""


class FileNeededError(ModelError):
    """A model has files that a user has to get first; the message says which, and where they go."""


class MissingExtraError(UserError):
    """A part of the program needs a package that is not installed."""


class WeightsError(IdioprobeError):
    """Weights are not the ones that they claim to be, or are damaged."""


class StoreError(IdioprobeError):
    """The vector store cannot be written or read."""


class ResultsError(IdioprobeError):
    """Results cannot be written, or a results folder cannot be read."""


class OldResultsError(ResultsError):
    """A results folder was written by an older version; it has to be computed anew."""


_REQUIREMENT = re.compile(r"(?P<package>(?P<name>[\w.\-]+)[^;]*?)\s*;.*\bextra == ['\"](?P<extra>[\w\-]+)['\"]")


def install(extra: str) -> str:
    """The command that installs what an extra lacks, package by package: no index has to know this program."""
    try:
        written = metadata.requires("idioprobe") or []
    except metadata.PackageNotFoundError:  # run from its source
        written = []
    asked = [match for line in written if (match := _REQUIREMENT.match(line)) and match["extra"] == extra]
    if not asked:
        return f"install what the extra {extra!r} names in pyproject.toml"
    lacking = [match for match in asked if not _there(match["name"])]
    return f"pip install {' '.join(repr(match['package']) for match in lacking or asked)}"


def _there(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True
