"""The bus: who watches a topic is told that something new is there, never what.

Publish from any thread; watch from an event loop. A version only grows, over restarts too, so a tab
that reconnects to a new process is told as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Iterator

GAP = 0.25
"""Seconds between two ticks to one watcher; the end of a run does not wait for it."""
LEAD = 0.1
"""Seconds that a first write waits, so that a short run is one tick and not two."""


class Watch:
    """One watcher of one topic, bound to the event loop that made it."""

    def __init__(self, bus: Bus, topic: str) -> None:
        self.topic = topic
        self._bus = bus
        self._loop = asyncio.get_running_loop()
        self._written = asyncio.Event()
        self._ended = asyncio.Event()
        self._told_at = 0.0

    def tell(self, urgent: bool) -> None:
        """Called from any thread. A closed loop has nobody left to tell."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ended.set if urgent else self._written.set)
            if urgent:
                self._loop.call_soon_threadsafe(self._written.set)

    async def next(self) -> int:
        """Wait for news and return the topic's version; bursts come as one."""
        await self._written.wait()
        pause = max(LEAD, self._told_at + GAP - self._loop.time())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), pause)
        self._written.clear()
        self._ended.clear()
        self._told_at = self._loop.time()
        return self._bus.version(self.topic)


class Bus:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._first = int(time.time() * 1000)
        self._versions: dict[str, int] = {}
        self._watches: dict[str, set[Watch]] = {}

    def version(self, topic: str) -> int:
        return self._versions.get(topic, self._first)

    def publish(self, topic: str, *, urgent: bool = False) -> None:
        with self._lock:
            self._versions[topic] = self.version(topic) + 1
            watches = list(self._watches.get(topic, ()))
        for watch in watches:
            watch.tell(urgent)

    def watched(self, topic: str) -> int:
        """How many tabs watch the topic."""
        return len(self._watches.get(topic, ()))

    @contextlib.contextmanager
    def watch(self, topic: str) -> Iterator[Watch]:
        """Watch inside a `with`; call from a coroutine."""
        watch = Watch(self, topic)
        with self._lock:
            self._watches.setdefault(topic, set()).add(watch)
        try:
            yield watch
        finally:
            with self._lock:
                self._watches[topic].discard(watch)
                if not self._watches[topic]:
                    del self._watches[topic]
