"""The probes P1–P4 with affinity and scaled similarity: whether the synonym is closer than those of the words."""

from idioprobe.suites.pairs.suite import PairSuite
from idioprobe.suites.probes.measures import MEASURES
from idioprobe.suites.probes.preferences import PREFERENCES

SUITE = PairSuite(
    "probes", "probes P1–P4, affinity, scaled similarity, rogue dimensions, preferences", 1, (*PREFERENCES, *MEASURES)
)
