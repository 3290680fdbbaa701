"""A lesson's threads, above its chat: which one is open."""

from __future__ import annotations

import streamlit as st

from lib.ui import url, widgets
from lib.ui.panels import threads
from lib.ui.session import Session


def draw(s: Session) -> None:
    names = {c.id: c.name for c in s.threads}
    with st.container(key="lesson_threads", horizontal=True, vertical_alignment="center"):
        widgets.show(s, "thread", s.conversation_id)
        st.segmented_control(
            s.text("lesson.threads"),
            list(names),
            format_func=lambda i: names.get(i, i),
            key="thread",
            required=True,
            on_change=_choose,
            args=(s,),
            label_visibility="collapsed",
        )
        if s.may("open_thread"):
            threads.new(s)


def _choose(s: Session) -> None:
    if widgets.chose(s, "thread"):
        url.show(s, st.session_state["thread"])
