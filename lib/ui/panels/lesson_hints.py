"""Hints: three rungs, then the solution, which is recorded as shown."""

from __future__ import annotations

import streamlit as st

from lib.lab.hub import hub
from lib.ui.panels.showing import follow
from lib.ui.session import Session


def draw(s: Session) -> None:
    assert s.lesson
    walk = s.stand.walk
    if walk.hints < len(s.lesson.hints):
        label = s.text("lesson.hint", number=walk.hints + 1, count=len(s.lesson.hints))
        st.button(label, key="hint", icon=":material/lightbulb:", on_click=_hint, args=(s,))
        return
    popover = st.popover(
        s.text("lesson.solution"),
        key="solution_menu",
        icon=":material/key:",
        on_change=lambda: s.say(None),
    )
    if popover.open:
        with popover:
            st.write(s.text("lesson.solution_says"))
            said = s.text("lesson.solution_show")
            st.button(said, key="solution", type="primary", on_click=_solution, args=(s,))


def _hint(s: Session) -> None:
    stand = s.stand
    stand.walk.hints += 1
    stand.keep()


def _solution(s: Session) -> None:
    stand = s.stand
    s.attempted(lambda: stand.show_solution(s.lang, hub().settings.slow_seconds))
    st.session_state["solution_menu"] = False
    s.threads = s.lab.conversations()
    follow(s)
