"""What is stored under which key: thread, namespace, checkpoints. Choosing a line shows it."""

from __future__ import annotations

import streamlit as st

from lib.identity.conversations import Conversation
from lib.ui import url
from lib.ui.session import Session


def draw(s: Session) -> None:
    places = s.lab.fresh("keys", lambda: _places(s))
    heads = [s.text(f"keys.{name}") for name in ("thread", "ns", "checkpoints")]
    rows = [(talk.thread_id, ns or "''", str(count)) for talk, ns, count in places]
    columns = list(zip(*rows, strict=True)) or [()] * len(heads)
    with st.container(key="keys"):
        st.dataframe(
            {head: list(column) for head, column in zip(heads, columns, strict=True)},
            key="keys_table",
            hide_index=True,
            height=126,
            row_height=24,
            selection_mode="single-row",
            on_select=lambda: _choose(s, places),
        )


def _places(s: Session) -> list[tuple[Conversation, str, int]]:
    return [
        (talk, ns, count)
        for talk in s.lab.conversations()
        for ns, count in s.lab.backend.namespaces(talk.thread_id)
    ]


def _choose(s: Session, places: list[tuple[Conversation, str, int]]) -> None:
    chosen = st.session_state["keys_table"]["selection"]["rows"]
    if not chosen or chosen[0] >= len(places):
        return
    talk, ns, _ = places[chosen[0]]
    url.show(s, talk.id)
    s.ns = ns
    url.select(s, s.lab.window(talk, ns).head)
