"""The compiled graph, drawn with Graphviz.

The browser lays a drawing out anew whenever its DOT changes, which takes longer than everything
else that a click does. So the DOT is the scenario's alone; what is due and what wrote last are
classes on its nodes, set by the details of the checkpoint that is shown.
"""

from __future__ import annotations

import functools
from html import escape

import graphviz
import streamlit as st

from lib.graphs import SCENARIOS, Uncounted
from lib.ui.session import Session
from lib.ui.view import View

HEIGHT = 106
# Boxes carry their own fill and ink, so they read on a light and on a dark page alike.
GRAPH = {"rankdir": "LR", "bgcolor": "transparent", "nodesep": "0.15", "ranksep": "0.3"}
NODE = {
    "shape": "box",
    "style": "rounded,filled",
    "fontname": "sans-serif",
    "fontsize": "11",
    "fontcolor": "#1c2333",
    "fillcolor": "#e9edf6",
    "color": "#8f9bb3",
    "margin": "0.1,0.04",
    "height": "0.3",
}
EDGE = {"color": "#8f9bb3", "arrowsize": "0.6"}
MARKS = ("due", "wrote")


def draw(s: Session, view: View) -> None:
    words = (f'<span class="{mark}">{escape(s.text(f"graph.{mark}"))}</span>' for mark in MARKS)
    with st.container(key="graph"):
        chart, said = dot_of(view.conversation.scenario), s.text("graph.title")
        st.graphviz_chart(chart, width="content", height=HEIGHT, alt=said)
        st.html(f'<div class="lab-legend">{"".join(words)}</div>')


@functools.lru_cache(maxsize=64)
def dot_of(scenario: str) -> str:
    """DOT of a scenario's graph; a dashed edge is a conditional one."""
    drawing = graphviz.Digraph(graph_attr=GRAPH, node_attr=NODE, edge_attr=EDGE)
    shown = SCENARIOS[scenario].build(Uncounted()).compile().get_graph()
    for node in shown.nodes:
        drawing.node(node, id=f"lab-node-{node}")
    for edge in shown.edges:
        drawing.edge(edge.source, edge.target, style="dashed" if edge.conditional else "solid")
    return str(drawing.source)
