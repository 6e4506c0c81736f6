"""Models that cannot answer are refused in one clear line."""

import json
import shutil

import pytest

from idioprobe.core.errors import ConfigError, ModelError, WeightsError
from idioprobe.core.requests import Question
from tests.models.chat.talkers import TEMPLATE, answers, talker


@pytest.fixture
def own(talking, tmp_path):
    """A copy of a tiny model that a test may break."""
    return shutil.copytree(talking("llama"), tmp_path / "model")


@pytest.mark.parametrize("encoder", ["bert", "roberta", "distilbert", "t5", "modernbert"])
def test_a_model_that_does_not_write_is_said_to_be_one_for_vectors(model_folder, encoder):
    with pytest.raises(ModelError, match="leave out chat: to measure its vectors"):
        talker(model_folder(encoder)).facts()


def test_an_encoder_saved_with_its_masked_language_model_is_one_too(model_folder, tmp_path):
    import torch
    import transformers

    config = transformers.BertConfig.from_pretrained(model_folder("bert"))
    torch.manual_seed(0)
    transformers.BertForMaskedLM(config).save_pretrained(tmp_path)
    transformers.AutoTokenizer.from_pretrained(model_folder("bert")).save_pretrained(tmp_path)
    with pytest.raises(ModelError, match="leave out chat: to measure its vectors"):
        talker(tmp_path).facts()


@pytest.mark.parametrize(
    "template",
    [
        "{{ raise_exception('Only with a system turn') }}",
        "{% for m in messages %}{{ m['content'] }}",
        "{{ messages[0]['content'] + 3 }}",
        "{{ messages[7]['content'] }}",
        "<|user|>",
    ],
)
def test_a_chat_template_that_cannot_be_used_is_one_error(own, template):
    (own / "chat_template.jinja").write_text(template, encoding="utf-8")
    with pytest.raises(ModelError, match="The chat template of") as raised:
        talker(own).facts()
    assert "\n" not in str(raised.value)


def test_a_template_that_adds_a_system_turn_is_used_as_it_is(own):
    (own / "chat_template.jinja").write_text("<|system|>\nBe brief.<|end|>\n" + TEMPLATE, encoding="utf-8")
    model = talker(own)
    (prompt,) = model.load().conversation.prompts([Question("Am I lost?")])
    said = model.load().conversation.tokenizer.decode(prompt)
    assert said == "<|system|>\nBe brief.<|end|>\n<|user|>\nAm I lost?<|end|>\n<|assistant|>\n"
    assert len(answers(model, [Question("Am I lost?", tokens=2)])) == 1


def test_an_instruction_is_a_system_message_or_where_there_is_none_the_head_of_the_first_turn(own):
    question = Question("Am I lost?", instruction="Be brief.")
    for template, expected in (
        (TEMPLATE, "<|system|>\nBe brief.<|end|>\n<|user|>\nAm I lost?<|end|>\n<|assistant|>\n"),
        (
            "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}" + TEMPLATE,
            "<|user|>\nBe brief.\n\nAm I lost?<|end|>\n<|assistant|>\n",
        ),
        (
            "{% set messages = messages | selectattr('role', 'ne', 'system') | list %}" + TEMPLATE,
            "<|user|>\nBe brief.\n\nAm I lost?<|end|>\n<|assistant|>\n",
        ),
    ):
        (own / "chat_template.jinja").write_text(template, encoding="utf-8")
        conversation = talker(own).load().conversation
        (prompt,) = conversation.prompts([question])
        assert conversation.tokenizer.decode(prompt) == expected


def test_a_template_that_takes_a_user_s_turn_only_is_enough(own):
    only = "{% if messages|length > 1 %}{{ raise_exception('one turn') }}{% endif %}" + TEMPLATE
    (own / "chat_template.jinja").write_text(only, encoding="utf-8")
    assert talker(own).facts().pools == ("generated", "likelihood")


def test_weights_without_a_language_model_are_incomplete(model_folder):
    with pytest.raises(WeightsError, match="lack 1 tensors"):
        talker(model_folder("llama")).facts()


def test_the_address_of_a_server_goes_with_a_model_on_one(talking):
    with pytest.raises(ConfigError, match="write chat:openai:"):
        talker(talking("llama"), base_url="http://localhost:8000/v1")


def test_a_folder_that_is_no_model_is_refused_as_ever(tmp_path):
    with pytest.raises(ModelError, match=r"holds no config\.json"):
        talker(tmp_path)


def test_weights_that_exist_only_as_a_pickle_are_refused(own):
    (own / "model.safetensors").rename(own / "pytorch_model.bin")
    with pytest.raises(ModelError, match="only as a pickle"):
        talker(own)


def test_code_of_a_model_s_own_is_not_run(own):
    config = json.loads((own / "config.json").read_text(encoding="utf-8"))
    config |= {"model_type": "own", "auto_map": {"AutoConfig": "own.Own", "AutoModelForCausalLM": "own.Model"}}
    (own / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (own / "own.py").write_text("raise SystemExit('run')", encoding="utf-8")
    with pytest.raises(ModelError, match="`trust_remote_code` runs it"):
        talker(own).facts()


@pytest.mark.parametrize("temperature", [-0.1, float("nan"), float("inf"), 100])
def test_a_temperature_is_a_number_from_0(talking, temperature):
    with pytest.raises(ConfigError, match="`temperature`"):
        talker(talking("llama"), temperature=temperature)
