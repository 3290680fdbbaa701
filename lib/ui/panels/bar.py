"""The thin bar: thread, scenario, how it runs, language."""

from __future__ import annotations

import streamlit as st

from lib.graphs import SCENARIOS
from lib.lab.actions import DURABILITIES, ChooseScenario, OpenThread
from lib.text import LANGS, Said
from lib.ui import url, widgets
from lib.ui.panels import code, scenes, taking_back, thread_menu, threads
from lib.ui.session import Session

LANGUAGE_NAMES = {"en": "English", "zh": "中文"}


def draw(s: Session) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        threads.switcher(s)
        threads.new(s)
        thread_menu.draw(s)
        _scenario(s)
        _durability(s)
        _slow(s)
        scenes.draw(s)
        code.draw(s)
        taking_back.undo(s)
        taking_back.reset(s)
        _lang(s)


def _scenario(s: Session) -> None:
    widgets.show(s, "scenario", s.conversation.scenario)
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
    if not widgets.chose(s, "scenario"):
        return
    scenario = st.session_state["scenario"]
    stored = s.lab.backend.count(s.conversation.thread_id)
    unused = s.lab.last_run(s.conversation_id) is None and not stored
    if unused:
        s.attempt(ChooseScenario(s.conversation_id, scenario))
    elif done := s.attempt(OpenThread(threads.suggested_id(s), scenario)):
        url.show(s, done.conversation.id)
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
        setattr(s, "durable" if name == "durability" else name, value)
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
        on_change=lambda: url.speak(s, st.session_state["lang"]),
        label_visibility="collapsed",
    )
