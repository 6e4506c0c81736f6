"""Which backend a model has: the one asked for, once it has given what torch gives, else torch.

A model's vectors are kept under the backend that made them, so the backend is settled before the model is identified.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from typing import TypeVar

from idioprobe.core.encoder import Identity
from idioprobe.core.errors import ConfigError, ModelError, install
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.notices import Notice
from idioprobe.models.common.options import OPENVINO, OnBackend
from idioprobe.models.family import Memory

EXACT = "float32"
APPROXIMATE = "bfloat16"
_PROCESSOR = ("auto", "cpu")
_SAME = "same as torch"

Loaded = TypeVar("Loaded")


class NotInBackendError(Exception):
    """Why a model stays in torch."""


def check_options(options: OnBackend, device: str, dtype: str, *without: str) -> None:
    """Raise if another option contradicts the backend; `without` are those given that only torch has."""
    if options.backend != OPENVINO:
        return
    if device not in _PROCESSOR:
        raise ConfigError(f"`backend` {OPENVINO} computes on the processor: leave out `device` {device}.")
    if dtype not in (EXACT, APPROXIMATE):
        raise ConfigError(f"`backend` {OPENVINO} computes in {EXACT} or {APPROXIMATE}, not in `dtype` {dtype}.")
    for name in without:
        raise ConfigError(f"`{name}` does not go with `backend` {OPENVINO}; leave one of them out.")


def installed_version() -> str | None:
    """The version of openvino, which is not imported for the answer; None where it is not installed."""
    try:
        return metadata.version(OPENVINO)
    except metadata.PackageNotFoundError:
        return None


class Backend:
    """The backend of one model.

    Whether openvino gives what torch gives is tried whenever the model is loaded. That it did is noted for this
    machine, so that vectors in the store are found without loading the model.
    """

    def __init__(self, asked: str, in_torch: Identity, dtype: str, memory: Memory) -> None:
        self.in_torch = in_torch
        self.dtype = dtype
        self._memory = memory
        self._known: Identity | None = in_torch
        if asked != OPENVINO:
            return
        self._version = installed_version()
        self._key = f"{OPENVINO}|{self._version}|{platform.node()}|{in_torch.fingerprint}"
        self._known = self._in_openvino() if self._version and memory.get(self._key) == _SAME else None

    def identity(self, load: Callable[[], object], notice: Notice) -> Identity:
        """Which model it is, in the backend that it has; `load` settles it where nobody knows yet."""
        self._look(notice)
        if self._known is None:
            load()
        return self._known or self.in_torch

    def load(self, in_torch: Callable[[str], Loaded], convert: Callable[[Loaded, str], None], notice: Notice) -> Loaded:
        """The model in memory: `in_torch` loads it with a precision, `convert` lets openvino compute it if it can."""
        self._look(notice)
        if self._known is self.in_torch:
            return in_torch(self.dtype)
        loaded = in_torch(EXACT)
        try:
            convert(loaded, self.dtype)
        except NotInBackendError as error:
            if self._known is not None:
                self._memory[self._key] = str(error)
                raise ModelError(
                    f"{self.in_torch.name} gave the same in openvino as in torch before, and does not now: {error}. "
                    "Start it again: it takes torch."
                ) from error
            self._stay(str(error), notice)
            return loaded if self.dtype == EXACT else in_torch(self.dtype)
        self._memory[self._key] = _SAME
        self._known = self._in_openvino()
        return loaded

    def _look(self, notice: Notice) -> None:
        """A package that is absent need not be tried."""
        if self._known is None and self._version is None:
            self._stay(f"openvino is not installed: {install(OPENVINO)}", notice)

    def _stay(self, reason: str, notice: Notice) -> None:
        self._known = self.in_torch
        notice(f"{self.in_torch.name} is computed in torch, not in openvino: {reason}.")

    def _in_openvino(self) -> Identity:
        own, version = self.in_torch, str(self._version)
        return replace(
            own,
            fingerprint=fingerprint([OPENVINO, version, own.fingerprint]),
            details={**own.details, "backend": f"{OPENVINO} {version}"},
        )
