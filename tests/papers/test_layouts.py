"""Rows, columns and their order are those of the papers."""

from itertools import product

import pytest

from idioprobe.papers.tables import all_tables
from idioprobe.report.tables.spec import LayoutTable
from tests.report.tables.small import of_models, table

H_PLACES = ("EN-Nat", "EN-Neut", "PT-Nat", "PT-Neut")
V_PLACES = ("EN-Nat", "EN-Neutral", "PT-Nat", "PT-Neutral")
G1_PLACES = ("EN-NAT", "EN-NEU", "PT-NAT", "PT-NEU")
PROBES = ("P_Syn", "P_Comp", "P_WordsSyn", "P_Rand")
AFFINITIES = ("A_Syn|WordsSyn", "A_Syn|Rand")
SCALED = ("Sim_R|Syn", "Sim_R|WordsSyn")
MODELS = ("alpha", "vectors.txt")
MEAN_STD = ("mean", "std")
UNITS = ("Sent", "NC")
V_PROBES = ("Baseline", "P1_Baseline", "P1", "P2", "P3", "P3_ALT")
CLASSES = ("C", "PC", "I")
FIVE = ("close call", "eager beaver", "field work", "ghost town", "wet blanket")
CONTEXTS = (("vectors.txt", "Nat/Neu"), ("alpha", "Nat"), ("alpha", "Neu"))


def labels(*axes):
    """All combinations, the last axis fastest."""
    return list(product(*axes))


ROWS_AND_COLUMNS = {
    "H2": (labels(PROBES, H_PLACES), labels(MODELS)),
    "H3": (labels(PROBES, H_PLACES), labels(MODELS)),
    "H4": (labels(PROBES, ("EN-Nat", "PT-Nat")), labels(MODELS)),
    "H5": (labels(AFFINITIES, H_PLACES), labels(MODELS)),
    "H6": (labels(SCALED, H_PLACES), labels(MODELS)),
    "H8": (labels(("grey matter", "eager beaver"), PROBES + AFFINITIES + SCALED), labels(MODELS)),
    "H10": (labels(PROBES, MODELS), labels(H_PLACES, MEAN_STD)),
    "H11": (labels(PROBES, MODELS), labels(H_PLACES, MEAN_STD)),
    "H12": (labels(AFFINITIES, MODELS), labels(H_PLACES, MEAN_STD)),
    "H13": (labels(SCALED, MODELS), labels(H_PLACES, MEAN_STD)),
    "H14": (labels(AFFINITIES, H_PLACES), labels(MODELS)),
    "H15": (labels(SCALED, H_PLACES), labels(MODELS)),
    "H16": (labels(UNITS, H_PLACES), labels(MODELS[:1])),
    "V5.2": (labels(V_PLACES), labels(MODELS[1:], UNITS)),
    "V5.3": (labels(V_PLACES), labels(MODELS[:1], UNITS)),
    "V5.4": (labels(("EN", "PT")), labels(MODELS)),
    "V5.5": (labels(("EN", "PT")), labels(MODELS)),
    "V5.6": (labels(V_PLACES, V_PROBES), labels(MODELS[1:], UNITS)),
    "V5.7": (labels(V_PLACES, V_PROBES), labels(MODELS[:1], UNITS)),
    "V5.8": (labels(("EN", "PT"), ("P1", "P2", "P3")), labels(MODELS)),
    "V5.9": (labels(FIVE), list(CONTEXTS)),
    "V5.10": (labels(FIVE), list(CONTEXTS)),
    "V5.11": (labels(FIVE), list(CONTEXTS)),
    "V5.12": (
        [*labels(("In/Out",), V_PLACES), ("Nat/Neutral", "EN"), ("Nat/Neutral", "PT")],
        labels(MODELS[:1]),
    ),
    "V5.13": (labels(FIVE), list(CONTEXTS[1:])),
    "V6.1": (labels(CLASSES, V_PLACES), labels(MODELS[1:], UNITS)),
    "V6.2": (labels(CLASSES, V_PLACES), labels(MODELS[:1], UNITS)),
    "V6.3": (labels(V_PLACES), labels(MODELS[1:], UNITS)),
    "V6.4": (labels(V_PLACES), labels(MODELS[:1], UNITS)),
    "V6.5": (labels(V_PLACES, ("A1", "A2")), labels(MODELS[1:], UNITS)),
    "V6.6": (labels(V_PLACES, ("A1", "A2")), labels(MODELS[:1], UNITS)),
    "V6.8": (labels(CLASSES, V_PLACES), labels(MODELS[1:], UNITS)),
    "V6.9": (labels(CLASSES, V_PLACES), labels(MODELS[:1], UNITS)),
    "VB.1": (labels(("EN", "PT"), ("P1", "A1")), labels(MODELS[1:], UNITS)),
    "VB.2": (labels(("EN", "PT"), ("P1", "A1")), labels(MODELS[:1], UNITS)),
    "G1-2": (labels(G1_PLACES, ("P1", "P2", "P3")), labels(MODELS, ("ρ Sent", "ρ NC"))),
    "G1-3": (
        labels(("field work", "ghost town", "close call", "eager beaver", "wet blanket")),
        [
            (probe, *context)
            for probe in ("P1", "P2", "P3")
            for context in (("vectors.txt", "NAT/NEU"), ("alpha", "NAT"), ("alpha", "NEU"))
        ],
    ),
    "G1-4": (labels(G1_PLACES), labels(MODELS[:1])),
    "G1-5": (labels(("EN", "PT"), ("P1", "P2", "P3")), labels(MODELS)),
    "H-ratio": (labels(H_PLACES, ("all", *CLASSES)), labels(MODELS)),
    "G1-contexts": (labels(("EN", "PT"), ("P1", "P2", "P3")), labels(MODELS, UNITS)),
}


@pytest.mark.parametrize("name", ROWS_AND_COLUMNS)
def test_rows_and_columns_stand_as_in_the_paper(maker, name):
    rows, columns = ROWS_AND_COLUMNS[name]
    assert of_models(table(maker, name)) == (rows, columns)


@pytest.mark.parametrize("name", ["VB.3", "VB.4", "VB.5", "VB.6"])
def test_each_place_has_both_granularities_one_below_the_other(maker, name):
    rows = [" ".join(row.labels) for row in table(maker, name).rows]
    assert rows == [
        f"{place} {level}"
        for place in ("EN-Nat", "EN-NeuShort", "PT-Nat", "PT-NeuShort")
        for level in ("Type", "Token")
    ]


def test_prediction_has_both_levels_with_association_and_frequency(one):
    grid = table(one, "G2-5")
    assert [row.labels for row in grid.rows] == labels(("English", "Portuguese"), ("alpha",))
    assert list(grid.columns) == labels(
        ("NC_out", "NC_out_Comp"), ("token level", "type level"), ("pred", "PP", "freq")
    )


@pytest.mark.parametrize(
    ("digits", "names"),
    [
        (2, ["H2", "H3", "H4", "H5", "H6", "H8", "H14", "H15", "G1-2", "G1-3", "G1-4", "G1-5", "G2-5"]),
        (3, ["H10", "H11", "H12", "H13", "H16", "G2-6"]),
    ],
)
def test_numbers_have_as_many_digits_as_in_the_paper(digits, names):
    for name in names:
        known = all_tables()[name]
        assert isinstance(known, LayoutTable)
        assert known.digits == digits, name


def test_thresholds_are_the_papers():
    alphas = {name: known.alpha for name, known in all_tables().items() if isinstance(known, LayoutTable)}
    assert {name for name, alpha in alphas.items() if alpha != 0.05} == {"G1-5"}
    assert alphas["G1-5"] == 0.001
    italic = {name: known.italic_above for name, known in all_tables().items() if isinstance(known, LayoutTable)}
    assert {name: above for name, above in italic.items() if above is not None} == {"G2-5": 0.01}


def test_every_table_of_the_four_papers_has_a_name():
    expected = {f"H{n}" for n in range(1, 17) if n != 9}
    expected |= {f"V4.{n}" for n in range(1, 5)} | {f"V5.{n}" for n in range(1, 15)}
    expected |= {f"V6.{n}" for n in range(1, 11)} | {f"VB.{n}" for n in range(1, 7)}
    expected |= {f"G1-{n}" for n in range(1, 8)} | {f"G2-{n}" for n in range(1, 7)}
    assert expected <= set(all_tables())
