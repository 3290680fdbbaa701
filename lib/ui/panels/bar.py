"""The thin bar: which thread, which scenario, how it runs, which language."""

from __future__ import annotations

import string

import streamlit as st

from lib.graphs import SCENARIOS
from lib.lab.actions import DURABILITIES, ChooseScenario, LabelThread, OpenThread
from lib.text import LANGS, Said
from lib.ui.session import Session

LANGUAGE_NAMES = {"en": "English", "zh": "中文"}


def draw(s: Session) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        _thread(s)
        _new(s)
        _label(s)
        _scenario(s)
        _durability(s)
        _slow(s)
        _lang(s)


def _thread(s: Session) -> None:
    names = {c.id: c.name for c in s.threads}
    st.session_state["thread"] = s.conversation_id
    st.selectbox(
        s.text("bar.thread"),
        list(names),
        format_func=lambda i: names.get(i, i),
        key="thread",
        on_change=lambda: s.show(st.session_state["thread"]),
        label_visibility="collapsed",
        width=210,
    )


def _new(s: Session) -> None:
    popover = st.popover(
        s.text("bar.new"), icon=":material/add:", key="thread_new", on_change="rerun"
    )
    if not popover.open:
        return
    with popover, st.form("new_thread", border=False):
        st.session_state.setdefault("thread_new_id", suggested_id(s))
        st.text_input(s.text("bar.new_id"), key="thread_new_id", help=s.text("bar.new_id_help"))
        st.form_submit_button(s.text("bar.open"), type="primary", on_click=_open, args=(s,))
        if s.notice:
            st.warning(_inert(s.text.say(s.notice)))


def _open(s: Session) -> None:
    scenario = s.conversation.scenario
    if done := s.attempt(OpenThread(st.session_state["thread_new_id"], scenario)):
        s.show(done.conversation.id)
        del st.session_state["thread_new_id"]
        st.session_state["thread_new"] = False


def suggested_id(s: Session) -> str:
    """The next free `demo-chat-…` of the lab: a letter, then a number."""
    used = {c.thread_id for c in s.lab.conversations()}
    names = [*string.ascii_lowercase, *map(str, range(1, len(used) + 2))]
    return next(f"demo-chat-{name}" for name in names if f"demo-chat-{name}" not in used)


def _label(s: Session) -> None:
    popover = st.popover(
        "",
        icon=":material/edit:",
        key="thread_menu",
        on_change="rerun",
        help=s.text("bar.label_help"),
    )
    if not popover.open:
        return
    shown = s.conversation
    with popover, st.form("label_thread", border=False):
        st.text_input(s.text("bar.label", thread=shown.thread_id), shown.label, key="thread_label")
        st.form_submit_button(s.text("bar.save"), type="primary", on_click=_rename, args=(s,))
        if s.notice:
            st.warning(_inert(s.text.say(s.notice)))


def _rename(s: Session) -> None:
    if s.attempt(LabelThread(s.conversation_id, st.session_state["thread_label"])):
        st.session_state["thread_menu"] = False


def _scenario(s: Session) -> None:
    st.session_state["scenario"] = s.conversation.scenario
    st.selectbox(
        s.text("bar.scenario"),
        list(SCENARIOS),
        format_func=lambda i: SCENARIOS[i].title[s.lang],
        key="scenario",
        on_change=_choose_scenario,
        args=(s,),
        label_visibility="collapsed",
        width=235,
    )


def _choose_scenario(s: Session) -> None:
    """An unused thread takes the scenario; a used one keeps its own and a new thread is opened."""
    scenario = st.session_state["scenario"]
    unused = not s.lab.used(s.conversation_id)
    if unused:
        s.attempt(ChooseScenario(s.conversation_id, scenario))
    elif done := s.attempt(OpenThread(suggested_id(s), scenario)):
        s.show(done.conversation.id)
        s.say(Said("bar.scenario_opened", {"thread": done.conversation.thread_id}))


def _durability(s: Session) -> None:
    st.session_state["durability"] = s.durability
    st.selectbox(
        s.text("bar.durability"),
        DURABILITIES,
        format_func=lambda mode: s.text("bar.durability_is", mode=mode),
        key="durability",
        on_change=lambda: _remember(s, durability=st.session_state["durability"]),
        label_visibility="collapsed",
        width=165,
    )


def _slow(s: Session) -> None:
    st.session_state["slow"] = s.slow
    st.toggle(
        s.text("bar.slow"),
        key="slow",
        help=s.text("bar.slow_help"),
        on_change=lambda: _remember(s, slow=st.session_state["slow"]),
    )


def _remember(s: Session, **chosen: str | bool) -> None:
    for name, value in chosen.items():
        setattr(s, name, value)
    if chosen.get("durability") == "exit":
        s.say(Said("bar.exit_warning"))
    s.remember(**chosen)


def _lang(s: Session) -> None:
    st.session_state["lang"] = s.lang
    st.segmented_control(
        s.text("bar.lang"),
        LANGS,
        format_func=LANGUAGE_NAMES.__getitem__,
        key="lang",
        required=True,
        on_change=lambda: s.speak(st.session_state["lang"]),
        label_visibility="collapsed",
    )


def _inert(text: str) -> str:
    """Text for one of Streamlit's Markdown boxes, every mark of Markdown as itself."""
    return "".join(f"\\{c}" if c in string.punctuation else c for c in text)
