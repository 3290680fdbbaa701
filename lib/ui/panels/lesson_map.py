"""The map of lessons: in order, with what comes before each, and what became of it."""

from __future__ import annotations

import streamlit as st

from lib.lessons import catalog, progress
from lib.lessons.format import Lesson
from lib.lessons.walk import Progress, all_progress
from lib.text import Said
from lib.ui.markup import inert
from lib.ui.panels.lesson_next import open_lesson
from lib.ui.session import Session


def draw(s: Session) -> None:
    assert s.lesson
    title = s.text("lesson.title", number=s.lesson.order, title=s.lesson.title.in_(s.lang))
    icon, about = ":material/map:", s.text("lesson.map")
    popover = st.popover(
        inert(title), key="lesson", icon=icon, help=about, on_change=lambda: s.say(None)
    )
    if not popover.open:
        return
    with popover:
        kept = all_progress(s.lab.ledger, s.learner_id)
        for one in catalog.lessons():
            _line(s, one, kept.get(one.id, Progress()))
        if not s.projector:
            _file(s)


def _line(s: Session, one: Lesson, kept: Progress) -> None:
    assert s.lesson
    stands = {"solved": kept.solved, "shown": kept.shown, "begun": kept.attempts}
    done = next((name for name, is_so in stands.items() if is_so), "new")
    icon = {"solved": "check_circle", "shown": "visibility", "begun": "pending"}.get(done, "circle")
    before = [other.title.in_(s.lang) for slug in one.after if (other := catalog.lesson(slug))]
    about = s.text("lesson.after", titles="; ".join(before)) if before else s.text("lesson.first")
    track = s.text("lesson.architect") if one.track == "architect" else ""
    state = "" if s.projector else s.text(f"lesson.state.{done}")
    st.button(
        inert(s.text("lesson.title", number=one.order, title=one.title.in_(s.lang))),
        key=f"lesson_to_{one.id}",
        icon=":material/circle:" if s.projector else f":material/{icon}:",
        help=inert(" · ".join(part for part in (state, about, track) if part)),
        type="primary" if one.id == s.lesson.id else "tertiary",
        on_click=_open,
        args=(s, one.id),
    )


def _open(s: Session, slug: str) -> None:
    st.session_state["lesson"] = False
    open_lesson(s, slug)


def _file(s: Session) -> None:
    """Progress to keep and to bring along."""
    st.download_button(
        s.text("lesson.download"),
        lambda: progress.as_file(s.lab.ledger, s.learner_id),
        "checkpoint_lab_progress.json",
        "application/json",
        key="progress_download",
        icon=":material/download:",
        on_click="ignore",
    )
    st.file_uploader(
        s.text("lesson.upload"),
        type="json",
        key="progress_upload",
        on_change=_load,
        args=(s,),
        max_upload_size=1,
    )
    if s.notice:
        st.info(inert(s.text.say(s.notice)))


def _load(s: Session) -> None:
    given = st.session_state["progress_upload"]
    if given is None:
        return
    taken = s.attempted(lambda: progress.load(s.lab.ledger, s.learner_id, given.getvalue()))
    if taken:
        s.say(Said("lesson.loaded", {"taken": taken[0], "left": taken[1]}))
        s.lab.publish()
