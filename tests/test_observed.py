"""The observer of a saver: it hears of every write once, when the write can be read."""

from __future__ import annotations

import pytest

from lib.backends import Backend, Observer, Stored
from lib.evidence import config_of
from tests.walks import namespaces, run


class Watching:
    """An observer that looks each announced write up, in another connection, at once."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.puts: list[Stored] = []
        self.writes: list[Stored] = []
        self.unreadable: list[Stored] = []

    def __call__(self, stored: Stored) -> None:
        where = config_of(stored.thread_id, stored.ns, stored.checkpoint_id)
        found = self.backend.reader.get_tuple(where)
        key = self.backend.key(stored.thread_id, stored.ns, stored.checkpoint_id)
        tasks = [task for task, _, _ in (found.pending_writes if found else None) or []]
        (self.writes if stored.task_id else self.puts).append(stored)
        if not (found and key and (not stored.task_id or stored.task_id in tasks)):
            self.unreadable.append(stored)


def watched(backend: Backend) -> Watching:
    observer: Observer = Watching(backend)
    backend.saver.observer = observer  # type: ignore[attr-defined]
    return observer  # type: ignore[return-value]


@pytest.mark.parametrize("shape", ["linear", "fan_out_and_join", "subgraph", "send"])
def test_the_observer_hears_of_every_write_once_and_can_read_it(
    backend: Backend, thread: str, shape: str
) -> None:
    observer = watched(backend)
    run(backend, thread, shape=shape)
    stored = list(backend.saver.list({"configurable": {"thread_id": thread}}))
    ids = {one.checkpoint["id"]: one for one in stored}
    assert observer.unreadable == []
    assert sorted(one.checkpoint_id for one in observer.puts) == sorted(ids)
    assert {one.ns for one in observer.puts} == namespaces(backend, thread)
    assert all(one.source == ids[one.checkpoint_id].metadata["source"] for one in observer.puts)
    heard = [(one.ns, one.checkpoint_id, one.task_id) for one in observer.writes]
    wrote = {
        (one.config["configurable"]["checkpoint_ns"], one.checkpoint["id"], task)
        for one in stored
        for task, _, _ in one.pending_writes or ()
    }
    assert set(heard) == wrote and len(heard) == len(set(heard))


@pytest.mark.parametrize("shape", ["linear", "subgraph", "remembering_subgraph"])
def test_each_announcement_carries_the_metadata_of_its_run(
    backend: Backend, thread: str, shape: str
) -> None:
    observer = watched(backend)
    run(backend, thread, shape=shape, metadata={"command_id": "c1", "business_run_id": "r1"})
    for stored in (*observer.puts, *observer.writes):
        assert (stored.thread_id, stored.run.get("command_id")) == (thread, "c1")
        assert stored.run.get("business_run_id") == "r1"
