"""The workbench: cause, effect and reason side by side.

Two fragments, one in the other: a tick of the live signal reruns the whole, a selection only the
details. A callback that named fragments to rerun would cost two script runs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import streamlit as st

from lib.ui import components
from lib.ui.panels import (
    acting,
    chat,
    details,
    graph,
    history,
    keys,
    lesson_bar,
    lesson_threads,
    showing,
)
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
    if s.lesson:
        showing.keep_up(s)  # it may turn to a thread opened just now: the next line reads that too
    if _is_stale(s):
        st.rerun()
    view = read(s)
    components.signal(s.key.name, view.version)
    if s.lesson:
        lesson_bar.draw(s, view)
    cause, effect, reason = st.columns(WIDTHS, gap="small")
    with cause:
        if s.lesson:
            lesson_threads.draw(s)
        chat.draw(s, view)
    with effect:
        history.draw(s, view)
        if s.has("graph"):
            graph.draw(s, view)
        if s.lesson and s.has("keys"):
            keys.draw(s)
    with reason:
        acting.draw(s, view)  # not in the fragment below: a selection would draw it anew each time
        look(s)


def _is_stale(s: Session) -> bool:
    """Whether more than the workbench has to be drawn: another tab opened or named a thread, or
    the lesson or the language is another.
    """
    other = s.lesson is not None and s.lesson.id != s.slug
    return other or s.drawn != s.lang or s.lab.conversations() != s.threads


@st.fragment(key="reason")
def look(s: Session) -> None:
    with said(s):
        details.draw(s, read(s))
