"""The researcher's page: how far the study is, its answers, and whether it goes on."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from idioprobe.make.annotate.database import CLOSED, OPEN, PAUSED, STATES, set_state, source_of, state_of
from idioprobe.make.annotate.export import csv_bytes
from idioprobe.make.annotate.progress import progress_of
from idioprobe.make.annotate.web.guard import read_form
from idioprobe.make.annotate.web.site import Form, Site, threaded

RESEARCHER = "researcher"
_ACTIONS = {
    OPEN: ((PAUSED, "Pause"), (CLOSED, "Close")),
    PAUSED: ((OPEN, "Resume"), (CLOSED, "Close")),
    CLOSED: ((OPEN, "Open again"),),
}


class Researcher:
    """The pages behind the researcher's secret link."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def show(self, request: Request) -> Response:
        """Progress."""
        return await threaded(self._show, self.site.known(request, RESEARCHER))

    async def change(self, request: Request) -> Response:
        """Pause, resume or close."""
        token = self.site.known(request, RESEARCHER)
        return await threaded(self._change, token, await read_form(request))

    async def download(self, request: Request) -> Response:
        """All answers as CSV."""
        self.site.known(request, RESEARCHER)
        headers = {"Content-Disposition": 'attachment; filename="answers.csv"'}
        return Response(await threaded(self._csv), media_type="text/csv; charset=utf-8", headers=headers)

    def _csv(self) -> bytes:
        return csv_bytes(self.site.study)

    def _show(self, token: str) -> Response:
        study = self.site.study
        with study.database() as database:  # one of its own: those who answer need not wait for the figures
            progress, state, source = progress_of(database, study), state_of(database), source_of(database)
        return self.site.page(
            "researcher",
            root="../",
            path=token,
            token=token,
            state=state,
            source=source,
            actions=_ACTIONS[state],
            form_token=self.site.form_token(RESEARCHER),
            level=study.settings.level,
            wanted=study.settings.annotations,
            lang_of_study=study.settings.language,
            overview=progress.overview,
            units=progress.units,
            annotators=progress.annotators,
            agreement=progress.agreement,
            failed=progress.failed,
            lang="en",
            direction="ltr",
            skip="Skip to the content",
        )

    def _change(self, token: str, form: Form) -> Response:
        self.site.proven(form, RESEARCHER)
        state = next(iter(form.get("state", ())), "")
        if state not in STATES:
            raise HTTPException(400)
        with self.site.database() as database:
            set_state(database, state)
        return RedirectResponse(token, 303)
