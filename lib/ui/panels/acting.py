"""Acting on the selected checkpoint: replay it, fork it, continue its branch, compare with it."""

from __future__ import annotations

import streamlit as st

from lib.identity.ids import new_id
from lib.lab.actions import Replay
from lib.text import Said
from lib.ui import url
from lib.ui.panels import fork
from lib.ui.session import Session
from lib.ui.view import View


def draw(s: Session, view: View) -> None:
    with st.container(key="acting", horizontal=True, vertical_alignment="center"):
        can_act = view.record is not None and not view.ns
        due = ", ".join(view.record.next) if view.record else ""
        says = "inner" if view.ns else "replay_help" if due else "replay_done_help"
        st.button(
            s.text("acting.replay"),
            key="replay",
            icon=":material/replay:",
            help=s.text(f"acting.{says}", next=due),
            disabled=not can_act,
            on_click=_replay,
            args=(s, view.shown, bool(due)),
        )
        fork.draw(s, view, disabled=not can_act)
        if not view.on_head:
            st.button(
                s.text("acting.continue"),
                key="continue_branch",
                icon=":material/alt_route:",
                help=s.text("acting.continue_help"),
                on_click=_continue,
                args=(s, view.tip),
            )
        _compare(s, view)


def _replay(s: Session, at: str, due: bool) -> None:
    if s.attempt(Replay(s.conversation_id, at, new_id(), s.durability, s.pause)):
        url.select(s, None)
        s.say(None if due else Said("acting.replayed_done"))
    st.rerun("workbench")


def _continue(s: Session, tip: str) -> None:
    """Select the branch's tip: the chat shows that branch, and what is typed goes on there."""
    s.ns = ""
    url.select(s, tip)
    s.say(Said("acting.continues"))
    st.rerun("workbench")


def _compare(s: Session, view: View) -> None:
    compared = s.compared is not None
    st.button(
        "",
        key="compare",
        icon=":material/compare_arrows:",
        help=s.text("acting.compare_parent" if compared else "acting.compare_help"),
        type="primary" if compared else "secondary",
        disabled=view.record is None,
        on_click=_keep,
        args=(s, None if compared else view.shown),
    )


def _keep(s: Session, checkpoint_id: str | None) -> None:
    s.compared = checkpoint_id
