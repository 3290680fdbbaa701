"""Bad input: a sentence for the learner, and nothing at all is written."""

from __future__ import annotations

from typing import Any

import pytest

from lib.identity.ids import LONGEST_THREAD_ID
from lib.lab.actions import LONGEST_MESSAGE, Action, ChooseScenario, LabelThread, OpenThread, Send
from lib.text import LANGS, Refused, Text
from tests.worlds import World, dump, world

__all__ = ["world"]

CONTROL, BLANK = "errors.thread_id_control", "errors.thread_id_blank"


def refused(world: World, action: Action, key: str) -> None:
    """The action is refused with that sentence, in every language, and leaves no trace."""
    before, version = dump(world.ledger), world.lab.version
    with pytest.raises(Refused) as raised:
        world.lab.do(action)
    assert raised.value.said.key == key
    for lang in LANGS:
        assert Text(lang).say(raised.value.said)
    assert dump(world.ledger) == before
    assert world.lab.version == version, "nobody is told of nothing"
    assert world.hub.runner.wait_idle(0), "and nothing runs"


@pytest.mark.parametrize(
    "text",
    ["", " ", " \t\r\n ", "\u200b\u200d\ufeff", "\x00\x07\x1b", "\u202e\u2066", "\ud800", "\u3000"],
    ids=ascii,
)
def test_a_message_with_nothing_to_see_is_refused(world: World, text: str) -> None:
    refused(world, Send(world.open().id, text, "c"), "errors.message_blank")


@pytest.mark.parametrize(
    "text",
    ["x" * 100_000, "x" * (LONGEST_MESSAGE + 1), "靠" * (LONGEST_MESSAGE // 3 + 1)],
    ids=["100 kB", "a byte too long", "a character too long"],
)
def test_a_message_that_is_too_long_is_refused(world: World, text: str) -> None:
    refused(world, Send(world.open().id, text, "c"), "errors.message_long")


@pytest.mark.parametrize(
    "text", ["x" * LONGEST_MESSAGE, "😀", "<b>$x$</b>", "مرحبا", "a\x00b\ud800"]
)
def test_a_message_that_can_be_seen_is_answered_as_it_is(world: World, text: str) -> None:
    talk = world.open()
    world.say(talk, text)
    kind, stored = world.texts(talk)[0]
    assert (kind, stored) == ("human", text.replace("\ud800", "?"))


@pytest.mark.parametrize(
    ("thread_id", "key"),
    [
        ("", BLANK),
        (" \t ", BLANK),
        ("\u200b\ufeff", BLANK),
        ("a\x00b", CONTROL),
        ("a\nb", CONTROL),
        ("a\x1bb", CONTROL),
        ("a\x7fb", CONTROL),
        ("a\u202eb", CONTROL),
        ("a\u2067b", CONTROL),
        ("a\u2028b", CONTROL),
        ("a\ud800b", CONTROL),
        ("a\ue000b", CONTROL),
        ("x" * (LONGEST_THREAD_ID + 1), "errors.thread_id_long"),
        ("demo-chat-a", "errors.thread_exists"),
        (" demo-chat-a ", "errors.thread_exists"),
    ],
    ids=ascii,
)
def test_an_unfit_thread_id_is_refused(world: World, thread_id: str, key: str) -> None:
    world.open("demo-chat-a")
    refused(world, OpenThread(thread_id, "seat"), key)


@pytest.mark.parametrize(
    "thread_id",
    [
        "😀👩‍👩‍👧",
        "محادثة",
        "<script>alert(1)</script>",
        "'; DROP TABLE x --",
        "../..",
        "x" * 128,
        "a b",
    ],
    ids=ascii,
)
def test_an_unusual_thread_id_is_a_thread_like_any_other(world: World, thread_id: str) -> None:
    talk, other = world.open(f"  {thread_id} "), world.open("other")
    assert talk.thread_id == thread_id
    world.say(talk)
    assert (world.checkpoints(talk), world.checkpoints(other)) == (3, 0)
    assert [one.thread_id for one in world.lab.conversations()] == [thread_id, "other"]


@pytest.mark.parametrize(
    ("made", "key"),
    [
        (lambda talk: OpenThread("new", "nonsense"), "errors.scenario_unknown"),
        (lambda talk: OpenThread("new", "seat", "x" * 61), "errors.label_long"),
        (lambda talk: ChooseScenario(talk, "nonsense"), "errors.scenario_unknown"),
        (lambda talk: ChooseScenario("nobody's", "trip"), "errors.thread_unknown"),
        (lambda talk: LabelThread(talk, "x" * 61), "errors.label_long"),
        (lambda talk: LabelThread("nobody's", "x"), "errors.thread_unknown"),
        (lambda talk: Send("nobody's", "hi", "c"), "errors.thread_unknown"),
        (lambda talk: Send("", "hi", "c"), "errors.thread_unknown"),
        (lambda talk: Send(talk, "hi", ""), "errors.command_id"),
        (lambda talk: Send(talk, "hi", "x" * 65), "errors.command_id"),
        (lambda talk: Send(talk, "hi", "a b"), "errors.command_id"),
        (lambda talk: Send(talk, "hi", "c\n"), "errors.command_id"),
        (lambda talk: Send(talk, "hi", "é"), "errors.command_id"),
        (lambda talk: Send(talk, "hi", "c", durability="never"), "errors.durability"),
    ],
)
def test_what_is_not_there_or_not_allowed_is_refused(world: World, made: Any, key: str) -> None:
    refused(world, made(world.open().id), key)


def test_a_used_thread_keeps_its_scenario_and_its_command_ids(world: World) -> None:
    talk = world.open()
    world.say(talk, "hi", command_id="c", message_id="m")
    refused(world, ChooseScenario(talk.id, "trip"), "errors.scenario_fixed")
    refused(world, Send(talk.id, "ho", "c", "m"), "errors.other_payload")
    refused(world, Send(world.open("b").id, "hi", "c", "m"), "errors.other_payload")


def test_a_label_may_be_long_enough_and_is_stored_without_outer_blanks(world: World) -> None:
    talk = world.open()
    world.lab.do(LabelThread(talk.id, f"  {'x' * 29} \n {'y' * 30} "))
    (found,) = world.lab.conversations()
    assert found.name == found.label == f"{'x' * 29} {'y' * 30}"
    world.lab.do(LabelThread(talk.id, " "))
    assert world.lab.conversations()[0].name == talk.thread_id
