"""The pages of a study over HTTP: who gets in, what is taken, what is refused."""

import re
import socket
import sqlite3
import subprocess
import sys

import pytest

from idioprobe.make.annotate.study import open_study
from idioprobe.make.annotate.table import read_study
from tests.make.annotate import studies
from tests.make.annotate.visitors import Server, Visitor
from tests.support import needed_module

needed_module("starlette")
needed_module("uvicorn")

HOSTILE = "<script>window.hacked = 1</script>"
CONSENT = 'consent = "I agree to <b>everything</b>."'


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    changes = (CONSENT, "joining = true", "requests_per_minute = 100000", 'contact = "<i>me</i>"')
    return studies.make(
        tmp_path_factory.mktemp("pages") / "study", examples=True, expressions=8, annotations=50, changes=changes
    )


@pytest.fixture(scope="module")
def server(study):
    with Server(study) as running:
        yield running


@pytest.fixture
def visitor(server):
    made = Visitor(server.url)
    yield made
    made.close()


@pytest.fixture
def link(study):
    (made,) = studies.links(study, 1)
    return made


def begin(visitor, link):
    """Agree, and practise, until the first question that counts."""
    page = visitor.get(link)
    visitor.post(link, {**page.form, "agree": "yes"})
    page = visitor.get(link)
    while page.form["item"].startswith("practice"):
        visitor.post(link, {**page.form, **dict.fromkeys(page.questions, 1)})
        page = visitor.get(link)
    return page


def stored(study, link):
    number = link.removeprefix("/a/").partition("-")[0]
    return read_study(study).filter(annotator=number)


def test_every_response_forbids_inline_script_frames_and_caching(server, visitor, link):
    for path in (link, "/", "/a/1-nothing", "/researcher/x", f"{link}/delete", server.page.removeprefix(server.url)):
        headers = visitor.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Server"] is None


def test_only_the_links_that_the_study_gave_lead_anywhere(server, visitor, link, study):
    number, _, secret = link.removeprefix("/a/").partition("-")
    last = "-" if secret.endswith("_") else "_"
    others = [
        f"/a/{int(number) + 999}-{secret}",
        f"/a/{number}-{secret[:-1]}{last}",
        f"/a/{number}",
        "/a/x",
        "/researcher/x",
    ]
    others += [f"/a/{number}-{'é' * 27}".encode().decode("latin-1"), "/joining/x", "/prolific/x?PROLIFIC_PID=1"]
    assert {visitor.get(path.encode("ascii", "replace").decode()).status for path in others} == {404}
    assert visitor.get(f"{link}/", {"Host": "elsewhere.example"}).status == 404
    unknown = open_study(study).keys.link(10_000)
    assert visitor.get(f"/a/{unknown}").status == 404
    assert visitor.get(server.page.removeprefix(server.url)).status == 200


def test_consent_comes_first_and_is_escaped(visitor, link):
    page = visitor.get(link)
    assert "I agree to &lt;b&gt;everything&lt;/b&gt;." in page.text
    refused = visitor.post(link, page.form)
    assert refused.status == 422
    assert 'role="alert"' in refused.text
    assert visitor.post(link, {**page.form, "agree": "yes"}).status == 303
    assert 'name="score"' in visitor.get(link).text


def test_practice_explains_itself_and_does_not_count(visitor, link, study):
    page = visitor.get(link)
    visitor.post(link, {**page.form, "agree": "yes"})
    page = visitor.get(link)
    assert "couch potato" in page.text
    told = visitor.post(link, {**page.form, **dict.fromkeys(page.questions, 0)})
    assert told.status == 200
    assert "A couch potato is a lazy person" in told.text
    assert "orange juice" in visitor.get(link).text
    assert stored(study, link).is_empty()


def test_an_answer_is_stored_once_however_often_it_is_sent(visitor, link, study):
    page = begin(visitor, link)
    assert page.questions == ["modifier", "head", "score"]
    fields = {
        **page.form,
        "modifier": 1,
        "head": 2,
        "score": 3,
        "paraphrase1": " empty  threat; bluff",
        "paraphrase3": "",
    }
    assert [visitor.post(link, fields).status for _ in range(3)] == [303] * 3
    assert visitor.post(link, {**fields, "score": 5}).status == 303
    (row,) = stored(study, link).to_dicts()
    assert (row["modifier"], row["head"], row["score"]) == (1, 2, 3)
    assert row["paraphrases"] == "empty threat, bluff"
    assert visitor.get(link).form["item"] != page.form["item"]


def test_a_phone_does_not_write_paraphrases_with_a_large_letter(visitor, link):
    begin(visitor, link)
    page = visitor.get(link).text
    assert page.count('name="paraphrase') == page.count('autocapitalize="none"') > 0


def test_the_same_question_waits_for_who_comes_back(visitor, link):
    first = begin(visitor, link).form["item"]
    assert {visitor.get(link).form["item"] for _ in range(3)} == {first}


def test_an_incomplete_form_comes_back_with_what_was_given(visitor, link, study):
    page = begin(visitor, link)
    again = visitor.post(link, {**page.form, "head": 2, "score": 99, "paraphrase2": HOSTILE})
    assert again.status == 422
    assert re.search(r'name="head" value="2" checked', again.text)
    assert 'href="#modifier"' in again.text
    assert 'href="#score"' in again.text
    assert "hacked" in again.text
    assert HOSTILE not in again.text
    assert stored(study, link).is_empty()


def test_a_form_that_the_study_did_not_make_for_this_person_is_refused(visitor, link, study):
    (other,) = studies.links(study, 1)
    page, theirs = begin(visitor, link), begin(visitor, other)
    scores = {"modifier": 1, "head": 1, "score": 1}
    forged = [{"item": page.form["item"]}, {**page.form, "form": "x"}, theirs.form, {**page.form, "item": "5"}]
    assert {visitor.post(link, {**form, **scores}).status for form in forged} <= {403}
    assert visitor.post(link, {**page.form, **scores}, {"Sec-Fetch-Site": "cross-site"}).status == 403
    assert visitor.post(link, {**page.form, **scores}, {"Content-Type": "text/plain"}).status == 415
    assert stored(study, link).is_empty()


def test_large_or_broken_bodies_are_refused(visitor, link, server):
    page = begin(visitor, link)
    large = {**page.form, "modifier": 1, "head": 1, "score": 1, "paraphrase1": "x" * 20_000}
    assert visitor.post(link, large).status == 413
    visitor = Visitor(server.url)
    assert visitor.post(link, {**page.form, **{f"field{n}": 1 for n in range(100)}}).status == 400
    assert visitor.post(link, b"\xff\xfe").status in (400, 403)
    long = visitor.post(link, {**page.form, "modifier": 1, "head": 1, "score": 1, "paraphrase1": "x" * 201})
    assert long.status == 422
    assert visitor.get("/a/" + "x" * 3000).status == 404


def test_people_delete_their_data_themselves(visitor, link, study):
    page = begin(visitor, link)
    visitor.post(link, {**page.form, "modifier": 1, "head": 1, "score": 1, "paraphrase1": "zzsecretzz"})
    assert len(stored(study, link)) == 1
    asked = visitor.get(f"{link}/delete")
    assert visitor.post(f"{link}/delete", {"form": "x"}).status == 403
    gone = visitor.post(f"{link}/delete", asked.form)
    assert gone.status == 200
    assert "Your data is deleted" in gone.text
    assert stored(study, link).is_empty()
    assert visitor.get(link).status == 404
    assert visitor.post(f"{link}/delete", asked.form).status == 404
    assert not any(b"zzsecretzz" in file.read_bytes() for file in study.iterdir())


def test_the_joining_link_gives_everyone_a_link_of_their_own(visitor, study):
    path = f"/joining/{open_study(study).keys.token('joining')}"
    page = visitor.get(path)
    assert visitor.post(path, page.form).status == 422
    own = {visitor.post(path, {**page.form, "agree": "yes"}).headers["Location"] for _ in range(2)}
    assert len(own) == 2
    assert 'name="score"' in visitor.get(own.pop().removeprefix("..")).text


def test_prolific_participants_come_back_to_their_own_link_and_their_id_is_not_stored(visitor, study):
    path = f"/prolific/{open_study(study).keys.token('prolific')}?PROLIFIC_PID="
    first, again, other = (visitor.get(path + name).headers["Location"] for name in ("5ecret1d", "5ecret1d", "another"))
    assert first == again != other
    assert "5ecret1d" not in first
    assert visitor.get(path).status == 404
    assert not any(b"5ecret1d" in file.read_bytes() for file in study.iterdir())


def test_the_researcher_pauses_resumes_and_closes(server, visitor, link):
    path = server.page.removeprefix(server.url)
    page = begin(visitor, link)
    token = visitor.get(path).form["form"]
    assert visitor.post(path, {"form": "x", "state": "closed"}).status == 403
    assert visitor.post(path, {"form": token, "state": "broken"}).status == 400
    try:
        assert visitor.post(path, {"form": token, "state": "paused"}).status == 303
        assert "The study is paused" in visitor.get(link).text
        assert visitor.post(link, {**page.form, "modifier": 1, "head": 1, "score": 1}).status == 303
        visitor.post(path, {"form": token, "state": "closed"})
        assert "The study has ended" in visitor.get(link).text
        refused = visitor.post(link, {**page.form, "modifier": 2, "head": 1, "score": 1})
        assert refused.status == 409
    finally:
        visitor.post(path, {"form": token, "state": "open"})
    assert 'name="score"' in visitor.get(link).text


def test_the_researcher_sees_progress_and_downloads_without_formulas(server, visitor, link):
    page = begin(visitor, link)
    fields = {**page.form, "modifier": 1, "head": 1, "score": 1, "paraphrase1": "=1+1", "paraphrase2": HOSTILE}
    visitor.post(link, fields)
    path = server.page.removeprefix(server.url)
    assert "Krippendorff" in visitor.get(path).text
    csv = visitor.get(f"{path}/answers.csv")
    assert csv.headers["Content-Type"].startswith("text/csv")
    assert "attachment" in csv.headers["Content-Disposition"]
    assert csv.text.splitlines()[0] == (
        "annotator,expression,language,sentence,score,modifier,head,paraphrases,level,check"
    )
    assert "'=1+1;" in csv.text


def test_nothing_about_the_visitor_is_stored(study, visitor, link):
    begin(visitor, link)
    with sqlite3.connect(study / "study.sqlite") as database:
        columns = {row[1] for name in _tables(database) for row in database.execute(f"PRAGMA table_info({name})")}
    assert not columns & {"ip", "address", "agent", "email", "time"}
    assert not any(b"127.0.0.1" in file.read_bytes() for file in study.iterdir())


def _tables(database):
    return [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def test_scale_questions_and_paraphrases_are_those_of_the_settings(tmp_path):
    changes = (
        "low = 1",
        "high = 7",
        'whole = "Is {expression} {odd} literal?"',
        "paraphrases = 0",
        "per_annotator = 1",
    )
    folder = studies.make(tmp_path / "study", changes=changes, expressions=1)
    path = folder / "settings.toml"
    own = '[questions.components]\nhead = "Is {expression} a {word}?"'
    path.write_text(path.read_text(encoding="utf-8").replace("[questions.components]", own), encoding="utf-8")
    (link,) = studies.links(folder, 1)
    with Server(folder) as running:
        visitor = Visitor(running.url)
        visitor.post(link, visitor.get(link).form)
        page = visitor.get(link)
        assert "Is papera tigera a tigera?" in page.text
        assert "Is papera tigera {odd} literal?" in page.text
        assert re.findall(r'name="score" value="(-?\d+)"', page.text) == list("1234567")
        assert 'type="text"' not in page.text
        assert visitor.post(link, {**page.form, **dict.fromkeys(page.questions, 0)}).status == 422
        assert visitor.post(link, {**page.form, **dict.fromkeys(page.questions, 7)}).status == 303
        assert "Thank you!" in visitor.get(link).text


def test_too_many_requests_by_one_link_are_refused_and_others_go_on(tmp_path):
    folder = studies.make(tmp_path / "study", changes=("requests_per_minute = 40",))
    one, other = studies.links(folder, 2)
    with Server(folder) as running:
        visitor = Visitor(running.url)
        statuses = [visitor.get(one).status for _ in range(40)]
        assert statuses[:20] == [200] * 20
        assert statuses[-1] == 429
        assert visitor.get(one).headers["Retry-After"]
        assert visitor.get(other).status == 200
        assert [visitor.get("/a/none").status for _ in range(40)][-1] == 429


def test_a_link_that_many_share_serves_them_all_at_once(tmp_path):
    folder = studies.make(tmp_path / "study", changes=("requests_per_minute = 40", "joining = true"))
    path = f"/joining/{open_study(folder).keys.token('joining')}"
    with Server(folder) as running:
        visitor = Visitor(running.url)
        pages = [visitor.get(path) for _ in range(60)]
        assert {page.status for page in pages} == {200}
        assert {visitor.post(path, page.form).status for page in pages} == {303}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_server_may_have_a_file_open_for_each_connection():
    code = (
        "import resource as r; from idioprobe.make.annotate.web.serving import allow_files; "
        "hard = r.getrlimit(r.RLIMIT_NOFILE)[1]; r.setrlimit(r.RLIMIT_NOFILE, (256, hard)); "
        "allow_files(300); few = r.getrlimit(r.RLIMIT_NOFILE)[0]; "
        "allow_files(280); same = r.getrlimit(r.RLIMIT_NOFILE)[0]; "
        "r.setrlimit(r.RLIMIT_NOFILE, (256, 290)); allow_files(300); print(few, same, *r.getrlimit(r.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["300", "300", "290", "290"]


def test_those_who_connect_and_say_nothing_keep_nobody_out(tmp_path):
    folder = studies.make(tmp_path / "study")
    (own,) = studies.links(folder, 1)
    with Server(folder) as running:
        silent = []
        try:
            for at in range(950):
                silent.append(socket.create_connection(("127.0.0.1", running.port)))
                if at % 2:
                    silent[-1].sendall(b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ")
            visitors = [Visitor(running.url) for _ in range(50)]
            for visitor in visitors:
                visitor.connection.connect()
            assert {visitor.get(own).status for visitor in visitors} == {200}
        finally:
            for one in silent:
                one.close()
