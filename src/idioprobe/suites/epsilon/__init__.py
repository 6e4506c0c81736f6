"""ε-compositionality (Wold et al. 2025): whether a word keeps its distance to a synonym in context."""

from idioprobe.suites.epsilon.suite import EpsilonSuite

SUITE = EpsilonSuite()
