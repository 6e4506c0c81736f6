"""A study folder: settings, key, database, and the units that it asks about."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from idioprobe.core.errors import StudyError
from idioprobe.core.files import replace_folder
from idioprobe.make.annotate.database import connect, create, levels_of, opened, read_units, state_of
from idioprobe.make.annotate.interface.words import Interface, read_interface
from idioprobe.make.annotate.links import Keys, make_key, read_key
from idioprobe.make.annotate.settings import SETTINGS_FILE, Settings, read_settings
from idioprobe.make.annotate.units import Source, Unit


@dataclass(frozen=True)
class Study:
    """What is known of a study before anybody answers; the database is opened apart."""

    folder: Path
    settings: Settings
    interface: Interface
    keys: Keys
    units: dict[int, Unit]
    practice: tuple[Unit, ...]
    checks: tuple[Unit, ...]

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that are asked at."""
        return levels_of(self.settings.level)

    @property
    def title(self) -> str:
        """The researcher's title, or the one that the interface has."""
        return self.settings.title or self.interface["title"]

    def connect(self) -> sqlite3.Connection:
        """A connection to the answers."""
        return connect(self.folder)

    def database(self) -> AbstractContextManager[sqlite3.Connection]:
        """The answers, closed when the block ends; damage is told in a sentence."""
        return opened(self.folder)

    @cached_property
    def wanted_units(self) -> dict[int, Unit]:
        """The units that the settings ask about."""
        return {number: unit for number, unit in self.units.items() if unit.level in self.levels}


def new_study(folder: Path, source: Source, settings_text: str, files: Mapping[str, bytes] | None = None) -> None:
    """Make a study folder, whole or not at all; one that is there already is never replaced."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StudyError(
            f"{folder} is there already; name a new folder, or go on with idioprobe annotate serve {folder}."
        )
    with replace_folder(folder) as temporary:
        temporary.chmod(0o700)
        (temporary / SETTINGS_FILE).write_text(settings_text, encoding="utf-8")
        for name, content in (files or {}).items():
            (temporary / name).write_bytes(content)
        make_key(temporary)
        create(temporary, source.name, source.asked)
        open_study(temporary)


def open_study(folder: Path) -> Study:
    """Read a study; what is wrong with it is told in a sentence."""
    if not folder.is_dir():
        raise StudyError(f"{folder} is not a study folder; make one with idioprobe annotate new.")
    with opened(folder) as database:
        units = read_units(database)
        state_of(database)
    settings = read_settings(folder)
    interface = read_interface(settings.interface, folder)
    keys = read_key(folder)
    return Study(folder, settings, interface, keys, units, settings.practice_units(), settings.check_units())
