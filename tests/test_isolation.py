"""Two learners of one installation: whatever one of them knows opens nothing of the other's."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from lib.identity.calls import call_counts
from lib.identity.conversations import Conversation, conversations_of
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
from tests.worlds import ASKED, NOTED, STATED, World, dump, world

__all__ = ["world"]

THREAD = "demo-chat-a"


@pytest.fixture
def other(world: World) -> World:
    """A second learner in the same process."""
    return World(world.hub)


@pytest.fixture
def theirs(other: World) -> Iterator[Conversation]:
    """The other's thread, which nobody else can change."""
    talk = other.open(THREAD)
    other.say(talk, STATED)
    before = [row for row in dump(other.ledger)["commands"] if row[2] == other.learner_id]
    yield talk
    assert other.texts(talk) == [("human", STATED), ("ai", NOTED)]
    assert other.lab.conversations() == (talk,)
    after = [row for row in dump(other.ledger)["commands"] if row[2] == other.learner_id]
    assert after == before


@pytest.mark.parametrize("name", [name for name in ACTIONS if name != "OpenThread"])
def test_no_action_reaches_a_conversation_of_somebody_else(
    world: World, other: World, theirs: Conversation, name: str
) -> None:
    at = other.lab.window(theirs).rows[1].checkpoint_id
    world.open("mine")
    actions: dict[str, Action] = {
        "LabelThread": LabelThread(theirs.id, "mine now"),
        "ChooseScenario": ChooseScenario(theirs.id, "trip"),
        "Send": Send(theirs.id, "hello", "c"),
        "CopyThread": CopyThread(theirs.id, "copied"),
        "DeleteThread": DeleteThread(theirs.id, THREAD),
        "FailNext": FailNext(theirs.id),
        "Regenerate": Regenerate(theirs.id, "c", "c2"),
        "Replay": Replay(theirs.id, at, "c"),
        "Fork": Fork(theirs.id, at, {"messages": []}, None, "c"),
        "Call": Call(theirs.id, {"thread_id": THREAD}, "hello", "c"),
        "Resume": Resume(theirs.id, at, {"q": "yes"}, "c"),
    }
    before = dump(world.ledger)
    with pytest.raises(Refused) as refused:
        world.lab.do(actions[name])
    assert refused.value.said.key == "errors.thread_unknown"
    assert dump(world.ledger) == before


def test_no_action_reaches_a_conversation_of_another_lab_of_ones_own(world: World) -> None:
    mine = world.open()
    lesson = world.hub.lab(world.learner_id, "lesson:x")
    assert lesson.conversations() == () and lesson.conversation(mine.id) is None
    before = dump(world.ledger)
    for action in (LabelThread(mine.id, "x"), Send(mine.id, "x", "c")):
        with pytest.raises(Refused):
            lesson.do(action)
    assert dump(world.ledger) == before


def test_what_is_refused_is_said_as_if_it_did_not_exist(world: World, theirs: Conversation) -> None:
    said = []
    for conversation_id in (theirs.id, "0" * 32):
        with pytest.raises(Refused) as refused:
            world.lab.do(Send(conversation_id, "hello", "c"))
        said.append(refused.value.said)
    assert said[0] == said[1]


def test_nothing_of_somebody_else_is_seen_or_listed(world: World, theirs: Conversation) -> None:
    assert world.lab.conversations() == ()
    assert world.lab.conversation(theirs.id) is None
    assert world.lab.backend.threads() == []
    assert conversations_of(world.ledger, world.lab.key) == []
    assert world.checkpoints(theirs) == 0
    window = world.lab.window(theirs)
    assert (window.rows, window.total) == ((), 0)


def test_the_others_thread_id_is_just_a_thread_of_ones_own(
    world: World, other: World, theirs: Conversation
) -> None:
    mine = world.lab.do(OpenThread(THREAD, "seat")).conversation
    assert mine.id != theirs.id and mine.thread_id == theirs.thread_id
    world.say(mine, ASKED)
    assert world.texts(mine) == [("human", ASKED), ("ai", "尚未记录座位偏好")]
    assert (world.checkpoints(mine), other.checkpoints(theirs)) == (3, 3)
    assert call_counts(world.ledger, mine.id) == {"reply": 1}


def test_the_others_checkpoint_is_not_found_in_ones_own_thread_of_that_name(
    world: World, other: World, theirs: Conversation
) -> None:
    mine = world.open(THREAD)
    world.say(mine, ASKED)
    for key in other.lab.backend.keys(THREAD):
        assert world.lab.record(mine, key.checkpoint_id, head=False) is None
        assert world.lab.values(mine, key.checkpoint_id) == {}


def test_each_lab_is_a_file_of_its_own_and_holds_no_name(
    world: World, other: World, theirs: Conversation
) -> None:
    files = sorted(world.hub.settings.labs_dir.glob("*.db"))
    assert [file.stem for file in files] == sorted([other.lab.key.id])
    world.say(world.open("mine"), ASKED)
    with sqlite3.connect(world.hub.settings.labs_dir / f"{world.lab.key.id}.db") as connection:
        found = connection.execute("SELECT DISTINCT thread_id FROM checkpoints").fetchall()
    connection.close()
    assert found == [("mine",)]


def test_the_same_command_id_of_two_learners_is_two_commands(world: World, other: World) -> None:
    mine, yours = world.open(), other.open()
    assert world.send(mine, STATED, command_id="c").new
    assert other.send(yours, ASKED, command_id="c").new
    world.idle()
    assert world.texts(mine)[0] == ("human", STATED)
    assert other.texts(yours)[0] == ("human", ASKED)


def test_learners_who_all_send_at_once_get_their_own_answers(world: World) -> None:
    learners = [World(world.hub) for _ in range(6)]
    talks = [(one, one.open(THREAD)) for one in learners]

    def turn(place: int) -> None:
        one, talk = talks[place]
        for _ in range(3):
            one.send(talk, f"seat: {place}")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(turn, range(6)))
    world.idle()
    for place, (one, talk) in enumerate(talks):
        turns = [("human", f"seat: {place}"), ("ai", f"noted: {place}")]
        assert one.texts(talk) == turns * 3
