"""Pages from templates; every text is escaped."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2

from idioprobe.make.annotate.progress import two_digits
from idioprobe.make.annotate.study import Study

_HERE = "idioprobe.make.annotate.web"
ASSETS = {
    "style.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}


@cache
def asset(name: str) -> bytes:
    """A file that pages ask for."""
    return (files(_HERE) / "static" / name).read_bytes()


@cache
def _digests() -> dict[str, str]:
    """What tells a file from its earlier versions, so that browsers may keep it."""
    return {name: hashlib.sha256(asset(name)).hexdigest()[:12] for name in ASSETS}


@cache
def _environment() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.PackageLoader(_HERE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters["two_digits"] = two_digits
    return made


def page(study: Study, template: str, *, root: str, **context: Any) -> str:
    """A page; `root` leads from its address to the top of the site."""
    interface, settings = study.interface, study.settings
    common = {
        "assets": _digests(),
        "contact": interface.say("contact", contact=settings.contact) if settings.contact else "",
        "delete_path": "",
        "direction": interface.direction,
        "heading": "",
        "lang": interface.code,
        "root": root,
        "skip": interface["skip"],
        "stop": "",
        "study_title": study.title,
        "texts": interface.texts,
    }
    return _environment().get_template(f"{template}.html.j2").render({**common, **context})
