"""Reading what is asked: the files beside this one, or a user's own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TypeVar

from idioprobe.core.errors import ConfigError
from idioprobe.data.languages.language import base_language
from idioprobe.data.questions.questions import Questions, Wording
from idioprobe.data.questions.slots import SLOTS
from idioprobe.data.questions.tomlfile import Written, read_file

T = TypeVar("T")

_HERE = "idioprobe.data.questions"
_SUFFIX = ".toml"


def shipped_languages() -> list[str]:
    """The languages in which questions come with the program."""
    return sorted(file.name.removesuffix(_SUFFIX) for file in files(_HERE).iterdir() if file.name.endswith(_SUFFIX))


def read_questions(languages: Sequence[str], own: Path | None = None) -> dict[str, Questions]:
    """What is asked in each of the languages; what a user's own file gives takes the place of what comes with it.

    >>> read_questions(["en"])["en"].lead
    'Answer:'
    """
    given = read_file(own) if own else {}
    if own and not {base_language(code) for code in languages} & given.keys():
        raise ConfigError(
            f"{own}: its questions are in {', '.join(given)}, the expressions in {', '.join(languages)}; "
            f"name the file of their language, or leave `questions` out."
        )
    return {code: _questions(code, given.get(base_language(code), Written()), own) for code in languages}


def questions_digest(languages: Sequence[str], own: Path | None = None) -> str:
    """What tells these questions from others: answers to other questions are other results."""
    asked = {code: asdict(questions) for code, questions in read_questions(languages, own).items()}
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _questions(code: str, own: Written, path: Path | None) -> Questions:
    """The questions of one language, from the user's own file and the one that comes with the program."""
    ours = _shipped(base_language(code))
    wordings = {
        name: {
            form: own.wordings.get(name, {}).get(form) or ours.wordings.get(name, {}).get(form, "")
            for form in slots.needs
        }
        for name, slots in SLOTS.items()
    }
    instructions = {
        name: (own if own.wordings.get(name) else ours).wordings.get(name, {}).get("instruction", "") for name in SLOTS
    }
    lead = own.lead or ours.lead
    lacking = [
        f"wordings.{name}.{form}" for name, forms in wordings.items() for form, text in forms.items() if not text
    ]
    lacking += [] if lead else ["lead"]
    if lacking:
        raise _no_questions(code, lacking, path if own != Written() else None)
    return Questions(
        code,
        lead,
        {name: Wording(**forms, instruction=instructions[name]) for name, forms in wordings.items()},
        _first_given(own.idioms, ours.idioms, ()),
        _first_given(own.scale, ours.scale, Questions.scale),
        _first_given(own.refusals, ours.refusals, ()),
    )


def _first_given(own: T | None, ours: T | None, otherwise: T) -> T:
    return own if own is not None else ours if ours is not None else otherwise


def _no_questions(code: str, lacking: list[str], path: Path | None) -> ConfigError:
    instead = f"or choose among {', '.join(shipped_languages())} with `languages`"
    if path is None:
        return ConfigError(
            f"There are no questions in the language {code}: name a file with `questions` that has lead and every "
            f"wording in it, {instead}."
        )
    return ConfigError(
        f"{path} lacks {', '.join(lacking)} in the language {code}, of which nothing comes with idioprobe; write these "
        f"too, {instead}."
    )


@cache
def _shipped(language: str) -> Written:
    """What comes with the program in a language; nothing where there is no such file."""
    file = files(_HERE) / f"{language}{_SUFFIX}"
    if not file.is_file():
        return Written()
    with as_file(file) as path:
        return read_file(path)[language]
