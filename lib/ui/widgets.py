"""Widgets whose value the server sets as well as the learner.

A run that the browser asked for just before it was told of a new value still brings the old one,
and Streamlit takes that for a choice. The value that was just replaced, brought by a run that the
live signal asked for, is the echo of what was shown.
"""

from __future__ import annotations

import time
from typing import Any

import streamlit as st

from lib.ui import components
from lib.ui.session import Session

ECHO = 3.0
"""Seconds within which the browser has heard of a new value."""


def show(s: Session, key: str, value: Any) -> None:
    """Give a widget its value, before it is drawn."""
    if key in s.shown and s.shown[key] != value:
        s.replaced[key] = (time.monotonic(), s.shown[key])
    s.shown[key] = value
    st.session_state[key] = value


def chose(s: Session, key: str) -> bool:
    """Inside the widget's callback: whether a learner chose its value."""
    value = st.session_state[key]
    if value == s.shown.get(key):  # said back after an echo of the value before
        return False
    at, before = s.replaced.get(key, (0.0, None))
    late = key in s.replaced and value == before and time.monotonic() - at < ECHO
    if late and components.ticked():
        return False
    s.shown[key] = value
    return True
