"""Cause: the open questions of the head and their answers; a failure that can be ordered."""

from __future__ import annotations

import streamlit as st

from lib.evidence import Question
from lib.graphs import SCENARIOS
from lib.identity import calls
from lib.identity.ids import new_id
from lib.lab.actions import FailNext, Resume
from lib.ui import url
from lib.ui.markup import inert, line
from lib.ui.session import Session
from lib.ui.view import View


def draw(s: Session, view: View) -> None:
    if view.questions and view.on_head:
        _questions(s, view)
    if node := SCENARIOS[view.conversation.scenario].may_fail:
        _failure(s, view, node)


def _questions(s: Session, view: View) -> None:
    """All open questions, each answered by its id; one left blank stays open."""
    _empty_for(view.questions)
    with st.container(key="answers"), st.form("answers_form", border=True):
        st.caption(s.text("chat.asks", count=len(view.questions)))
        for place, question in enumerate(view.questions, 1):
            asked = line(question.value, 200)
            st.text_input(inert(f"{question.node}: {asked}"), key=f"answer_{place}")
        st.form_submit_button(
            s.text("chat.resume"),
            key="resume",
            type="primary",
            on_click=_resume,
            args=(s, view.root.head or "", view.questions),
        )


def _empty_for(questions: tuple[Question, ...]) -> None:
    """What was typed for one question is not left standing at another, which came in its place."""
    asked = [question.id for question in questions]
    if st.session_state.get("asked") != asked:
        st.session_state["asked"] = asked
        for place in range(1, len(asked) + 1):
            st.session_state[f"answer_{place}"] = ""


def _resume(s: Session, at: str, questions: tuple[Question, ...]) -> None:
    typed = {f"answer_{n}": question.id for n, question in enumerate(questions, 1)}
    answers = {asked: str(st.session_state[key] or "") for key, asked in typed.items()}
    if s.attempt(Resume(s.conversation_id, at, answers, new_id(), s.durability, s.pause)):
        for key in typed:
            st.session_state[key] = ""
        url.select(s, None)


def _failure(s: Session, view: View, node: str) -> None:
    conversation = view.conversation
    armed = s.lab.fresh(
        ("armed", conversation.id), lambda: calls.is_armed(s.lab.ledger, conversation)
    )
    st.button(
        s.text("chat.fails_next" if armed else "chat.fail_next", node=node),
        key="fail_next",
        icon=":material/bolt:",
        type="tertiary",
        disabled=armed,
        on_click=_fail_next,
        args=(s,),
    )


def _fail_next(s: Session) -> None:
    s.attempt(FailNext(s.conversation_id))
