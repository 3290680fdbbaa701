"""The workbench: cause, effect and reason side by side.

Two fragments, one in the other: a tick of the live signal reruns the whole, a selection only the
details. A callback that named fragments to rerun would cost two script runs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import streamlit as st

from lib.ui import components
from lib.ui.panels import acting, chat, details, graph, history
from lib.ui.session import STORAGE_ERRORS, Session, storage_failure
from lib.ui.view import read

WIDTHS = (26, 44, 30)


@contextlib.contextmanager
def said(s: Session) -> Iterator[None]:
    """One sentence instead of the panels when the lab's file can't be read."""
    try:
        yield
    except STORAGE_ERRORS as error:
        st.error(s.text.say(storage_failure(error)))


@st.fragment(key="workbench")
def draw(s: Session) -> None:
    with said(s):
        _draw(s)


def _draw(s: Session) -> None:
    if s.lab.conversations() != s.threads:
        st.rerun()  # another tab opened or named a thread: the bar has to know
    view = read(s)
    components.signal(s.key.name, view.version)
    cause, effect, reason = st.columns(WIDTHS, gap="small")
    with cause:
        chat.draw(s, view)
    with effect:
        history.draw(s, view)
        graph.draw(s, view)
    with reason:
        acting.draw(s, view)  # not in the fragment below: a selection would draw it anew each time
        look(s)


@st.fragment(key="reason")
def look(s: Session) -> None:
    with said(s):
        details.draw(s, read(s))
