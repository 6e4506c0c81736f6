"""The address of a server and the key to it.

The key is read from the environment whenever a request is sent and kept nowhere: in no
attribute and no variable of a function that raises. What a server says is shown only after
`clean`, since a server may repeat the key that it was sent.
"""

from __future__ import annotations

import ipaddress
import os
import re
import urllib.parse
import urllib.request

from idioprobe.core.errors import ConfigError, ModelError

DEFAULT_URL = "https://api.openai.com/v1"
KEY_VARIABLE = "OPENAI_API_KEY"
SHOWN = 200
"""How many characters of what a server says are repeated."""

_LIKE_A_KEY = re.compile(r"\bsk-[\w*.…-]+")
_SECRET_FROM = 8
"""Shorter keys are stand-ins for servers that check none; hiding them would only garble words."""


def without_key(text: str) -> str:
    """A text of a server, in which the key that it was sent is hidden."""
    return text.replace(_key(), "[key]") if len(_key()) >= _SECRET_FROM else text


def clean(text: str) -> str:
    """Words of a server on one short line: nothing that a terminal would obey, and no key, not even a masked one."""
    text = _LIKE_A_KEY.sub("[key]", without_key(text))
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split()).rstrip(".")
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}…"


def check_url(url: str) -> str:
    """The address of a server in its plain form.

    >>> check_url("http://LocalHost:8000/v1/embeddings/")
    'http://localhost:8000/v1'
    """
    plain = url.strip()
    try:
        parts = urllib.parse.urlsplit(plain)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in ("http", "https") or re.search(r"[^!-~]", plain):
        raise ConfigError("`base_url` is not a web address; write it as in http://localhost:8000/v1.")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ConfigError(
            f"`base_url` must hold no user, password, query or fragment: it is kept with the results. "
            f"Put the key into the environment variable {KEY_VARIABLE}."
        )
    name = f"[{host}]" if ":" in host else host
    path = re.sub(r"/*(/embeddings|/chat/completions)?$", "", parts.path.rstrip("/"))
    return f"{parts.scheme}://{name}{f':{port}' if port is not None else ''}{path}"


def check_key(base_url: str) -> None:
    """Refuse to ask without the key that the server needs, or to send one where others can read it."""
    if not _key():
        if base_url == DEFAULT_URL:
            raise ModelError(
                f"OpenAI's models need a key: set the environment variable {KEY_VARIABLE}, "
                "or name a server of your own with `base_url`."
            )
    elif re.search(r"[^!-~]", _key()):
        raise ModelError(
            f"The environment variable {KEY_VARIABLE} holds a space, a line break or another character "
            "that no key has; set it again."
        )
    elif base_url.startswith("http:") and not is_local(base_url):
        raise ModelError(
            f"{base_url} is not a safe connection: the key in {KEY_VARIABLE} would be readable by anyone on the way. "
            f"Use https, or unset {KEY_VARIABLE} if the server needs none."
        )


def _key() -> str:
    return os.environ.get(KEY_VARIABLE, "").strip()


def has_key() -> bool:
    """Whether the environment has a key."""
    return bool(_key())


def authorise(request: urllib.request.Request) -> None:
    """Add the key to a request, if there is one; a redirection would not get it."""
    if _key():
        request.add_unredirected_header("Authorization", f"Bearer {_key()}")


def is_local(base_url: str) -> bool:
    """Whether the server is this machine."""
    host = urllib.parse.urlsplit(base_url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
