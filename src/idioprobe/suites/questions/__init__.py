"""Questions to models that answer in words (He et al. 2025, table 9, and minimal pairs as choices)."""

from idioprobe.suites.questions.suite import QuestionSuite

SUITE = QuestionSuite()
