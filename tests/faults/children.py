"""Processes that begin in the middle of a test: forked, so that hundreds of them cost little.

They must leave polars alone, whose threads a fork does not copy.
"""

import os
import signal
import sys
import traceback
from pathlib import Path

KILLED = 9
_WRITES = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.scandir", "os.listdir", "shutil.rmtree"}


class Child:
    """A process that does some work; what goes wrong in it can be read afterwards."""

    def __init__(self, work, log: Path) -> None:
        self._log = log
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                signal.signal(signal.SIGTERM, signal.default_int_handler)
                work()
                code = 0
            except BaseException:
                log.write_text(traceback.format_exc())
            finally:
                os._exit(code)

    def kill(self, how=signal.SIGKILL) -> None:
        """Send it a signal."""
        os.kill(self.pid, how)

    def end(self) -> int:
        """Its exit code once it has ended, negative for a signal."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def ends_well(self) -> None:
        """Fail with what went wrong in it."""
        code = self.end()
        assert code == 0, f"exit code {code}: {self._log.read_text() if self._log.exists() else 'no traceback'}"


def die_before(step: int) -> None:
    """End this process like a kill, just before it touches files for the nth time."""
    left = [step]

    def hook(event: str, _arguments: object) -> None:
        if event in _WRITES:
            left[0] -= 1
            if left[0] < 0:
                os._exit(KILLED)

    sys.addaudithook(hook)


def with_process_id(number: int) -> None:
    """Let this process believe that it has another id, as it may in a container."""
    os.getpid = lambda: number
