"""The application: which address leads to which page."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from idioprobe.core.errors import StudyError
from idioprobe.make.annotate.study import Study
from idioprobe.make.annotate.web.guard import LARGEST_BODY, Headers
from idioprobe.make.annotate.web.participant import JOINING, PROLIFIC, Participant
from idioprobe.make.annotate.web.rendering import ASSETS, asset
from idioprobe.make.annotate.web.researcher import RESEARCHER, Researcher
from idioprobe.make.annotate.web.site import Site


def make_app(study: Study) -> ASGIApp:
    """The application of a study."""
    site = Site(study)
    participant, researcher = Participant(site), Researcher(site)

    async def failed(request: Request, error: Exception) -> Response:
        status, headers = (error.status_code, error.headers) if isinstance(error, HTTPException) else (500, None)
        if isinstance(error, StudyError):
            logging.getLogger(__name__).error("%s", error)
        return site.error(request, status, headers)

    @asynccontextmanager
    async def closing(_: Starlette) -> AsyncIterator[None]:
        yield
        site.close()

    app = Starlette(
        routes=[
            Route("/a/{link}", participant.show, methods=["GET"]),
            Route("/a/{link}", participant.take, methods=["POST"]),
            Route("/a/{link}/delete", participant.confirm, methods=["GET"]),
            Route("/a/{link}/delete", participant.delete, methods=["POST"]),
            Route(f"/{JOINING}/{{token}}", participant.invitation, methods=["GET"]),
            Route(f"/{JOINING}/{{token}}", participant.join, methods=["POST"]),
            Route(f"/{PROLIFIC}/{{token}}", participant.from_prolific, methods=["GET"]),
            Route(f"/{RESEARCHER}/{{token}}", researcher.show, methods=["GET"]),
            Route(f"/{RESEARCHER}/{{token}}", researcher.change, methods=["POST"]),
            Route(f"/{RESEARCHER}/{{token}}/answers.csv", researcher.download, methods=["GET"]),
            Route("/static/{name}", _static, methods=["GET"]),
        ],
        exception_handlers={HTTPException: failed, StudyError: failed, Exception: failed},
        lifespan=closing,
        max_body_size=LARGEST_BODY,
    )
    app.router.redirect_slashes = False  # it would redirect to whatever host the request names
    return Headers(app)


def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in ASSETS:
        raise HTTPException(404)
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(asset(name), media_type=ASSETS[name], headers=headers)
