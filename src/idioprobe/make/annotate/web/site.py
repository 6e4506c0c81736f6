"""What all pages of a study share: its database, its limits, and the way from a link to whom it belongs."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from idioprobe.make.annotate.database import told_if_damaged
from idioprobe.make.annotate.study import Study
from idioprobe.make.annotate.web.guard import RateLimit
from idioprobe.make.annotate.web.rendering import page

T = TypeVar("T")
UNKNOWN = "unknown"
SHARED_BY = 20
"""How many times as many requests as a personal link a link may get that many people share."""
Form = Mapping[str, list[str]]
TEXTS = {404: "missing", 429: "busy"}
"""What is said of an error; of others that the form could not be saved."""


class Site:
    """A study that is being served."""

    def __init__(self, study: Study) -> None:
        self.study = study
        per_minute = study.settings.server.requests_per_minute
        self.limit, self._shared_limit = RateLimit(per_minute), RateLimit(SHARED_BY * per_minute)
        self._database = study.connect()
        self._lock = threading.Lock()

    @contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        """The database, for one thread at a time."""
        with self._lock, told_if_damaged(self.study.folder):
            yield self._database

    def close(self) -> None:
        """Let the database go."""
        with self._lock:
            self._database.close()

    def annotator(self, request: Request) -> int:
        """Whose personal link was asked for, if the study gave it, and not too often."""
        number = self.study.keys.number(str(request.path_params["link"]))
        self.allow(UNKNOWN if number is None else f"annotator {number}")
        if number is None:
            raise HTTPException(404)
        return number

    def known(self, request: Request, purpose: str, *, shared: bool = False) -> str:
        """The token of a page that has its own secret link, if it is the right one; many people may share it."""
        token = str(request.path_params["token"])
        right = self.study.keys.proves(token, purpose)
        self.allow(purpose if right else UNKNOWN, shared=right and shared)
        if not right:
            raise HTTPException(404)
        return token

    def allow(self, link: str, *, shared: bool = False) -> None:
        """Refuse what comes too often."""
        if not (self._shared_limit if shared else self.limit).allows(link):
            raise HTTPException(429, headers={"Retry-After": "5"})

    def page(self, template: str, *, root: str, status: int = 200, **context: Any) -> Response:
        """A page as a response."""
        return HTMLResponse(page(self.study, template, root=root, **context), status)

    def proven(self, form: Form, *purpose: object) -> None:
        """Refuse a form that this study did not make for this purpose."""
        if not self.study.keys.proves(next(iter(form.get("form", ())), ""), "form", *purpose):
            raise HTTPException(403)

    def form_token(self, *purpose: object) -> str:
        """What a form has to send back."""
        return self.study.keys.token("form", *purpose)

    def error(self, request: Request, status: int, headers: Mapping[str, str] | None = None) -> Response:
        """A page about what went wrong."""
        name = TEXTS.get(status, "trouble")
        texts = self.study.interface
        depth = request.url.path.strip("/").count("/")
        made = page(
            self.study,
            "message",
            root="../" * depth,
            heading=texts[f"{name}_heading"],
            text=texts[name],
            **NOTHING_ELSE,
        )
        return HTMLResponse(made, status, dict(headers or {}))


NOTHING_ELSE: dict[str, Any] = {"code": "", "confirm": False, "onward": "", "sentences": ()}
"""What a message may have besides its text."""


async def threaded(function: Callable[..., T], *arguments: Any) -> T:
    """Do what waits for the disk beside the loop that answers others."""
    return await run_in_threadpool(function, *arguments)
