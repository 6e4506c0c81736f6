"""A few requests at once to a server that answers slowly."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar

Job = TypeVar("Job")
Done = TypeVar("Done")

GRACE = 2.0
"""How many seconds an interrupted program waits for answers that are under way, and paid for."""
_LOOK = 0.2
"""How often a waiting thread looks whether it is interrupted, where waiting alone would not be."""


def at_once(
    work: Callable[[Job], Done], jobs: Iterable[Job], most: Callable[[], int], stop: Callable[[], None]
) -> Iterator[Done]:
    """Results as they come, of at most `most()` jobs at once.

    After an error no further job begins: `stop` is called, the results of those under way are handed on, and then
    the error is raised. Likewise where the user interrupts, but those that take long are left. The threads hold up
    nobody who leaves the program.
    """
    finished: queue.SimpleQueue[Future[Done]] = queue.SimpleQueue()
    waiting, under_way = deque(jobs), 0
    failure: BaseException | None = None
    until = float("inf")

    def run(job: Job) -> None:
        future: Future[Done] = Future()
        try:
            future.set_result(work(job))
        except Exception as error:
            future.set_exception(error)
        finished.put(future)

    try:
        while (waiting and not failure) or (under_way and time.monotonic() < until):
            while waiting and not failure and under_way < most():
                threading.Thread(target=run, args=(waiting.popleft(),), daemon=True).start()
                under_way += 1
            try:
                future = finished.get(timeout=_LOOK)
            except queue.Empty:
                continue
            except KeyboardInterrupt as interrupt:
                if failure:
                    raise
                failure, until = interrupt, time.monotonic() + GRACE
                stop()
                continue
            under_way -= 1
            error = future.exception()
            if error is None:
                yield future.result()
            elif failure is None:
                failure = error
                stop()
    finally:
        stop()
    if failure is not None:
        raise failure
