"""Copying and deleting a thread."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lib.backends import Backend
from lib.evidence import config_of
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.identity.journal import lines_of
from lib.lab.actions import ChooseScenario, CopyThread, DeleteThread, Fork, Replay, Resume
from lib.lab.lab import Lab
from lib.text import Refused
from tests.worlds import World, dump, world

__all__ = ["world"]


def grown(world: World, checkpoints: int) -> Conversation:
    """A thread with forks, several questions left open, and pending writes all over."""
    talk, random = world.open("t", "approval"), Random(5)
    world.say(talk, "book a trip to Tokyo")
    while world.checkpoints(talk) < checkpoints:
        lab, rows = world.lab, world.lab.window(talk, newest=1000).rows
        row = random.choice(rows).checkpoint_id
        head = lab.head(talk)
        if head.questions and random.random() < 0.6:
            answers = {q.id: "yes" for q in head.questions if random.random() < 0.7}
            if answers:
                world.do(Resume(talk.id, str(head.checkpoint_id), answers, new_id()))
        elif random.random() < 0.5:
            world.do(Replay(talk.id, row, new_id()))
        elif random.random() < 0.5:
            world.do(Fork(talk.id, row, {"hotel": "tent"}, "ask_hotel", new_id()))
        else:
            world.say(talk, "book a trip to Paris", at=row)
    return talk


def moved(rows: list[tuple[Any, ...]], thread_id: str) -> list[tuple[Any, ...]]:
    return [(thread_id, *row[1:]) for row in rows]


def seen(lab: Lab, talk: Conversation) -> list[Any]:
    graph = lab.drawing(talk)
    history = list(graph.get_state_history(config_of(talk.thread_id)))
    return [(s.values, s.next, s.metadata, s.tasks, s.interrupts, s.created_at) for s in history]


def parents(backend: Backend, talk: Conversation) -> list[Any]:
    return [(k.checkpoint_id, k.parent_id, k.metadata) for k in backend.keys(talk.thread_id)]


def test_a_copy_of_two_hundred_checkpoints_is_equal_and_goes_on_by_itself(world: World) -> None:
    talk = grown(world, 200)
    before = world.rows(talk)
    assert len(before["checkpoints"]) >= 200 and len({r[3] for r in before["checkpoints"]}) < 190
    copied = world.do(CopyThread(talk.id, "copied")).conversation
    assert world.rows(copied) == {name: moved(rows, "copied") for name, rows in before.items()}
    assert seen(world.lab, copied) == seen(world.lab, talk)
    assert parents(world.lab.backend, copied) == parents(world.lab.backend, talk)
    world.say(copied, "book a trip to London")
    assert world.rows(talk) == before
    assert world.checkpoints(copied) == world.checkpoints(talk) + 2


def test_a_copied_question_is_answered_in_the_copy_alone(world: World) -> None:
    talk = world.open("t", "approval")
    world.say(talk, "book a trip to Tokyo")
    copied = world.do(CopyThread(talk.id, "copied")).conversation
    head = world.lab.head(copied)
    answers = {q.id: "yes" for q in head.questions}
    world.do(Resume(copied.id, str(head.checkpoint_id), answers, new_id()))
    assert world.texts(copied)[-1][1] == "flight: booked, hotel: booked (#1)"
    assert len(world.lab.head(talk).questions) == 2


def test_a_copy_keeps_the_scenario_of_its_checkpoints(world: World) -> None:
    talk = world.open()
    world.say(talk)
    copied = world.do(CopyThread(talk.id, "copied")).conversation
    with pytest.raises(Refused, match=r"errors\.scenario_fixed"):
        world.lab.do(ChooseScenario(copied.id, "trip"))
    with pytest.raises(Refused, match=r"errors\.thread_exists"):
        world.lab.do(CopyThread(talk.id, talk.thread_id))


def test_rows_that_a_crash_left_under_a_free_id_are_nobodys(world: World) -> None:
    talk = world.open("t")
    world.say(talk)
    world.lab.backend.copy_thread("t", "left")
    world.open("left")
    assert world.lab.backend.rows("left") == (0, 0)


def test_deleting_takes_everything_and_stays(world: World) -> None:
    talk, other = world.open("secret"), world.open("other")
    world.say(talk, "seat: my secret place")
    world.say(other, "seat: aisle")
    with pytest.raises(Refused, match=r"errors\.delete_unconfirmed"):
        world.lab.do(DeleteThread(talk.id, "secre"))
    kept = world.rows(other)
    world.lab.do(DeleteThread(talk.id, " secret "))
    assert world.rows() == kept
    assert "my secret place" not in str(dump(world.ledger))
    assert [c.thread_id for c in world.lab.conversations()] == ["other"]
    with pytest.raises(Refused, match=r"errors\.undo_delete"):
        world.lab.undo()
    again = world.open("secret")
    assert world.checkpoints(again) == 0


def test_the_lines_that_a_copy_goes_back_to_stay(world: World) -> None:
    talk = world.open("t")
    world.say(talk)
    copied = world.do(CopyThread(talk.id, "copied")).conversation
    world.lab.do(DeleteThread(talk.id, "t"))
    did = [line.action["do"] for line in lines_of(world.ledger, world.lab.key.id)]
    assert did == ["OpenThread", "Send", "CopyThread", "DeleteThread"]
    world.lab.do(DeleteThread(copied.id, "copied"))
    did = [line.action["do"] for line in lines_of(world.ledger, world.lab.key.id)]
    assert did == ["DeleteThread", "DeleteThread"]


def test_undone_text_of_a_deleted_thread_is_gone_although_a_copy_lives(world: World) -> None:
    talk = world.open("t")
    world.say(talk, "seat: kept")
    world.say(talk, "seat: my secret place")
    world.lab.undo()
    world.do(CopyThread(talk.id, "copied"))
    world.lab.do(DeleteThread(talk.id, "t"))
    assert "my secret place" not in str(dump(world.ledger))
    assert "seat: kept" in str(dump(world.ledger)["journal"])


def test_a_reset_leaves_an_empty_lab_and_nobody_elses(world: World) -> None:
    mine, other = world.open("t"), World(world.hub)
    theirs = other.open("t")
    world.say(mine)
    other.say(theirs)
    kept = other.rows()
    world.lab.reset()
    assert world.rows() == {"checkpoints": [], "writes": []}
    assert world.lab.conversations() == () and lines_of(world.ledger, world.lab.key.id) == []
    assert other.rows() == kept and len(other.lab.conversations()) == 1
