"""Each thing in a model's folder that decides an answer is part of the model's identity."""

import json
import shutil

import pytest

from idioprobe.core.errors import ModelError
from tests.identity.pairs import apart, edit, mark, other_weights, scored, with_code


def lower_cased(folder):
    tokenizer = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer["normalizer"]["lowercase"] = not tokenizer["normalizer"]["lowercase"]
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")


def one_more(name, text="{}"):
    def change(folder):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")

    change.__name__ = f"a new {name}"
    return change


def setting(name, **changes):
    def change(folder):
        edit(folder / name, **changes)

    change.__name__ = f"{', '.join(changes)} in {name}"
    return change


def weights(folder):
    (folder / "model.safetensors").write_bytes(other_weights(folder / "model.safetensors"))


COMMON = (
    weights,
    lower_cased,
    setting("config.json", attn_implementation="eager"),
    setting("config.json", quantization_config={"quant_method": "other"}),
    setting("tokenizer_config.json", model_max_length=20),
    one_more("special_tokens_map.json", '{"unk_token": "a"}'),
    one_more("added_tokens.json", '{"beaver": 3}'),
)
TALKING = (
    setting("generation_config.json", eos_token_id=7),
    setting("tokenizer_config.json", chat_template="{{ messages[0]['content'] }}"),
    one_more("chat_template.jinja", "{{ messages[0]['content'] }}!"),
    one_more("additional_chat_templates/default.jinja", "{{ messages[0]['content'] }}?"),
)
OWN_WAY = (
    setting("sentence_bert_config.json", max_seq_length=7),
    setting("config_sentence_transformers.json", prompts={"query": "q: "}, default_prompt_name="query"),
    setting("config_sentence_transformers.json", truncate_dim=4),
    setting("1_Pooling/config.json", pooling_mode="cls"),
)
CHANGES = [
    *(("bert", "hf", change) for change in COMMON),
    *(("chat", "chat", change) for change in (*COMMON[2:], weights, *TALKING)),
    *(("st", "st", change) for change in (*COMMON, *OWN_WAY)),
]


@pytest.mark.parametrize(("kind", "family", "change"), CHANGES, ids=lambda one: getattr(one, "__name__", one))
def test_a_model_in_which_one_thing_is_another_is_another_model(own, kind, family, change):
    folder = own(kind)
    before = mark(f"{family}:{folder}")
    change(folder)
    assert mark(f"{family}:{folder}") != before


OPTIONS = [
    ("bert", "hf", {"dtype": "bfloat16"}),
    ("chat", "chat", {"dtype": "bfloat16"}),
    ("chat", "chat", {"temperature": 0.5}),
    ("chat", "chat", {"thinking": 9}),
    ("st", "st", {"dtype": "float16"}),
    ("st", "st", {"prompt": "q: "}),
]


@pytest.mark.parametrize(("kind", "family", "options"), OPTIONS, ids=str)
def test_an_option_that_decides_makes_another_model(made, kind, family, options):
    spec = f"{family}:{made(kind)}"
    assert mark(spec, **options) != mark(spec)


USED = [one for one in CHANGES if one[0] != "chat" and one[2] in (weights, lower_cased, *OWN_WAY[1:])]


@pytest.mark.parametrize(("kind", "family", "change"), USED, ids=lambda one: getattr(one, "__name__", one))
def test_a_used_cache_gives_what_a_fresh_one_gives(own, small, tmp_path, kind, family, change):
    folder = own(kind)
    before = scored(f"{family}:{folder}", small, tmp_path / "used")
    change(folder)
    after = scored(f"{family}:{folder}", small, tmp_path / "used")
    fresh = scored(f"{family}:{folder}", small, tmp_path / "fresh")
    assert apart(after, fresh) == 0
    assert apart(before, fresh) > 1e-4


def test_weights_that_a_configuration_names_are_the_weights(own):
    folder = own("bert")
    edit(folder / "config.json", transformers_weights="mine.safetensors")
    shutil.copy(folder / "model.safetensors", folder / "mine.safetensors")
    before = mark(folder)
    (folder / "mine.safetensors").write_bytes(other_weights(folder / "mine.safetensors"))
    assert mark(folder) != before


def test_weights_that_an_index_names_are_the_weights(own):
    from safetensors.torch import load_file

    folder = own("bert")
    names = sorted(load_file(folder / "model.safetensors"))
    (folder / "model.safetensors").rename(folder / "part.safetensors")
    (folder / "model-00001.safetensors").write_bytes((folder / "part.safetensors").read_bytes())
    index = {"metadata": {}, "weight_map": dict.fromkeys(names, "part.safetensors")}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    before = mark(folder)
    (folder / "part.safetensors").write_bytes(other_weights(folder / "part.safetensors"))
    assert mark(folder) != before


@pytest.mark.parametrize(("kind", "family"), [("bert", "hf"), ("chat", "chat"), ("st", "st")])
def test_a_folder_with_an_adapter_is_refused(own, kind, family):
    folder = own(kind)
    edit(folder / "adapter_config.json", base_model_name_or_path="elsewhere", peft_type="LORA")
    with pytest.raises(ModelError, match=r"holds an adapter .*merge_and_unload"):
        mark(f"{family}:{folder}")


@pytest.mark.parametrize("part", ["1_Pooling", "0_Transformer"])
def test_links_to_folders_are_followed(own, small, tmp_path, part):
    folder = own("st")
    modules = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
    modules[0]["path"] = "0_Transformer"
    (folder / "0_Transformer").mkdir()
    for path in [
        path for path in folder.iterdir() if path.is_file() and not path.name.startswith(("modules", "config_s"))
    ]:
        path.rename(folder / "0_Transformer" / path.name)
    (folder / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
    one = shutil.copytree(folder / part, tmp_path / "one")
    other = shutil.copytree(folder / part, tmp_path / "other")
    if part == "1_Pooling":
        edit(other / "config.json", pooling_mode="cls")
    else:
        weights(other)
    shutil.rmtree(folder / part)
    (folder / part).symlink_to(one)
    first = scored(f"st:{folder}", small, tmp_path / "used")
    (folder / part).unlink()
    (folder / part).symlink_to(other)
    fresh = scored(f"st:{folder}", small, tmp_path / "new")
    assert apart(scored(f"st:{folder}", small, tmp_path / "used"), fresh) == 0
    assert apart(first, fresh) > 1e-4


def test_a_link_to_the_folder_itself_ends(own):
    folder = own("st")
    before = mark(f"st:{folder}")
    (folder / "again").symlink_to(folder)
    assert mark(f"st:{folder}") == before


CODE = {
    "its module": lambda folder: (folder / "modeling_shifted.py").write_text(
        (folder / "modeling_shifted.py").read_text().replace("+ SHIFT", "+ SHIFT + 1")
    ),
    "what that imports": lambda folder: (folder / "helper.py").write_text("SHIFT = 2\n"),
}


@pytest.mark.parametrize("family", ["hf", "st"])
@pytest.mark.parametrize("change", CODE)
def test_code_that_runs_is_part_of_the_model(own, small, tmp_path, family, change):
    folder = with_code(own("bert" if family == "hf" else "st"))
    spec = f"{family}:{folder}"
    first = scored(spec, small, tmp_path / "used", trust_remote_code=True)
    CODE[change](folder)
    after = scored(spec, small, tmp_path / "used", trust_remote_code=True)
    assert apart(after, scored(spec, small, tmp_path / "fresh", trust_remote_code=True)) == 0
    assert apart(first, after) > 1e-4


@pytest.mark.parametrize("family", ["hf", "st"])
def test_with_and_without_its_code_it_is_two_models(own, small, tmp_path, family):
    spec = f"{family}:{with_code(own('bert' if family == 'hf' else 'st'))}"
    plain = scored(spec, small, tmp_path / "used")
    trusted = scored(spec, small, tmp_path / "used", trust_remote_code=True)
    assert apart(trusted, scored(spec, small, tmp_path / "fresh", trust_remote_code=True)) == 0
    assert apart(plain, trusted) > 1e-4


@pytest.mark.parametrize(("kind", "family"), [("bert", "hf"), ("chat", "chat"), ("st", "st")])
def test_trust_in_a_model_that_has_no_code_changes_nothing(made, kind, family):
    spec = f"{family}:{made(kind)}"
    assert mark(spec, trust_remote_code=True) == mark(spec)


@pytest.mark.parametrize(("kind", "family"), [("bert", "hf"), ("chat", "chat"), ("st", "st")])
@pytest.mark.parametrize("name", ["helper.py", "table.npy", "data/words.dat"])
def test_whatever_code_may_read_is_part_of_a_model_that_is_trusted(own, kind, family, name):
    spec = f"{family}:{(folder := with_code(own(kind)))}"
    before = mark(spec), mark(spec, trust_remote_code=True)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("SHIFT = 3\n", encoding="utf-8")
    assert mark(spec, trust_remote_code=True) != before[1]
    if family != "st":
        assert mark(spec) == before[0]


def test_code_that_a_configuration_takes_from_elsewhere_is_part_of_the_model(own):
    folder, away = own("bert"), with_code(own("bert", "away"))
    edit(folder / "config.json", auto_map={"AutoModel": f"{away}--modeling_shifted.Shifted"})
    before = mark(folder, trust_remote_code=True)
    (away / "helper.py").write_text("SHIFT = 2\n", encoding="utf-8")
    assert mark(folder, trust_remote_code=True) != before


def test_two_folders_of_one_name_have_their_own_code_in_one_process(own, small, tmp_path):
    one = with_code(own("bert", "one/model"))
    other = with_code(own("bert", "other/model"), shift=2)
    found = [scored(folder, small, tmp_path / "used", trust_remote_code=True) for folder in (one, other, one)]
    assert apart(found[0], found[2]) == 0
    assert apart(found[1], scored(other, small, tmp_path / "fresh", trust_remote_code=True)) == 0
    assert apart(found[0], found[1]) > 1e-4
