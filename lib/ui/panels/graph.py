"""The compiled graph, drawn with Graphviz: what is due next, and what wrote last, are marked."""

from __future__ import annotations

import functools

import graphviz
import streamlit as st

from lib.evidence.explain import Graph
from lib.graphs import SCENARIOS, Uncounted
from lib.ui.session import Session
from lib.ui.view import View

# Boxes carry their own fill and ink, so they read on a light and on a dark page alike.
PLAIN = {"fillcolor": "#e9edf6", "color": "#8f9bb3"}
DUE = {"fillcolor": "#ffd97a", "color": "#b7791f", "penwidth": "2"}
WROTE = {"fillcolor": "#b9e6cf", "color": "#2f9e6e", "penwidth": "2"}
HEIGHT = 120


def draw(s: Session, view: View) -> None:
    due = view.record.next if view.record else ()
    wrote = view.record.writers if view.record else ()
    dot = dot_of(view.conversation.scenario, due, wrote, s.text("graph.due"), s.text("graph.wrote"))
    with st.container(key="graph"):
        st.graphviz_chart(dot, width="content", height=HEIGHT, alt=s.text("graph.title"))


@functools.lru_cache(maxsize=512)
def dot_of(
    scenario: str, due: tuple[str, ...], wrote: tuple[str, ...], is_due: str, has: str
) -> str:
    """DOT of a scenario's graph. A mark is a colour and a word, never a colour alone."""
    drawing = graphviz.Digraph(
        graph_attr={"rankdir": "LR", "bgcolor": "transparent", "nodesep": "0.15", "ranksep": "0.3"},
        node_attr={
            "shape": "box",
            "style": "rounded,filled",
            "fontname": "sans-serif",
            "fontsize": "11",
            "fontcolor": "#1c2333",
            "margin": "0.1,0.04",
            "height": "0.3",
        },
        edge_attr={"color": "#8f9bb3", "arrowsize": "0.6"},
    )
    shown = _compiled(scenario).get_graph()
    for node in shown.nodes:
        look, word = PLAIN, ""
        if node in wrote:
            look, word = WROTE, has
        if node in due:
            look, word = DUE, is_due
        drawing.node(node, f"{node}\\n{word}" if word else node, **look)
    for edge in shown.edges:
        drawing.edge(edge.source, edge.target, style="dashed" if edge.conditional else "solid")
    return str(drawing.source)


@functools.lru_cache(maxsize=64)
def _compiled(scenario: str) -> Graph:
    return SCENARIOS[scenario].build(Uncounted()).compile()
