"""Text-embedding models as published, on a tiny one: transformer, mean pooling, normalisation."""

import json
import shutil
import sys

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from idioprobe import evaluate
from idioprobe.cli import app
from idioprobe.core.errors import ConfigError, IdioprobeError, MissingExtraError, ModelError, WeightsError
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.data.folder import write_folder
from idioprobe.models.common.prompts import PROMPTS
from idioprobe.models.registry import load_encoder
from tests.models.tiny import SENTENCES, WIDTH, build, by_hand, gather, span, wordpiece
from tests.suites.world import dataset, expression, item
from tests.support import apart, close_to, needed_module, same_vectors

needed_module("sentence_transformers")

NATIVE = View("sentence", "native", "")
LIMIT = 96
OWN = {"query": "a query: ", "passage": "a passage: "}
BEAVER = {"original": "eager beaver", "syn": "hard worker", "modifier_alt": ["keen beaver", "avid beaver"]}


def library():
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer


def make(source, folder, *more, **options):
    """A sentence-transformers model around a plain one, saved as its authors would."""
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer

    modules = [Transformer(str(source)), Pooling(WIDTH, pooling_mode="mean"), *more, Normalize()]
    made = library()(modules=modules, device="cpu", **{"prompts": OWN, **options})
    made.save_pretrained(str(folder), create_model_card=False)
    return folder


@pytest.fixture(scope="module")
def folder(model_folder, tmp_path_factory):
    """The tiny model; read only."""
    return make(model_folder("bert"), tmp_path_factory.mktemp("st") / "tiny-st")


@pytest.fixture
def own(folder, tmp_path):
    """A copy that a test may break."""
    return shutil.copytree(folder, tmp_path / "tiny-st")


def load(folder, **options):
    return load_encoder(f"st:{folder}", device="cpu", **options)


def vectors(folder, texts=SENTENCES, batch_tokens=None, **options):
    made, failed, count = gather(load(folder, **options).encode(list(texts), {}, [NATIVE], batch_tokens))
    assert not any(failed.values())
    assert count == len(texts)
    return np.stack([made[NATIVE][Request(text)] for text in texts])


def as_published(folder, texts=SENTENCES, **options):
    return library()(str(folder), device="cpu").encode(list(texts), **options)


def mark(folder, **options):
    return load(folder, **options).identity.fingerprint


def edit(path, **changes):
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


@pytest.mark.parametrize("batch_tokens", [None, 1, 64, 100_000])
def test_vectors_are_those_that_the_library_gives(folder, batch_tokens):
    same_vectors(vectors(folder, batch_tokens=batch_tokens), as_published(folder))
    assert np.linalg.norm(vectors(folder), axis=1) == close_to(1)


def test_a_model_says_what_it_is_and_that_it_has_one_view(folder):
    facts = load(folder).facts()
    assert (facts.states, facts.dimension, facts.max_tokens) == (0, WIDTH, LIMIT)
    assert facts.pools == ("native",)


TARGET = View("target", "native", "")
AT = span(SENTENCES[0], "eager beaver", 2)


@pytest.mark.parametrize("prompt", [None, "a query: "])
@pytest.mark.parametrize("batch_tokens", [1, None])
def test_a_target_is_the_mean_of_its_tokens_and_the_sentence_is_what_it_is_without(folder, prompt, batch_tokens):
    spans = {SENTENCES[0]: [AT, ((0, 3),), ((0, 3), *AT)], SENTENCES[3]: [span(SENTENCES[3], "silver spoon")]}
    made, failed, _ = gather(load(folder, prompt=prompt).encode(SENTENCES, spans, [TARGET, NATIVE], batch_tokens))
    assert not any(failed.values())
    assert set(made[TARGET]) == {Request(text, at) for text, several in spans.items() for at in several}
    before = prompt or ""
    for request, vector in made[TARGET].items():
        hand = by_hand(folder, before + request.text)
        tokens = hand.target([(len(before) + a, len(before) + b) for a, b in request.spans])
        same_vectors(vector, hand.states[-1][tokens].mean(axis=0))
    for text, vector in zip(SENTENCES, vectors(folder, prompt=prompt), strict=True):
        same_vectors(made[NATIVE][Request(text)], vector)


def test_a_prompt_that_the_pooling_leaves_out_does_not_move_the_target(own):
    edit(own / "1_Pooling" / "config.json", include_prompt=False)
    made, _, _ = gather(load(own, prompt="a query: ").encode([SENTENCES[0]], {SENTENCES[0]: [AT]}, [TARGET], None))
    hand = by_hand(own, "a query: " + SENTENCES[0])
    expected = hand.states[-1][hand.target([(9 + a, 9 + b) for a, b in AT])].mean(axis=0)
    same_vectors(made[TARGET][Request(SENTENCES[0], AT)], expected)


def test_a_target_without_a_token_is_listed_and_the_sentence_kept(folder):
    text = "wet \u200b blanket"
    made, failed, _ = gather(load(folder).encode([text], {text: [((4, 5),), ((0, 3),)]}, [TARGET, NATIVE], None))
    assert failed[TARGET] == {Request(text, ((4, 5),)): "no token of the text carries the target's span"}
    assert set(made[TARGET]) == {Request(text, ((0, 3),))}
    assert set(made[NATIVE]) == {Request(text)}


def test_it_is_named_after_its_folder_and_not_limited_to_a_language(folder):
    identity = load(folder).identity
    assert (identity.family, identity.name, identity.languages, identity.revision) == ("st", "tiny-st", None, None)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"prompt": "sugar daddy: "}, {"prompt": "sugar daddy: "}),
        ({"prompt_name": "query"}, {"prompt_name": "query"}),
        ({"prompt_name": "passage"}, {"prompt": OWN["passage"]}),
        ({"prompt_name": "wold-2025"}, {"prompt": PROMPTS["wold-2025"]}),
        ({"prompt": ""}, {}),
    ],
    ids=str,
)
def test_a_prompt_is_put_before_every_text_as_the_library_does(folder, ours, theirs):
    texts = ("tea for two", "wet blanket")
    same_vectors(vectors(folder, texts, **ours), as_published(folder, texts, **theirs))


def test_a_prompt_changes_the_vectors_and_is_written_down(folder):
    plain, prompted = load(folder), load(folder, prompt="sugar: ")
    assert apart(vectors(folder, prompt="sugar: "), vectors(folder)).max() > 0.01
    assert "prompt" not in plain.identity.details
    assert prompted.identity.details["prompt"] == "sugar: "


def test_the_prompt_of_wold_et_al_is_known_by_name():
    assert "Given a sentence, encode its semantic properties." in PROMPTS["wold-2025"]


def test_a_prompt_that_the_authors_made_the_default_is_used(own):
    edit(own / "config_sentence_transformers.json", default_prompt_name="query")
    same_vectors(vectors(own), as_published(own))
    same_vectors(vectors(own), as_published(own, prompt=OWN["query"]))
    assert load(own).identity.details["prompt"] == OWN["query"]
    same_vectors(vectors(own, prompt=""), as_published(own, prompt=""))


def test_an_unknown_prompt_lists_those_that_are_known(folder):
    with pytest.raises(ConfigError, match=r"`prompt_name` quary: .*wold-2025.*passage.*query"):
        load(folder, prompt_name="quary")


def test_a_prompt_and_the_name_of_one_exclude_each_other(folder):
    with pytest.raises(ConfigError, match="`prompt` and `prompt_name` exclude each other"):
        load(folder, prompt="a", prompt_name="query")


@pytest.mark.parametrize("written", [{"prompt": "a"}, {"prompt_name": "wold-2025"}, {"prompt": ""}], ids=str)
def test_a_prompt_for_another_family_is_an_error_with_a_way_out(model_folder, tmp_path, written):
    plain = model_folder("bert")
    option = f"`{next(iter(written))}`"
    for model in (str(plain), f"static:{tmp_path / 'vectors.txt'}"):
        with pytest.raises(ConfigError, match=f"^{option} does not go with {model}.*as in st:all-MiniLM-L6-v2"):
            load_encoder(model, **written)


def test_what_decides_a_vector_decides_the_fingerprint(own, model_folder, tmp_path):
    marks = [mark(own), mark(own, prompt="a"), mark(own, prompt="b"), mark(own, dtype="float16")]
    marks.append(mark(make(build("bert", tmp_path / "plain", seed=1), tmp_path / "weights")))
    edit(own / "1_Pooling" / "config.json", pooling_mode="max")
    marks.append(mark(own))
    edit(own / "tokenizer_config.json", do_lower_case=False)
    marks.append(mark(own))
    assert len(set(marks)) == len(marks)
    assert mark(own) != load_encoder(str(model_folder("bert"))).identity.fingerprint


def test_a_copy_a_readme_and_a_prompt_that_is_known_by_name_change_nothing(folder, own):
    assert mark(own) == mark(folder)
    (own / "README.md").write_text("A fine model.")
    assert mark(own) == mark(folder)
    assert load_encoder(f"st:{own}", device="auto").identity.fingerprint == mark(folder)
    assert mark(own, prompt_name="query") == mark(own, prompt=OWN["query"])


def test_the_hash_of_the_weights_is_given(own):
    import hashlib

    digest = hashlib.sha256((own / "model.safetensors").read_bytes()).hexdigest()
    assert load(own).identity.details["weights_sha256"] == digest


def words(tokens):
    """A text of so many tokens: words of one letter, and two special tokens."""
    return " ".join("a" * (tokens - 2))


def test_a_text_longer_than_the_model_takes_is_refused_and_never_cut(folder):
    texts = [words(LIMIT + 1), words(LIMIT), "eager beaver"]
    made, failed, count = gather(load(folder).encode(texts, {}, [NATIVE], None))
    assert count == 3
    assert failed[NATIVE] == {Request(texts[0]): "text of 97 tokens is longer than the model takes (96)"}
    assert set(made[NATIVE]) == {Request(text) for text in texts[1:]}


def test_the_prompt_counts_in_the_length(folder):
    _, failed, _ = gather(load(folder, prompt="b ").encode([words(LIMIT)], {}, [NATIVE], None))
    assert failed[NATIVE] == {Request(words(LIMIT)): "text of 97 tokens is longer than the model takes (96)"}


@pytest.fixture(scope="module")
def static(tmp_path_factory):
    """Word vectors in the layout of sentence-transformers."""
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    folder = tmp_path_factory.mktemp("static") / "static-st"
    weights = np.random.default_rng(0).normal(size=(len(wordpiece()), 8)).astype(np.float32)
    made = library()(modules=[StaticEmbedding(wordpiece(), embedding_weights=weights)], device="cpu")
    made.save_pretrained(str(folder), create_model_card=False)
    return folder


def test_word_vectors_of_this_family_take_texts_of_any_length(static):
    facts = load(static).facts()
    assert (facts.dimension, facts.max_tokens, facts.units) == (8, None, ("sentence",))
    texts = [*SENTENCES, words(500)]
    same_vectors(vectors(static, texts), as_published(static, texts))


def test_an_empty_folder_is_no_model(tmp_path):
    with pytest.raises(ModelError, match=r"neither modules\.json nor config\.json.*not a sentence-transformers model"):
        load(tmp_path)


@pytest.mark.parametrize("name", ["", " "])
def test_a_family_without_a_model_says_how_one_is_written(name):
    with pytest.raises(ModelError, match="st:all-MiniLM-L6-v2"):
        load_encoder(f"st:{name}")


def test_a_name_that_is_nowhere_is_an_error_with_a_way_out():
    with pytest.raises(ModelError, match=r"'nobody/no-such-model'.*check the name and the network"):
        load_encoder("st:nobody/no-such-model")


def pickle_weights(folder):
    import torch
    from safetensors.torch import load_file

    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")


def test_weights_that_are_only_a_pickle_are_refused(own):
    pickle_weights(own)
    assert mark(own), "beside safetensors a pickle is not read"
    (own / "model.safetensors").unlink()
    with pytest.raises(ModelError, match=r"pickle \(pytorch_model\.bin\).*can run code.*safetensors"):
        load(own)


def test_other_safetensors_beside_a_pickle_do_not_make_it_safe(own):
    pickle_weights(own)
    (own / "model.safetensors").rename(own / "optimizer.safetensors")
    with pytest.raises(ModelError, match=r"pickle|safetensors"):
        load(own).facts()


def test_so_is_a_pickle_in_a_module_of_the_model(model_folder, tmp_path):
    import torch
    from safetensors.torch import load_file
    from sentence_transformers.sentence_transformer.modules import Dense

    folder = make(model_folder("bert"), tmp_path / "dense", Dense(WIDTH, 4))
    (weights,) = folder.glob("*_Dense/model.safetensors")
    assert vectors(folder).shape == (len(SENTENCES), 4)
    torch.save(load_file(weights), weights.with_name("pytorch_model.bin"))
    weights.unlink()
    with pytest.raises(ModelError, match="only as a pickle"):
        load(folder)


FOREIGN = "transformers.activations.ReLUSquaredActivation"


@pytest.fixture
def activated(model_folder, tmp_path):
    """A model whose dense layer names an activation function that does not come with torch."""
    from sentence_transformers.sentence_transformer.modules import Dense

    folder = make(model_folder("bert"), tmp_path / "dense", Dense(WIDTH, 4))
    edit(next(folder.glob("*_Dense/config.json")), activation_function=FOREIGN)
    return folder


def test_an_activation_function_is_not_exchanged_for_another_in_silence(activated):
    with pytest.raises(ModelError, match=rf"{FOREIGN}.*Tanh.*`trust_remote_code`"):
        load(activated)


def test_an_activation_function_that_is_trusted_is_taken_and_has_vectors_of_its_own(activated):
    published = library()(str(activated), device="cpu", trust_remote_code=True).encode(SENTENCES)
    assert (published >= 0).all()
    same_vectors(vectors(activated, trust_remote_code=True), published)
    trusted = mark(activated, trust_remote_code=True)
    edit(next(activated.glob("*_Dense/config.json")), activation_function="torch.nn.modules.activation.ReLU")
    assert mark(activated) == mark(activated, trust_remote_code=True) != trusted


def test_what_the_library_passes_over_is_said(model_folder, tmp_path):
    from sentence_transformers.sentence_transformer.modules import Dense

    folder = make(model_folder("bert"), tmp_path / "dense", Dense(WIDTH, 4))
    edit(next(folder.glob("*_Dense/config.json")), gain=2.5)
    encoder, notices = load(folder), []
    encoder.notice = notices.append
    encoder.facts()
    assert len(notices) == 1
    assert "sentence-transformers says of dense: Ignoring" in notices[0]
    assert "gain" in notices[0]


@pytest.mark.parametrize("kept", [0, 100, 5000])
def test_weights_that_are_cut_off_are_damaged(own, kept):
    path = own / "model.safetensors"
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(WeightsError, match=r"weights of tiny-st.* are damaged"):
        load(own).facts()


def test_weights_that_lack_tensors_are_not_filled_with_random_numbers(own):
    edit(own / "config.json", num_hidden_layers=7)
    with pytest.raises(WeightsError, match="random numbers"):
        load(own).facts()


def test_a_folder_without_a_tokenizer_is_not_given_an_empty_one(own):
    for path in own.glob("tokenizer*"):
        path.unlink()
    with pytest.raises(ModelError, match="tokenizer"):
        load(own).facts()


@pytest.mark.parametrize("name", ["modules.json", "config.json", "tokenizer.json", "1_Pooling/config.json"])
@pytest.mark.parametrize("content", ["", "{", '"text"'])
def test_a_damaged_file_is_an_error_that_names_the_model(own, name, content):
    (own / name).write_text(content)
    with pytest.raises(IdioprobeError, match="tiny-st"):
        load(own).facts()


def test_code_that_comes_with_a_model_never_runs(own):
    path = own / "modules.json"
    path.write_text(json.dumps([*json.loads(path.read_text()), {"idx": 3, "name": "3", "path": "", "type": "mine.X"}]))
    (own / "mine.py").write_text("raise SystemExit('the code ran')\n")
    with pytest.raises(ModelError, match="tiny-st"):
        load(own).facts()


def test_without_the_library_it_says_what_to_install(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    monkeypatch.delitem(sys.modules, "idioprobe.models.st.sentencemodel", raising=False)
    made = load(folder)
    assert made.identity.family == "st", "to find stored vectors nothing needs to be installed"
    with pytest.raises(
        MissingExtraError, match=r"st:tiny-st needs sentence_transformers: pip install .*'sentence-transformers>="
    ):
        made.facts()


@pytest.mark.parametrize("device", ["unheard-of", "cuda:99"])
def test_a_device_that_is_not_there_is_an_error_with_a_way_out(folder, device):
    with pytest.raises(ConfigError, match=f"`device` {device} cannot be used.*`device` cpu"):
        load_encoder(f"st:{folder}", device=device).facts()


def test_an_unknown_precision_is_an_error_with_those_that_exist(folder):
    with pytest.raises(ConfigError, match=r"`dtype` float64.*float32, float16, bfloat16"):
        load(folder, dtype="float64")


def test_half_precision_is_near_the_full_one(folder):
    half = vectors(folder, dtype="bfloat16")
    assert half.dtype == np.float32
    assert 0 < apart(half, vectors(folder)).max() < 0.1


def small(frame="We saw {} there.", sentence=1):
    rows = [*item(BEAVER), *(item(BEAVER, frame=frame, sentence=2) if sentence == 2 else [])]
    return dataset(rows, [expression("eager beaver", label="NC")])


def score(folder, tmp_path, **options):
    notices = []
    given = {"suites": "epsilon", "cache_dir": tmp_path / "cache", "resamples": 100, "device": "cpu"}
    result = evaluate(f"st:{folder}", options.pop("data", small()), notice=notices.append, **{**given, **options})
    return result, notices


def test_its_rows_have_the_view_published_and_the_default_is_replaced_without_a_word(folder, tmp_path):
    result, notices = score(folder, tmp_path)
    assert notices == []
    assert set(result.table("epsilon")["view"]) == set(result.summary["view"]) == {"native"}
    assert result.info["views"] == ["native"]
    assert result.info["model"]["family"] == "st"
    assert result.info["versions"]["sentence-transformers"]
    assert score(folder, tmp_path, views="native")[0].table("epsilon").equals(result.table("epsilon"))


def test_another_view_is_left_out_with_a_notice(folder, tmp_path):
    result, notices = score(folder, tmp_path, views="cls@-1,mean@last4")
    assert notices == ["This model is used with its own pooling: view cls@-1 is left out."]
    assert set(result.table("epsilon")["view"]) == {"native"}


def test_a_plain_model_has_no_published_view(model_folder, tmp_path):
    with pytest.raises(ConfigError, match="None of the views native exists"):
        evaluate(str(model_folder("bert")), small(), views="native", cache_dir=tmp_path, device="cpu")


def test_other_suites_run_beside_it(folder, tmp_path):
    result, notices = score(folder, tmp_path, suites="probes,epsilon")
    assert set(result.scores["unit"]) == {"target", "sentence"}
    assert set(result.scores["view"]) == {"native"}
    assert len(result.table("epsilon")) == 2
    assert notices == []


def test_word_vectors_of_this_family_are_scored_on_sentences_and_say_so(static, tmp_path):
    result, notices = score(static, tmp_path, suites="probes,epsilon")
    assert set(result.scores["unit"]) == {"sentence"}
    assert len(notices) == 1
    assert "no target unit" in notices[0]


def test_a_sentence_that_is_too_long_is_dropped_with_its_reason(folder, tmp_path):
    long = f"We saw {{}} {words(LIMIT)} there."
    result, _ = score(folder, tmp_path, data=small(long, sentence=2))
    assert set(result.table("epsilon")["item"]) == {"en/eager beaver/nat1"}
    assert set(result.dropped["item"]) == {"en/eager beaver/nat2"}
    assert result.dropped["reason"].str.contains(r"^text of \d+ tokens is longer than the model takes \(96\)$").all()


def test_a_second_run_reads_the_store_and_loads_no_model(folder, tmp_path, monkeypatch):
    first, _ = score(folder, tmp_path)
    monkeypatch.setitem(sys.modules, "idioprobe.models.st.sentencemodel", None)
    again, _ = score(folder, tmp_path)
    assert again.table("epsilon").equals(first.table("epsilon"))
    assert (first.info["counts"]["texts_embedded"], again.info["counts"]["texts_embedded"]) == (6, 0)


def test_another_prompt_gets_other_vectors_another_folder_and_is_in_the_manifest(folder, tmp_path):
    plain, prompted = score(folder, tmp_path)[0], score(folder, tmp_path, prompt_name="query")[0]
    assert prompted.info["counts"]["texts_embedded"] == 6
    assert prompted.info["digits"] != plain.info["digits"]
    assert prompted.info["model"]["prompt"] == OWN["query"]
    assert prompted.table("epsilon")["eps_idiom"].to_list() != plain.table("epsilon")["eps_idiom"].to_list()


def test_it_runs_from_the_command_line(folder, tmp_path):
    data = tmp_path / "tiny"
    write_folder(small(), data)
    options = ["--suite", "epsilon", "--condition", "nat", "--resamples", "100", "--device", "cpu"]
    places = ["--out", str(tmp_path / "results"), "--cache-dir", str(tmp_path / "cache")]
    done = CliRunner().invoke(
        app, ["run", "-m", f"st:{folder}", "-d", str(data), "--prompt-name", "wold-2025", *options, *places]
    )
    assert done.exit_code == 0, done.output
    assert "ε-compositionality of tiny-st (en, naturalistic sentences)" in done.output
    (made,) = (tmp_path / "results" / "tiny").iterdir()
    assert made.name.startswith("st--tiny-st-")
    summary = pl.read_csv(made / "summary.csv")
    assert set(summary["view"]) == {"native"}
    assert json.loads((made / "run.json").read_text())["model"]["prompt"] == PROMPTS["wold-2025"]
