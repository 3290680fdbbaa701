"""Commands: written down before anything runs, found again by their id, moved once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lib.identity import runs
from lib.identity.commands import Command, accept, last_command, open_commands
from lib.identity.ids import new_id
from lib.identity.runs import Ended, begin, finish
from lib.text import Refused
from tests.worlds import World, dump, world

__all__ = ["world"]


def test_the_same_intent_under_the_same_id_is_found_again(world: World) -> None:
    talk = world.open()
    intent = {"message": {"id": "m", "text": "hi"}}
    other_order = {"message": {"text": "hi", "id": "m"}}
    with world.ledger.write() as connection:
        first, new = accept(connection, talk, "c", "send", intent, {"durability": "sync"})
        again, new_again = accept(connection, talk, "c", "send", other_order, {"pause": 1})
    assert (new, new_again) == (True, False)
    assert again == first == last_command(world.ledger, talk.id)
    assert first.payload == {**intent, "options": {"durability": "sync"}}
    assert (first.state, len(dump(world.ledger)["commands"])) == ("accepted", 1)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_another_intent_under_the_same_id_is_refused_and_nothing_is_written(
    world: World, elsewhere: bool
) -> None:
    talk, other = world.open(), world.open("other")
    world.accept(talk, "c")
    before = dump(world.ledger)
    with pytest.raises(Refused) as refused:
        world.accept(other if elsewhere else talk, "c", "hi" if elsewhere else "ho")
    assert refused.value.said.key == "errors.other_payload"
    assert dump(world.ledger) == before


def test_another_learner_may_use_the_same_id(world: World) -> None:
    other = World(world.hub)
    mine, yours = world.accept(world.open(), "c"), other.accept(other.open(), "c")
    assert mine.position != yours.position and mine.learner_id != yours.learner_id


def test_commands_accepted_at_once_get_positions_of_their_own(world: World) -> None:
    talk, together = world.open(), Barrier(2)

    def accept_many(_: int) -> list[int]:
        together.wait(10)
        return [world.accept(talk).position for _ in range(50)]

    with ThreadPoolExecutor(2) as pool:
        mine, yours = pool.map(accept_many, range(2))
    assert mine == sorted(mine) and yours == sorted(yours)
    assert len({*mine, *yours}) == 100
    assert [c.position for c in open_commands(world.ledger, talk.id)] == sorted(mine + yours)


def test_many_that_begin_at_once_take_each_command_once(world: World) -> None:
    talk, together = world.open(), Barrier(4)
    there = [world.accept(talk).position for _ in range(20)]

    def begin_many(_: int) -> list[int]:
        together.wait(10)
        taken = [begin(world.ledger, talk.id) for _ in range(10)]
        return [found[0].position for found in taken if found]

    with ThreadPoolExecutor(4) as pool:
        taken = list(pool.map(begin_many, range(4)))
    assert sorted(position for each in taken for position in each) == there
    assert all(each == sorted(each) for each in taken)


@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@given(steps=st.lists(st.sampled_from(["accept", "begin", "finish", "crash"]), max_size=14))
def test_the_earliest_accepted_command_begins(world: World, steps: list[str]) -> None:
    talk = world.open(new_id())
    waiting: list[int] = []
    running: list[tuple[Command, runs.Run]] = []
    for step in steps:
        if step == "accept":
            waiting.append(world.accept(talk).position)
        elif step == "begin":
            begun = begin(world.ledger, talk.id)
            assert (begun[0].position if begun else None) == (waiting.pop(0) if waiting else None)
            running += [begun] if begun else []
        elif step == "finish" and running:
            _, run = running.pop()
            assert finish(world.ledger, run, Ended("answered"), None, None)
            assert not finish(world.ledger, run, Ended("failed"), None, None)
        elif step == "crash":
            runs.recover(world.ledger)
            waiting = sorted([*waiting, *(c.position for c, _ in running)])
            running.clear()
        unfinished = sorted([*waiting, *(c.position for c, _ in running)])
        assert [c.position for c in open_commands(world.ledger, talk.id)] == unfinished
