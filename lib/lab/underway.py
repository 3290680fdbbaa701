"""What is known of a run while it is under way, and who notes it: the lab's saver is watched."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from lib.backends import Backend, Stored
from lib.identity import before
from lib.identity.ledger import Ledger


@dataclass
class UnderWay:
    """`start` is the checkpoint with the turn's message in and nothing of it run; `end` the newest.

    Both are ids in the root namespace, None until such a checkpoint is stored. `made` holds
    (namespace, id) of what this run stores; `calls` the task of each node's last call.
    """

    conversation_id: str
    command: int
    start: str | None = None
    end: str | None = None
    made: set[tuple[str, str]] = field(default_factory=set)
    calls: dict[str, str] = field(default_factory=dict)
    _written: set[str] = field(default_factory=set)
    _news: threading.Condition = field(default_factory=threading.Condition)

    def wrote(self, task_id: str) -> None:
        with self._news:
            self._written.add(task_id)
            self._news.notify_all()

    def wait_written(self, node: str, seconds: float) -> bool:
        """Wait until the output of a node's last call is stored."""
        with self._news:
            return self._news.wait_for(lambda: self.calls.get(node) in self._written, seconds)


class Watching:
    """The observer of a lab's saver: it knows whose run each write belongs to."""

    def __init__(self, ledger: Ledger, backend: Backend, publish: Callable[[], None]) -> None:
        self._ledger, self._backend, self._publish = ledger, backend, publish
        self.runs: dict[str, UnderWay] = {}

    def foresee(self, coming: Stored) -> None:
        """Writes that join a checkpoint which this run does not make: note what is there now."""
        run = self.runs.get(str(coming.run.get("business_run_id")))
        place = (coming.ns, coming.checkpoint_id)
        if run is None or place in run.made:
            return
        if coming.task_id is None:
            run.made.add(place)
            return
        rows = self._backend.writes(coming.thread_id, *place)
        before.note(self._ledger, run.command, before.Before(*place, rows))
        run.made.add(place)

    def stored(self, stored: Stored) -> None:
        run = self.runs.get(str(stored.run.get("business_run_id")))
        if run and stored.task_id is not None:
            run.wrote(stored.task_id)
        elif run and stored.ns == "":
            run.end = stored.checkpoint_id
            if run.start is None and stored.source != "input":
                run.start = stored.checkpoint_id
        self._publish()
