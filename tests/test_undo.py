"""Undo: after each kind of action both tables are byte for byte what they were before it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest

from lib.identity.calls import call_counts, is_armed
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.lab.actions import (
    ACTIONS,
    Action,
    Call,
    ChooseScenario,
    CopyThread,
    DeleteThread,
    FailNext,
    Fork,
    LabelThread,
    OpenThread,
    Regenerate,
    Replay,
    Resume,
    Send,
)
from lib.text import Refused
from tests.worlds import World, dump, world

__all__ = ["world"]

SCENARIO = {"Resume": "approval", "FailNext": "lookup"}
Make = Callable[[World, Conversation], Action]


def row_at(world: World, talk: Conversation, place: int) -> str:
    return world.lab.window(talk).rows[place].checkpoint_id


def answer(world: World, talk: Conversation, *places: int, text: str = "yes") -> Resume:
    head = world.lab.head(talk)
    answers = {head.questions[place].id: text for place in places}
    return Resume(talk.id, str(head.checkpoint_id), answers, new_id())


def last_id(world: World) -> str:
    return str(dump(world.ledger)["commands"][-1][1])


MAKE: dict[str, Make] = {
    "OpenThread": lambda w, t: OpenThread("another", "seat"),
    "LabelThread": lambda w, t: LabelThread(t.id, "holidays"),
    "ChooseScenario": lambda w, t: ChooseScenario(w.open("unused").id, "trip"),
    "CopyThread": lambda w, t: CopyThread(t.id, "copied"),
    "FailNext": lambda w, t: FailNext(t.id),
    "Send": lambda w, t: Send(t.id, "and another thing", "c2"),
    "Send pinned": lambda w, t: Send(t.id, "instead", "c2", at=row_at(w, t, 1)),
    "Send async": lambda w, t: Send(t.id, "x", "c2", durability="async"),
    "Send exit": lambda w, t: Send(t.id, "x", "c2", durability="exit"),
    "Send slow": lambda w, t: Send(t.id, "x", "c2", pause=0.01),
    "Call": lambda w, t: Call(t.id, {"thread_id": "t", "checkpoint_ns": "x"}, "x", "c2"),
    "Call nowhere": lambda w, t: Call(t.id, {}, "x", "c2"),
    "Call apart": lambda w, t: Call(t.id, {"thread_id": "t"}, "x", "c2", saver="new"),
    "Regenerate": lambda w, t: Regenerate(t.id, last_id(w), "c2"),
    "Replay": lambda w, t: Replay(t.id, row_at(w, t, 1), "c2"),
    "Replay finished": lambda w, t: Replay(t.id, row_at(w, t, -1), "c2"),
    "Fork": lambda w, t: Fork(
        t.id, row_at(w, t, 1), {"messages": [{"type": "human", "content": "x"}]}, "__start__", "c2"
    ),
    "Fork the head": lambda w, t: Fork(t.id, row_at(w, t, -1), {"fare": 7}, None, "c2"),
    "Resume": lambda w, t: answer(w, t, 0, 1),
    "Resume one": lambda w, t: answer(w, t, 1),
    "Send waiting": lambda w, t: Send(t.id, "never mind", "c2"),
}


def state(world: World) -> dict[str, Any]:
    """What the ledger says apart from what is kept as marked: undone commands, runs, lines."""
    said = dump(world.ledger)
    lines = [row for row in said["journal"] if not row[-1]]
    commands = [row for row in said["commands"] if row[7] != "undone"]
    kept = {name: said[name] for name in ("conversations", "node_calls", "writes_before")}
    return kept | {"lines": lines, "commands": commands}


def test_every_kind_of_action_that_can_be_undone_is_tried_here() -> None:
    assert {name.split()[0] for name in MAKE} == set(ACTIONS) - {"DeleteThread"}


@pytest.mark.parametrize("name", MAKE)
def test_undo_leaves_everything_as_before(world: World, name: str) -> None:
    scenario = "approval" if name.startswith("Resume") or "waiting" in name else "lookup"
    talk = world.open("t", scenario)
    world.say(talk, "book a trip to Tokyo")
    action = MAKE[name](world, talk)
    before = world.rows(), state(world)
    world.do(action)
    assert (world.rows(), state(world)) != before
    assert type(world.lab.undo()) is type(action)
    assert (world.rows(), state(world)) == before
    with pytest.raises(Refused, match=r"errors\.undo_nothing"):
        for _ in range(9):
            world.lab.undo()
    assert world.rows() == {"checkpoints": [], "writes": []}


def test_actions_are_undone_in_turn_down_to_the_empty_thread(world: World) -> None:
    talk = world.open("t", "approval")
    seen = [(world.rows(), state(world))]
    steps: list[Make] = [
        lambda w, t: Send(t.id, "book a trip to Tokyo", "c1"),
        lambda w, t: answer(w, t, 0),
        lambda w, t: CopyThread(t.id, "copied"),
        lambda w, t: answer(w, t, 0),
        lambda w, t: Send(t.id, "book a trip to Paris", "c4"),
        lambda w, t: Send(t.id, "no, wait", "c5"),
        lambda w, t: Replay(t.id, row_at(w, t, 1), "c6"),
        lambda w, t: answer(w, t, 0, 1),
    ]
    for step in steps:
        world.do(step(world, talk))
        seen.append((world.rows(), state(world)))
    assert len({str(rows) for rows, _ in seen}) == len(seen)
    for before in reversed(seen[:-1]):
        world.lab.undo()
        assert (world.rows(), state(world)) == before


def test_undo_takes_a_failure_back_and_makes_it_due_again(world: World) -> None:
    talk = world.open("t", "lookup")
    world.do(FailNext(talk.id))
    before = world.rows(), state(world)
    world.say(talk, "seat: aisle")
    assert not is_armed(world.ledger, talk)
    assert call_counts(world.ledger, talk.id) == {"lookup_seat": 1, "lookup_fare": 1}
    world.lab.undo()
    assert is_armed(world.ledger, talk) and call_counts(world.ledger, talk.id) == {}
    assert (world.rows(), state(world)) == before


def test_a_failure_told_during_the_run_that_it_fails_is_not_due_after_both(world: World) -> None:
    talk = world.open("t", "lookup")
    world.send(talk, "seat: aisle", pause=0.3)
    time.sleep(0.1)
    world.do(FailNext(talk.id))
    assert call_counts(world.ledger, talk.id).get("reply") is None, "it came in time"
    for _ in range(2):
        world.lab.undo()
        assert not is_armed(world.ledger, talk)


@pytest.mark.parametrize("fails", ["write_line", "forget_lines", "mark_undone"])
def test_rows_go_only_when_nothing_else_can_fail(
    world: World, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    talk = world.open("t")
    world.say(talk)
    before = world.rows(), dump(world.ledger)

    def full(*_: Any) -> Any:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(f"lib.identity.journal.{fails}", full)
    steps: dict[str, Callable[[], Any]] = {
        "write_line": lambda: world.lab.do(DeleteThread(talk.id, "t")),
        "forget_lines": world.lab.reset,
        "mark_undone": world.lab.undo,
    }
    with pytest.raises(sqlite3.OperationalError):
        steps[fails]()
    assert (world.rows(), dump(world.ledger)) == before


def test_two_that_ran_side_by_side_are_undone_one_by_one(world: World) -> None:
    talks = [world.open(name, "two_step") for name in "ab"]
    empty = world.rows()
    for talk in talks:
        world.send(talk, "x", pause=0.02)
    world.idle()
    both = world.rows()
    world.lab.undo()
    assert world.rows(talks[1]) == empty
    assert world.rows() == world.rows(talks[0]) != both
    world.lab.undo()
    assert world.rows() == empty


def test_undo_waits_for_nobody(world: World) -> None:
    talk, other = world.open("t"), world.open("u")
    world.send(talk, "x", pause=0.3)
    for refused in (world.lab.undo, world.lab.reset):
        with pytest.raises(Refused, match="busy"):
            refused()
    with pytest.raises(Refused, match=r"errors\.thread_busy"):
        world.lab.do(DeleteThread(talk.id, "t"))
    with pytest.raises(Refused, match=r"errors\.thread_busy"):
        world.lab.do(CopyThread(talk.id, "v"))
    world.lab.do(LabelThread(other.id, "still possible"))
    world.idle()
    assert isinstance(world.lab.undo(), LabelThread)
