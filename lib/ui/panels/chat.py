"""Cause: the chat of the shown branch, the suggested messages and the message input."""

from __future__ import annotations

from typing import Any

import streamlit as st
from langchain_core.messages import BaseMessage

from lib.graphs import SCENARIOS
from lib.identity.commands import has_sent
from lib.identity.ids import new_id
from lib.lab.actions import Send
from lib.ui import components, url
from lib.ui.session import Session
from lib.ui.view import View

BUBBLES = 100
"""Messages that are shown; older ones are counted."""


def draw(s: Session, view: View) -> None:
    notice = s.text.say(s.notice) if s.notice and not in_form() else None
    shown = (s.lang, view.conversation, view.tip, s.newest, notice, s.notices)
    data = s.lab.fresh(
        ("chat", *shown),
        lambda: components.encode(data_of(s, view) | {"notice": notice}),
        at=view.version,
    )
    components.chat(data, on_send=lambda: _suggested(s))
    # Two messages in one pending run would be one: the later one wins. So the input waits.
    st.chat_input(
        s.text("chat.placeholder"),
        key="message",
        submit_mode="disable",
        on_submit=_typed,
        args=(s,),
    )


def data_of(s: Session, view: View) -> dict[str, Any]:
    """Bubbles, suggestions and what there is to say, in the learner's language."""
    text, scenario = s.text, SCENARIOS[view.conversation.scenario]
    stored = [m for m in view.values.get("messages", ()) if isinstance(m, BaseMessage)]
    bubbles = _stored(s, view, stored[-BUBBLES:])
    bubbles += _waiting(s, view, bubbles)
    if view.failed and bubbles:
        said = text("chat.failed", error=view.failed.error or "")
        bubbles[-1] |= {"state": "failed", "state_text": said}
    older = len(stored) - BUBBLES
    first = not stored and not view.open and not has_sent(s.lab.ledger, s.learner_id)
    return {
        "topic": view.conversation.id,
        "bubbles": bubbles,
        "hello": text("chat.first_visit") if first else "",
        "look": scenario.look[s.lang] if not stored else "",
        "older": text("chat.older", count=older) if older > 0 else "",
        "tries": [suggestion[s.lang] for suggestion in scenario.suggestions],
        "notice_id": s.notices,
        "words": {name: text(f"chat.{name}") for name in ("title", "tries", "close")},
    }


def _stored(s: Session, view: View, messages: list[BaseMessage]) -> list[dict[str, Any]]:
    """Bubbles of stored messages, each with the checkpoint that stored it first."""
    wrote = {
        message_id: row.checkpoint_id
        for row in view.window.path_to(view.tip)
        for message_id in row.decoded.new_message_ids
    }
    return [
        _bubble(s, m.id, m.text, human=m.type == "human") | {"checkpoint": wrote.get(m.id or "")}
        for m in messages
    ]


def _waiting(s: Session, view: View, bubbles: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was accepted and is not answered yet: it is in the ledger before it is in the state.

    A message that the state holds already keeps its bubble, which then tells how its run stands.
    """
    held = {bubble["id"]: bubble for bubble in bubbles}
    found: list[dict[str, Any]] = []
    for command in view.open:
        message = command.payload["message"]
        state = "running" if command.state == "running" else "queued"
        stands = {"state": state, "state_text": s.text(f"chat.{state}")}
        if message["id"] in held:
            held[message["id"]] |= stands
        else:
            found.append(_bubble(s, message["id"], message["text"], human=True) | stands)
    return found


def _bubble(s: Session, message_id: str | None, text: str, *, human: bool) -> dict[str, Any]:
    title = s.text("chat.bubble", id=message_id)
    return {"id": message_id, "human": human, "text": text, "title": title}


def in_form() -> bool:
    """Whether a form of the bar is open, which then says what there is to say."""
    return any(st.session_state.get(name) for name in ("thread_new", "thread_menu"))


def _suggested(s: Session) -> None:
    sent = components.sent()
    if sent:
        send(s, sent["text"], sent["command_id"], sent["message_id"])


def _typed(s: Session) -> None:
    send(s, str(st.session_state["message"] or ""), new_id(), new_id())


def send(s: Session, text: str, command_id: str, message_id: str) -> None:
    """Ask the lab to send; typing continues the head, so the head is followed again."""
    action = Send(s.conversation_id, text, command_id, message_id, s.durability, s.pause)
    if s.attempt(action):
        s.select(None)
        url.write(s)
