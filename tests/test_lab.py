"""Turns through the lab: what a message leaves in the thread and in the ledger."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from lib.evidence import config_of
from lib.graphs import SCENARIOS
from lib.identity.calls import call_counts
from lib.identity.conversations import Conversation
from lib.identity.runs import runs_of
from tests.worlds import ASKED, NOTED, STATED, World, world

__all__ = ["world"]

UNKNOWN = "尚未记录座位偏好"


def metadata_of(world: World, talk: Conversation) -> list[dict[str, Any]]:
    return [dict(key.metadata) for key in world.lab.backend.keys(talk.thread_id)]


def test_the_articles_two_turns_and_a_thread_that_knows_nothing(world: World) -> None:
    a, b = world.open("demo-chat-a"), world.open("demo-chat-b")
    world.say(a, STATED)
    world.say(a, ASKED)
    world.say(b, ASKED)
    said = [("human", STATED), ("ai", NOTED), ("human", ASKED), ("ai", NOTED)]
    assert world.texts(a) == said
    assert world.texts(b) == [("human", ASKED), ("ai", UNKNOWN)]
    window = world.lab.window(a)
    assert [row.decoded.next for row in window.rows] == [("__start__",), ("reply",), ()] * 2
    assert [row.step for row in window.rows] == [-1, 0, 1, 2, 3, 4]
    assert call_counts(world.ledger, a.id) == {"reply": 2}
    world.say(a, ASKED)
    assert (len(world.texts(a)), world.checkpoints(a), world.checkpoints(b)) == (6, 9, 3)


def test_every_checkpoint_of_a_run_names_its_command_and_run(world: World) -> None:
    talk = world.open()
    first, second = world.say(talk, STATED), world.say(talk, ASKED)
    found = metadata_of(world, talk)
    assert [one["command_id"] for one in found] == [first.id] * 3 + [second.id] * 3
    ran = [runs_of(world.ledger, command)[0].id for command in (first, second)]
    assert [one["business_run_id"] for one in found] == [ran[0]] * 3 + [ran[1]] * 3
    assert not any("run_id" in one for one in found), "LangGraph would drop the second input"


@pytest.mark.parametrize("scenario", ["seat", "two_step", "trip"])
def test_a_run_remembers_where_it_began_and_where_it_ended(world: World, scenario: str) -> None:
    talk = world.open("t", scenario)
    world.say(talk, "to Tokyo")
    command = world.say(talk, "to Paris")
    (run,) = runs_of(world.ledger, command)
    assert (run.attempt, run.state, run.error) == (1, "answered", None)
    rows = world.lab.window(talk).rows
    assert run.end_checkpoint == rows[-1].checkpoint_id
    graph = world.lab.drawing(talk)
    start = graph.get_state(config_of(talk.thread_id, "", run.start_checkpoint))
    assert start.values["messages"][-1].text == "to Paris", "the message is in"
    first_nodes = {"seat": ("reply",), "two_step": ("understand",), "trip": ("read",)}
    assert start.next == first_nodes[scenario], "and nothing of the turn has run"


def test_the_answer_is_kept_with_the_command(world: World) -> None:
    talk = world.open()
    command = world.say(talk, STATED)
    assert world.unfinished(talk) == []
    head = world.lab.drawing(talk).get_state(config_of(talk.thread_id))
    stored = stored_answer(world, command.position)
    assert stored == {"message_id": head.values["messages"][-1].id, "text": NOTED}


def stored_answer(world: World, position: int) -> Any:
    with world.ledger.read() as connection:
        query = "SELECT json(answer) FROM commands WHERE position = ?"
        found = connection.exec_driver_sql(query, (position,)).scalar_one()
    return json.loads(found)


@pytest.mark.parametrize(("durability", "checkpoints"), [("sync", 4), ("async", 4), ("exit", 1)])
def test_durability_decides_how_many_checkpoints_a_run_leaves(
    world: World, durability: str, checkpoints: int
) -> None:
    talk = world.open("t", "two_step")
    command = world.say(talk, "to Tokyo", durability=durability)
    assert world.checkpoints(talk) == checkpoints
    assert len(world.texts(talk)) == 2
    assert call_counts(world.ledger, talk.id) == {"understand": 1, "reply": 1}
    assert runs_of(world.ledger, command)[0].end_checkpoint == world.lab.window(talk).head


def test_slow_motion_pauses_after_each_checkpoint_and_changes_nothing_else(world: World) -> None:
    quick, slow = world.open("quick", "two_step"), world.open("slow", "two_step")
    world.say(quick, "to Tokyo")
    began = time.monotonic()
    world.say(slow, "to Tokyo", pause=0.2)
    assert time.monotonic() - began >= 3 * 0.2, "three checkpoints had something due"
    assert world.texts(slow) == world.texts(quick)
    assert world.checkpoints(slow) == world.checkpoints(quick) == 4


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_runs_in_a_lab(world: World, scenario: str) -> None:
    talk = world.open("t", scenario)
    command = world.say(talk, SCENARIOS[scenario].suggestions[0]["en"])
    (run,) = runs_of(world.ledger, command)
    assert run.error is None
    assert run.state == ("waiting" if scenario == "approval" else "answered")
    assert call_counts(world.ledger, talk.id)
