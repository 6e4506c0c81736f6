"""Several batches at once, on as many threads as the work can use."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


def passes_at_once(device: str, threads: int) -> int:
    """How many batches go through a transformer at once: on a processor as many as there are threads, on one each.

    That uses the cores better than several threads on each small matrix. It needs hidden states to be captured per
    thread, as `transformers` does since it has the module for it.
    """
    return threads if device == "cpu" and importlib.util.find_spec("transformers.utils.output_capturing") else 1


def in_parallel(
    work: Callable[[Job], Done], jobs: Iterable[Job], workers: int, prepare: Callable[[], None]
) -> Iterator[Done]:
    """Results as they come; each worker thread runs `prepare` once before its first job.

    Only as many jobs as there are workers are under way: no more is lost when the program is
    killed. A worker that is done has its next job before the result is handed on, so that it does
    not wait for whoever takes it, who may write to a disk.
    """
    if workers == 1:
        yield from map(work, jobs)
        return
    waiting = iter(jobs)
    with ThreadPoolExecutor(workers, initializer=prepare) as pool:
        under_way = {pool.submit(work, job) for job in islice(waiting, workers)}
        try:
            while under_way:
                finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                under_way |= {pool.submit(work, job) for job in islice(waiting, len(finished))}
                yield from (future.result() for future in finished)
        finally:
            for future in under_way:
                future.cancel()


class _Ended:
    """Says that a worker is done, and with which error, if any."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


def streamed(
    work: Callable[[Job], Iterator[Done]], jobs: Iterable[Job], workers: int, prepare: Callable[[], None]
) -> Iterator[Done]:
    """As `in_parallel`, for jobs of many results each: every one is handed on as soon as it is there."""
    if workers == 1:
        for job in jobs:
            yield from work(job)
        return
    waiting, lock, stopped = iter(jobs), Lock(), Event()
    results: SimpleQueue[Done | _Ended] = SimpleQueue()

    def following() -> Iterator[Job]:
        while not stopped.is_set():
            with lock:
                try:
                    job = next(waiting)
                except StopIteration:
                    return
            yield job

    def run() -> None:
        try:
            prepare()
            for job in following():
                for done in work(job):
                    results.put(done)
                    if stopped.is_set():
                        break
        except BaseException as error:
            results.put(_Ended(error))
        else:
            results.put(_Ended(None))

    threads = [Thread(target=run, daemon=True) for _ in range(workers)]
    for thread in threads:
        thread.start()
    try:
        left = workers
        while left:
            done = results.get()
            if not isinstance(done, _Ended):
                yield done
            elif done.error is not None:
                raise done.error
            else:
                left -= 1
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
