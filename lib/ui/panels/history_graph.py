"""The same history as a graph drawn with Graphviz: for small histories, and from far away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import graphviz
import streamlit as st

from lib.evidence import Row
from lib.ui.panels.branch import names
from lib.ui.panels.graph import EDGE, NODE
from lib.ui.session import Session
from lib.ui.view import View

MOST = 60
"""Checkpoints that are drawn; more would be too small to read."""
GRAPH = {"rankdir": "TB", "bgcolor": "transparent", "nodesep": "0.25", "ranksep": "0.22"}


def draw(s: Session, view: View) -> None:
    rows = view.window.rows[-MOST:]
    tips = {} if view.ns else names(s, view)
    with st.container(key="history_graph"):
        if not rows:
            st.caption(s.text("history.empty"))
            return
        if view.window.total > len(rows):
            st.caption(s.text("history.too_many", rows=len(rows), total=view.window.total))
        chart = dot_of(rows, view.window.head, tips, s.text("history.head"))
        st.graphviz_chart(chart, width="content", alt=s.text("history.title"))


def dot_of(rows: Sequence[Row], head: str | None, tips: Mapping[str, str], word: str) -> str:
    """DOT of a history: a box a checkpoint, the parent above its children, the head framed."""
    drawing = graphviz.Digraph(graph_attr=GRAPH, node_attr=NODE, edge_attr=EDGE)
    known = {row.checkpoint_id for row in rows}
    for row in rows:
        is_head = row.checkpoint_id == head
        marks = (word if is_head else "", tips.get(row.checkpoint_id, ""))
        due = ", ".join(row.decoded.next)
        said = (
            f"{row.step} · {row.source}",
            f"→ {due}" if due else "",
            " · ".join(mark for mark in marks if mark),
        )
        drawing.node(
            row.checkpoint_id,
            "\\n".join(graphviz.escape(part) for part in said if part),
            id=f"lab-row-{row.checkpoint_id}",
            penwidth="2.6" if is_head else "1",
            fillcolor="#dbe7ff" if row.source in ("fork", "update") else NODE["fillcolor"],
        )
        if row.parent_id in known:
            drawing.edge(str(row.parent_id), row.checkpoint_id)
    return str(drawing.source)
