"""Batches at once: every result, each once, and an error where one was."""

import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.models.common.parallel import in_parallel, streamed


def nothing():
    pass


@given(jobs=st.lists(st.integers()), workers=st.integers(1, 4))
def test_every_job_is_done_once(jobs, workers):
    assert sorted(in_parallel(lambda n: n * 2, jobs, workers, nothing)) == sorted(n * 2 for n in jobs)


def test_jobs_run_at_the_same_time():
    meeting = threading.Barrier(2, timeout=10)
    assert len(list(in_parallel(lambda _: meeting.wait(), range(4), 2, nothing))) == 4


def test_every_thread_is_prepared_before_its_first_job():
    prepared = threading.local()

    def prepare():
        prepared.yes = True

    assert all(in_parallel(lambda _: prepared.yes, range(9), 3, prepare))


def test_no_more_jobs_are_under_way_than_there_are_workers():
    jobs, begun, ended = iter(range(100)), [], []

    def work(n):
        begun.append(n)
        assert len(begun) - len(ended) <= 2
        time.sleep(0.001)
        ended.append(n)
        return n

    results = in_parallel(work, jobs, 2, nothing)
    next(results)
    assert next(jobs) <= 4
    results.close()


def test_a_worker_does_not_wait_for_whoever_takes_the_results():
    begun = [threading.Event() for _ in range(4)]
    results = in_parallel(lambda n: begun[n].set() or n, range(4), 2, nothing)
    next(results)
    assert begun[2].wait(timeout=10), "nobody has asked for a second result yet"
    results.close()


def test_an_error_in_a_job_is_raised_and_the_rest_is_left():
    done = []

    def work(n):
        time.sleep(0.01)
        if n == 3:
            raise ValueError("broken batch")
        done.append(n)
        return n

    with pytest.raises(ValueError, match="broken batch"):
        list(in_parallel(work, range(50), 2, nothing))
    assert len(done) < 10


class TestStreamed:
    @given(jobs=st.lists(st.integers(0, 5)), workers=st.integers(1, 4))
    def test_every_result_of_every_job_comes_once(self, jobs, workers):
        expected = sorted(n for count in jobs for n in range(count))
        assert sorted(streamed(lambda count: iter(range(count)), jobs, workers, nothing)) == expected

    def test_a_result_comes_before_its_job_is_done(self):
        waits = threading.Event()

        def work(job):
            yield f"first of {job}"
            assert waits.wait(10)
            yield f"second of {job}"

        results = streamed(work, "ab", 2, nothing)
        assert {next(results), next(results)} == {"first of a", "first of b"}
        waits.set()
        assert len(list(results)) == 2

    def test_an_error_in_a_job_is_raised_and_the_others_stop(self):
        begun = []

        def work(job):
            begun.append(job)
            yield job
            if job == 1:
                raise KeyError(job)

        with pytest.raises(KeyError):
            list(streamed(work, range(100_000), 2, nothing))
        assert len(begun) < 100_000

    def test_who_stops_listening_stops_the_work(self):
        begun = []

        def work(job):
            begun.append(job)
            yield job

        results = streamed(work, range(1_000_000), 2, nothing)
        next(results)
        results.close()
        count = len(begun)
        time.sleep(0.05)
        assert len(begun) == count < 1_000_000

    def test_every_thread_is_prepared(self):
        prepared = threading.local()

        def prepare():
            prepared.yes = True

        assert all(streamed(lambda _: iter([prepared.yes]), range(9), 3, prepare))
