"""Reading the words of the interface: a file that comes with the program, or one of the researcher's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from idioprobe.core.errors import StudyError
from idioprobe.core.textfile import open_text, parse_toml

_HERE = "idioprobe.make.annotate.interface"
_SUFFIX = ".toml"
_MODEL = "en"
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Interface:
    """The texts of a language by name, with `{slots}` to fill."""

    code: str
    direction: str
    texts: dict[str, str]
    examples: dict[str, Any]
    """Practice items and checks that a new study begins with."""

    def __getitem__(self, name: str) -> str:
        return self.texts[name]

    def say(self, name: str, **slots: object) -> str:
        """A text with its slots filled."""
        return fill_slots(self.texts[name], **slots)


def fill_slots(text: str, **slots: object) -> str:
    """A text with its slots filled; braces that name none stay as they are.

    >>> fill_slots("Is “{expression}” {x}?", expression="{word}", word="tea")
    'Is “{word}” {x}?'
    """
    return _SLOT.sub(lambda match: str(slots.get(match[1], match[0])), text)


def shipped() -> list[str]:
    """The languages that come with the program."""
    return sorted(file.name.removesuffix(_SUFFIX) for file in files(_HERE).iterdir() if file.name.endswith(_SUFFIX))


def read_interface(name: str, folder: Path) -> Interface:
    """The interface that the settings name: a language that comes with the program, or a file of the study folder."""
    if name in shipped():
        return _shipped(name)
    path = Path(name).expanduser()
    path = path if path.is_absolute() else folder / path
    if not name.endswith(_SUFFIX) or not path.is_file():
        raise StudyError(
            f"The interface {name!r} is neither one of {', '.join(shipped())} nor a translation file: write its path, "
            f"as seen from {folder}, with {_SUFFIX} at its end."
        )
    return _parsed(open_text(path, StudyError).getvalue(), path, _shipped(_MODEL).texts)


@cache
def _shipped(code: str) -> Interface:
    return _parsed(shipped_source(code), Path(f"{code}{_SUFFIX}"), None if code == _MODEL else _shipped(_MODEL).texts)


def shipped_source(code: str) -> str:
    """The file of a language, to begin a translation from."""
    if code not in shipped():
        raise StudyError(f"There is no interface in {code!r}; there are {', '.join(shipped())}.")
    return (files(_HERE) / f"{code}{_SUFFIX}").read_text(encoding="utf-8")


def _parsed(source: str, path: Path, model: Mapping[str, str] | None) -> Interface:
    raw = parse_toml(source, path, StudyError, "practice")
    texts, code = raw.get("texts", {}), raw.get("language", "")
    if not isinstance(texts, dict) or not isinstance(code, str) or not code:
        raise StudyError(f'{path}: write language = "…" and the texts under [texts]; en.toml shows how.')
    needed = texts if model is None else model
    lacking = [name for name in needed if not isinstance(texts.get(name), str) or not texts[name].strip()]
    if lacking:
        raise StudyError(
            f"{path} lacks the texts {', '.join(lacking)}; idioprobe annotate words prints those of a language."
        )
    slots = [
        f"{name} ({{{slot}}})"
        for name in needed
        for slot in _SLOT.findall(needed[name])
        if f"{{{slot}}}" not in texts[name]
    ]
    if slots:
        raise StudyError(f"{path}: texts without a slot that they need: {', '.join(slots)}.")
    examples = {kind: raw.get(kind, []) for kind in ("practice", "check")}
    direction = "rtl" if raw.get("direction") == "rtl" else "ltr"
    return Interface(code, direction, {name: texts[name] for name in needed}, examples)
