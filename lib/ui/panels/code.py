"""What was done in the lab, with the Python that does the same, and the lab as a file to keep."""

from __future__ import annotations

import streamlit as st

from lib.lab.export import Step, notebook, script, steps
from lib.ui.markup import inert
from lib.ui.session import Session

NEWEST = 30
"""Steps that are listed; the files hold all of them."""


def draw(s: Session) -> None:
    asked = st.button("", key="code", icon=":material/code:", help=s.text("bar.code_help"))
    if asked:
        st.dialog(s.text("bar.code_help"), width="large")(_listed)(s)


def _listed(s: Session) -> None:
    done = steps(s.lab)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            s.text("journal.export_py"),
            lambda: script(s.lab),
            "checkpoint_lab.py",
            "text/x-python",
            key="export_py",
            icon=":material/download:",
            on_click="ignore",
        )
        st.download_button(
            s.text("journal.export_ipynb"),
            lambda: notebook(s.lab),
            "checkpoint_lab.ipynb",
            "application/x-ipynb+json",
            key="export_ipynb",
            icon=":material/download:",
            on_click="ignore",
        )
        st.caption(s.text("journal.export_says"))
    if len(done) > NEWEST:
        st.caption(s.text("journal.older", count=len(done) - NEWEST))
    for number, step in list(enumerate(done, 1))[-NEWEST:]:
        _step(s, number, step)


def _step(s: Session, number: int, step: Step) -> None:
    did = s.text(f"journal.{step.line.action['do']}")
    st.caption(inert(f"{number}. {did} · {step.thread_id}"))
    st.code(step.code, language="python", wrap_lines=True)
