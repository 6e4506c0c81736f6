"""The settings that a new study begins with, written so that they explain themselves."""

from __future__ import annotations

import json
import math
import secrets
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from idioprobe.make.annotate.interface.words import Interface
from idioprobe.make.annotate.settings import Scale

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE = 8
_EVERY = 10
"""Questions before each attention check, where there are enough."""


def settings_text(
    interface: Interface,
    named: str,
    language: str,
    *,
    level: str = "token",
    annotations: int = 10,
    scale: Scale | None = None,
    title: str = "",
    studied: Collection[str] = (),
    questions: int | None = None,
) -> str:
    """A settings file; practice items and checks are those of the interface, if it is in the language of the study.

    What is `studied` is in none of them: a practice item says what its expression means. With few `questions` for one
    annotator, the checks come sooner, so that everybody gets all of them.
    """
    scale = scale or Scale()
    code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE))
    top = f"""\
# Settings of this study. Change what you like and start the server again; docs/annotate.md explains each.
title = {_text(title)}  # empty: the title of the interface
interface = {_text(named)}  # en, pt, de, es, or a translation file in this folder
language = {_text(language)}  # of the expressions
level = {_text(level)}  # token: one sentence at a time; type: all sentences of an expression at once; both
annotations = {annotations}  # wanted for each sentence, or each expression at type level
per_annotator = 0  # questions for one annotator at most; 0: all that there are
reserved_minutes = 30  # how long a place is kept for somebody who has opened the question
paraphrases = 3  # how many may be given; 0: they are not asked for
joining = false  # true: whoever has the joining link may take part
contact = ""  # whom participants may ask, such as an e-mail address
introduction = ""  # empty: that of the interface
consent = ""  # what participants agree to; empty: nothing is asked

[scale]
low = {scale.low}  # idiomatic
high = {scale.high}  # literal

[questions]  # empty: those of the interface; {{expression}} and {{word}} are filled in
whole = ""
component = ""
paraphrases = ""

[questions.components]  # a question of its own for a role
# head = "Is “{{expression}}” a kind of “{{word}}”?"

[checks]
every = {_every(interface, questions)}  # so many questions before each attention check
allowed = 0  # checks that one may fail and still pass

[server]
public_url = ""  # where participants reach the study, such as https://study.example.org
requests_per_minute = 600  # for each link

[prolific]
completion_code = {_text(code)}
"""
    blocks = _examples(interface, scale, {name.casefold() for name in studied}) if interface.code == language else ()
    return top + "".join(f"\n{block}" for block in blocks)


def _every(interface: Interface, questions: int | None) -> int:
    """How many questions come before each check."""
    checks = len(interface.examples["check"])
    return _EVERY if questions is None or not checks else max(1, min(_EVERY, questions // checks))


def _examples(interface: Interface, scale: Scale, studied: Collection[str]) -> Iterator[str]:
    for kind in ("practice", "check"):
        for one in interface.examples[kind]:
            if one["expression"].casefold() in studied:
                continue
            lines = [f"{key} = {_text(value)}\n" for key, value in one.items() if key != "expect"]
            if "expect" in one:
                lines.append(f"expected = {{ {', '.join(_expected(one['expect'], scale))} }}\n")
            yield f"[[{kind}]]\n{''.join(lines)}"


def _expected(written: Mapping[str, str], scale: Scale) -> Iterator[str]:
    middle = (scale.low + scale.high) / 2
    ranges = {
        "high": [math.ceil(middle), scale.high],
        "low": [scale.low, math.floor(middle)],
        "lowest": [scale.low, scale.low],
    }
    return (f"{name} = {ranges[word]}" for name, word in written.items())


def _text(value: Any) -> str:
    """A string as TOML writes it, which is as JSON does, but for one character."""
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
