"""Runs that go wrong: recorded, told, and no harm to the thread's next message."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from langgraph.graph import START, MessagesState, StateGraph

from lib.graphs import Effects
from lib.identity.calls import call_counts
from lib.identity.runs import runs_of
from lib.lab.execution import RECURSION_LIMIT
from tests.scenarios import chain, done, registered
from tests.worlds import ASKED, NOTED, STATED, World, open_world, world

__all__ = ["world"]


def endless(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def again(state: MessagesState) -> dict[str, Any]:
        effects.call("again")
        return {}

    graph = StateGraph(MessagesState)
    graph.add_node("again", again)
    graph.add_edge(START, "again")
    graph.add_conditional_edges("again", lambda state: "again")
    return graph


def answers_unless_told_to_fail(state: MessagesState) -> dict[str, Any]:
    if state["messages"][-1].text == "fail":
        raise TimeoutError("as told")
    return done(state)


def test_an_endless_graph_ends_as_failed_within_the_limit(world: World) -> None:
    with registered("endless", endless) as scenario:
        talk = world.open("t", scenario)
        command = world.say(talk, "go")
        (run,) = runs_of(world.ledger, command)
        assert run.state == "failed" and run.error and "GraphRecursionError" in run.error
        assert call_counts(world.ledger, talk.id)["again"] <= RECURSION_LIMIT == 50
        assert world.unfinished(talk) == []


def test_a_node_that_raises_fails_its_command_and_not_the_thread(world: World) -> None:
    with registered("fails", chain(("first", lambda s: {}), ("last", answers_unless_told_to_fail))):
        talk = world.open("t", "fails")
        failed = world.say(talk, "fail")
        (run,) = runs_of(world.ledger, failed)
        assert (run.state, run.error) == ("failed", "TimeoutError: as told")
        assert run.start_checkpoint and run.end_checkpoint == world.lab.window(talk).head
        assert world.lab.last_run(talk.id) == (last(world, talk.id), run)
        answered = world.say(talk, "go on")
        assert runs_of(world.ledger, answered)[0].state == "answered"
        said = [("human", "fail"), ("human", "go on"), ("ai", "done")]
        assert world.texts(talk) == said


def last(world: World, conversation_id: str) -> Any:
    found = world.lab.last_run(conversation_id)
    return found and found[0]


@contextmanager
def ledger_refuses(world: World, when: str) -> Iterator[None]:
    """SQLite itself refuses a kind of write, as it does on a disk that is full."""
    with world.ledger.write() as connection:
        refuse = "SELECT RAISE(FAIL, 'database or disk is full')"
        connection.exec_driver_sql(f"CREATE TRIGGER refused BEFORE {when} BEGIN {refuse}; END")
    try:
        yield
    finally:
        with world.ledger.write() as connection:
            connection.exec_driver_sql("DROP TRIGGER refused")


def test_a_command_whose_run_could_not_be_written_down_is_run_with_the_next_one(
    world: World,
) -> None:
    talk = world.open()
    with ledger_refuses(world, "INSERT ON runs"):
        world.say(talk, STATED)
        assert world.unfinished(talk) == ["accepted"]
    world.say(talk, "hello?")
    assert world.unfinished(talk) == []
    assert [text for kind, text in world.texts(talk) if kind == "human"] == [STATED, "hello?"]


def test_a_run_whose_end_could_not_be_written_down_is_answered_after_a_restart(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        talk = world.open()
        with ledger_refuses(world, "UPDATE ON runs"):
            command = world.say(talk, STATED)
            assert world.unfinished(talk) == ["running"]
        learner_id = world.learner_id
    with open_world(tmp_path, learner_id) as world:
        assert world.hub.recover() == 1
        world.idle()
        assert [run.state for run in runs_of(world.ledger, command)] == ["lost", "answered"]
        assert len(world.texts(talk)) == 2 and call_counts(world.ledger, talk.id) == {"reply": 1}


def test_a_run_that_finds_the_disk_full_fails_and_the_next_one_goes_on(world: World) -> None:
    talk = world.open()
    world.say(talk, STATED)
    saver: Any = world.lab.backend.saver
    connection: sqlite3.Connection = saver.conn
    connection.execute("PRAGMA max_page_count = 1")  # as many as there are: not one more
    failed = world.say(talk, "x" * 30_000)
    (run,) = runs_of(world.ledger, failed)
    assert run.state == "failed" and run.error and "full" in run.error
    connection.execute("PRAGMA max_page_count = 100000")
    assert runs_of(world.ledger, world.say(talk, ASKED))[0].state == "answered"
    assert world.texts(talk)[:2] == [("human", STATED), ("ai", NOTED)]
    assert world.texts(talk)[-2:] == [("human", ASKED), ("ai", NOTED)]
