"""Input that only a program would send: refused like any other, and nothing is written."""

from __future__ import annotations

import math

import pytest

from lib.lab.actions import LONGEST_PAUSE, Action, LabelThread, Send
from lib.text import Refused
from tests.worlds import World, dump, world

__all__ = ["world"]


@pytest.mark.parametrize("pause", [math.inf, math.nan, -1.0, LONGEST_PAUSE + 1.0])
def test_a_pause_that_would_not_end_is_refused(world: World, pause: float) -> None:
    refused(world, Send(world.open().id, "hello", "c", pause=pause), "errors.pause")


@pytest.mark.parametrize("message_id", ["", "x" * 65, "\ud800", "a b"])
def test_a_message_id_that_is_none_is_refused(world: World, message_id: str) -> None:
    send = Send(world.open().id, "hello", "c", message_id=message_id)
    refused(world, send, "errors.message_id")


@pytest.mark.parametrize("label", ["a\0b", "\u202eabc", "\ud800"])
def test_a_label_without_invisible_characters_only(world: World, label: str) -> None:
    refused(world, LabelThread(world.open().id, label), "errors.label_control")


@pytest.mark.parametrize("conversation_id", ["", "\ud800", "'; --", "x" * 1000])
def test_an_id_that_was_never_ours_is_unknown(world: World, conversation_id: str) -> None:
    refused(world, LabelThread(conversation_id, "label"), "errors.thread_unknown")


def refused(world: World, action: Action, key: str) -> None:
    lab, before = world.lab, dump(world.ledger)
    with pytest.raises(Refused) as said:
        lab.do(action)
    assert said.value.said.key == key
    assert dump(world.ledger) == before
