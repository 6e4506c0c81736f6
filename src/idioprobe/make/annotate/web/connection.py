"""One connection to the server: who says nothing is hung up on, and makes room for those who ask."""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.h11_impl import H11Protocol

from idioprobe.make.annotate.web.guard import PATIENCE_SECONDS

MOST_AT_ONCE = 900
"""Connections; a process may have 1,024 files open on most systems."""


class Connection(H11Protocol):
    """HTTP/1.1; uvicorn itself waits for ever for a request."""

    _silence: asyncio.TimerHandle | None = None
    since = 0.0
    """When it fell silent."""

    @property
    def silent(self) -> bool:
        """Whether no request is being answered."""
        return bool(getattr(self.cycle, "response_complete", True))  # There is no cycle before the first request.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; where there are too many already, a silent one is dropped."""
        super().connection_made(transport)
        if len(self.connections) >= MOST_AT_ONCE:
            self._make_room()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        if self._silence:
            self._silence.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._wait()

    def _wait(self) -> None:
        if self._silence:
            self._silence.cancel()
        self.since = self.loop.time()
        self._silence = self.loop.call_later(PATIENCE_SECONDS, self._hang_up)

    def _hang_up(self) -> None:
        if self.silent:
            self.transport.abort()

    def _make_room(self) -> None:
        """Drop the connection that has been silent longest, of the address that has most silent ones.

        So no address can fill the server, and whoever has just connected has time to ask.
        """
        silent = [one for one in self.connections if isinstance(one, Connection) and one.silent and one is not self]
        held = Counter(one.client and one.client[0] for one in silent)
        if silent:
            dropped = min(silent, key=lambda one: (-held[one.client and one.client[0]], one.since))
            self.connections.discard(dropped)
            dropped.transport.abort()
