"""Acting on the selected checkpoint: replay it, fork it, continue its branch, compare with it."""

from __future__ import annotations

import streamlit as st

from lib.identity.ids import new_id
from lib.lab.actions import Replay
from lib.text import Said
from lib.ui import url
from lib.ui.panels import fork
from lib.ui.session import Session
from lib.ui.view import View, read


def draw(s: Session, view: View) -> None:
    """What is selected is looked up when a button is pressed: selecting draws none of this anew."""
    with st.container(key="acting", horizontal=True, vertical_alignment="center"):
        can_act = view.shown is not None and not view.ns
        if s.may("replay"):
            _replay_button(s, view, can_act=can_act)
        if s.may("fork"):
            fork.draw(s, view, disabled=not can_act)
        if s.may("continue") and not view.on_head:
            st.button(
                s.text("acting.continue"),
                key="continue_branch",
                icon=":material/alt_route:",
                help=s.text("acting.continue_help"),
                on_click=_continue,
                args=(s, view.tip),
            )
        _compare(s, view)


def _replay_button(s: Session, view: View, *, can_act: bool) -> None:
    st.button(
        s.text("acting.replay"),
        key="replay",
        icon=":material/replay:",
        help=s.text("acting.inner" if view.ns else "acting.replay_help"),
        disabled=not can_act,
        on_click=_replay,
        args=(s,),
    )


def _replay(s: Session) -> None:
    view = read(s)
    if view.record is None:
        s.say(Said("errors.no_such_checkpoint"))
        return
    if s.attempt(
        Replay(s.conversation_id, view.record.checkpoint_id, new_id(), s.durability, s.pause)
    ):
        url.select(s, None)
        s.say(None if view.record.next else Said("acting.replayed_done"))


def _continue(s: Session, tip: str) -> None:
    """Select the branch's tip: the chat shows that branch, and what is typed goes on there."""
    s.ns = ""
    url.select(s, tip)
    s.say(Said("acting.continues"))


def _compare(s: Session, view: View) -> None:
    compared = s.compared is not None
    st.button(
        "",
        key="compare",
        icon=":material/compare_arrows:",
        help=s.text("acting.compare_parent" if compared else "acting.compare_help"),
        type="primary" if compared else "secondary",
        disabled=view.shown is None,
        on_click=_keep,
        args=(s,),
    )


def _keep(s: Session) -> None:
    s.compared = None if s.compared else read(s).shown
