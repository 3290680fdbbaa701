"""Open labs: no more than needed, and none is closed under somebody who uses it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from typing import Any

from langgraph.graph import MessagesState

from lib.lab.hub import OPEN_LABS, QUIET_SECONDS
from lib.lab.lab import Lab
from tests.scenarios import chain, done, registered
from tests.worlds import NOTED, STATED, World, open_world, world

__all__ = ["world"]


def is_open(lab: Lab) -> bool:
    try:
        lab.backend.threads()
    except sqlite3.ProgrammingError as error:
        assert "closed" in str(error)
        return False
    return True


def left_alone(lab: Lab) -> None:
    """As if its last page had been drawn long ago."""
    lab.used_at -= 2 * QUIET_SECONDS


def crowd(world: World, name: str = "crowd", count: int = OPEN_LABS) -> list[Lab]:
    """Enough labs of the learner to fill the place."""
    return [world.hub.lab(world.learner_id, f"{name} {n}") for n in range(count)]


def test_a_lab_that_nobody_uses_is_closed_and_opens_again_with_its_data(world: World) -> None:
    talk = world.open()
    world.say(talk, STATED)
    first = world.lab
    left_alone(first)
    crowd(world)
    assert not is_open(first)
    assert world.lab is not first
    assert world.texts(talk) == [("human", STATED), ("ai", NOTED)]
    assert world.lab.version >= first.version
    world.say(talk, STATED)
    assert world.checkpoints(talk) == 6


def test_there_are_no_more_open_labs_than_there_is_place_for(world: World) -> None:
    labs = crowd(world, count=OPEN_LABS + 5)
    assert all(is_open(lab) for lab in labs), "all were used just now"
    assert world.hub.open(labs[0].key) is labs[0]
    for lab in labs:
        left_alone(lab)
    newest = world.lab
    assert sum(is_open(lab) for lab in [*labs, newest]) == OPEN_LABS
    open_now = [is_open(lab) for lab in labs[:8]]
    assert open_now == [True, *[False] * 6, True], "what was used longest ago goes first"


def test_a_lab_that_a_tab_watches_stays_open(world: World) -> None:
    lab = world.lab

    async def watched() -> None:
        with world.hub.bus.watch(lab.key.id):
            left_alone(lab)
            crowd(world)
            assert is_open(lab)

    asyncio.run(watched())
    left_alone(lab)
    crowd(world, "more")
    assert not is_open(lab)


def test_a_lab_with_a_run_stays_open_until_it_ended(world: World) -> None:
    inside, go = threading.Event(), threading.Event()

    def wait(state: MessagesState) -> dict[str, Any]:
        inside.set()
        assert go.wait(20)
        return done(state)

    with registered("gated", chain(("wait", wait))):
        talk = world.open("t", "gated")
        world.send(talk, "go")
        assert inside.wait(10)
        lab = world.lab
        left_alone(lab)
        crowd(world)
        assert is_open(lab)
        go.set()
        world.idle()
        assert world.texts(talk) == [("human", "go"), ("ai", "done")]


def test_a_lab_whose_command_is_still_queued_stays_open(world: World) -> None:
    """All workers may be busy for as long as others' runs take."""
    go, count = threading.Event(), world.hub.settings.workers
    inside = threading.Semaphore(0)

    def wait(state: MessagesState) -> dict[str, Any]:
        inside.release()
        assert go.wait(20)
        return done(state)

    with registered("gated", chain(("wait", wait))):
        other = World(world.hub)
        for n in range(count):
            other.send(other.open(f"t{n}", "gated"), "go")
        for _ in range(count):
            assert inside.acquire(timeout=10)
        talk = world.open()
        world.send(talk, STATED)
        left_alone(world.lab)
        crowd(other)
        go.set()
        world.idle()
    assert world.texts(talk) == [("human", STATED), ("ai", NOTED)]


def test_a_lab_used_at_once_by_many_is_opened_once(world: World) -> None:
    found: list[Lab] = []
    asking = [threading.Thread(target=lambda: found.append(world.lab)) for _ in range(8)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(found) == 8 and len(set(map(id, found))) == 1


def test_closing_the_hub_closes_every_lab(tmp_path: Any) -> None:
    with open_world(tmp_path) as opened:
        labs = [opened.lab, *crowd(opened, count=3)]
        assert all(is_open(lab) for lab in labs)
    assert not any(is_open(lab) for lab in labs)
