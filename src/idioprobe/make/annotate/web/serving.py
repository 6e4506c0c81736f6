"""Starting the server."""

from __future__ import annotations

import errno
import logging
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn

from idioprobe.core.errors import StudyError
from idioprobe.make.annotate.database import stored_answers
from idioprobe.make.annotate.study import open_study
from idioprobe.make.annotate.web.app import make_app
from idioprobe.make.annotate.web.connection import MOST_AT_ONCE, Connection

_BACKLOG = 2048
_OTHER_FILES = 200
"""That the server has open beside its connections, at most."""


def serve(folder: Path, host: str, port: int, started: Callable[[str], None]) -> None:
    """Serve a study until somebody stops it; `started` is told the address once requests are taken.

    Nothing is logged about requests: an address in a log would be personal data, and a link a secret.
    """
    study = open_study(folder)
    with study.database() as database:
        stored_answers(database)
    allow_files(MOST_AT_ONCE + _BACKLOG + _OTHER_FILES)
    listening = listen(host, port)
    address, number = listening.getsockname()[:2]
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    config = uvicorn.Config(
        make_app(study),
        access_log=False,
        log_config=None,
        proxy_headers=False,
        server_header=False,
        backlog=_BACKLOG,
        http=Connection,
        limit_concurrency=MOST_AT_ONCE,
        timeout_graceful_shutdown=10,
        ws="none",
    )
    started(f"http://{f'[{address}]' if ':' in address else address}:{number}")
    with listening:
        uvicorn.Server(config).run(sockets=[listening])


def allow_files(number: int) -> None:
    """Let this process have so many files open, or as many as its system allows.

    All connections that wait are accepted at once, before any can be dropped.
    """
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes requests already; why it cannot be had is told in a sentence."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise StudyError(f"`host` {host!r} is no address of this machine: {error.strerror}.") from error
    made = socket.socket(family, kind, proto)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind(address)
        made.listen(_BACKLOG)
    except OSError as error:
        made.close()
        reasons = {
            errno.EADDRINUSE: f"`port` {port} is in use on {host}; stop what uses it, or choose another",
            errno.EACCES: f"`port` {port} may not be used by you; choose one above 1023",
            errno.EADDRNOTAVAIL: f"`host` {host} is no address of this machine; 127.0.0.1 and 0.0.0.0 are",
        }
        raise StudyError(
            f"{reasons.get(error.errno or 0, f'{host}:{port} cannot be used: {error.strerror}')}."
        ) from error
    return made
