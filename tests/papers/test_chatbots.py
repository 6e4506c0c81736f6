"""Table 9 of He et al. (2025): what models answer, beside the chatbots of the paper."""

from dataclasses import replace

import polars as pl
import pytest
from typer.testing import CliRunner

from idioprobe import evaluate
from idioprobe.cli import app
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.questions.read import read_questions
from idioprobe.papers.beside.grids import overview, reported_grid
from idioprobe.papers.maketable import TableMaker
from idioprobe.papers.reported import load_reported
from idioprobe.report.tables.fill import Options
from idioprobe.report.tables.render import FORMATS
from tests.suites.questions.said import Speaker, many

ASKED = {idiom.expression: idiom for idiom in read_questions(["en"])["en"].idioms if idiom.source == "he2025"}
SCHEMA = {
    "expression": pl.String(),
    "language": pl.String(),
    "kind": pl.String(),
    "order": pl.Int64(),
    "sample": pl.Int64(),
    "view": pl.String(),
    "prompt": pl.String(),
    "answer": pl.String(),
}


def answers(said: dict[str, list[str]], view: str = "generated", kind: str = "free") -> pl.DataFrame:
    """A table of answers, as the suite keeps them, as far as table 9 reads it."""
    rows = [
        (name, "en", kind, 1, sample, view, f"{ASKED[name].written}\nGive the shortest possible answer.", text)
        for name, texts in said.items()
        for sample, text in enumerate(texts)
    ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def answering(result, name: str, table: pl.DataFrame):
    return replace(result, tables={**result.tables, "answers": table}).named(name)


def grid(*results):
    return TableMaker(list(results), None, lambda: None).make("H9", Options())


def column(made, label: str) -> dict[str, str]:
    at = made.columns.index((label,))
    return {row.labels[0]: row.cells[at].text for row in made.rows}


def test_a_model_stands_beside_the_chatbots_of_the_paper(contextual):
    made = grid(answering(contextual, "mine", answers({"all at sea": ["Lost."], "ahead of the game": ["Early"]})))
    assert made.columns == (("Question",), ("mine",), ("GPT-3 †",), ("Gemini Pro †",), ("ChatGPT 4 †",))
    assert column(made, "mine") == {
        "Never say die": "",
        "All at sea": "Lost.",
        "Every trick in the book": "",
        "Kill two birds in one stone": "",
        "Ahead of the game": "Early",
    }
    assert column(made, "GPT-3 †")["All at sea"] == "You are making progress."
    assert "† reported: He et al. (2025)." in made.notes


def test_a_reader_s_key_labels_answers_and_counts_them(contextual, tmp_path):
    key = tmp_path / "key.csv"
    key.write_text(
        "expression,answer,label\nAll at sea,lost,right\nall at sea,You are making progress,wrong\n"
        "ahead of the game,EARLY,right\n",
        encoding="utf-8",
    )
    said = {"all at sea": ["Lost.", "You are making progress."], "ahead of the game": ["Early"], "never say die": ["?"]}
    result = answering(contextual, "mine", answers(said))
    made = TableMaker([result], None, lambda: None, annotations=key).make("H9", Options())
    mine = column(made, "mine")
    assert mine["All at sea"] == "Lost. (×1); You are making progress. (×1) [right 1, wrong 1]"
    assert mine["Ahead of the game"] == "Early [right]"
    assert mine["Never say die"] == "?"
    assert mine["By the key"] == "right 2, wrong 1, no label 1"
    assert column(made, "GPT-3 †")["All at sea"] == "You are making progress. [wrong]"
    assert column(made, "Gemini Pro †")["By the key"] == "right 2, no label 3"
    assert "Labels in brackets are those of key.csv." in made.notes
    key.write_text("expression,answer,label\na,b,right\na,B,wrong\n", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"key\.csv:3: this answer to 'a' has another label already"):
        TableMaker([result], None, lambda: None, annotations=key).make("H9", Options())


def test_each_model_has_a_column_whatever_data_it_ran_on(contextual):
    manifest = contextual.manifest
    elsewhere = manifest.model_copy(update={"dataset": manifest.dataset.model_copy(update={"name": "other"})})
    one = answering(contextual, "one", answers({"all at sea": ["Lost."]}))
    two = replace(answering(contextual, "two", answers({"all at sea": ["Sailing."]})), manifest=elsewhere).named("two")
    made = grid(one, two)
    assert (column(made, "one")["All at sea"], column(made, "two")["All at sea"]) == ("Lost.", "Sailing.")


def test_of_several_samples_every_answer_is_counted(contextual):
    said = answers({"all at sea": ["Lost.", "making progress", "Lost.", "Lost."]})
    assert column(grid(answering(contextual, "m", said)), "m")["All at sea"] == "Lost. (×3); making progress (×1)"


def test_an_answer_of_many_lines_is_one_line(contextual):
    said = answers({"all at sea": ["Lost.\n\n  Quite\tlost."]})
    assert column(grid(answering(contextual, "m", said)), "m")["All at sea"] == "Lost. Quite lost."


def test_only_what_was_written_to_this_very_question_counts(contextual):
    other = answers({"all at sea": ["Lost."]}).with_columns(prompt=pl.lit("Am I all at sea?"))
    said = pl.concat([other, answers({"never say die": ["Run."]})])
    assert column(grid(answering(contextual, "m", said)), "m")["All at sea"] == ""


def test_models_without_answers_are_named(contextual, static):
    made = grid(answering(contextual, "m", answers({"all at sea": ["Lost."]})), static)
    assert "Without answers: vectors.txt." in made.notes
    assert ("vectors.txt",) not in made.columns


@pytest.mark.parametrize("how", [{"view": "likelihood"}, {"kind": "idiom"}])
def test_results_without_answers_in_words_say_what_to_run(contextual, how):
    with pytest.raises(ConfigError, match="idioprobe run -m chat:MODEL"):
        grid(answering(contextual, "m", answers({"all at sea": ["Lost."]}, **how)))
    with pytest.raises(ConfigError, match="idioprobe run -m chat:MODEL"):
        grid(contextual)


def test_without_results_it_says_that_it_needs_some():
    with pytest.raises(ConfigError, match="H9 is made from results"):
        grid()


@pytest.mark.parametrize("style", FORMATS)
def test_it_is_written_in_every_format(contextual, style):
    hostile = r"=1+1 & \input{x} | <b> $ %"
    text = FORMATS[style](grid(answering(contextual, "m", answers({"all at sea": [hostile]}))))
    assert "Procrastinate." in text
    assert r"\input{x}" not in text if style == "latex" else True
    assert "<b>" not in text if style == "markdown" else True


def test_words_are_set_as_words():
    made = reported_grid("H9")
    assert not any(cell.numeric for row in made.rows for cell in row.cells)
    assert all(cell.reported and cell.value is None for row in made.rows for cell in row.cells)


def test_the_paper_is_printed_as_it_is():
    made = reported_grid("H9")
    assert made.columns == (("Question",), ("GPT-3",), ("Gemini Pro",), ("ChatGPT 4",))
    assert [cell.text for cell in made.rows[0].cells[1:]] == [
        "I would never run a marathon injured.",
        "Run.",
        "Run the marathon.",
    ]
    assert any("Zeng and Bhat (2022)" in note for note in made.notes)


def test_one_chatbot_is_shown_with_the_questions():
    assert reported_grid("H9", ["chatgpt 4"]).columns == (("Question",), ("ChatGPT 4",))


def test_an_idiom_that_the_paper_misquotes_is_marked():
    doubted = load_reported("H9").filter(pl.col("doubt").is_not_null())
    assert doubted["expression"].unique().to_list() == ["kill two birds in one stone"]
    assert reported_grid("H9").rows[3].cells[1].text == "A slaughterhouse. ?"


def test_the_questions_asked_are_those_printed():
    printed = load_reported("H9").filter(column="Question")
    assert dict(printed.select("expression", "printed").iter_rows()) == {
        name: idiom.written for name, idiom in ASKED.items()
    }


def test_the_list_of_tables_counts_its_cells():
    row = overview().filter(table="H9").row(0, named=True)
    assert (row["cells"], row["value"], row["doubtful"]) == (20, 0, 3)


def test_a_run_is_followed_by_its_table(tmp_path):
    speaker = Speaker(lambda question: "I am lost." if "all at sea" in question.text else "A", name="talker")
    run = evaluate(speaker, many(2), suites=("questions",), resamples=100, cache_dir=tmp_path / "store")
    run.save(tmp_path / "results")
    out = CliRunner().invoke(app, ["analyse", str(tmp_path / "results"), "--table", "H9", "--format", "csv"]).stdout
    lines = out.splitlines()
    assert lines[0] == ",Question,talker,GPT-3 †,Gemini Pro †,ChatGPT 4 †"
    assert lines[2].endswith('am I lost?",I am lost.,You are making progress.,Lost.,Lost.')
    assert lines[5].endswith('procrastinate?",A,Procrastinate.,Early.,Study early.')
