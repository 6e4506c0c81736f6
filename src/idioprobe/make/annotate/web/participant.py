"""The pages that participants see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from idioprobe.core.errors import StudyError
from idioprobe.make.annotate import answers, people
from idioprobe.make.annotate.answers import LONGEST
from idioprobe.make.annotate.database import transaction
from idioprobe.make.annotate.interface.words import fill_slots
from idioprobe.make.annotate.places import Ask, Done, Step, Stop, Wait, Welcome, next_step
from idioprobe.make.annotate.study import Study
from idioprobe.make.annotate.units import SCORE, TYPE, Unit
from idioprobe.make.annotate.web.guard import read_form
from idioprobe.make.annotate.web.site import NOTHING_ELSE, Form, Site, threaded

PROLIFIC = "prolific"
JOINING = "joining"
LONGEST_NAME = 200


@dataclass(frozen=True)
class Question:
    """A question on the scale, and what its ends mean."""

    name: str
    text: str
    low: str
    high: str


def questions(study: Study, unit: Unit) -> list[Question]:
    """What is asked about a unit on the scale: each component, then the whole."""
    texts, own = study.interface, study.settings.questions
    asked = []
    for one in unit.asked.components:
        wording = own.components.get(one.role) or own.component or texts["component"]
        text = fill_slots(wording, word=one.word, expression=unit.asked.expression)
        asked.append(Question(one.role, text, texts["component_low"], texts["component_high"]))
    whole = fill_slots(own.whole or texts["whole"], expression=unit.asked.expression)
    return [*asked, Question(SCORE, whole, texts["whole_low"], texts["whole_high"])]


def paraphrase_question(study: Study, unit: Unit) -> str:
    """How paraphrases are asked for."""
    wording = study.settings.questions.paraphrases or study.interface["paraphrases"]
    return fill_slots(wording, expression=unit.asked.expression)


class Participant:
    """The pages of one personal link, and the ways to get one."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def show(self, request: Request) -> Response:
        """Where the annotator is now."""
        return await threaded(self._show, self.site.annotator(request), _last(request))

    async def take(self, request: Request) -> Response:
        """Take an answer; what follows is sent only when it is on disk."""
        number = self.site.annotator(request)
        return await threaded(self._take, number, _last(request), await read_form(request))

    async def confirm(self, request: Request) -> Response:
        """Ask whether all is to be deleted."""
        return await threaded(self._confirm, self.site.annotator(request))

    async def delete(self, request: Request) -> Response:
        """Delete all that was given with a link."""
        number = self.site.annotator(request)
        self.site.proven(await read_form(request), number, "delete")
        return await threaded(self._delete, number)

    async def invitation(self, request: Request) -> Response:
        """The page of the joining link."""
        token = self._joins(request)
        return self._welcome(token, (JOINING,), {})

    async def join(self, request: Request) -> Response:
        """Give a new personal link to somebody who has agreed to take part."""
        token = self._joins(request)
        form = await read_form(request)
        self.site.proven(form, JOINING)
        if missing := self._disagrees(form):
            return self._welcome(token, (JOINING,), missing)
        return RedirectResponse(f"../a/{await threaded(self._new, JOINING, '')}", 303)

    async def from_prolific(self, request: Request) -> Response:
        """The personal link of somebody whom Prolific sends; their id is not stored, nor is it passed on."""
        self.site.known(request, PROLIFIC, shared=True)
        name = request.query_params.get("PROLIFIC_PID", "").strip()
        if not name or len(name) > LONGEST_NAME:
            raise HTTPException(404)
        return RedirectResponse(f"../a/{await threaded(self._new, PROLIFIC, name)}", 303)

    def _joins(self, request: Request) -> str:
        token = self.site.known(request, JOINING, shared=True)
        if not self.site.study.settings.joining:
            raise HTTPException(404)
        return token

    def _new(self, kind: str, name: str) -> str:
        keys = self.site.study.keys
        with self.site.database() as database:
            if name:
                with transaction(database):
                    number = people.from_outside(database, keys, kind, name)
            else:
                (number,) = people.invite(database, 1, kind)
                answers.begin(database, number)
        return keys.link(number)

    def _show(self, number: int, link: str) -> Response:
        with self.site.database() as database:
            step = next_step(database, self.site.study, number)
            source = people.source_of_annotator(database, number)
        return self._step(step, number, link, source)

    def _step(self, step: Step | None, number: int, link: str, source: str | None) -> Response:
        texts, study = self.site.study.interface, self.site.study
        match step:
            case None:
                raise HTTPException(404)
            case Welcome():
                return self._welcome(link, (number, "begin"), {}, delete_path=f"{link}/delete", stop=texts["stop"])
            case Ask():
                return self._ask(step, number, link, {}, {})
            case Wait(minutes):
                return self._message(link, texts["wait_heading"], texts.say("wait", minutes=minutes), onward=link)
            case Stop(state):
                return self._message(link, texts[f"{state}_heading"], texts[state])
            case Done(count):
                code = study.settings.prolific.completion_code if source == PROLIFIC and count else ""
                told = f"{texts['done']}\n\n{texts.say('done_count', number=count)}"
                return self._message(link, texts["done_heading"], told, code=code)

    def _message(self, link: str, heading: str, text: str, **more: Any) -> Response:
        context = {**NOTHING_ELSE, **more}
        return self.site.page(
            "message", root="../", heading=heading, text=text, delete_path=f"{link}/delete", **context
        )

    def _welcome(self, link: str, purpose: tuple[object, ...], errors: dict[str, str], **more: Any) -> Response:
        study, texts = self.site.study, self.site.study.interface
        joining = purpose == (JOINING,)
        introduction = study.settings.introduction or texts["introduction"]
        return self.site.page(
            "welcome",
            root="../",
            status=422 if errors else 200,
            path=link,
            form_token=self.site.form_token(*purpose),
            introduction=f"{introduction}\n\n{texts['join']}" if joining else introduction,
            consent=study.settings.consent,
            button=texts["join_button" if joining else "begin"],
            errors=errors,
            **more,
        )

    def _disagrees(self, form: Form) -> dict[str, str]:
        study = self.site.study
        return {} if not study.settings.consent or form.get("agree") else {"agree": study.interface["error_agree"]}

    def _take(self, number: int, link: str, form: Form) -> Response:
        study = self.site.study
        item = next(iter(form.get("item", ())), "")
        self.site.proven(form, number, item)
        if item == "begin":
            return self._begin(number, link, form)
        unit = next((one for one in (*study.practice, *study.checks) if one.item == item), None)
        unit = unit or (study.units.get(int(item)) if item.isascii() and item.isdigit() else None)
        if unit is None:  # the settings have changed since the form was made
            return RedirectResponse(link, 303)
        answer, wrong = answers.read_form(form, unit, study.settings)
        if wrong:
            return self._again(number, link, unit, form, wrong)
        with self.site.database() as database:
            try:
                answers.store(database, number, unit, answer, study.settings)
            except StudyError as error:  # closed or deleted meanwhile
                raise HTTPException(409) from error
        feedback = self._feedback(unit)
        return self._told(link, unit, feedback) if feedback else RedirectResponse(link, 303)

    def _begin(self, number: int, link: str, form: Form) -> Response:
        if missing := self._disagrees(form):
            return self._welcome(link, (number, "begin"), missing, delete_path=f"{link}/delete")
        with self.site.database() as database:
            answers.begin(database, number)
        return RedirectResponse(link, 303)

    def _feedback(self, unit: Unit) -> str:
        """What the settings say after a practice item."""
        study = self.site.study
        given = zip(study.practice, study.settings.practice, strict=True)
        return next((one.feedback for made, one in given if made.item == unit.item), "")

    def _told(self, link: str, unit: Unit, feedback: str) -> Response:
        more = {"onward": link, "sentences": unit.asked.sentences, "sentences_language": unit.asked.language}
        return self._message(link, self.site.study.interface["practice_feedback"], feedback, **more)

    def _again(self, number: int, link: str, unit: Unit, form: Form, wrong: dict[str, str]) -> Response:
        """The same question with what was answered, and what is missing."""
        study = self.site.study
        said = {name: study.interface.say(text, most=LONGEST) for name, text in wrong.items()}
        with self.site.database() as database:
            step = next_step(database, study, number)
        if not isinstance(step, Ask) or step.unit.item != unit.item:
            step = Ask(unit, 0, 0, unit.item.partition(":")[0] if ":" in unit.item else "study")
        return self._ask(step, number, link, {name: values[0] for name, values in form.items() if values}, said)

    def _ask(self, step: Ask, number: int, link: str, given: dict[str, str], errors: dict[str, str]) -> Response:
        study, unit = self.site.study, step.unit
        texts = study.interface
        practice, asked = step.kind == "practice", questions(study, unit)
        heading = texts.say("expression" if study.levels == (TYPE,) else "sentence", number=step.done + 1)
        if practice:
            heading = texts.say("practice", number=step.done + 1, total=step.total)
        note = texts["practice_note"] if practice else texts["type_note"] if unit.level == TYPE else ""
        most = study.settings.paraphrases
        return self.site.page(
            "ask",
            root="../",
            status=422 if errors else 200,
            path=link,
            unit=unit,
            heading=heading,
            note=note,
            form_token=self.site.form_token(number, unit.item),
            questions=asked,
            values=list(study.settings.scale.values),
            paraphrase_question=paraphrase_question(study, unit),
            paraphrase_hint=texts.say("paraphrases_hint", number=most),
            paraphrases=[(f"paraphrase{n}", texts.say("paraphrase", number=n)) for n in range(1, most + 1)],
            longest=LONGEST,
            given=given,
            asked={one.name: one.text for one in asked},
            errors=errors,
            done=step.done,
            total=0 if practice else step.total,
            progress=texts.say("progress", done=step.done, total=step.total),
            stop=texts["stop"],
            delete_path=f"{link}/delete",
        )

    def _confirm(self, number: int) -> Response:
        self._there(number)
        texts, token = self.site.study.interface, self.site.form_token(number, "delete")
        link = self.site.study.keys.link(number)
        context = {**NOTHING_ELSE, "confirm": True, "path": "delete", "cancel": f"../{link}", "form_token": token}
        return self.site.page(
            "message", root="../../", heading=texts["delete_heading"], text=texts["delete"], **context
        )

    def _there(self, number: int) -> None:
        with self.site.database() as database:
            if people.source_of_annotator(database, number) is None:
                raise HTTPException(404)

    def _delete(self, number: int) -> Response:
        with self.site.database() as database:
            if people.forget(database, number) is None:
                raise HTTPException(404)
        texts = self.site.study.interface
        return self.site.page(
            "message", root="../../", heading=texts["deleted_heading"], text=texts["deleted"], **NOTHING_ELSE
        )


def _last(request: Request) -> str:
    """The last part of an address, by which a page links to itself wherever the study is on its server."""
    return request.url.path.rpartition("/")[2]
