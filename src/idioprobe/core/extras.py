"""What to install for a part of the program whose packages are missing."""

from __future__ import annotations

import re
from importlib import metadata

_REQUIREMENT = re.compile(r"(?P<package>(?P<name>[\w.\-]+)[^;]*?)\s*;.*\bextra == ['\"](?P<extra>[\w\-]+)['\"]")


def install(extra: str) -> str:
    """The command that installs what an extra lacks, package by package: no index has to know this program."""
    try:
        written = metadata.requires("idioprobe") or []
    except metadata.PackageNotFoundError:  # run from its source
        return f"install what the extra {extra!r} names in pyproject.toml"
    asked = [match for line in written if (match := _REQUIREMENT.match(line)) and match["extra"] == extra]
    lacking = [match for match in asked if not _there(match["name"])]
    return f"pip install {' '.join(repr(match['package']) for match in lacking or asked)}"


def _there(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True
