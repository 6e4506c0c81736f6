"""Many models in one go."""

from contextlib import nullcontext

import pytest

from idioprobe import load_dataset
from idioprobe.core.errors import ConfigError, ModelError
from idioprobe.core.progress import Quiet
from idioprobe.run.config import make_config
from idioprobe.run.many import Job, run_many


class Audience:
    """Writes down what it is told."""

    def __init__(self):
        self.told = []

    def notice(self, message):
        self.told.append(("notice", message))

    def progress(self, name):
        self.told.append(("begins", name))
        return nullcontext(Quiet())

    def finished(self, finished):
        self.told.append(("finished", finished.result.info["model"]["name"], finished.new))

    def forecast(self, forecast):
        self.told.append(("forecast", forecast.model, forecast.missing > 0))

    def failed(self, model, error):
        self.told.append(("failed", model, type(error)))

    def ended(self):
        self.told.append(("ended",))


@pytest.fixture
def config(tmp_path):
    few = {"limit": 1, "languages": "en", "conditions": "neut", "resamples": 100}
    return make_config({**few, "cache_dir": tmp_path / "cache"})


def test_a_model_may_have_data_of_its_own(config, tmp_path):
    from dataclasses import replace

    data = load_dataset("starter")
    other = replace(data, header=data.header.model_copy(update={"name": "other"}))
    jobs = [Job("reference:words", config), Job("reference:words", config, data=other)]
    outcome = run_many(jobs, data, tmp_path, Audience())
    assert [done.result.manifest.dataset.name for done in outcome.finished] == ["starter", "other"]


def test_the_next_has_its_turn_after_one_that_fails(config, tmp_path):
    audience = Audience()
    jobs = [Job("reference:words", config), Job("reference:none", config), Job("reference:whole", config)]
    outcome = run_many(jobs, load_dataset("starter"), tmp_path, audience)
    assert [finished.result.info["model"]["name"] for finished in outcome.finished] == ["words", "whole"]
    assert [name for name, _ in outcome.failures] == ["reference:none"]
    assert audience.told == [
        *(("begins", "words"), ("finished", "words", True), ("ended",)),
        *(("failed", "reference:none", ModelError), ("ended",)),
        *(("begins", "whole"), ("finished", "whole", True), ("ended",)),
    ]
    again = run_many(jobs[:1], load_dataset("starter"), tmp_path, audience)
    assert not again.finished[0].new


def test_the_failure_of_a_single_model_is_raised(config, tmp_path):
    with pytest.raises(ModelError, match="one of random, words, whole"):
        run_many([Job("reference:none", config)], load_dataset("starter"), tmp_path, Audience())


def test_a_forecast_computes_nothing(config, tmp_path):
    audience = Audience()
    outcome = run_many([Job("reference:words", config)], load_dataset("starter"), tmp_path, audience, dry=True)
    assert audience.told == [("forecast", "words", True), ("ended",)]
    assert not outcome.finished
    assert not (tmp_path / "starter").exists()


def test_what_comes_before_a_model_may_say_something_or_refuse_it(config, tmp_path):
    def refuse():
        raise ConfigError("not here")

    audience = Audience()
    jobs = [Job("reference:words", config, lambda: "a word before"), Job("reference:whole", config, refuse)]
    outcome = run_many(jobs, load_dataset("starter"), tmp_path, audience)
    assert audience.told[0] == ("notice", "a word before")
    assert [str(error) for _, error in outcome.failures] == ["not here"]
