"""Numbers that the papers repeat in running text, against what is kept of their tables."""

import polars as pl
import pytest

from idioprobe.papers.reported import load_reported

CELLS = [
    # He et al.: §4.5
    ("H8", {"expression": "grey matter", "model": "SBERT ML", "measure": "sim_syn", "statistic": "mean"}, 0.27),
    ("H8", {"expression": "grey matter", "model": "Word2Vec", "measure": "sim_syn", "statistic": "mean"}, 0.27),
    ("H8", {"expression": "grey matter", "model": "Llama2", "measure": "sim_syn", "statistic": "mean"}, 0.81),
    ("H8", {"expression": "Dutch courage", "model": "BERT", "measure": "sim_syn", "statistic": "mean"}, 0.94),
    ("H8", {"expression": "eternal rest", "model": "Word2Vec", "measure": "sim_syn", "statistic": "mean"}, 0.43),
    ("H8", {"expression": "grey matter", "model": "SBERT ML", "measure": "sim_comp", "statistic": "mean"}, 0.77),
    ("H8", {"expression": "eager beaver", "model": "BERT ML", "measure": "sim_comp", "statistic": "mean"}, 0.94),
    ("H8", {"expression": "Dutch courage", "model": "Llama2", "measure": "sim_comp", "statistic": "mean"}, 0.67),
    ("H8", {"expression": "grey matter", "model": "BERT", "measure": "sim_words", "statistic": "mean"}, 0.91),
    ("H8", {"expression": "grey matter", "model": "BERT", "measure": "sim_rand", "statistic": "mean"}, 0.92),
    ("H8", {"expression": "Dutch courage", "model": "BERT ML", "measure": "sim_rand", "statistic": "mean"}, 0.92),
    ("H16", {"model": "Llama2", "language": "en", "condition": "neut", "unit": "sentence"}, 0.65),
    # Vieira: §5.3, §6.2
    ("V5.11", {"expression": "wet blanket", "model": "GloVe"}, 0.69),
    ("V5.9", {"expression": "wet blanket", "model": "GloVe"}, 0.21),
    ("V6.6", {"row": "EN-Nat / A2", "column": "BERT ML / NC"}, 0.52),
    ("V6.6", {"row": "EN-Nat / A2", "column": "BERT / NC"}, 0.22),
    ("V4.1", {"row": "All", "column": "English"}, 0.92),
    # Garcia et al. (EACL): §4.1, §4.3, §4.4, §4.6
    ("G1-3", {"expression": "ghost town", "column": "P1 / GloVe / NAT/NEU"}, 0.80),
    ("G1-3", {"expression": "wet blanket", "column": "P1 / GloVe / NAT/NEU"}, 0.21),
    ("G1-3", {"expression": "wet blanket", "column": "P3 / GloVe / NAT/NEU"}, 0.69),
    ("G1-3", {"expression": "wet blanket", "column": "P1 / BERT / NAT"}, 0.77),
    ("G1-3", {"expression": "wet blanket", "column": "P3 / BERT / NAT"}, 0.91),
    ("G1-2", {"row": "EN-NAT / P1", "column": "BERTRAM / ρ NC"}, 0.30),
    ("G1-2", {"row": "EN-NAT / P2", "column": "BERTRAM / ρ NC"}, 0.45),
    ("G1-2", {"row": "EN-NAT / P3", "column": "BERTRAM / ρ NC"}, 0.39),
    ("G1-6", {"expression": "engine room", "column": "BERT / Avg NAT"}, 0.68),
    ("G1-6", {"expression": "engine room", "column": "BERT / Avg NEU"}, 0.89),
    ("G1-6", {"expression": "rice paper", "column": "BERT / Avg NEU"}, 0.86),
    # Garcia et al. (ACL): §3.3, §4.2
    ("G2-1", {"row": "NC", "column": "Portuguese / 2"}, 0.52),
    ("G2-3", {"row": "Partial", "column": "NC / Portuguese / Mean"}, 2.46),
    ("G2-5", {"model": "BERT", "language": "en", "measure": "pred_out", "column": "NC_out / type level / pred"}, 0.37),
    ("G2-5", {"model": "BERTRAM", "language": "en", "column": "NC_out / type level / pred"}, 0.28),
    ("G2-5", {"model": "BERTRAM", "language": "en", "column": "NC_out_Comp / type level / pred"}, 0.33),
    ("G2-5", {"model": "BERT", "language": "en", "column": "NC_out_Comp / type level / pred"}, 0.16),
    ("G2-5", {"model": "SBERT", "language": "pt", "column": "NC_out / type level / pred"}, 0.26),
    # Wold et al.: the row of all-MiniLM-L6-v2
    ("W1", {"model": "S-BERT", "group": "C", "statistic": "effect_percent"}, 34.6),
    ("W1", {"model": "S-BERT", "group": "NC", "statistic": "p"}, 0.850),
    ("W4", {"model": "S-BERT", "group": "NC", "measure": "epsilon_modifier"}, 54.5),
    ("W3", {"model": "S-BERT", "measure": "distance_sentence", "statistic": "sd"}, 0.069),
]


@pytest.mark.parametrize(("table", "where", "number"), CELLS)
def test_the_table_has_the_number_of_the_text(table, where, number):
    assert load_reported(table).filter(**where)["value"].to_list() == [number]


def test_poison_pill_and_the_other_examples_are_under_their_own_probe():
    probed = load_reported("G1-6").filter(statistic="sentence")
    assert set(probed.filter(expression="poison pill")["measure"]) == {"sim_comp"}
    assert set(probed.filter(expression="melting pot")["measure"]) == {"ctx_in_out"}


def test_the_order_of_models_fits_what_is_said_about_them():
    """Garcia et al. (ACL): BERT is the best in English, DistilBERT the lowest; Wold et al.: three kinds of models."""
    column = load_reported("G2-5").filter(language="en", column="NC_out / token level / pred")
    order = column.drop_nulls("value").filter(pl.col("model") != "BERTRAM").sort("value")["model"].to_list()
    assert (order[0], order[-1]) == ("DBERT", "BERT")
    p = load_reported("W1").filter(statistic="p")
    significant = {
        (model, view): part.filter(part["value"] <= 0.05)["group"].to_list()
        for (model, view), part in p.group_by("model", "view")
    }
    assert significant["E5", "native"] == significant["UAE", "native"] == ["PC", "NC"]
    assert significant["ModernBERT", "mean@last4"] == significant["S-BERT", "native"] == []
    assert significant["QWEN3", "native"] == ["C", "PC", "NC"]
