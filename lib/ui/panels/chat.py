"""Cause: the chat of the shown branch, the suggested messages and the message input."""

from __future__ import annotations

from typing import Any

import streamlit as st

from lib.identity.ids import new_id
from lib.lab.actions import Send
from lib.ui import components, url
from lib.ui.panels import answers, turn
from lib.ui.panels.bubbles import data_of
from lib.ui.session import Session
from lib.ui.view import View, shown_tip

FORMS = ("thread_new", "thread_menu", "fork", "reset_menu")
"""Popovers that say themselves what there is to say."""


def draw(s: Session, view: View) -> None:
    notice = s.text.say(s.notice) if s.notice and not in_form() else None
    may = s.may("send")
    shown = (s.lang, may, view.conversation, view.tip, s.newest, notice, s.notices, s.unanswered)
    data = s.lab.fresh(
        ("chat", *shown),
        lambda: components.encode(data_of(s, view) | {"notice": notice}),
        at=view.version,
    )
    components.chat(data, on_send=lambda: _suggested(s))
    answers.draw(s, view)
    turn.draw(s, view)
    # Two messages in one pending run would be one: the later one wins. So the input waits.
    placeholder = "chat.placeholder" if view.on_head else "chat.placeholder_branch"
    st.chat_input(
        s.text(placeholder if may else "lesson.message_later"),
        key="message",
        disabled=not may,
        submit_mode="disable",
        on_submit=_typed,
        args=(s,),
    )


def in_form() -> bool:
    """Whether a form is open, which then says what there is to say."""
    return any(st.session_state.get(name) for name in FORMS)


def _suggested(s: Session) -> None:
    sent = components.sent()
    if sent and s.may("send"):
        send(s, sent["text"], sent["command_id"], sent["message_id"])


def _typed(s: Session) -> None:
    send(s, str(st.session_state["message"] or ""), new_id(), new_id())


def send(s: Session, text: str, command_id: str, message_id: str) -> None:
    """Ask the lab to send. Typing continues the shown branch, which is the head's from then on."""
    at = older_tip(s)
    action: Any = Send(s.conversation_id, text, command_id, message_id, s.durability, s.pause, at)
    if s.attempt(action):
        # The client keeps the id of what it got no answer to; a reload finds it in the URL.
        s.unanswered, s.lose = (command_id if s.lose else ""), False
        url.select(s, None)


def older_tip(s: Session) -> str | None:
    """The tip of the shown branch as it is now, unless it is the head's: who follows the head
    continues it, also where somebody else moved it since.
    """
    if s.checkpoint_id is None:
        return None
    tip = shown_tip(s)
    return tip if tip != s.lab.window(s.conversation, newest=s.newest).head else None
