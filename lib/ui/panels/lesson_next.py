"""What leads on in a lesson: run it, or go to the next stage. One primary button at a time."""

from __future__ import annotations

import streamlit as st

from lib.lab.hub import hub
from lib.lessons import catalog
from lib.lessons.walk import Stage
from lib.ui import url, widgets
from lib.ui.panels.lesson_shown import sentence
from lib.ui.panels.showing import follow, show_newest
from lib.ui.session import Session


def run(s: Session) -> None:
    """Disabled until an option is chosen: who predicts first sees more."""
    walk = s.stand.walk
    widgets.show(s, "sure", walk.sure)
    about = s.text("lesson.sure_help")
    st.toggle(s.text("lesson.sure"), key="sure", help=about, on_change=_sure, args=(s,))
    st.button(
        s.text("lesson.run"),
        key="run",
        type="primary",
        icon=":material/play_arrow:",
        shortcut="Ctrl+Enter",
        disabled=walk.choice is None,
        help=s.text("lesson.run_help") if walk.choice is None else None,
        on_click=_run,
        args=(s,),
    )


def _sure(s: Session) -> None:
    if widgets.chose(s, "sure"):
        stand = s.stand
        stand.walk.sure = bool(st.session_state["sure"])
        stand.keep()


def _run(s: Session) -> None:
    stand = s.stand
    if stand.walk.choice is not None:
        s.attempted(lambda: stand.run(s.lang, hub().settings.slow_seconds))
        go(s, "run")
        follow(s)


def get_there(s: Session) -> None:
    """The one button of a link to a stage that was not reached: it runs the lesson."""
    _button(s, "lesson.get_there", _get_there, icon=":material/play_arrow:")


def _get_there(s: Session) -> None:
    stand = s.stand
    s.attempted(lambda: stand.run(s.lang, 0.0))
    follow(s)


def prepare(s: Session) -> None:
    _button(s, "lesson.prepare", _prepare, icon=":material/construction:")


def _prepare(s: Session) -> None:
    stand = s.stand
    s.attempted(lambda: stand.prepare(s.lang))


def again(s: Session) -> None:
    _button(s, "lesson.again", start_over, icon=":material/restart_alt:")


def start_over(s: Session) -> None:
    stand = s.stand
    s.attempted(lambda: stand.start_over(s.lang))
    s.threads = s.lab.conversations()
    if s.notice is None:
        go(s, "predict")


def on(s: Session, stage: Stage, *, primary: bool = True) -> None:
    """To the next stage of this lesson."""
    name = s.text(f"lesson.to.{stage}")
    st.button(
        name,
        key="next",
        type="primary" if primary else "secondary",
        icon=":material/arrow_forward:",
        shortcut="n",
        on_click=go,
        args=(s, stage),
    )


def try_it(s: Session) -> None:
    """To the challenge; beside it, which LangGraph showed what is explained here."""
    on(s, "challenge")
    st.html(sentence(s.text("lesson.version", version=s.stand.walk.langgraph), "aside"))


def go(s: Session, stage: Stage) -> None:
    s.stage = stage
    stand = s.stand
    stand.walk.stage = stage
    stand.keep()
    if stage == "observe":
        show_newest(s)
    url.write(s)


def lesson(s: Session, *, met: bool) -> None:
    """To the next lesson; nothing is locked, but it is the primary button only when this is met."""
    assert s.lesson
    following = catalog.following(s.lesson)
    if following is None:
        st.html(sentence(s.text("lesson.last"), "aside"))
        return
    st.button(
        s.text("lesson.next_lesson"),
        key="next",
        type="primary" if met else "secondary",
        icon=":material/skip_next:",
        shortcut="n",
        help=following.title.in_(s.lang),
        on_click=open_lesson,
        args=(s, following.id),
    )


def open_lesson(s: Session, slug: str) -> None:
    """Open a lesson by a click, which may set it up; a link never does."""
    s.slug = slug
    s.remember(lesson=slug)
    url.to_lesson(s, slug)


def _button(s: Session, label: str, press: object, *, icon: str) -> None:
    st.button(s.text(label), key="run", type="primary", icon=icon, on_click=press, args=(s,))  # type: ignore[arg-type]
