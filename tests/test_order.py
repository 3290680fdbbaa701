"""Commands at once: on one thread in order, on several side by side, and none of them lost."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langgraph.graph import MessagesState

from lib.identity.calls import call_counts
from tests.scenarios import chain, done, registered
from tests.worlds import STATED, World, dump, world

__all__ = ["world"]


class Gate:
    """A node that waits inside until it is let go."""

    def __init__(self) -> None:
        self.inside = threading.Semaphore(0)
        self._open = threading.Event()

    def node(self, state: MessagesState) -> dict[str, Any]:
        self.inside.release()
        assert self._open.wait(20)
        return done(state)

    def let_go(self) -> None:
        self._open.set()


def test_a_command_is_written_down_before_its_run_begins(world: World) -> None:
    gate = Gate()
    with registered("gated", chain(("wait", gate.node))):
        talk = world.open("t", "gated")
        first = world.send(talk, "one").command
        assert first and gate.inside.acquire(timeout=10)
        world.send(talk, "two")
        assert world.unfinished(talk) == ["running", "accepted"]
        gate.let_go()
        world.idle()
        assert world.unfinished(talk) == []
        assert [kind for kind, _ in world.texts(talk)] == ["human", "ai"] * 2


def test_many_at_once_on_one_thread_are_answered_in_the_order_of_acceptance(world: World) -> None:
    talk, together = world.open(), threading.Barrier(8)

    def send_five(sender: int) -> None:
        together.wait(10)
        for n in range(5):
            world.send(talk, f"seat: {sender}-{n}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(send_five, range(8)))
    world.idle()
    accepted = [row[6]["message"]["text"] for row in sorted(dump(world.ledger)["commands"])]
    asked = [text for kind, text in world.texts(talk) if kind == "human"]
    assert asked == accepted and len(asked) == 40
    answers = [text for kind, text in world.texts(talk) if kind == "ai"]
    assert answers == [text.replace("seat", "noted") for text in asked]
    assert world.checkpoints(talk) == 3 * 40
    assert call_counts(world.ledger, talk.id) == {"reply": 40}
    assert len({row.lane for row in world.lab.window(talk).rows}) == 1, "one line, no branch"


@pytest.mark.parametrize("at_once", [2, 20])
def test_the_same_click_many_times_is_one_run(world: World, at_once: int) -> None:
    talk, together = world.open(), threading.Barrier(at_once)

    def click(_: int) -> bool:
        together.wait(10)
        return world.send(talk, STATED, command_id="click", message_id="m").new

    with ThreadPoolExecutor(at_once) as pool:
        new = list(pool.map(click, range(at_once)))
    world.idle()
    assert sorted(new) == [False] * (at_once - 1) + [True]
    assert (len(world.texts(talk)), world.checkpoints(talk)) == (2, 3)
    rows = dump(world.ledger)
    assert [len(rows[name]) for name in ("commands", "runs", "node_calls")] == [1, 1, 1]


def test_two_threads_of_a_lab_run_side_by_side(world: World) -> None:
    gate = Gate()
    with registered("gated", chain(("wait", gate.node))):
        talks = [world.open(name, "gated") for name in "ab"]
        for talk in talks:
            world.send(talk, "go")
        for _ in talks:
            assert gate.inside.acquire(timeout=10), "both are inside at the same time"
        gate.let_go()
        world.idle()
        for talk in talks:
            assert world.texts(talk) == [("human", "go"), ("ai", "done")]


def test_the_thread_of_a_run_under_way_can_be_read(world: World) -> None:
    gate = Gate()
    with registered("gated", chain(("wait", gate.node))):
        talk = world.open("t", "gated")
        world.send(talk, "go")
        assert gate.inside.acquire(timeout=10)
        assert world.texts(talk) == [("human", "go")]
        assert world.lab.window(talk).rows[-1].decoded.next == ("wait",)
        assert world.lab.busy
        gate.let_go()
        world.idle()
    assert not world.lab.busy
