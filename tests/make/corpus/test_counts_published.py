"""What real text and real counts say of NCIMP's compounds, against wordfreq and against NCIMP's own replacements."""

from importlib.util import find_spec

import numpy as np
import pytest

from benchmarks.counts import against_wordfreq, compounds, dante, ratios, wikipedia
from idioprobe.data.registry import load_dataset

pytestmark = [pytest.mark.slow, pytest.mark.published]
needs_text = pytest.mark.skipif(find_spec("dante") is None, reason="dante-corpora is not installed")
needs_counts = pytest.mark.skipif(find_spec("textprobability") is None, reason="textprobability is not installed")


@pytest.fixture(scope="module")
def ncimp(shared_data):
    return load_dataset("ncimp", [shared_data / "ncimp", shared_data / "nctti"])


@pytest.fixture(scope="module")
def portuguese(tmp_path_factory):
    return dante(tmp_path_factory.mktemp("dante") / "ix")


@needs_text
def test_compounds_rank_in_real_text_as_wordfreq_ranks_them(portuguese, ncimp):
    rho = against_wordfreq(portuguese, compounds(ncimp, "pt"))
    assert rho["frequency"][0] > 0.15
    assert rho["average_frequency"][0] > 0.75
    assert rho["ppmi"][0] < -0.7


@needs_counts
@pytest.mark.parametrize("language", ["pt", "en"])
def test_and_so_they_do_in_counts_of_wikipedia(ncimp, tmp_path, language):
    rho = against_wordfreq(wikipedia(tmp_path / "ix", language), compounds(ncimp, language))
    assert rho["frequency"][0] > 0.25
    assert rho["average_frequency"][0] > 0.75
    assert rho["ppmi"][0] < -0.5


@needs_text
def test_combinations_of_the_pool_are_nearer_in_frequency_than_ncimps_own_replacements(portuguese, ncimp):
    own, pool = ratios(portuguese, ncimp, compounds(ncimp, "pt"), portuguese.folder / "tags.parquet")
    low, high = np.quantile(pool, [0.25, 0.75])
    assert 0.95 <= low <= high <= 1.05
    far, near = (float(np.mean(np.abs(np.log2(np.maximum(given, 1e-9))) > 1)) for given in (own, pool))
    assert near < 0.05 < 0.3 < far
