"""Effect: the history of the open thread, live, with lanes."""

from __future__ import annotations

from typing import Any

import streamlit as st

from lib.evidence import Row
from lib.text import Text
from lib.ui import components
from lib.ui.markup import size
from lib.ui.panels import history_bar, history_graph
from lib.ui.panels.branch import names
from lib.ui.session import Session
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


WORDS = (
    "title",
    "empty",
    "head",
    "head_help",
    "tip_help",
    "nothing",
    "done",
    "follow",
    "following",
)
VIEWS = {"lanes": ":material/view_list:", "graph": ":material/account_tree:"}


def draw(s: Session, view: View) -> None:
    with st.container(key="history_panel"):
        if s.as_graph:
            history_graph.draw(s, view)
        else:
            components.history(_data(s, view))
        history_bar.draw(s, view)


def _data(s: Session, view: View) -> bytes:
    return s.lab.fresh(
        ("history", s.lang, view.conversation.id, view.ns, s.newest),
        lambda: components.encode(data_of(s, view)),
        at=view.version,
    )


def data_of(s: Session, view: View) -> dict[str, Any]:
    """The window's rows and words. What is selected is not in it: a click resends nothing."""
    text, window = s.text, view.window
    hidden = window.total - len(window.rows)
    count = "history.count_window" if hidden else "history.count"
    return {
        "topic": f"{view.conversation.id} {view.ns}",
        "lang": text.lang,
        "ns": window.ns,
        "head": window.head,
        "total": window.total,
        "first": hidden,
        "tips": {} if view.ns else names(s, view),
        "rows": [_row(row) for row in window.rows],
        "words": words(text) | {"count": text(count, rows=len(window.rows), total=window.total)},
    }


def words(text: Text) -> dict[str, Any]:
    columns = [
        (text(f"history.column.{name}"), text(f"history.about.{name}"), kind)
        for name, kind in COLUMNS
    ]
    return {"columns": columns} | {name: text(f"history.{name}") for name in WORDS}


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
