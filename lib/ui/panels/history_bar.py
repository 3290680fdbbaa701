"""What the history shows: older rows, another namespace, rows or a drawing."""

from __future__ import annotations

import streamlit as st

from lib.text import Text
from lib.ui import url, widgets
from lib.ui.session import WINDOW, Session
from lib.ui.view import View

VIEWS = ("lanes", "graph")


def draw(s: Session, view: View) -> None:
    with st.container(key="history_bar", horizontal=True, vertical_alignment="center"):
        if hidden := view.window.total - len(view.window.rows):
            st.button(
                s.text("history.older", rows=min(WINDOW, hidden)),
                key="history_older",
                on_click=_older,
                args=(s,),
                type="tertiary",
            )
        _namespace(s, view)
        _view(s)


def _older(s: Session) -> None:
    s.newest += WINDOW


def _namespace(s: Session, view: View) -> None:
    """Only a graph in a graph has namespaces besides the root's."""
    found = s.lab.namespaces(view.conversation)
    if len(found) < 2:
        return
    counts = dict(found)
    numbers = {ns: number for number, (ns, _) in enumerate(found)}
    widgets.show(s, "ns", view.ns)
    st.selectbox(
        s.text("history.ns"),
        list(counts),
        format_func=lambda ns: namespace(s.text, ns, numbers[ns], counts[ns]),
        key="ns",
        on_change=_choose_namespace,
        args=(s,),
        label_visibility="collapsed",
        width=170,
    )


def namespace(text: Text, ns: str, number: int, count: int) -> str:
    """A namespace by the node whose graph it belongs to; each run of it has one of its own."""
    if not ns:
        return text("history.ns_root", count=count)
    node = ns.rsplit("|", 1)[-1].split(":", 1)[0]
    return text("history.ns_inner", node=node, number=number, count=count)


def _choose_namespace(s: Session) -> None:
    if not widgets.chose(s, "ns"):
        return
    s.ns = st.session_state["ns"]
    s.compared = None
    url.select(s, None)


def _view(s: Session) -> None:
    st.session_state["history_view"] = "graph" if s.as_graph else "lanes"
    st.segmented_control(
        s.text("history.view"),
        VIEWS,
        format_func=lambda view: s.text(f"history.as.{view}"),
        key="history_view",
        required=True,
        on_change=_choose_view,
        args=(s,),
        label_visibility="collapsed",
    )


def _choose_view(s: Session) -> None:
    s.as_graph = st.session_state["history_view"] == "graph"
