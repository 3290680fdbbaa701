"""Talking in the `seat` scenario, and reading back what a backend holds of a thread."""

from __future__ import annotations

from typing import Any

from lib.backends import Backend
from lib.evidence import Decoder, Record, Window, config_of, read_record
from lib.graphs import SCENARIOS, Uncounted
from tests.shapes import Graph

STATED, ASKED = "座位偏好：靠窗", "我的座位偏好是什么？"


def seat(backend: Backend) -> Graph:
    graph: Graph = SCENARIOS["seat"].build(Uncounted()).compile(checkpointer=backend.saver)
    return graph


def say(graph: Graph, thread_id: str, text: str) -> str:
    """One turn; the answer."""
    given: Any = {"messages": [{"role": "user", "content": text}]}
    state = graph.invoke(given, config_of(thread_id), durability="sync")
    return str(state["messages"][-1].content)


def window(backend: Backend, graph: Graph, thread_id: str, ns: str = "") -> Window:
    keys, total = backend.keys(thread_id, ns), backend.count(thread_id, ns)
    return Decoder().window("lab", backend.reader, graph, thread_id, ns, keys, total)


def record(backend: Backend, graph: Graph, config: Any, *, head: bool = True) -> Record:
    found = read_record(backend.reader, graph, config, head=head)
    assert found
    return found
