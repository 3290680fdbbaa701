"""Effect: the history of the open thread, live, with lanes."""

from __future__ import annotations

from typing import Any

import streamlit as st

from lib.evidence import Row
from lib.text import Text
from lib.ui import components
from lib.ui.markup import size
from lib.ui.session import WINDOW, Session
from lib.ui.view import View

COLUMNS = (
    ("step", "number"),
    ("source", ""),
    ("next", ""),
    ("messages", "number"),
    ("node", "extra"),
    ("time", "extra"),
    ("size", "number extra"),
    ("command", "extra"),
)


def draw(s: Session, view: View) -> None:
    data = s.lab.fresh(
        ("history", s.lang, view.conversation.id, s.newest),
        lambda: components.encode(data_of(s.text, view)),
        at=view.version,
    )
    with st.container(key="history_panel"):
        components.history(data)
        if hidden := view.window.total - len(view.window.rows):
            st.button(
                s.text("history.older", rows=min(WINDOW, hidden)),
                key="history_older",
                on_click=_older,
                args=(s,),
                type="tertiary",
            )


def data_of(text: Text, view: View) -> dict[str, Any]:
    """The window's rows and words. What is selected is not in it: a click resends nothing."""
    window = view.window
    hidden = window.total - len(window.rows)
    count = "history.count_window" if hidden else "history.count"
    return {
        "topic": view.conversation.id,
        "lang": text.lang,
        "ns": window.ns,
        "head": window.head,
        "total": window.total,
        "first": hidden,
        "rows": [_row(row) for row in window.rows],
        "words": words(text) | {"count": text(count, rows=len(window.rows), total=window.total)},
    }


def _older(s: Session) -> None:
    s.newest += WINDOW


def words(text: Text) -> dict[str, Any]:
    names = ("title", "empty", "head", "head_help", "nothing", "done", "follow", "following")
    columns = [
        (text(f"history.column.{name}"), text(f"history.about.{name}"), kind)
        for name, kind in COLUMNS
    ]
    return {"columns": columns} | {name: text(f"history.{name}") for name in names}


def _row(row: Row) -> dict[str, Any]:
    return {
        "id": row.checkpoint_id,
        "parent": row.parent_id,
        "step": row.step,
        "source": row.source,
        "next": row.decoded.next,
        "messages": row.decoded.messages,
        "node": row.decoded.writers,
        "at": row.decoded.at,
        "size": size(row.bytes),
        "command": (row.command_id or "")[:4],
        "command_id": row.command_id,
        "lane": row.lane,
        "cut": row.cut,
    }
