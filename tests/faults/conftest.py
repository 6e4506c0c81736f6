"""The tally of each test, and the counts of all of them at the end."""

from collections import Counter

import pytest

from tests.faults.harness import LONG, Tally, table

TOTAL: Counter[tuple[str, str]] = Counter()


@pytest.fixture
def tally(request):
    """Counts faults; fails the test if one of them ended badly."""
    counted = Tally(request.node.name)
    yield counted
    request.node.user_properties += [("fault", (*key, n)) for key, n in counted.counts.items()]
    if counted.wrong:
        shown = "\n".join(counted.wrong[:20])
        pytest.fail(f"{len(counted.wrong)} of {counted.counts.total()} faults ended badly:\n{shown}", pytrace=False)
    assert counted.counts, "no fault was tried"


def pytest_runtest_logreport(report):
    """Where tests run in several processes, this one hears of all."""
    if report.when == "teardown":
        for name, value in report.user_properties:
            if name == "fault":
                kind, outcome, n = value
                TOTAL[kind, outcome] += n


def pytest_terminal_summary(terminalreporter):
    if TOTAL and LONG:
        terminalreporter.section("faults")
        for line in table(TOTAL):
            terminalreporter.write_line(line)
