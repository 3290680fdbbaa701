"""Undo of the last action, and reset of the lab."""

from __future__ import annotations

import streamlit as st

from lib.text import Said
from lib.ui.markup import inert
from lib.ui.panels import threads
from lib.ui.session import Session


def undo(s: Session) -> None:
    st.button(
        "",
        key="undo",
        icon=":material/undo:",
        help=s.text("bar.undo_help"),
        on_click=_undo,
        args=(s,),
    )


def _undo(s: Session) -> None:
    if action := s.attempted(s.lab.undo):
        threads.after_removal(s)
        said = s.text(f"journal.{type(action).__name__}")
        s.say(Said("bar.undone", {"action": said}))


def reset(s: Session) -> None:
    popover = st.popover(
        "",
        icon=":material/delete_sweep:",
        key="reset_menu",
        help=s.text("bar.reset_help"),
        on_change=lambda: s.say(None),
    )
    if not popover.open:
        return
    with popover:
        st.write(inert(s.text("bar.reset_says", count=len(s.threads))))
        st.button(s.text("bar.reset"), key="reset", type="primary", on_click=_reset, args=(s,))
        if s.notice:
            st.warning(inert(s.text.say(s.notice)))


def _reset(s: Session) -> None:
    def step() -> bool:
        s.lab.reset()
        return True

    if s.attempted(step):
        st.session_state["reset_menu"] = False
        threads.after_removal(s)
        s.say(Said("bar.was_reset"))
