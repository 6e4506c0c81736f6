"""Vectors made elsewhere: every layout is read alike, and what is wrong in a file is said in one line."""

import json
import re
import sys
import tracemalloc
import zipfile

import numpy as np
import polars as pl
import pytest

from idioprobe.core.encoder import HoldsVectors
from idioprobe.core.errors import ConfigError, MissingExtraError, ModelError
from idioprobe.core.notices import OldFormWarning
from idioprobe.core.requests import Request, format_spans, request_id, unit_of
from idioprobe.core.views import View
from idioprobe.models.registry import load_encoder
from idioprobe.models.vectors import arrays as embeddingsarrays
from idioprobe.models.vectors.encoder import NOT_IN_FILE
from idioprobe.models.vectors.file import read_contents, read_vectors
from tests.models.made import LAYOUTS, write

ENDS = ("start", "end")
TARGET, SENTENCE = View("target", "native", ""), View("sentence", "native", "")
DUCK = "He was a lame duck, a very lame duck."
REQUESTS = [
    Request(DUCK),
    Request(DUCK, ((9, 18),)),
    Request(DUCK, ((27, 31), (32, 36))),
    Request("lame duck"),
    Request("lame duck", ((0, 9),)),
    Request("Café – 热狗 🐑", ((7, 9),)),
]
IDS = [request_id(request) for request in REQUESTS]
VECTORS = np.arange(1, 1 + 4 * len(REQUESTS), dtype=np.float32).reshape(-1, 4)


def encoder(path, **options):
    return load_encoder(f"vectors:{path}", **options)


def wanted(requests):
    return {
        "target": {r for r in requests if not r.whole},
        "sentence": {r for r in requests if r.whole},
    }


def check(path, requests=REQUESTS, **options):
    """What a run that wants these requests counts, and the notices it gives."""
    notices = []
    return encoder(path, **options).check(wanted(requests), notices.append), notices


def encode(path, requests, views=(TARGET, SENTENCE), **options):
    """What is known of each request: a vector as a list, or the reason why there is none."""
    spans = {}
    for request in requests:
        if not request.whole:
            spans.setdefault(request.text, []).append(request.spans)
    known = {}
    for batch in encoder(path, **options).encode(sorted({r.text for r in requests}), spans, views, None):
        known |= {request: vector.tolist() for rows in batch.vectors.values() for request, vector in rows}
        known |= {request: reason for rows in batch.failed.values() for request, reason in rows}
    return {request: known[request] for request in requests}


def read_all(path):
    check(path)
    encode(path, REQUESTS)


@pytest.fixture
def failing(tmp_path):
    """Asserts that reading a file fails, with one line that says so."""

    def fails(path, match, error=ModelError):
        with pytest.raises(error, match=match) as caught:
            read_all(path)
        assert "\n" not in str(caught.value)
        assert str(tmp_path) in str(caught.value) or error is not ModelError

    return fails


# Ids.


def test_an_id_follows_from_text_and_span_alone():
    assert len(set(IDS)) == len(IDS)
    assert [request_id(Request(r.text, r.spans)) for r in REQUESTS] == IDS
    assert request_id(Request("a1", ((1, 2),))) != request_id(Request("1:2\0a1"))


def test_an_id_says_its_unit():
    assert [unit_of(i) for i in IDS] == ["sentence" if r.whole else "target" for r in REQUESTS]
    assert [unit_of(i) for i in ("", "t-", "7", "s-short", "x-" + IDS[0][2:])] == [None] * 5


def test_a_text_comes_before_the_targets_in_it():
    assert sorted(REQUESTS[2::-1]) == REQUESTS[:3]


# Every layout.


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("memory", ["a row", "whole"])
def test_every_layout_gives_the_vectors_as_they_were_made(tmp_path, monkeypatch, layout, memory):
    if memory == "a row":
        monkeypatch.setattr(embeddingsarrays, "BYTES_AT_ONCE", 1)
    path = write(tmp_path, IDS, VECTORS, layout)
    assert read_contents(path).ids == frozenset(IDS)
    assert read_contents(path).dimension == 4
    known = read_vectors(path, set(IDS[1::2]) | {"t-unknown"})
    assert {name: row.tolist() for name, row in known.items()} == dict(
        zip(IDS[1::2], VECTORS[1::2].tolist(), strict=True)
    )
    assert all(row.dtype == np.float32 for row in known.values())


def named_by_text(path, requests=REQUESTS, **changed):
    columns = {
        "text": [r.text for r in requests],
        "spans": [format_spans(r.spans) or None for r in requests],
        "vector": VECTORS[: len(requests)],
    }
    frame = pl.DataFrame({**columns, **changed})
    frame.select(c for c in frame.columns if changed.get(c, ...) is not None).write_parquet(path)
    return path


def test_rows_may_be_named_by_text_and_span(tmp_path):
    path = named_by_text(tmp_path / "made.parquet")
    assert encode(path, REQUESTS) == dict(zip(REQUESTS, VECTORS.tolist(), strict=True))
    few = {IDS[0], IDS[4]}
    assert read_vectors(path, few).keys() == few


def test_start_and_end_of_0_5_are_read_and_may_be_floats_with_gaps_as_pandas_has_them(tmp_path):
    single = [r for r in REQUESTS if len(r.spans) < 2]
    spans = {name: [float(r.spans[0][at]) if r.spans else float("nan") for r in single] for at, name in enumerate(ENDS)}
    path = named_by_text(tmp_path / "made.parquet", single, spans=None, **spans)
    with pytest.warns(OldFormWarning, match=r"start and end are one column spans now, such as 8:19"):
        assert encode(path, single) == dict(zip(single, VECTORS.tolist(), strict=False))


def test_a_text_without_spans_is_a_sentence(tmp_path):
    sentences = [r for r in REQUESTS if r.whole]
    path = named_by_text(tmp_path / "made.parquet", sentences, spans=None)
    assert encoder(path).facts().units == ("sentence",)
    assert encode(path, sentences) == dict(zip(sentences, VECTORS.tolist(), strict=False))


def test_dimensions_may_be_counted_from_one_and_beyond_nine(tmp_path):
    path = tmp_path / "made.parquet"
    columns = {str(number): [float(number)] for number in (10, 9, 11, 12, *range(1, 9))}
    pl.DataFrame({"id": IDS[:1], **columns, "__index_level_0__": [5]}).write_parquet(path)
    assert read_vectors(path, {IDS[0]})[IDS[0]].tolist() == list(range(1, 13))


def test_a_name_with_the_marks_of_a_pattern_is_a_name(tmp_path):
    assert encode(write(tmp_path, IDS, VECTORS, name="a*[b]"), REQUESTS[:1]) == {REQUESTS[0]: VECTORS[0].tolist()}


def test_only_the_vectors_in_use_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(embeddingsarrays, "BYTES_AT_ONCE", 1 << 16)
    ids = [request_id(Request(str(number))) for number in range(2000)]
    vectors = np.ones((2000, 1024), dtype=np.float32)
    for layout in ("npz", "npz_compressed", "safetensors"):
        path = write(tmp_path, ids, vectors, layout)
        tracemalloc.start()
        assert len(read_vectors(path, set(ids[::100]))) == 20
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < vectors.nbytes / 4, layout


# The encoder.


def test_it_is_known_by_the_content_of_its_file(tmp_path):
    one, same, other = (
        encoder(write(tmp_path, IDS, VECTORS + plus, name=name)).identity
        for name, plus in (("a", 0), ("b", 0), ("c", 1))
    )
    assert (one.family, one.name, one.languages) == ("vectors", "a.parquet", None)
    assert one.fingerprint == same.fingerprint != other.fingerprint
    accepting = encoder(tmp_path / "a.parquet", allow_missing=True)
    assert accepting.identity.fingerprint == one.fingerprint


@pytest.mark.parametrize(("units", "rows"), [(("target", "sentence"), 6), (("sentence",), 1), (("target",), -1)])
def test_it_has_the_units_that_the_file_has(tmp_path, units, rows):
    path = write(tmp_path, IDS[:rows] if rows > 0 else IDS[-1:], VECTORS[: max(rows, 1)])
    facts = encoder(path).facts()
    assert (facts.states, facts.dimension, facts.units, facts.pools) == (0, 4, units, ("native",))


def test_the_second_occurrence_is_not_the_first(tmp_path):
    known = encode(write(tmp_path, IDS, VECTORS), REQUESTS)
    assert known == dict(zip(REQUESTS, VECTORS.tolist(), strict=True))


def test_what_the_file_lacks_has_a_reason_and_no_vector(tmp_path):
    known = encode(write(tmp_path, IDS[:5], VECTORS[:5]), REQUESTS)
    assert known == dict(zip(REQUESTS, [*VECTORS[:5].tolist(), NOT_IN_FILE], strict=True))


def test_rows_that_stand_there_twice_and_agree_are_one(tmp_path):
    path = write(tmp_path, [*IDS, IDS[0]], [*VECTORS, VECTORS[0]])
    assert encode(path, REQUESTS[:1]) == {REQUESTS[0]: VECTORS[0].tolist()}


def test_an_option_of_other_families_is_refused(tmp_path):
    path = write(tmp_path, IDS, VECTORS)
    with pytest.raises(ConfigError, match="`prompt` does not go with"):
        encoder(path, prompt="query: ")
    with pytest.raises(ConfigError, match=r"`allow_missing` does not go with static:.*vectors:"):
        load_encoder(f"static:{path}", allow_missing=True)


# What a run wants, and what the file has.


def test_a_file_with_all_that_is_wanted_is_in_order(tmp_path):
    path = write(tmp_path, IDS, VECTORS)
    assert isinstance(encoder(path), HoldsVectors)
    assert check(path) == ({"requests_missing": 0, "vectors_unused": 0}, [])


def test_more_than_is_wanted_is_counted_and_not_used(tmp_path):
    path = write(tmp_path, [*IDS, "mine", "mine"], [*VECTORS, VECTORS[0], VECTORS[1]])
    counts, notices = check(path, REQUESTS[:4])
    assert counts == {"requests_missing": 0, "vectors_unused": 3}
    assert notices == ["made.parquet holds 3 vectors that this run does not ask for; they are not used."]


def test_what_is_lacking_is_an_error_that_lists_the_first_ten(tmp_path):
    path = write(tmp_path, IDS, VECTORS)
    many = [Request(f"{number:02} {'words ' * 20}", ((3, 8),)) for number in range(17)]
    with pytest.raises(ModelError, match=re.escape("lacks 17 of the 23 requests of this run: t-")) as caught:
        check(path, [*REQUESTS, *many])
    message = str(caught.value)
    listed = re.findall(r"([ts]-[0-9a-f]{32}) 'words' in '(\d\d) words", message)
    assert listed == [(request_id(r), r.text[:2]) for r in many[:10]]
    assert "; and 7 more. Embed all that idioprobe requests exports" in message
    assert "`allow_missing` leaves out a few" in message
    assert "\n" not in message


def test_a_file_of_something_else_lacks_everything(tmp_path):
    path = write(tmp_path, IDS, VECTORS)
    for options in ({}, {"allow_missing": True}):
        with pytest.raises(ModelError, match=r"lacks all 1 requests of this run: s-\w+ 'Other\.'\. "):
            check(path, [Request("Other.")], **options)


def test_a_few_may_be_lacking_where_the_user_says_so(tmp_path):
    path = write(tmp_path, IDS[:4], VECTORS[:4])
    with pytest.raises(ModelError, match="lacks 2 of the 6"):
        check(path)
    assert check(path, allow_missing=True) == (
        {"requests_missing": 2, "vectors_unused": 0},
        ["made.parquet lacks 2 of 6 requests; what needs them is left out."],
    )


def test_half_is_not_a_few(tmp_path):
    path = write(tmp_path, IDS[:3], VECTORS[:3])
    with pytest.raises(ModelError, match=r"lacks 3 of the 6.*`allow_missing` is for fewer than half"):
        check(path, allow_missing=True)


# Bad input.


def test_a_file_that_is_not_there_or_of_another_kind(tmp_path, failing):
    for name in ("absent.parquet", "."):
        failing(tmp_path / name, "there is no such file")
    for name in ("made.pkl", "made.npy", "made.pt", "made"):
        (tmp_path / name).write_bytes(b"\x80\x04]q\x00.")
        failing(tmp_path / name, r"read from \.parquet, \.npz, \.safetensors")


@pytest.mark.parametrize("end", [".parquet", ".npz", ".safetensors"])
@pytest.mark.parametrize("content", [b"", b"PK\x05\x06", b"PAR1 not PAR1", b"\x80\x04]q\x00.", bytes(range(256)) * 40])
def test_a_file_that_is_not_what_its_name_says(tmp_path, failing, end, content):
    path = tmp_path / f"made{end}"
    path.write_bytes(content)
    failing(path, "cannot be read as|needs the arrays")


@pytest.mark.parametrize("layout", ["parquet", "npz", "npz_compressed", "safetensors"])
def test_a_file_that_is_cut_off(tmp_path, failing, layout):
    path = write(tmp_path, IDS, VECTORS, layout)
    whole = path.read_bytes()
    for length in (len(whole) // 2, len(whole) - 4):
        path.write_bytes(whole[:length])
        failing(path, "cannot be read as")


def test_a_damaged_archive_is_noticed(tmp_path, failing):
    path = write(tmp_path, IDS, VECTORS, "npz")
    whole = path.read_bytes()
    place = whole.index(VECTORS[1].tobytes())
    path.write_bytes(whole[:place] + b"\0\0\0\0" + whole[place + 4 :])
    failing(path, "cannot be read as .npz")


def test_an_array_that_claims_to_be_huge_is_not_believed(tmp_path, failing):
    path = write(tmp_path, IDS, VECTORS, "npz")
    with zipfile.ZipFile(path) as archive:
        arrays = {name: archive.read(name) for name in archive.namelist()}
    huge = {"vectors.npy": (b"(6, 4)", b"(6, 9)"), "ids.npy": (b"(6,)", b"(9,)")}
    for name, (shape, claimed) in huge.items():
        with zipfile.ZipFile(path, "w") as archive:
            for member, content in arrays.items():
                archive.writestr(member, content.replace(shape, claimed) if member == name else content)
        failing(path, "is not as long as it says")


def test_pickled_arrays_are_refused_with_the_remedy(tmp_path, failing):
    path = tmp_path / "made.npz"
    np.savez(path, ids=np.array(IDS, dtype=object), vectors=VECTORS)
    failing(path, r"a pickle, which can run code when opened; write np\.array\(ids, dtype=str\)")
    np.savez(path, ids=IDS, vectors=VECTORS.astype(object))
    failing(path, r"write np\.array\(vectors, dtype=np\.float32\)")


@pytest.mark.parametrize(
    ("arrays", "match"),
    [
        ({"ids": IDS}, "holds ids; it needs the arrays ids and vectors"),
        ({"arr_0": VECTORS}, "holds arr_0; it needs"),
        ({"ids": np.arange(6), "vectors": VECTORS}, "ids is an array of int64; write"),
        ({"ids": IDS, "vectors": VECTORS.astype(str)}, "it must hold numbers"),
        ({"ids": IDS, "vectors": VECTORS * 1j}, "it must hold numbers"),
        ({"ids": IDS[:5], "vectors": VECTORS}, "5 ids and 6 vectors; there must be equally many"),
        ({"ids": IDS, "vectors": VECTORS[0]}, r"vectors has the shape \(4,\); it must be one row per id"),
        ({"ids": IDS, "vectors": VECTORS[:, :0]}, r"the shape \(6, 0\)"),
        ({"ids": IDS, "vectors": VECTORS[None]}, r"the shape \(1, 6, 4\)"),
        ({"ids": np.array([], dtype=str), "vectors": VECTORS[:0]}, "holds no vectors"),
        ({"ids": list("abcdef"), "vectors": VECTORS}, "no id in it is one of a request, such as 'a'"),
    ],
)
def test_arrays_of_the_wrong_shape_or_kind(tmp_path, arrays, match):
    np.savez(tmp_path / "made.npz", **arrays)
    with pytest.raises(ModelError, match=match):
        encoder(tmp_path / "made.npz").facts()


@pytest.mark.parametrize(
    ("columns", "match"),
    [
        ({"vector": VECTORS}, "has the columns vector; it needs id, or text and spans"),
        ({"text": IDS, "start": range(6), "vector": VECTORS}, "it needs id, or text and spans"),
        ({"id": range(6), "vector": VECTORS}, "the column id holds Int64"),
        ({"id": IDS}, r"it needs a column vector .*, or one column per dimension"),
        ({"id": IDS, "vector": ["[1, 2]"] * 6}, "the column vector holds String; it must hold lists of numbers"),
        ({"id": IDS, "vector": [["a"]] * 6}, "it must hold lists of numbers"),
        ({"id": IDS, "vector": [None, *VECTORS.tolist()[1:]]}, "the first row has no vector"),
        ({"id": IDS, "v0": range(6), "v2": range(6)}, "without a gap"),
        ({"id": IDS, "v2": range(6), "v3": range(6)}, "without a gap"),
        ({"id": IDS, "v0": range(6), "v1": ["a"] * 6}, "without a gap"),
        ({"id": IDS, "a0": range(6), "a1": range(6), "b0": range(6), "b1": range(6)}, "without a gap"),
        ({"id": pl.Series([], dtype=pl.String), "vector": VECTORS[:0]}, "holds no vectors"),
    ],
)
def test_tables_of_the_wrong_columns(tmp_path, columns, match):
    pl.DataFrame(columns).write_parquet(tmp_path / "made.parquet")
    with pytest.raises(ModelError, match=match):
        encoder(tmp_path / "made.parquet").facts()


def test_spans_that_are_none(tmp_path, failing):
    path = named_by_text(tmp_path / "made.parquet", spans=["3:7"] * 5 + ["03:07:00"])
    failing(path, r"spans '03:07:00' is no list of spans; write 3:15, or 3:7 20:24 for a target in two parts")


@pytest.mark.filterwarnings("ignore::idioprobe.core.notices.OldFormWarning")
def test_half_a_span_of_0_5_and_one_that_is_no_number(tmp_path, failing):
    whole = dict.fromkeys(ENDS, [3] * 6)
    path = named_by_text(tmp_path / "made.parquet", spans=None, **whole | {"end": [None] * 6})
    failing(path, "has only one of start and end; give both or none")
    failing(named_by_text(path, spans=None, **whole | {"start": ["one"] * 6}), "cannot be read as Parquet")


@pytest.mark.parametrize("other", [[1.0, 2.0], None, []])
def test_a_vector_of_another_length(tmp_path, failing, other):
    rows = [*VECTORS[:5].tolist(), other]
    pl.DataFrame({"id": IDS, "vector": rows}).write_parquet(tmp_path / "made.parquet")
    found = len(other or [])
    failing(tmp_path / "made.parquet", f"the vector of {IDS[5]} has {found} numbers, the first in the file 4")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_vector_that_is_not_finite_is_named(tmp_path, failing, layout, value):
    vectors = VECTORS.copy()
    vectors[2, 1] = vectors[4, 0] = value
    failing(
        write(tmp_path, IDS, vectors, layout),
        f"2 vectors hold NaN, infinity or an empty place, the first that of {IDS[2]}; embed these again",
    )


def test_an_empty_place_and_a_number_too_large_are_not_finite(tmp_path, failing):
    path = tmp_path / "made.parquet"
    for value in (None, 1e300):
        pl.DataFrame({"id": IDS, "vector": [[1.0, value]] * 6}).write_parquet(path)
        failing(path, "6 vectors hold NaN")
        pl.DataFrame(
            {"id": IDS, "v0": [1.0] * 6, "v1": [value] * 6}, schema_overrides={"v1": pl.Float64}
        ).write_parquet(path)
        failing(path, "6 vectors hold NaN")


def test_a_broken_vector_that_nobody_asks_for_does_no_harm(tmp_path):
    vectors = [*VECTORS[:5], [np.nan] * 4]
    assert len(encode(write(tmp_path, IDS, vectors), REQUESTS[:5])) == 5


@pytest.mark.parametrize("layout", LAYOUTS)
def test_two_different_vectors_of_one_request(tmp_path, failing, layout):
    path = write(tmp_path, [*IDS, IDS[1]], [*VECTORS, VECTORS[2]], layout)
    failing(path, f"has two different vectors of {IDS[1]}; keep the right one")


@pytest.mark.parametrize(
    ("names", "metadata", "match"),
    [
        (["vectors"], None, "the tensors vectors and the metadata nothing; it needs"),
        (["embeddings"], {"ids": "\n".join(IDS)}, "the tensors embeddings and the metadata ids; it needs"),
        (["vectors"], {"ids": "\n".join(IDS[:4])}, "4 ids and 6 vectors"),
    ],
)
def test_safetensors_without_what_is_needed(tmp_path, failing, names, metadata, match):
    from safetensors.numpy import save_file

    path = tmp_path / "made.safetensors"
    save_file(dict.fromkeys(names, VECTORS), path, metadata=metadata)
    failing(path, match)


def test_a_tensor_that_numpy_has_no_type_for(tmp_path, failing):
    path = tmp_path / "made.safetensors"
    tensor = {"dtype": "BF16", "shape": VECTORS.shape, "data_offsets": [0, 2 * VECTORS.size]}
    header = json.dumps({"__metadata__": {"ids": "\n".join(IDS)}, "vectors": tensor}).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(2 * VECTORS.size))
    failing(path, "a tensor of BF16; save it as float32")


def test_without_the_package_for_safetensors_it_says_what_to_install(tmp_path, monkeypatch, failing):
    path = write(tmp_path, IDS, VECTORS, "safetensors")
    monkeypatch.setitem(sys.modules, "safetensors", None)
    failing(path, "pip install safetensors", MissingExtraError)
