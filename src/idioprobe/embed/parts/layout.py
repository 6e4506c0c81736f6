"""Where a parts store has what: `v1/MODEL/UNIT-VIEW/HASH.parquet`, and what is set aside or noted beside it.

A later layout will have another first folder, so that two versions of the program can share a store.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from idioprobe import __version__
from idioprobe.core.encoder import Identity
from idioprobe.core.fingerprint import CODE_VERSION, fingerprint
from idioprobe.core.parts.form import ENDING, About
from idioprobe.core.parts.places import TEMPORARY, Entry, Place
from idioprobe.core.views import View
from idioprobe.embed.spaces import space_name

ROOT = "v1"
UNKNOWN = f"{ROOT}/unknown"
"""Answers that were merged from a store which does not say of which model they are: a folder for each space."""
FACTS = f"{ROOT}/facts"
DAMAGED = ".damaged"
"""How the name of a part ends that was set aside."""
ELSEWHERE = "it is of another model or view"
"""What is wrong with a whole part in the wrong folder."""
_OURS = {"unknown", "facts", "notes"}


@dataclass(frozen=True)
class Space:
    """A space, its folder, and the one where merged answers may be."""

    about: About
    folder: str

    @property
    def name(self) -> str:
        """What tells it from all others."""
        return self.about.space

    @property
    def folders(self) -> tuple[str, str]:
        """All places where its parts may be."""
        return self.folder, f"{UNKNOWN}/{self.name[:32]}"


def space_of(identity: Identity, view: View) -> Space:
    """The space of a model and view."""
    return Space(about(identity, view), f"{model_folder(identity)}/{view_folder(view)}")


def about(identity: Identity, view: View) -> About:
    """What parts of a space say about themselves."""
    known = {"family": identity.family, "name": identity.name, "fingerprint": identity.fingerprint}
    known |= {"revision": identity.revision} if identity.revision else {}
    written = {name: str(value) for name, value in asdict(view).items()}
    return About(space_name(identity, view), known, {**written, "name": view.name}, __version__, CODE_VERSION)


def model_folder(identity: Identity) -> str:
    """The folder of a model, by its fingerprint."""
    return f"{ROOT}/{fingerprint([identity.fingerprint])[:32]}"


def view_folder(view: View) -> str:
    """The folder of a view in that of a model.

    >>> view_folder(View("target", "mean", "last4", "concat"))
    'target-mean@last4.concat'
    """
    special = ".special" if view.special_tokens else ""
    return f"{view.unit}-{view.name.replace(':', '.')}{special}"


def folder_of(known: About) -> str:
    """The folder of a space, from what its parts say about themselves."""
    if not known.model or not known.view or known.code != CODE_VERSION:
        return f"{UNKNOWN}/{known.space[:32]}"
    view = known.view
    special = ".special" if view.get("special_tokens") == "True" else ""
    model = fingerprint([known.model["fingerprint"]])[:32]
    return f"{ROOT}/{model}/{view['unit']}-{view['name'].replace(':', '.')}{special}"


def belongs(known: About, folder: str) -> bool:
    """Whether parts that say this about themselves are at home in a folder; of other versions nobody here can tell."""
    at_home = {folder_of(known), f"{UNKNOWN}/{known.space[:32]}"}
    return known.code != CODE_VERSION or folder in at_home


def models(place: Place) -> list[str]:
    """The folders of all models, that of unknown ones last."""
    own = [f"{ROOT}/{name}" for name in place.folders(ROOT) if name not in _OURS]
    return [*own, *([UNKNOWN] if place.folders(UNKNOWN) else [])]


def spaces(place: Place) -> Iterator[str]:
    """The folders of all spaces."""
    for model in models(place):
        for view in place.folders(model):
            yield f"{model}/{view}"


def parts_in(place: Place, folder: str) -> list[Entry]:
    """The parts in the folder of a space."""
    return [entry for entry in place.files(folder) if entry.name.endswith(ENDING)]


def left_in(place: Place, folder: str) -> list[Entry]:
    """What is beside the parts: those set aside, and what dead writers have left."""
    return [entry for entry in place.files(folder) if entry.name.endswith((DAMAGED, TEMPORARY))]
