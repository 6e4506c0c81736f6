"""Compositionality prediction, and what changes across the sentences of an expression (Garcia et al., ACL 2021)."""

from idioprobe.suites.prediction.measures import MEASURES
from idioprobe.suites.prediction.suite import PredictionSuite

SUITE = PredictionSuite(
    "prediction",
    "compositionality prediction, and what changes across the sentences of an expression",
    2,
    MEASURES,
)
