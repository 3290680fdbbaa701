"""The journal: one line for each action, which reads back as the action."""

from __future__ import annotations

from typing import Any

import pytest

from lib.identity import journal
from lib.lab.actions import (
    ACTIONS,
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
    as_line,
    from_line,
)
from tests.worlds import World, world

__all__ = ["world"]

EVERY = (
    OpenThread("t", "seat", "label"),
    LabelThread("c", "label"),
    ChooseScenario("c", "trip"),
    Send("c", "text 😀 \x00", "command", "message", "exit", 0.5, "checkpoint"),
    CopyThread("c", "t2"),
    DeleteThread("c", "t"),
    FailNext("c"),
    Regenerate("c", "of", "command"),
    Replay("c", "checkpoint", "command", "async", 0.5),
    Fork("c", "checkpoint", {"seat": "aisle", "n": [1, None]}, "__start__", "command"),
    Resume("c", "checkpoint", {"question": "yes"}, "command"),
    Call("c", {"thread_id": None, "n": 1}, None, "command", "message", "new"),
)


def test_every_kind_of_action_is_tried_here() -> None:
    assert {type(action).__name__ for action in EVERY} == set(ACTIONS)


@pytest.mark.parametrize(
    "action",
    EVERY,
    ids=lambda action: type(action).__name__,
)
def test_an_action_is_the_same_after_it_was_written_down(action: Any) -> None:
    assert from_line(as_line(action)) == action


def test_the_journal_tells_what_was_done_in_order(world: World) -> None:
    opened = OpenThread("t", "seat")
    talk = world.lab.do(opened).conversation
    done = [opened, ChooseScenario(talk.id, "trip"), Send(talk.id, "hi", "c", "m")]
    done += [LabelThread(talk.id, "holidays")]
    for action in done[1:]:
        world.lab.do(action)
    lines = journal.lines_of(world.ledger, world.lab.key.id)
    assert [from_line(line.action) for line in lines] == done
    world.lab.do(done[2])
    assert journal.lines_of(world.ledger, world.lab.key.id) == lines, "sent again: nothing new"
    world.idle()
