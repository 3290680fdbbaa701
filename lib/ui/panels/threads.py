"""The thread switcher: choose one, open a new one, give one a label."""

from __future__ import annotations

import string

import streamlit as st

from lib.lab.actions import LabelThread, OpenThread
from lib.ui import url
from lib.ui.session import Session


def switcher(s: Session) -> None:
    names = {c.id: c.name for c in s.threads}
    st.session_state["thread"] = s.conversation_id
    st.selectbox(
        s.text("bar.thread"),
        list(names),
        format_func=lambda i: names.get(i, i),
        key="thread",
        on_change=lambda: url.show(s, st.session_state["thread"]),
        label_visibility="collapsed",
        width=210,
    )


def new(s: Session) -> None:
    popover = st.popover(
        s.text("bar.new"), icon=":material/add:", key="thread_new", on_change=_fresh, args=(s,)
    )
    if not popover.open:
        return
    with popover, st.form("new_thread", border=False):
        st.session_state.setdefault("thread_new_id", suggested_id(s))
        st.text_input(s.text("bar.new_id"), key="thread_new_id", help=s.text("bar.new_id_help"))
        st.form_submit_button(s.text("bar.open"), type="primary", on_click=_open, args=(s,))
        if s.notice:
            st.warning(_inert(s.text.say(s.notice)))


def _open(s: Session) -> None:
    scenario = s.conversation.scenario
    if done := s.attempt(OpenThread(st.session_state["thread_new_id"], scenario)):
        url.show(s, done.conversation.id)
        del st.session_state["thread_new_id"]
        st.session_state["thread_new"] = False


def suggested_id(s: Session) -> str:
    """The next free `demo-chat-…` of the lab: a letter, then a number."""
    used = {c.thread_id for c in s.lab.conversations()}
    names = [*string.ascii_lowercase, *map(str, range(1, len(used) + 2))]
    return next(f"demo-chat-{name}" for name in names if f"demo-chat-{name}" not in used)


def label(s: Session) -> None:
    popover = st.popover(
        "",
        icon=":material/edit:",
        key="thread_menu",
        on_change=_fresh,
        args=(s,),
        help=s.text("bar.label_help"),
    )
    if not popover.open:
        return
    shown = s.conversation
    with popover, st.form("label_thread", border=False):
        asked = _inert(s.text("bar.label", thread=shown.thread_id))
        st.text_input(asked, shown.label, key="thread_label")
        st.form_submit_button(s.text("bar.save"), type="primary", on_click=_rename, args=(s,))
        if s.notice:
            st.warning(_inert(s.text.say(s.notice)))


def _rename(s: Session) -> None:
    if s.attempt(LabelThread(s.conversation_id, st.session_state["thread_label"])):
        st.session_state["thread_menu"] = False


def _fresh(s: Session) -> None:
    """A form that opens has nothing to say yet."""
    s.say(None)


def _inert(text: str) -> str:
    """Text for a place where Streamlit renders Markdown, every mark of it as itself."""
    return "".join(f"\\{c}" if c in string.punctuation else c for c in text)
