"""Functions that run on a Ray cluster, as an executor of Python's own kind; their errors come back as they were."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, TypeVar

from idioprobe.core import errors
from idioprobe.core.errors import IdioprobeError, ModelError

T = TypeVar("T")


@dataclass(frozen=True)
class Failed:
    """An error that crossed over from another process: its kind and its message."""

    kind: str
    message: str

    def error(self) -> IdioprobeError:
        """The error as it was."""
        kind = getattr(errors, self.kind, ModelError)
        ours = isinstance(kind, type) and issubclass(kind, IdioprobeError)
        return kind(self.message) if ours else ModelError(self.message)


class Held(Generic[T]):
    """Something that Ray holds in shared memory, and that a worker takes from there when it needs it."""

    def __init__(self, ref: Any) -> None:
        self._refs = [ref]

    def get(self) -> T:
        """The thing itself."""
        import ray

        value: T = ray.get(self._refs[0])
        return value


def attempted(work: Callable[..., T], *arguments: Any) -> T | Failed:
    """What some work gives, or what it fails with: expected errors by their kind, others as one line."""
    try:
        return work(*arguments)
    except IdioprobeError as error:
        named = next(kind.__name__ for kind in type(error).__mro__ if hasattr(errors, kind.__name__))
        return Failed(named, str(error))
    except Exception as error:
        return Failed("ModelError", f"unexpected {type(error).__name__}: {' '.join(str(error).split())[:300]}")


def lost(error: Exception) -> Failed:
    """What is said where a worker is gone for good, after all that Ray has tried."""
    kind, said = type(error).__name__, " ".join(str(error).split())
    if "OutOfMemory" in kind or "low on memory" in said:
        return Failed("ModelError", "its worker ran out of memory; it needs a machine with more, or `dtype` bfloat16.")
    if "OOM" in said or "WorkerCrashed" in kind:  # Ray names memory among other causes, and does not know either
        why = "for lack of memory, by a fault in compiled code, or because somebody stopped it"
        return Failed("ModelError", f"its worker died each time it was started: {why}.")
    return Failed("ModelError", f"its worker was lost ({kind}): {said[:200]}")


class RayExecutor(Executor):
    """Submits functions as Ray tasks of one core each; Ray repeats those whose machine has gone."""

    def __init__(self, ray: ModuleType) -> None:
        self._ray = ray
        self._run = ray.remote(attempted).options(num_cpus=1, max_retries=3)

    def submit(self, work: Callable[..., T], /, *arguments: Any, **_: Any) -> Future[T]:
        """A future of a task."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()

        def settle(done: Future[T | Failed]) -> None:
            try:
                value = done.result()
            except Exception as error:
                value = lost(error)
            if isinstance(value, Failed):
                future.set_exception(value.error())
            else:
                future.set_result(value)

        self._run.remote(work, *arguments).future().add_done_callback(settle)
        return future
