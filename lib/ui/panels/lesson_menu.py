"""A lesson's menu: start over, begin all anew, take its threads to the playground."""

from __future__ import annotations

from functools import partial

import streamlit as st

from lib.lab.hub import hub
from lib.lab.taking import take_to
from lib.lessons.progress import forget_all
from lib.ui.markup import inert
from lib.ui.panels.lesson_next import start_over
from lib.ui.session import Session


def draw(s: Session) -> None:
    icon = ":material/more_horiz:"
    popover = st.popover(
        "",
        key="lesson_menu",
        icon=icon,
        help=s.text("lesson.menu"),
        on_change=lambda: s.say(None),
    )
    if not popover.open:
        return
    with popover:
        st.button(
            s.text("lesson.again"),
            key="lesson_reset",
            icon=":material/restart_alt:",
            on_click=_start_over,
            args=(s,),
        )
        st.button(
            s.text("lesson.take"),
            key="lesson_take",
            icon=":material/science:",
            help=s.text("lesson.take_help"),
            on_click=_take,
            args=(s,),
        )
        st.button(
            s.text("lesson.reset_all"),
            key="lesson_reset_all",
            icon=":material/delete_sweep:",
            help=s.text("lesson.reset_all_help"),
            on_click=_reset_all,
            args=(s,),
        )
        if s.notice:
            st.info(inert(s.text.say(s.notice)))


def _start_over(s: Session) -> None:
    st.session_state["lesson_menu"] = False
    start_over(s)


def _take(s: Session) -> None:
    said = s.attempted(lambda: take_to(s.lab, hub().lab(s.learner_id)))
    if said:
        s.say(said)


def _reset_all(s: Session) -> None:
    st.session_state["lesson_menu"] = False
    labs = partial(hub().lab, s.learner_id)
    s.attempted(lambda: forget_all(s.lab.ledger, s.learner_id, labs))
    start_over(s)
