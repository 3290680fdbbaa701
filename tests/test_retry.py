"""Retry: the same command again. What happens depends on its state, and on nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from lib.identity.calls import call_counts
from lib.identity.commands import last_command
from lib.identity.requests import requests_of, strip_of
from lib.identity.runs import runs_of
from lib.lab.actions import Done, FailNext, Regenerate, Replay, Resume, Send
from lib.text import Refused
from tests.test_time_actions import resume, told
from tests.worlds import World, dump, world

__all__ = ["world"]


def again(world: World, first: Send | Regenerate | Replay | Resume) -> Done:
    done = world.lab.do(first)
    assert not done.new and done.request_id
    world.idle()
    return done


def tables(world: World) -> Any:
    """Everything but the requests."""
    said = dump(world.ledger)
    return {name: rows for name, rows in said.items() if name != "requests"}, world.rows()


def test_retry_of_an_answered_command_gives_its_answer_and_runs_nothing(world: World) -> None:
    talk = world.open()
    first = Send(talk.id, "seat: window", "c", "m")
    command = world.do(first).command
    assert command
    before = tables(world)
    done = again(world, first)
    assert (done.met, done.starts) == ("answered", False)
    assert tables(world) == before
    assert [r.replayed for r in requests_of(world.ledger, command)] == [False, True]
    assert len({r.id for r in requests_of(world.ledger, command)}) == 2
    assert strip_of(world.ledger, talk.id).__dict__ == {
        "commands": 1,
        "requests": 2,
        "runs": 1,
        "calls": 1,
    }


def test_retry_while_it_runs_starts_nothing(world: World) -> None:
    talk = world.open()
    first = Send(talk.id, "seat: window", "c", "m", pause=0.2)
    world.lab.do(first)
    done = again(world, first)
    assert done.met in ("accepted", "running") and not done.starts
    assert call_counts(world.ledger, talk.id) == {"reply": 1}


def test_retry_of_a_waiting_command_leaves_its_questions_open(world: World) -> None:
    talk = world.open("t", "approval")
    first = Send(talk.id, "book a trip to Tokyo", "c", "m")
    world.do(first)
    before, questions = tables(world), world.lab.head(talk).questions
    assert again(world, first).met == "waiting"
    assert tables(world) == before and world.lab.head(talk).questions == questions
    world.do(resume(world, talk, ask_flight="yes", ask_hotel="yes"))
    assert again(world, first).met == "answered"


def test_retry_of_a_failed_command_runs_only_what_failed(world: World) -> None:
    talk = world.open("t", "lookup")
    world.do(FailNext(talk.id))
    first = Send(talk.id, "seat: window", "c", "m")
    command = world.do(first).command
    assert command and call_counts(world.ledger, talk.id) == {"lookup_seat": 1, "lookup_fare": 1}
    done = again(world, first)
    assert (done.met, done.starts) == ("failed", True)
    assert call_counts(world.ledger, talk.id) == {"lookup_seat": 1, "lookup_fare": 2, "reply": 1}
    assert [run.state for run in runs_of(world.ledger, command)] == ["failed", "answered"]
    assert world.texts(talk) == [("human", "seat: window"), ("ai", "seat window, fare 100 (#1)")]
    assert [m for _, _, _, m in told(world, talk)] == [0, 1, 1, 2], "the message is there once"


def test_retry_of_a_command_that_stored_nothing_starts_it_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = world.open()

    def full(*_: Any) -> Any:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr("lib.lab.execution.start_of", full)
        first = Send(talk.id, "seat: window", "c", "m")
        world.do(first)
    assert world.checkpoints(talk) == 0
    assert again(world, first).starts
    assert world.texts(talk) == [("human", "seat: window"), ("ai", "noted: window")]


def test_retry_of_a_command_that_its_thread_left_behind_is_refused(world: World) -> None:
    talk = world.open("t", "lookup")
    world.do(FailNext(talk.id))
    first = Send(talk.id, "seat: window", "c", "m")
    world.do(first)
    world.say(talk, "never mind")
    before = world.rows(), call_counts(world.ledger, talk.id)
    done = again(world, first)
    assert (done.met, done.starts) == ("failed", False)
    assert done.command and done.command.state == "superseded"
    assert (world.rows(), call_counts(world.ledger, talk.id)) == before
    world.lab.undo()
    assert again(world, first).met == "superseded"


def test_retry_of_an_undone_command_starts_nothing(world: World) -> None:
    talk = world.open()
    first = Send(talk.id, "seat: window", "c", "m")
    world.do(first)
    world.lab.undo()
    assert again(world, first).met == "undone"
    assert world.checkpoints(talk) == 0
    assert last_command(world.ledger, talk.id) is None


def test_the_same_key_with_another_payload_changes_nothing(world: World) -> None:
    talk = world.open()
    world.do(Send(talk.id, "seat: window", "c", "m"))
    before = tables(world), dump(world.ledger)["requests"]
    others = (
        Send(talk.id, "seat: aisle", "c", "m"),
        Send(talk.id, "seat: window", "c", "m2"),
        Send(world.open("other").id, "seat: window", "c", "m"),
    )
    world.lab.undo()
    for other in others[:2]:
        with pytest.raises(Refused, match=r"errors\.other_payload"):
            world.lab.do(other)
    with pytest.raises(Refused, match=r"errors\.other_message"):
        world.lab.do(Send(talk.id, "seat: aisle", "c2", "m"))
    assert dump(world.ledger)["requests"] == before[1] and world.rows() == before[0][1]


def test_regenerate_answers_the_message_again_as_a_sibling_each_time(world: World) -> None:
    talk = world.open("t", "two_step")
    world.do(Send(talk.id, "hello", "c1", "m"))
    start = world.lab.window(talk).rows[1].checkpoint_id
    for number in range(2, 5):
        of = f"c{number - 1}"
        world.do(Regenerate(talk.id, of, f"c{number}"))
        rows = world.lab.window(talk).rows
        made = [row for row in rows if row.command_id == f"c{number}"]
        assert made[0].parent_id == start and made[0].source == "fork"
        assert [kind for kind, _ in world.texts(talk)] == ["human", "ai"]
    found = world.lab.branches.siblings(talk.thread_id, len(rows), rows[-1].checkpoint_id)
    assert (found[1].number, len(found[1].tips)) == (4, 4)


def test_regenerate_of_a_turn_in_the_middle_starts_there(world: World) -> None:
    talk = world.open()
    for n in (1, 2):
        world.do(Send(talk.id, f"seat: {n}", f"c{n}", f"m{n}"))
    world.do(Regenerate(talk.id, "c1", "c3"))
    assert world.texts(talk) == [("human", "seat: 1"), ("ai", "noted: 1")]


def test_a_turn_with_a_question_asks_again(world: World) -> None:
    talk = world.open("t", "approval")
    world.do(Send(talk.id, "book a trip to Tokyo", "c1", "m"))
    world.do(resume(world, talk, ask_flight="yes", ask_hotel="yes"))
    world.do(Regenerate(talk.id, "c1", "c3"))
    assert len(world.lab.head(talk).questions) == 2
    world.do(resume(world, talk, ask_flight="no", ask_hotel="yes"))
    assert world.texts(talk)[-1][1] == "flight: not booked, hotel: booked (#2)"


def test_what_has_no_start_is_not_regenerated(world: World) -> None:
    talk = world.open()
    world.do(Send(talk.id, "seat: window", "c1", "m", durability="exit"))
    with pytest.raises(Refused, match=r"errors\.no_start"):
        world.lab.do(Regenerate(talk.id, "c1", "c2"))
    with pytest.raises(Refused, match=r"errors\.no_turn"):
        world.lab.do(Regenerate(talk.id, "nothing", "c4"))


def test_what_started_from_a_turn_is_regenerated_as_that_turn(world: World) -> None:
    talk = world.open()
    world.do(Send(talk.id, "seat: window", "c1", "m"))
    start = world.lab.window(talk).rows[1].checkpoint_id
    world.do(Replay(talk.id, start, "c2"))
    world.do(Regenerate(talk.id, "c2", "c3"))
    made = [row for row in world.lab.window(talk).rows if row.command_id == "c3"]
    assert made[0].parent_id == start
