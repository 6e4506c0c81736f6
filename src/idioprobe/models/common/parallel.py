"""Several batches at once, on as many threads as the work can use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")


def in_parallel(
    work: Callable[[Job], Done], jobs: Iterable[Job], workers: int, prepare: Callable[[], None]
) -> Iterator[Done]:
    """Results as they come; each worker thread runs `prepare` once before its first job.

    Only as many jobs as there are workers are under way: no more is lost when the program is
    killed.
    """
    if workers == 1:
        yield from map(work, jobs)
        return
    under_way: set[Future[Done]] = set()
    with ThreadPoolExecutor(workers, initializer=prepare) as pool:
        try:
            for job in jobs:
                under_way.add(pool.submit(work, job))
                if len(under_way) == workers:
                    finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in finished)
            while under_way:
                finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in finished)
        finally:
            for future in under_way:
                future.cancel()
