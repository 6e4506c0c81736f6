"""What a run asks for, without a model."""

import pytest

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.run.config import make_config
from idioprobe.run.plan import asked_languages, make_plan, select
from tests.suites.world import FILLERS, dataset, expression, item

DATA = dataset(item(FILLERS), [expression("eager beaver", label="NC")])


def plan(data=DATA, **options):
    config = make_config(options)
    return make_plan(select(data, data.languages, config), data.languages, config)


def test_two_suites_ask_for_what_each_asks_for():
    both, probes, prediction = (plan(suites=s) for s in ("probes,prediction", "probes", "prediction"))
    for unit in ("target", "sentence"):
        assert both.wanted[unit] == probes.wanted[unit] | prediction.wanted[unit]


def test_settings_are_those_of_the_configuration():
    settings = plan(metric="dot", winner="target", seed=7, resamples=100, thresholds={"rho_zero": 0.1}).settings
    assert (settings.metric, settings.winner, settings.how.seed, settings.how.resamples) == ("dot", "target", 7, 100)
    assert settings.thresholds.rho_zero == 0.1
    assert settings.lengths == {"en/eager beaver/nat1": 5.0}


def test_a_language_that_is_not_there_is_named():
    with pytest.raises(ConfigError, match="`languages` fi: tiny has en"):
        asked_languages(DATA, make_config({"languages": "fi"}))


def test_conditions_that_are_not_there_are_named():
    with pytest.raises(DatasetError, match="no stimuli in en for neut; it has nat"):
        plan(conditions="neut")


def test_conditions_are_told_by_the_languages_that_have_them():
    stimuli = [*item(FILLERS, condition="neut"), *item(FILLERS, language="pt")]
    data = dataset(stimuli, [expression("eager beaver"), expression("eager beaver", language="pt")])
    with pytest.raises(DatasetError, match="no stimuli in en for nat; it has neut in en; nat in pt"):
        select(data, ["en"], make_config({"conditions": "nat"}))


def test_epsilon_alone_says_what_it_lacks():
    with pytest.raises(DatasetError, match="no component of tiny has two synonyms or more in en"):
        plan(suites="epsilon")
