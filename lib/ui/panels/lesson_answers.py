"""The middle of the lesson bar: options to choose from, and what became of them."""

from __future__ import annotations

from html import escape

import streamlit as st

from lib.lessons.format import Goal
from lib.ui.panels.lesson_shown import sentence
from lib.ui.session import Session

MARKS = {"chosen": "●", "happened": "✔"}


def choose(s: Session) -> None:
    """One button an option; the key of its number presses it. None is marked: nobody knows yet."""
    assert s.lesson
    for place, option in enumerate(s.lesson.asks.options):
        chosen = s.stand.walk.choice == place
        st.button(
            option.text.in_(s.lang),
            key=f"option_{place + 1}",
            type="primary" if chosen else "secondary",
            icon=f":material/radio_button_{'checked' if chosen else 'unchecked'}:",
            shortcut=str(place + 1),
            width="stretch",
            on_click=_choose,
            args=(s, place),
        )


def _choose(s: Session, place: int) -> None:
    stand = s.stand
    if not stand.walk.ran and not stand.walk.playing:
        stand.walk.choice = place
        stand.keep()


def marked(s: Session) -> None:
    """The options with what was chosen and what happened, side by side."""
    assert s.lesson
    walk = s.stand.walk
    lines = []
    for place, option in enumerate(s.lesson.asks.options):
        marks = {"chosen": walk.choice == place, "happened": walk.outcome == place}
        kinds = [kind for kind, is_so in marks.items() if is_so]
        said = " · ".join(f"{MARKS[kind]} {s.text(f'lesson.{kind}')}" for kind in kinds)
        lines.append(
            f'<div class="lesson-option {" ".join(kinds)}" data-option="{place + 1}">'
            f"<span>{escape(option.text.in_(s.lang))}</span><b>{escape(said)}</b></div>"
        )
    st.html("".join(lines))


def feedback(s: Session, said: str, hint: str, *, right: bool) -> None:
    """What a click came to. A wrong one gets a hint and locks nothing."""
    kind = "right" if right else "hint" if hint else "aside"
    with st.container(key="observe"):
        st.html(sentence(said, kind) + (sentence(hint, "aside") if hint else ""))


def goal(s: Session, one: Goal, *, met: bool, key: str = "goal") -> str:
    """A goal with its tick, which follows the lab live."""
    tick, said = ("☑", s.text("lesson.met")) if met else ("☐", s.text("lesson.open"))
    kind = "met" if met else "open"
    return (
        f'<div class="st-key-{key} lesson-goal {kind}" data-met="{str(met).lower()}">'
        f'<span aria-label="{escape(said)}">{tick}</span> {escape(one.text.in_(s.lang))}</div>'
    )


def hinted(s: Session, *, met: bool) -> None:
    """The hint that was asked for last; or that it is done."""
    assert s.lesson
    stand = s.stand
    if met:
        key = "shown_done" if stand.progress.shown and not stand.progress.solved else "done"
        st.html(sentence(s.text(f"lesson.{key}"), "right"))
        return
    place = 0 if s.projector else stand.walk.hints
    if place:
        st.html(sentence(f"{place}. {s.lesson.hints[place - 1].in_(s.lang)}", "hint"))
    else:
        st.html(sentence(s.text("lesson.try_it"), "aside"))
