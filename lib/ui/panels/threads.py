"""The thread switcher: choose one, open a new one."""

from __future__ import annotations

import string

import streamlit as st

from lib.lab.actions import OpenThread
from lib.lessons.steps import first_threads
from lib.ui import url, widgets
from lib.ui.markup import inert
from lib.ui.session import Session

FIRST_THREAD = "demo-chat-a"
FIRST_SCENARIO = "seat"


def switcher(s: Session) -> None:
    names = {c.id: c.name for c in s.threads}
    widgets.show(s, "thread", s.conversation_id)
    st.selectbox(
        s.text("bar.thread"),
        list(names),
        format_func=lambda i: names.get(i, i),
        key="thread",
        on_change=_choose,
        args=(s,),
        label_visibility="collapsed",
        width=210,
    )


def _choose(s: Session) -> None:
    if widgets.chose(s, "thread"):
        url.show(s, st.session_state["thread"])


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
            st.warning(inert(s.text.say(s.notice)))


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


def open_first(s: Session) -> None:
    """A lab is never without a thread; a lesson's has those that its seed opens."""
    if s.lesson is None:
        s.attempt(OpenThread(FIRST_THREAD, FIRST_SCENARIO))
    for thread_id, scenario in first_threads(s.lesson) if s.lesson else ():
        s.attempt(OpenThread(thread_id, scenario))
    s.threads = s.lab.conversations()


def after_removal(s: Session) -> None:
    """The shown thread may be gone: show the newest that is left, or a first one."""
    s.threads = s.lab.conversations()
    if not s.threads:
        open_first(s)
    if all(c.id != s.conversation_id for c in s.threads):
        url.show(s, s.threads[-1].id)
    else:
        url.select(s, None)


def _fresh(s: Session) -> None:
    """A form that opens has nothing to say yet."""
    s.say(None)
