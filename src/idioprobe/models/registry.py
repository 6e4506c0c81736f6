"""Every model family, those of other packages too, and the way from what the user writes to an encoder."""

from __future__ import annotations

import os
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe import models
from idioprobe.core.errors import ConfigError, ModelError
from idioprobe.core.options import Option, checked
from idioprobe.core.views import NATIVE, current
from idioprobe.models.family import Family, Memory, Setting
from idioprobe.models.known import MANY, known_model

if TYPE_CHECKING:
    from idioprobe.core.encoder import Model
    from idioprobe.data.dataset import Dataset

GROUP = "idioprobe.models"
"""The group of entry points by which other packages register their families."""
PLAIN = "hf"
"""The family of a model that is written without one."""

Resolver = Callable[[str, Mapping[str, Any]], str]
"""From what the user wrote, and the options, to the model that is loaded: for names that stand for one."""


@dataclass(frozen=True)
class Registered:
    """The families by prefix, and why an entry point of another package gave none, by its name."""

    families: Mapping[str, Family]
    broken: Mapping[str, str]


@cache
def registered() -> Registered:
    """All families. One is a folder here with a module `family`, or an entry point of another package."""
    inner = [found.name for found in pkgutil.iter_modules(models.__path__) if found.ispkg and found.name != "common"]
    own: list[Family] = [import_module(f"{models.__name__}.{name}.family").FAMILY for name in inner]
    own.sort(key=lambda family: (family.prefix != PLAIN, family.prefix))
    families = {family.prefix: family for family in own}
    broken: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        loaded = _from_package(entry, families)
        if isinstance(loaded, Family):
            families[loaded.prefix] = loaded
        else:
            source = f" of the package {entry.dist.name}" if entry.dist else ""
            broken[entry.name] = f"The model family {entry.name}:{source} cannot be used: {loaded}."
    return Registered(families, broken)


def families() -> Mapping[str, Family]:
    """The families that can be used, by prefix."""
    return registered().families


def family_options() -> dict[str, Option]:
    """The options of all families, by name; families that share a name mean the same by it."""
    return {name: one for family in families().values() for name, one in family.declared().items()}


def takers(name: str) -> list[Family]:
    """The families that have this option."""
    return [family for family in families().values() if name in family.declared()]


def load_encoder(
    spec: str,
    *,
    resolve: Resolver | None = None,
    memory: Memory | None = None,
    cache_dir: Path | None = None,
    download: bool = True,
    dataset: Dataset | None = None,
    views: Sequence[str] | None = None,
    **options: Any,
) -> Model:
    """A model for what the user wrote: a family and a colon, or a folder, a known name or a hub id.

    `options` are those of any family. One that the model's family does not have is refused where it
    is not as it is by default, unless families pass it over. A model without a family belongs to the
    one that claims it, unless `views` or `options` ask for what only hidden states have.
    """
    known = family_options()
    for name, value in options.items():
        if name not in known:
            raise ConfigError(f"`{name}`: there is no such option; one of {', '.join(known)}.")
        known[name].check(value)
    setting = Setting({} if memory is None else memory, cache_dir, download, dataset)
    meant = spec if resolve is None else resolve(spec, options)
    family, rest = _family(meant)
    if meant == spec == rest:
        claiming = _claiming(spec, options, views, setting)
        family, setting = claiming or family, replace(setting, claimed=claiming is not None)
    _refuse_strange(spec, family, options)
    from idioprobe.models.common.nothere import EncoderNotHere, NotHereError, ResponderNotHere

    try:
        return family.load(rest, family.options(**checked(family.options, options)), setting)
    except NotHereError:
        entry = known_model(rest)
        absent = ResponderNotHere if family.responds else EncoderNotHere
        return absent(family.prefix, entry.name if entry else rest, entry.languages if entry else MANY)


def family_of(spec: str) -> str:
    """The prefix of the family that a model is written with."""
    return _family(spec)[0].prefix


def claimed_family(spec: str, options: Mapping[str, Any]) -> str:
    """The prefix of the family that a model runs in, with these options of a run; one written without is asked for."""
    family, rest = _family(spec)
    if rest != spec:
        return family.prefix
    own = {name: value for name, value in options.items() if name in family_options()}
    claiming = _claiming(spec, own, options.get("views"), Setting())
    return (claiming or family).prefix


def _family(spec: str) -> tuple[Family, str]:
    """The family of a model, and what the family is told of it."""
    prefix, colon, rest = spec.partition(":")
    if not colon or os.path.exists(spec):
        prefix, rest = PLAIN, spec
    known = registered()
    if prefix in known.broken:
        raise ModelError(known.broken[prefix])
    if prefix not in known.families:
        written = ", ".join(f"{name}:" for name in known.families)
        raise ModelError(
            f"Unknown model family {prefix!r} in {spec!r}; one of {written} or a folder or Hugging Face id without any."
        )
    if not rest.strip():
        raise ModelError(f"{spec!r} names no model; write it {known.families[prefix].written}.")
    return known.families[prefix], rest


def _claiming(spec: str, options: Mapping[str, Any], views: Sequence[str] | None, setting: Setting) -> Family | None:
    """The family that claims a model written without one, where it has all that is asked for."""
    plain = families()[PLAIN].declared()
    asked = {name for name, value in options.items() if name in plain and value != plain[name].default}
    for family in families().values():
        if family.claims is None or asked - family.declared().keys():
            continue
        if family.native_only and any(current(view) != NATIVE for view in views or ()):
            continue
        if family.claims(spec, family.options(**checked(family.options, options)), setting):
            return family
    return None


def _refuse_strange(spec: str, family: Family, options: Mapping[str, Any]) -> None:
    known, own = family_options(), family.declared()
    for name, value in sorted(options.items()):
        if name not in own and not known[name].shared and value != known[name].default:
            written = " or ".join(taker.written for taker in takers(name))
            raise ConfigError(f"`{name}` does not go with {spec}; it is for models written {written}.")


def _from_package(entry: EntryPoint, before: Mapping[str, Family]) -> Family | str:
    """The family of an entry point, or what is wrong with it: the code is another's, so anything may be."""
    try:
        family = entry.load()
    except Exception as error:
        return f"{entry.value} fails with {type(error).__name__}: {' '.join(str(error).split())[:200]}"
    if not isinstance(family, Family):
        return f"{entry.value} is not a Family"
    if family.prefix != entry.name:
        return f"its entry point has another name than its prefix, {family.prefix}"
    if family.prefix in before:
        return "there is a family of that name already"
    known = {name: one for other in before.values() for name, one in other.declared().items()}
    for name, one in family.declared().items():
        if name in known and _meaning(one) != _meaning(known[name]):
            return f"its option {name} is declared otherwise by another family; give it another name"
    return family


def _meaning(one: Option) -> Option:
    return replace(one, help="", metavar="", heading="")
