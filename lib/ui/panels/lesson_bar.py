"""The lesson bar: what is asked, what one can answer, and the one button that leads on."""

from __future__ import annotations

import streamlit as st

from lib.text import LANGS
from lib.ui import url
from lib.ui.panels import code, lesson_hints, lesson_map, lesson_menu, lesson_stages, taking_back
from lib.ui.panels.bar import LANGUAGE_NAMES
from lib.ui.session import Session
from lib.ui.view import View

WIDTHS = (36, 36, 28)


def draw(s: Session, view: View) -> None:
    assert s.lesson
    stage = lesson_stages.of(s, view)
    with st.container(key="lesson_bar"):
        asked, answers, leads = st.columns(WIDTHS, gap="small")
        with asked:
            _title(s)
            st.html(stage.says)
        with answers:
            stage.answers()
        with leads:
            _top(s)
            with st.container(key="lesson_leads", horizontal=True, vertical_alignment="center"):
                stage.leads()
            with st.container(key="lesson_tools", horizontal=True, vertical_alignment="center"):
                _tools(s)


def _title(s: Session) -> None:
    with st.container(key="lesson_title", horizontal=True, vertical_alignment="center"):
        lesson_map.draw(s)


def _top(s: Session) -> None:
    with st.container(key="lesson_top", horizontal=True, vertical_alignment="center"):
        st.html(lesson_stages.strip(s))
        st.session_state["lang"] = s.lang
        st.segmented_control(
            s.text("bar.lang"),
            LANGS,
            format_func=LANGUAGE_NAMES.__getitem__,
            key="lang",
            required=True,
            on_change=lambda: url.speak(s, st.session_state["lang"]),
            label_visibility="collapsed",
        )


def _tools(s: Session) -> None:
    """Hints and progress are for the learner alone, not for a room."""
    if s.stage == "challenge" and not s.projector:
        lesson_hints.draw(s)
    if s.may("undo"):
        taking_back.undo(s)
    code.draw(s)
    lesson_menu.draw(s)
