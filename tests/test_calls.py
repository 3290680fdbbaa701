"""A call with a config of one's own: an error is its result, and it stays on its thread."""

from __future__ import annotations

from typing import Any

import pytest

from lib.identity import runs
from lib.identity.commands import Command
from lib.identity.ids import new_id
from lib.lab.actions import Call
from lib.text import Refused
from tests.worlds import NOTED, World, dump, world

__all__ = ["world"]


def call(world: World, thread: str, config: dict[str, Any], **how: Any) -> Command:
    talk = next(c for c in world.lab.conversations() if c.thread_id == thread)
    done = world.do(Call(talk.id, config, how.pop("text", "seat?"), new_id(), **how))
    assert done.command
    found = world.lab.command(talk.id, done.command.id)
    assert found
    return found


def error(world: World, command: Command) -> str | None:
    return runs.runs_of(world.ledger, command)[-1].error


def test_without_a_thread_id_langgraph_raises_and_that_is_the_result(world: World) -> None:
    talk = world.open("t")
    world.say(talk)
    before = world.rows()
    called = call(world, "t", {})
    assert called.state == "answered"
    assert str(error(world, called)).startswith("ValueError: Checkpointer requires")
    assert world.rows() == before


def test_a_second_saver_knows_nothing_of_the_first(world: World) -> None:
    talk = world.open("t")
    world.say(talk)
    before = world.rows()
    apart, same = (
        call(world, "t", {"thread_id": "t"}, text="我的座位偏好是什么？", saver=saver)
        for saver in ("new", "lab")
    )
    answers = [world.lab.answer(found) for found in (apart, same)]
    assert [answer and answer["text"] for answer in answers] == ["尚未记录座位偏好", NOTED]
    assert len(world.rows()["checkpoints"]) == len(before["checkpoints"]) + 3


def test_none_is_the_shared_thread_of_that_name(world: World) -> None:
    world.open("None")
    assert error(world, call(world, "None", {"thread_id": None})) is None
    assert {row[0] for row in world.rows()["checkpoints"]} == {"None"}


def test_a_namespace_that_was_set_by_hand_stays_the_root(world: World) -> None:
    world.open("t")
    call(world, "t", {"thread_id": "t", "checkpoint_ns": "tenant-b"})
    assert {row[1] for row in world.rows()["checkpoints"]} == {""}


@pytest.mark.parametrize(
    ("config", "saver"),
    [({"thread_id": "other"}, "lab"), ({"thread_id": ["t"]}, "lab"), ({"thread_id": "t"}, "x")],
)
def test_a_call_that_would_leave_its_thread_is_refused(
    world: World, config: dict[str, Any], saver: Any
) -> None:
    talk = world.open("t")
    before = dump(world.ledger)
    with pytest.raises(Refused, match=r"errors\.call_config"):
        world.lab.do(Call(talk.id, config, "x", new_id(), saver=saver))
    assert dump(world.ledger) == before
