"""One question from an earlier lesson, asked again when a lesson opens; the answer is told."""

from __future__ import annotations

from functools import partial

import streamlit as st

from lib.lessons.format import Lesson
from lib.lessons.progress import recalled
from lib.ui.panels.lesson_shown import Shown, sentence
from lib.ui.session import Session


def shown(s: Session) -> Shown | None:
    """None: there is nothing to ask again, or it was asked in this tab."""
    assert s.lesson
    if s.recalled == s.lesson.id or s.projector or s.stand.walk.choice is not None:
        return None
    opened = s.lesson
    found = s.lab.fresh(("recall", opened.id), lambda: recalled(s.lab.ledger, s.learner_id, opened))
    if found is None:
        return None
    asked, true = found
    question = (asked.recall or asked.asks.question).in_(s.lang)
    title = s.text("lesson.recall", title=asked.title.in_(s.lang))
    says = sentence(title, "aside") + sentence(question)
    if s.recall_choice is None:
        return Shown(says, partial(_options, s, asked), partial(_leave, s, "lesson.skip"))
    right = s.recall_choice == true
    option = asked.asks.options[true]
    key = "lesson.recall_right" if right else "lesson.recall_wrong"
    told = sentence(s.text(key, option=option.text.in_(s.lang)), "right" if right else "hint")
    told += sentence(option.why.in_(s.lang), "aside")
    return Shown(says, partial(_tell, told), partial(_leave, s, "lesson.recall_on"))


def _tell(told: str) -> None:
    st.html(told)


def _options(s: Session, asked: Lesson) -> None:
    for place, option in enumerate(asked.asks.options):
        st.button(
            option.text.in_(s.lang),
            key=f"option_{place + 1}",
            icon=":material/radio_button_unchecked:",
            shortcut=str(place + 1),
            width="stretch",
            on_click=_answer,
            args=(s, place),
        )


def _answer(s: Session, place: int) -> None:
    s.recall_choice = place


def _leave(s: Session, label: str) -> None:
    st.button(s.text(label), key="next", icon=":material/arrow_forward:", on_click=_done, args=(s,))


def _done(s: Session) -> None:
    assert s.lesson
    s.recalled, s.recall_choice = s.lesson.id, None
