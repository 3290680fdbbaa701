"""The page's URL: what is open stands in it, so that F5 and a link show the same again.

A click on a row writes `checkpoint` in the browser at once. Once the server has written a query,
the browser sends that one with every run instead of its real one; so only a query that is not the
one last read or written here says something new, and a write always writes all of it.
"""

from __future__ import annotations

import time

import streamlit as st

from lib.lessons.walk import STAGES
from lib.text import Lang, Said, as_lang
from lib.ui.session import WINDOW, Session

LATE = 3.0
"""Seconds within which a query that was just replaced is a late one, not a step back."""


def is_new(s: Session) -> bool:
    """Whether the query says something that was neither read nor written here last."""
    query = st.query_params.to_dict()
    return s.moved or (query != s.query and not _is_late(s, query))


def read(s: Session) -> None:
    """Take what is open from a query that is new or whose thread is gone; say what is missing."""
    query = st.query_params.to_dict()
    here = any(c.id == s.conversation_id for c in s.threads)
    if here and not is_new(s):
        write(s)
        return
    s.moved = False
    s.lang = as_lang(query.get("lang")) or s.lang
    s.projector = query.get("mode") == "projector"
    if s.lesson:
        asked = next((stage for stage in STAGES if stage == query.get("stage")), None)
        s.stage = asked or s.stand.walk.stage
    _thread(s, query.get("thread"))
    s.ns, s.unanswered = query.get("ns", ""), query.get("unanswered", "")
    _checkpoint(s, query.get("checkpoint"))
    write(s)


def _is_late(s: Session, query: dict[str, str]) -> bool:
    """Whether a run was asked for before the browser had the query that was written last."""
    now = time.monotonic()
    return any(query == before and now - at < LATE for at, before in s.left)


def _thread(s: Session, asked: str | None) -> None:
    """By our id or by its own; else the one shown last; else the newest, of a lesson the first."""
    ids = {c.id: c.id for c in s.threads} | {c.thread_id: c.id for c in s.threads}
    left = bool(s.query) and s.conversation_id not in ids.values()
    strange = asked is not None and asked not in ids and s.lesson is None
    if left or strange:
        s.say(Said("errors.thread_unknown"))
    s.conversation_id = (
        ids.get(asked or "") or ids.get(s.conversation_id) or s.threads[0 if s.lesson else -1].id
    )


def _checkpoint(s: Session, asked: str | None) -> None:
    """A checkpoint that is not in the thread (any more) is said, and the head is followed."""
    stored = asked and s.lab.backend.key(s.conversation.thread_id, s.ns, asked)
    if asked and not stored and s.notice is None:
        s.say(Said("errors.checkpoint_gone"))
    s.select(asked if stored else None)


def write(s: Session, **more: str) -> None:
    """Make the URL say what the session shows."""
    wanted = {**more, "thread": s.conversation_id}
    shown: dict[str, str | None] = {"checkpoint": s.checkpoint_id, "ns": s.ns}
    shown["unanswered"] = s.unanswered
    if s.lesson:
        shown |= {"lesson": s.lesson.id, "stage": s.stage}
    for name, value in shown.items():
        if value:
            wanted[name] = value
        else:
            st.query_params.pop(name, None)
    for name, value in wanted.items():
        if st.query_params.get(name) != value:
            st.query_params[name] = value
    now = st.query_params.to_dict()
    if s.query and now != s.query:
        s.left = (*s.left[-3:], (time.monotonic(), s.query))
    s.query = now


def show(s: Session, conversation_id: str) -> None:
    """Show another thread of the lab, at its head, and remember it for the next visit."""
    s.conversation_id = conversation_id
    s.newest, s.ns, s.compared = WINDOW, "", None
    select(s, None)
    s.remember(thread=conversation_id)


def select(s: Session, checkpoint_id: str | None) -> None:
    """Select a checkpoint from here, not in the page, which is told through the details: it wrote
    its own choice into the URL, and a query that the server believes to be there is not sent.
    """
    s.select(checkpoint_id)
    s.choices += 1
    write(s)


def to_lesson(s: Session, slug: str) -> None:
    """Leave for another lesson: nothing of what was open here belongs to it."""
    st.query_params.from_dict({"lesson": slug, **({"mode": "projector"} if s.projector else {})})


def speak(s: Session, lang: Lang) -> None:
    """Go on in another language; what is open stays open."""
    s.lang = lang
    write(s, lang=lang)
    s.remember(lang=lang)
