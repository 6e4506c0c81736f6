"""Study folders: their settings, their key, their words, and what is said of those that are none."""

import sqlite3
import stat
import tomllib

import pytest

from idioprobe.core.errors import StudyError
from idioprobe.make.annotate.interface.words import read_interface, shipped, shipped_source
from idioprobe.make.annotate.settings import Scale, read_settings
from idioprobe.make.annotate.settingsfile import settings_text
from idioprobe.make.annotate.study import new_study, open_study
from idioprobe.make.annotate.units import marked_unit, read_source
from tests.make.annotate import studies


@pytest.fixture
def folder(tmp_path):
    return studies.make(tmp_path / "study", examples=True)


def test_the_key_is_for_its_owner_and_no_link_is_in_the_database(folder):
    assert stat.S_IMODE((folder / "key").stat().st_mode) == 0o600
    (link,) = studies.links(folder, 1)
    secret = link.partition("-")[2]
    assert len(secret) * 6 >= 128
    assert not any(secret.encode() in file.read_bytes() for file in folder.iterdir())


@pytest.mark.parametrize("code", shipped())
def test_every_interface_has_all_texts_and_makes_settings_that_hold(code, tmp_path):
    interface = read_interface(code, tmp_path)
    assert interface.texts.keys() == read_interface("en", tmp_path).texts.keys()
    for scale in (Scale(), Scale(low=1, high=7), Scale(low=-1, high=1)):
        (tmp_path / "settings.toml").write_text(settings_text(interface, code, code, scale=scale), encoding="utf-8")
        settings = read_settings(tmp_path)
        assert (len(settings.practice_units()), len(settings.check_units())) == (2, 2)


def test_a_translation_file_serves_as_interface(folder):
    own = shipped_source("en").replace('"Begin"', '"Cominciare"').replace('language = "en"', 'language = "it"')
    (folder / "it.toml").write_text(own, encoding="utf-8")
    studies.change(folder, 'interface = "it.toml"')
    study = open_study(folder)
    assert (study.interface.code, study.interface["begin"]) == ("it", "Cominciare")


def test_a_translation_that_lacks_texts_or_slots_is_refused_with_their_names(folder):
    own = tomllib.loads(shipped_source("en"))["texts"]
    (folder / "it.toml").write_text('language = "it"\n[texts]\nbegin = "Via"\n', encoding="utf-8")
    with pytest.raises(StudyError, match="lacks the texts title, introduction"):
        read_interface("it.toml", folder)
    texts = "\n".join(
        f"{name} = {'Domanda' if name == 'whole' else text!r}" for name, text in own.items() if "'" not in text
    )
    (folder / "it.toml").write_text(
        f'language = "it"\n[texts]\n{texts}'.replace("= Domanda", '= "Domanda"'), encoding="utf-8"
    )
    with pytest.raises(StudyError, match=r"without a slot that they need: whole \(\{expression\}\)"):
        read_interface("it.toml", folder)
    with pytest.raises(StudyError, match="neither one of de, en, es, pt nor a translation file"):
        read_interface("fr", folder)


def test_all_mistakes_of_the_settings_are_told_at_once_with_their_lines(folder):
    studies.change(folder, "annotations = 0", 'level = "word"', "high = -3", "every = 0")
    path = folder / "settings.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("contact =", "contakt ="), encoding="utf-8")
    with pytest.raises(StudyError) as told:
        open_study(folder)
    lines = str(told.value).splitlines()
    assert len(lines) == 5
    assert all(str(path) in line for line in lines)
    for name in ("annotations", "level", "scale", "checks.every", "contakt: there is no such setting"):
        assert any(name in line for line in lines)


def test_checks_off_the_scale_or_about_nothing_are_mistakes(folder):
    path = folder / "settings.toml"
    text = path.read_text(encoding="utf-8").replace("score = [3, 5]", "scone = [3, 9]")
    path.write_text(text.replace("[test sentence]", "sentence"), encoding="utf-8")
    with pytest.raises(StudyError, match=r"expected\.scone is not asked") as told:
        open_study(folder)
    assert "does not contain 'test sentence'" in str(told.value)


def test_what_is_no_study_folder_is_said_to_be_none(tmp_path, folder):
    with pytest.raises(StudyError, match="is not a study folder"):
        open_study(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(StudyError, match=r"has no study\.sqlite"):
        open_study(tmp_path / "empty")
    (folder / "key").write_text("zz", encoding="ascii")
    with pytest.raises(StudyError, match="not the key of a study"):
        open_study(folder)
    (folder / "study.sqlite").write_bytes(b"no database at all" * 99)
    with pytest.raises(StudyError, match="is damaged"):
        open_study(folder)


def test_a_study_of_another_version_is_left_alone(folder):
    with sqlite3.connect(folder / "study.sqlite") as database:
        database.execute("UPDATE about SET value = '2' WHERE name = 'format'")
    with pytest.raises(StudyError, match=r"another version \(format 2; this program has 1\); install a newer"):
        open_study(folder)
    with sqlite3.connect(folder / "study.sqlite") as database:
        database.execute("PRAGMA application_id = 1")
    with pytest.raises(StudyError, match="the database of something else"):
        open_study(folder)


def test_a_study_is_never_made_where_something_is(folder, tmp_path):
    with pytest.raises(StudyError, match="is there already"):
        new_study(folder, read_source(str(tmp_path / "study.csv")), "")
    assert open_study(folder).units


def test_a_study_that_cannot_be_made_leaves_nothing(tmp_path):
    source = read_source(str(studies.lexicon(tmp_path / "some.csv")))
    with pytest.raises(StudyError):
        new_study(tmp_path / "bad", source, "level = 3")
    assert not (tmp_path / "bad").exists()


def test_lexicons_need_no_synonyms_and_any_components_are_asked_about(tmp_path):
    path = tmp_path / "verbs.toml"
    path.write_text(
        'language = "en"\n[[expression]]\nexpression = "kick the bucket"\nverb = "kick"\nobject = "bucket"\n'
        'sentences = ["He may [kick the bucket] soon.", "Nobody wants to [kick the bucket]."]\n'
        '[[expression]]\nexpression = "red herring"\nsentences = ["It is a red herring."]\n'
        '[[expression]]\nexpression = "by and large"\nsentences = ["It is, [by and large], good."]\n',
        encoding="utf-8",
    )
    source = read_source(str(path))
    assert [[one.role for one in asked.components] for asked in source.asked] == [
        ["verb", "object"],
        ["word1", "word2"],
        [],
    ]
    assert "only the whole is asked about: by and large" in source.notes[0]


def test_a_role_that_means_something_else_in_a_form_is_refused():
    with pytest.raises(StudyError, match="'x y': a component has the role item, which means something else"):
        marked_unit("practice:1", "x y", "en", "It is an [x y].", "item:x; head:y")


def test_of_a_dataset_in_several_languages_the_one_with_most_expressions_is_taken_and_told(tmp_path):
    source = read_source("starter")
    assert {one.language for one in source.asked} == {"en"}
    assert "this one is about en; `language` chooses among de, es, pt too" in source.notes[0]
    with pytest.raises(StudyError, match=r"has no expression in fr \(it has de, en, es, pt\)"):
        read_source("starter", "fr")
    with pytest.raises(StudyError, match="does not exist"):
        read_source(str(tmp_path / "nothing.csv"))


def test_what_is_studied_is_in_no_practice_item(tmp_path):
    interface = read_interface("pt", tmp_path)
    for studied, items in (((), 2), (("Pé frio",), 1)):
        (tmp_path / "settings.toml").write_text(settings_text(interface, "pt", "pt", studied=studied), encoding="utf-8")
        assert len(read_settings(tmp_path).practice) == items


@pytest.mark.parametrize(("questions", "every"), [(None, 10), (60, 10), (8, 4), (1, 1)])
def test_in_a_small_study_checks_come_in_time(tmp_path, questions, every):
    text = settings_text(read_interface("en", tmp_path), "en", "en", questions=questions)
    assert tomllib.loads(text)["checks"]["every"] == every
