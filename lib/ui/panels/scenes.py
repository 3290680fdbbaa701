"""Scenes: prepared situations, opened in the playground on threads of their own."""

from __future__ import annotations

import streamlit as st

from lib.lessons import catalog
from lib.lessons.checks import thread
from lib.lessons.format import Lesson
from lib.lessons.playing import play
from lib.lessons.steps import Playing
from lib.text import Said
from lib.ui import url
from lib.ui.markup import inert
from lib.ui.session import Session


def draw(s: Session) -> None:
    popover = st.popover(
        "",
        key="scene",
        icon=":material/theaters:",
        help=s.text("scene.help"),
        on_change=lambda: s.say(None),
    )
    if not popover.open:
        return
    with popover:
        st.caption(s.text("scene.help"))
        for one in catalog.scenes():
            st.button(
                inert(one.title.in_(s.lang)),
                key=one.id,
                type="tertiary",
                disabled=one.too_new,
                on_click=_open,
                args=(s, one),
            )


def _open(s: Session, scene: Lesson) -> None:
    """Play it, unless its thread is here already; either way show it, with what to look at."""
    st.session_state["scene"] = False
    assert scene.note
    if thread(s.lab, scene.seed[0].thread) is None:
        playing = Playing(s.lab, scene, s.lang, 0.0, [])
        s.attempted(lambda: play(playing, scene.seed, lambda: None))
        s.threads = s.lab.conversations()
    if shown := thread(s.lab, scene.seed[0].thread):
        url.show(s, shown.id)
        s.say(Said("scene.note", {"note": scene.note.in_(s.lang)}))
