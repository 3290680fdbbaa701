"""Scenarios that exist for one test."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph

from lib.graphs import SCENARIOS, Effects, Scenario

Body = Callable[[MessagesState], Any]
Build = Callable[[Effects], StateGraph[Any, Any, Any, Any]]


@contextlib.contextmanager
def registered(name: str, build: Build) -> Iterator[str]:
    """A scenario that exists for one test."""
    none = {"en": "", "zh": ""}
    SCENARIOS[name] = Scenario(name, build, title=none, look=none, suggestions=())
    try:
        yield name
    finally:
        del SCENARIOS[name]


def chain(*nodes: tuple[str, Body]) -> Build:
    """`build` of a scenario whose nodes run one after another; each is counted."""

    def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
        graph = StateGraph(MessagesState)
        names = [START, *(name for name, _ in nodes), END]
        for name, body in nodes:
            graph.add_node(name, _counted(effects, name, body))
        for before, after in pairwise(names):
            graph.add_edge(before, after)
        return graph

    return build


def _counted(effects: Effects, name: str, body: Body) -> Any:
    def node(state: MessagesState) -> Any:
        effects.call(name)
        return body(state)

    return node


def done(state: MessagesState) -> dict[str, Any]:
    """The body of a last node."""
    return {"messages": [AIMessage("done")]}
