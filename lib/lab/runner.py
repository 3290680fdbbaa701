"""The runner: a pool of worker threads, one queue per thread of a lab. No page's thread ever runs
a graph: a page comes and goes with its tab, and would run it twice on a double click.

A job is a generator. Each `yield` gives the seconds to pause before it goes on (0: none), and
while it pauses it holds no worker.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor

Job = Generator[float, None, None]
log = logging.getLogger(__name__)


class Runner:
    """Runs jobs of one key one after another, jobs of different keys side by side."""

    def __init__(self, workers: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="graph")
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._queues: dict[str, deque[Job]] = {}
        self._closing = False
        self._clock = asyncio.new_event_loop()
        self._ticking = threading.Thread(target=self._clock.run_forever, name="clock", daemon=True)
        self._ticking.start()

    def submit(self, key: str, job: Job) -> None:
        """Queue a job behind the key's others."""
        with self._lock:
            queue = self._queues.setdefault(key, deque())
            queue.append(job)
            if len(queue) == 1 and not self._closing:
                self._pool.submit(self._go_on, key, job)

    def busy(self, key: str) -> bool:
        return key in self._queues

    def _go_on(self, key: str, job: Job) -> None:
        """Run the job to its next pause or its end; while closing, leave it where it stands."""
        pause = 0.0
        while not pause:
            if self._closing:
                return
            try:
                pause = next(job)
            except StopIteration:
                self._ended(key)
                return
            except BaseException:  # a job reports its own failures; a leak must not end the queue
                log.exception("a job of %s failed", key)
                self._ended(key)
                return
        with self._lock:
            if not self._closing:
                self._clock.call_soon_threadsafe(
                    self._clock.call_later, pause, self._resume, key, job
                )

    def _resume(self, key: str, job: Job) -> None:
        with self._lock:
            if not self._closing:
                self._pool.submit(self._go_on, key, job)

    def _ended(self, key: str) -> None:
        with self._lock:
            queue = self._queues[key]
            queue.popleft()
            if not queue:
                del self._queues[key]
                self._idle.notify_all()
            elif not self._closing:
                self._pool.submit(self._go_on, key, queue[0])

    def wait_idle(self, seconds: float) -> bool:
        """Wait until nothing is queued or running; False when the time ran out."""
        end = time.monotonic() + seconds
        with self._idle:
            while self._queues and (left := end - time.monotonic()) > 0:
                self._idle.wait(left)
            return not self._queues

    def close(self) -> None:
        """Let running steps end and start no more; what is left is recovered at the next start.

        Jobs that pause are closed as well: LangGraph may still be saving for them, and whoever
        closes the saver next must not find it in use.
        """
        with self._lock:
            self._closing = True
        self._clock.call_soon_threadsafe(self._clock.stop)
        self._ticking.join()
        self._clock.close()
        self._pool.shutdown(wait=True)
        for queue in self._queues.values():
            for job in queue:
                job.close()
