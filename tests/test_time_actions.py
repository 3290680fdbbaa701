"""Replay, fork, continue and resume through the lab: what each really stores."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lib.evidence import config_of
from lib.identity.calls import call_counts
from lib.identity.commands import last_command
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.lab.actions import FailNext, Fork, Replay, Resume, Send
from lib.text import Refused
from tests.worlds import World, dump, world

__all__ = ["world"]


def told(world: World, talk: Conversation) -> list[tuple[Any, ...]]:
    """Source, place of the parent, next and number of messages of each row."""
    rows = world.lab.window(talk).rows
    place = {row.checkpoint_id: i for i, row in enumerate(rows)}
    return [
        (r.source, place.get(r.parent_id or ""), r.decoded.next, r.decoded.messages) for r in rows
    ]


def at(world: World, talk: Conversation, place: int) -> str:
    return world.lab.window(talk).rows[place].checkpoint_id


def resume(world: World, talk: Conversation, **answers: str) -> Resume:
    """Answers by the asking node's name."""
    head = world.lab.head(talk)
    by_id = {q.id: answers[q.node] for q in head.questions if q.node in answers}
    return Resume(talk.id, str(head.checkpoint_id), by_id, new_id())


def states(world: World) -> list[tuple[str, str]]:
    return [(row[4], row[7]) for row in dump(world.ledger)["commands"]]


def test_a_replay_adds_a_fork_row_and_runs_what_is_due(world: World) -> None:
    talk = world.open()
    world.say(talk, "seat: window")
    before = told(world, talk)
    world.do(Replay(talk.id, at(world, talk, 1), "c2"))
    assert told(world, talk) == [*before, ("fork", 1, ("reply",), 1), ("loop", 3, (), 2)]
    assert call_counts(world.ledger, talk.id) == {"reply": 2}


def test_a_replay_of_a_finished_checkpoint_runs_nothing_and_moves_the_head(world: World) -> None:
    talk = world.open()
    world.say(talk, "seat: window")
    world.say(talk, "which seat?")
    before = told(world, talk)
    world.do(Replay(talk.id, at(world, talk, 2), "c3"))
    assert told(world, talk) == [*before, ("fork", 2, (), 2)]
    assert len(world.texts(talk)) == 2, "the thread seems cut"
    assert call_counts(world.ledger, talk.id) == {"reply": 2}


def test_a_message_is_edited_by_its_id_and_the_answer_is_made_again(world: World) -> None:
    talk = world.open()
    world.say(talk, "seat: window", message_id="m1")
    before = told(world, talk)
    edited = {"messages": [{"type": "human", "id": "m1", "content": "seat: aisle"}]}
    world.do(Fork(talk.id, at(world, talk, 1), edited, "__start__", "c2"))
    assert told(world, talk) == [*before, ("update", 1, ("reply",), 1), ("loop", 3, (), 2)]
    assert world.texts(talk) == [("human", "seat: aisle"), ("ai", "noted: aisle")]


def test_any_channel_is_changed_as_json(world: World) -> None:
    talk = world.open("t", "trip")
    world.say(talk, "book a trip to Tokyo")
    world.do(Fork(talk.id, at(world, talk, 2), {"city": "Rome"}, None, "c2"))
    assert told(world, talk)[-1][2] == ()
    state = world.lab.drawing(talk).get_state(config_of("t"))
    assert state.values["city"] == "Rome"


def test_typing_on_an_older_branch_pins_it_once(world: World) -> None:
    talk = world.open()
    for text in ("seat: window", "seat: aisle"):
        world.say(talk, text)
    tip = at(world, talk, 2)
    for number, text in enumerate(("seat: middle", "which seat?")):
        world.send(talk, text, command_id=f"p{number}", at=tip, pause=0.05)
    world.idle()
    assert told(world, talk)[6][:2] == ("input", 2)
    assert [kind for kind, _ in world.texts(talk)] == ["human", "ai"] * 3
    assert [t for k, t in world.texts(talk) if k == "human"][1:] == ["seat: middle", "which seat?"]


@pytest.mark.parametrize("between", ["another branch", "a fork"])
def test_a_pin_is_dropped_only_right_behind_its_own(world: World, between: str) -> None:
    talk = world.open()
    for text in ("seat: 1", "seat: 2"):
        world.say(talk, text)
    x, y = at(world, talk, 2), at(world, talk, 5)
    edit = {"messages": [{"type": "human", "content": "seat: forked"}]}
    world.send(talk, "to x", at=x, pause=0.05)
    if between == "a fork":
        world.lab.do(Fork(talk.id, x, edit, "__start__", new_id()))
    else:
        world.send(talk, "to y", at=y)
    world.send(talk, "to x again", at=x)
    world.idle()
    assert [t for k, t in world.texts(talk) if k == "human"] == ["seat: 1", "to x again"]


def test_an_answer_that_another_gave_before_is_superseded(world: World) -> None:
    talk = world.open("t", "approval")
    world.say(talk, "book a trip to Tokyo")
    yes, no = resume(world, talk, ask_flight="yes"), resume(world, talk, ask_flight="no")
    world.lab.do(replace(yes, pause=0.05))
    world.do(no)
    assert [state for _, state in states(world)] == ["waiting", "waiting", "superseded"]


def test_a_long_message_can_be_edited_whatever_its_language(world: World) -> None:
    talk = world.open()
    world.say(talk, "座" * 9_000, message_id="m")
    edited = {"messages": [{"type": "human", "id": "m", "content": "座" * 8_999}]}
    world.do(Fork(talk.id, at(world, talk, 1), edited, "__start__", "c2"))
    assert len(world.texts(talk)[0][1]) == 8_999


def test_all_questions_are_open_and_answered_by_id(world: World) -> None:
    talk = world.open("t", "approval")
    world.say(talk, "book a trip to Tokyo")
    asked = [(q.node, q.value) for q in world.lab.head(talk).questions]
    assert asked == [
        ("ask_flight", "Book the flight for Tokyo?"),
        ("ask_hotel", "Book the hotel for Tokyo?"),
    ]
    assert states(world) == [("send", "waiting")]
    rows = world.checkpoints(talk)
    world.do(resume(world, talk, ask_hotel="no"))
    assert [q.node for q in world.lab.head(talk).questions] == ["ask_flight"]
    assert world.checkpoints(talk) == rows, "an answer is a write on the same checkpoint"
    assert states(world) == [("send", "waiting"), ("resume", "waiting")]
    world.do(resume(world, talk, ask_flight="yes"))
    assert world.texts(talk)[-1] == ("ai", "flight: booked, hotel: not booked (#1)")
    assert [state for _, state in states(world)] == ["answered"] * 3
    assert call_counts(world.ledger, talk.id) == {"ask_flight": 3, "ask_hotel": 2, "reply": 1}


def test_a_message_to_a_waiting_thread_leaves_its_question_behind(world: World) -> None:
    talk = world.open("t", "approval")
    world.say(talk, "book a trip to Tokyo")
    late = resume(world, talk, ask_flight="yes", ask_hotel="yes")
    world.say(talk, "book a trip to Paris")
    assert states(world) == [("send", "superseded"), ("send", "waiting")]
    with pytest.raises(Refused, match=r"errors\.question_gone"):
        world.lab.do(late)


def test_an_answer_that_the_queue_made_late_is_superseded(world: World) -> None:
    talk = world.open("t", "approval")
    world.say(talk, "book a trip to Tokyo")
    world.accept(talk, text="book a trip to Paris")
    world.do(resume(world, talk, ask_flight="yes", ask_hotel="yes"))
    assert states(world) == [("send", "superseded"), ("send", "waiting"), ("resume", "superseded")]
    found = last_command(world.ledger, talk.id)
    assert found and found.kind == "resume"


def test_a_told_failure_leaves_the_siblings_output_stored(world: World) -> None:
    talk = world.open("t", "lookup")
    world.do(FailNext(talk.id))
    world.say(talk, "seat: window")
    row = world.lab.window(talk).rows[-1]
    record = world.lab.record(talk, row.checkpoint_id, head=True)
    assert record and record.next == ("lookup_seat", "lookup_fare")
    assert record.live_next == ("lookup_fare",)
    assert {w.node for w in record.writes if w.channel == "seat"} == {"lookup_seat"}
    assert states(world) == [("send", "failed")]
    world.say(talk, "again")
    assert states(world)[-1] == ("send", "answered")


def refusals(talk: Conversation, here: str) -> dict[str, Any]:
    return {
        "no_such_checkpoint": Replay(talk.id, "1f1ed3df-bb29-6e37-bfff-74eb0a1f5253", "c"),
        "no_such_channel": Fork(talk.id, here, {"nope": 1}, None, "c"),
        "no_such_node": Fork(talk.id, here, {"messages": []}, "nope", "c"),
        "values_long": Fork(talk.id, here, {"messages": "x" * 40_000}, "__start__", "c"),
        "update_refused": Fork(talk.id, here, {"messages": [{"no": 1}]}, "__start__", "c"),
        "answer_blank": Resume(talk.id, here, {"q": ""}, "c"),
        "message_blank": Resume(talk.id, here, {"q": " \u200b"}, "c"),
        "question_gone": Resume(talk.id, here, {"q": "yes"}, "c"),
        "nothing_fails": FailNext(talk.id),
        "command_id": Send(talk.id, "x", "c d", at=here),
    }


@pytest.mark.parametrize("key", refusals(Conversation("", "", "", "", "", ""), ""))
def test_what_cannot_be_is_refused_and_changes_nothing(world: World, key: str) -> None:
    talk = world.open()
    world.say(talk)
    before = world.rows(), dump(world.ledger)
    with pytest.raises(Refused) as refused:
        world.lab.do(refusals(talk, at(world, talk, -1))[key])
    assert refused.value.said.key == f"errors.{key}"
    assert (world.rows(), dump(world.ledger)) == before
