"""What is done to a thread as a whole: its label, a copy, its end."""

from __future__ import annotations

import streamlit as st

from lib.lab.actions import CopyThread, DeleteThread, LabelThread
from lib.text import Said
from lib.ui import url
from lib.ui.markup import inert
from lib.ui.panels import threads
from lib.ui.session import Session


def draw(s: Session) -> None:
    popover = st.popover(
        "",
        icon=":material/edit:",
        key="thread_menu",
        on_change=lambda: s.say(None),
        help=s.text("bar.menu_help"),
    )
    if not popover.open:
        return
    with popover:
        _label(s)
        _copy(s)
        _delete(s)
        if s.notice:
            st.warning(inert(s.text.say(s.notice)))


def _label(s: Session) -> None:
    shown = s.conversation
    with st.form("label_thread", border=False):
        asked = inert(s.text("bar.label", thread=shown.thread_id))
        st.text_input(asked, shown.label, key="thread_label")
        st.form_submit_button(s.text("bar.save"), on_click=_rename, args=(s,))


def _rename(s: Session) -> None:
    if s.attempt(LabelThread(s.conversation_id, st.session_state["thread_label"])):
        st.session_state["thread_menu"] = False


def _copy(s: Session) -> None:
    with st.form("copy_thread", border=False):
        st.session_state.setdefault("thread_copy_id", threads.suggested_id(s))
        st.text_input(s.text("bar.copy_id"), key="thread_copy_id", help=s.text("bar.copy_help"))
        st.form_submit_button(s.text("bar.copy"), key="thread_copy", on_click=_copied, args=(s,))


def _copied(s: Session) -> None:
    source = s.conversation.thread_id
    if done := s.attempt(CopyThread(s.conversation_id, st.session_state["thread_copy_id"])):
        del st.session_state["thread_copy_id"]
        st.session_state["thread_menu"] = False
        url.show(s, done.conversation.id)
        s.say(Said("bar.copied", {"source": source, "thread": done.conversation.thread_id}))


def _delete(s: Session) -> None:
    shown = s.conversation
    checkpoints, writes = s.lab.backend.rows(shown.thread_id)
    with st.form("delete_thread", border=False):
        counted = s.text(
            "bar.delete_counts", thread=shown.thread_id, checkpoints=checkpoints, writes=writes
        )
        st.text_input(inert(counted), key="delete_confirm")
        st.form_submit_button(
            s.text("bar.delete"), key="thread_delete", on_click=_deleted, args=(s, shown.thread_id)
        )


def _deleted(s: Session, thread_id: str) -> None:
    if s.attempt(DeleteThread(s.conversation_id, str(st.session_state["delete_confirm"]))):
        st.session_state["thread_menu"] = False
        threads.after_removal(s)
        s.say(Said("bar.deleted", {"thread": thread_id}))
