"""Acting on a turn, the selected one or else the last: retry, regenerate, lose the response."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from lib.identity.commands import Command
from lib.identity.ids import new_id
from lib.lab.actions import Done, Regenerate
from lib.lessons.format import Button
from lib.text import Said
from lib.ui import url, widgets
from lib.ui.session import Session
from lib.ui.view import View, read


def draw(s: Session, view: View) -> None:
    with st.container(key="turn", horizontal=True, vertical_alignment="center"):
        for name, press in _allowed(s):
            st.button(
                s.text(f"turn.{name}"),
                key=name,
                help=s.text(f"turn.{name}_help"),
                disabled=view.last is None,
                on_click=press,
                args=(s,),
            )
        if s.lesson is None:
            _lose_switch(s)


def _allowed(s: Session) -> list[tuple[str, Callable[[Session], None]]]:
    buttons: tuple[tuple[Button, Callable[[Session], None]], ...]
    buttons = (("retry", _retry), ("regenerate", _regenerate))
    return [(name, press) for name, press in buttons if s.may(name)]


def _lose_switch(s: Session) -> None:
    widgets.show(s, "lose", s.lose)
    st.toggle(
        s.text("turn.lose"),
        key="lose",
        help=s.text("turn.lose_help"),
        on_change=_lose,
        args=(s,),
    )


def _lose(s: Session) -> None:
    if widgets.chose(s, "lose"):
        s.lose = bool(st.session_state["lose"])


def chosen(s: Session, view: View) -> Command | None:
    """The command of the selected checkpoint; else the one without an answer, else the last."""
    if s.checkpoint_id and view.record:
        return s.lab.command(s.conversation_id, str(view.record.metadata.get("command_id")))
    waiting = s.lab.command(s.conversation_id, s.unanswered) if s.unanswered else None
    return waiting or (view.last[0] if view.last else None)


def _retry(s: Session) -> None:
    view = read(s)
    command = chosen(s, view)
    if command is None:
        s.say(Said("errors.no_command"))
        return
    kept = _kept(s, view)
    done = s.attempted(lambda: s.lab.retry(s.conversation_id, command.id))
    if done and done.command:
        said = _said(s, done, kept)
        if s.unanswered == command.id and done.command.state not in ("accepted", "running"):
            s.unanswered = ""
        url.select(s, None) if done.starts else url.write(s)
        s.say(said)


def _kept(s: Session, view: View) -> tuple[str, str]:
    """What a run that goes on at the head would keep, and what it would run."""
    head = view.root.head
    record = s.lab.record(view.conversation, head, head=True) if head else None
    if record is None or record.live_next is None:
        return "–", "–"
    kept = [node for node in record.next if node not in record.live_next]
    return ", ".join(kept) or "–", ", ".join(record.live_next) or "–"


def _said(s: Session, done: Done, kept: tuple[str, str]) -> Said:
    """What the retry did, in one sentence: by the state in which it found the command."""
    assert done.command
    if done.starts:
        if not s.lab.has_stored(done.conversation, done.command.id):
            return Said("turn.starts_again")
        return Said("turn.goes_on", {"kept": kept[0], "again": kept[1]})
    state = done.command.state
    if state == "answered":
        answer = s.lab.answer(done.command)
        return Said("turn.found_answered", {"text": answer["text"] if answer else "–"})
    known = ("accepted", "running", "waiting", "superseded", "undone")
    return Said(f"turn.found_{state if state in known else 'superseded'}")


def _regenerate(s: Session) -> None:
    command = chosen(s, read(s))
    if command is None:
        s.say(Said("errors.no_turn"))
        return
    new = Regenerate(s.conversation_id, command.id, new_id(), s.durability, s.pause)
    if s.attempt(new):
        url.select(s, None)
