"""Secret links and form tokens.

All are made from one key, which is in a file of its own: the database holds no link, so that a copy of the answers
opens nothing. A link names the annotator's number, and the rest of it proves that the study gave it; it is compared in
constant time.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from idioprobe.core.errors import StudyError
from idioprobe.core.files import write_private

KEY_FILE = "key"
_LENGTH = 27
"""Characters of six bits each: 162 bits."""
_BYTES = 32
_LINK = re.compile(r"([1-9]\d{0,11})-([\w-]{27})", re.ASCII)


@dataclass(frozen=True)
class Keys:
    """The secret of a study."""

    secret: bytes = field(repr=False)

    def token(self, *purpose: object) -> str:
        """What proves that this study made something for a purpose; nobody else can."""
        message = "\0".join(map(str, purpose)).encode("utf-8", "surrogatepass")
        made = hmac.new(self.secret, message, hashlib.sha256).digest()
        return base64.urlsafe_b64encode(made).decode("ascii")[:_LENGTH]

    def proves(self, given: str, *purpose: object) -> bool:
        """Whether a token is the one for a purpose."""
        return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self.token(*purpose).encode())

    def link(self, number: int) -> str:
        """The secret part of an annotator's personal link."""
        return f"{number}-{self.token('annotator', number)}"

    def number(self, link: str) -> int | None:
        """Whose link it is; None for one that this study did not give."""
        found = _LINK.fullmatch(link)
        if not found or not self.proves(found[2], "annotator", int(found[1])):
            return None
        return int(found[1])

    def outside(self, kind: str, name: str) -> str:
        """What a name of elsewhere is remembered by, so that the same person stays one, and the name is not stored."""
        return self.token("outside", kind, name)


def make_key(folder: Path) -> None:
    """Write a new key that only its owner may read."""
    write_private(folder / KEY_FILE, f"{secrets.token_hex(_BYTES)}\n")


def read_key(folder: Path) -> Keys:
    """The key of a study."""
    path = folder / KEY_FILE
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise StudyError(f"{path} cannot be read: {error.strerror}; without it no link of the study works.") from error
    except ValueError as error:
        raise StudyError(f"{path} is not the key of a study; restore it from a copy of the folder.") from error
    if len(secret) < _BYTES:
        raise StudyError(f"{path} is too short for a key; restore it from a copy of the folder.")
    return Keys(secret)
