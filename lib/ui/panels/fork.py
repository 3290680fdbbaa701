"""The form of a fork: a message or any channel, who is said to write it, and what is due then."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st
from langchain_core.messages import BaseMessage
from langgraph.graph import START

from lib.evidence import Record, plain, state_channels
from lib.evidence.diff import is_messages
from lib.identity.ids import new_id
from lib.lab.actions import Fork
from lib.lab.preview import LONGEST_VALUES, preview
from lib.text import Said
from lib.ui import url
from lib.ui.markup import inert, line
from lib.ui.session import Session
from lib.ui.view import View

AUTOMATIC = ""
"""Stands for no `as_node`: LangGraph infers who wrote last."""


def draw(s: Session, view: View, *, disabled: bool) -> None:
    popover = st.popover(
        s.text("acting.fork"),
        icon=":material/fork_right:",
        key="fork",
        help=s.text("acting.inner" if view.ns else "acting.fork_help"),
        disabled=disabled,
        on_change=lambda: s.say(None),
    )
    # The form stays about the checkpoint that it was opened for, whatever arrives meanwhile.
    s.forked = (s.forked or view.shown) if popover.open and not disabled else None
    record = s.lab.record(view.conversation, s.forked, head=False) if s.forked else None
    if record is not None:
        with popover:
            _form(s, view, record)


def _form(s: Session, view: View, record: Record) -> None:
    values, at = record.checkpoint["channel_values"], record.checkpoint_id
    st.caption(s.text("fork.of", step=record.metadata.get("step", "?"), id=at[-8:]))
    graph = s.lab.drawing(view.conversation)
    channel = st.selectbox(s.text("fork.channel"), state_channels(graph), key="fork_channel")
    stored = values.get(channel)
    edited = _message(s, at, list(stored)) if stored and is_messages(stored) else None
    if edited is None:
        _value(s, at, channel, stored)
    nodes = _nodes(graph, edited)
    _fill("fork_as_node", (at, channel, edited and edited.id), nodes[0])
    node = st.selectbox(
        s.text("fork.as_node"),
        nodes,
        key="fork_as_node",
        format_func=lambda name: name or s.text("fork.automatic"),
        help=s.text("fork.as_node_help"),
    )
    given = _given(channel, edited)
    _preview(s, view, at, given, node or None)
    st.button(
        s.text("fork.run"),
        key="fork_run",
        type="primary",
        on_click=_run,
        args=(s, at, given, node or None),
    )
    if s.notice:
        st.warning(inert(s.text.say(s.notice)))


def _nodes(graph: Any, edited: BaseMessage | None) -> list[str]:
    """Whose writing it may be, the likeliest first: a message of the learner came in at the start,
    anything else from the node that wrote last, so that what was due stays due.
    """
    names = [name for name in graph.nodes if name != START]
    first = [START, AUTOMATIC] if edited and edited.type == "human" else [AUTOMATIC, START]
    return [*first, *names]


def _message(s: Session, at: str, messages: list[BaseMessage]) -> BaseMessage:
    """Which message, and its text; the newest one of the learner first."""
    order = sorted(range(len(messages)), key=lambda i: (messages[i].type != "human", -i))
    place = st.selectbox(
        s.text("fork.which"),
        order,
        key="fork_which",
        format_func=lambda i: f"{messages[i].type}: {line(messages[i].text, 40)}",
    )
    message = messages[place]
    parts = message.content
    stored = parts if isinstance(parts, str) else json.dumps(parts, ensure_ascii=False, indent=1)
    _fill("fork_message", (at, message.id), stored)
    st.text_area(s.text("fork.message"), key="fork_message", height=80)
    return message


def _value(s: Session, at: str, channel: str, stored: Any) -> None:
    text = json.dumps(plain(stored), ensure_ascii=False, indent=1)
    _fill("fork_value", (at, channel), text)
    st.text_area(s.text("fork.value"), key="fork_value", height=110)


def _fill(key: str, about: object, text: str) -> None:
    """What is stored, until somebody types; anew when the form is about something else."""
    if st.session_state.get(f"{key} about") != about:
        st.session_state[key], st.session_state[f"{key} about"] = text, about


def _given(channel: str, edited: BaseMessage | None) -> Mapping[str, Any] | Said:
    """The change as it stands in the form, or why it is none."""
    text = str(st.session_state["fork_value" if edited is None else "fork_message"] or "")
    if len(text) > LONGEST_VALUES:
        return Said("errors.values_long", {"limit": LONGEST_VALUES, "found": len(text)})
    if edited is not None and isinstance(edited.content, str):
        return {channel: [plain(edited) | {"content": text}]}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return Said("fork.no_json", {"error": str(error)})
    return {channel: value if edited is None else [plain(edited) | {"content": value}]}


def _preview(
    s: Session, view: View, at: str, given: Mapping[str, Any] | Said, node: str | None
) -> None:
    with st.container(key="fork_preview"):
        if isinstance(given, Said):
            st.error(inert(s.text.say(given)))
            return
        seen = preview(s.lab, view.conversation, at, given, node)
        if seen.error:
            st.error(inert(s.text("fork.refused", error=seen.error)))
        else:
            key = "fork.due" if seen.next else "fork.nothing_due"
            st.info(inert(s.text(key, next=", ".join(seen.next))))


def _run(s: Session, at: str, given: Mapping[str, Any] | Said, node: str | None) -> None:
    if isinstance(given, Said):
        s.say(given)
    elif s.attempt(Fork(s.conversation_id, at, given, node, new_id(), s.durability, s.pause)):
        st.session_state["fork"], s.forked = False, None
        url.select(s, None)
