"""A write that its reducer rejects is stored before it is applied: the thread is stuck, and why is
said. These are the ways out, each tried on a stuck thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Any

import pytest
from langchain_core.messages import AIMessage, RemoveMessage
from langgraph.graph import MessagesState

from lib.evidence import config_of
from lib.lab.actions import Action, DeleteThread, Fork, OpenThread, Replay, Send
from tests.pages import Tab, learner
from tests.scenarios import chain, registered

__all__ = ["learner"]
NEWEST: Any = {"messages": [{"type": "ai", "content": "by hand"}]}

WAYS: dict[str, Callable[[str, str], Action]] = {
    "a new message": lambda talk, at: Send(talk, "again", "c"),
    "a replay of the checkpoint": lambda talk, at: Replay(talk, at, "c"),
    "a fork of it": lambda talk, at: Fork(talk, at, NEWEST, "answer", "c"),
}


@pytest.fixture
def stuck(learner: str) -> Iterator[Tab]:
    """A thread whose node asked once to remove a message that is not there."""
    faults = [RemoveMessage("ghost")]

    def answer(state: MessagesState) -> dict[str, Any]:
        return {"messages": [faults.pop() if faults else AIMessage("fine")]}

    with registered("faulty", chain(("answer", answer))):
        tab = Tab(learner)
        done = tab.session.attempt(OpenThread("t", "faulty"))
        assert done
        tab.run()
        tab.session.conversation_id = done.conversation.id
        tab.run()
        tab.send("remove it")
        yield tab


def live(tab: Tab) -> tuple[str, ...]:
    talk = tab.session.conversation
    return tab.session.lab.drawing(talk).get_state(config_of(talk.thread_id)).next


def said(tab: Tab) -> bool:
    """Whether the details say that the thread is stuck, and how it gets free."""
    sentence = tab.session.text("details.live_error", error="")
    return escape(sentence.rsplit(": ", 1)[-1]) in tab.data("details")["html"]


def test_a_stuck_thread_says_why_and_stays_stuck_when_resumed(stuck: Tab) -> None:
    with pytest.raises(ValueError, match="ghost"):
        live(stuck)
    assert said(stuck) and stuck.data("chat")["bubbles"][-1]["state"] == "failed"
    talk = stuck.session.conversation
    graph = stuck.session.lab.drawing(talk)
    with pytest.raises(ValueError, match="ghost"):
        graph.invoke(None, config_of(talk.thread_id), durability="sync")


@pytest.mark.parametrize("way", WAYS)
def test_each_way_out_leads_out(stuck: Tab, way: str) -> None:
    at = stuck.data("history")["head"]
    assert stuck.session.attempt(WAYS[way](stuck.session.conversation_id, at))
    stuck.run()
    assert live(stuck) == () and not said(stuck)
    assert stuck.data("chat")["bubbles"][-1]["text"] in ("fine", "by hand")


def test_a_stuck_thread_can_be_undone_and_deleted(stuck: Tab) -> None:
    copy = stuck.session.conversation_id
    stuck.session.attempted(stuck.session.lab.undo)
    stuck.run()
    assert stuck.data("history")["rows"] == [] and not said(stuck)
    assert stuck.session.attempt(DeleteThread(copy, "t"))
