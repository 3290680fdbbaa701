"""Runs and random walks: what a learner can do to a thread, on any shape and scenario."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from langgraph.checkpoint.base import CheckpointTuple
from langgraph.errors import EmptyInputError, InvalidUpdateError
from langgraph.types import Command

from lib.backends import Backend
from lib.evidence import config_of
from lib.graphs import SCENARIOS, Scenario, Uncounted
from tests.shapes import EDITS, SHAPES, Graph, Shape

REFUSED = (EmptyInputError, InvalidUpdateError, KeyError, TimeoutError)
"""How a move may end: nothing to resume, an ambiguous edit, a node without its input, a failure."""

Moves = list[tuple[int, int]]
MOVES = st.lists(st.tuples(st.integers(0, 999), st.integers(0, 999)), min_size=2, max_size=6)
WALKS = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def shape_of(scenario: Scenario) -> Shape:
    return Shape(
        scenario.id,
        lambda saver: scenario.build(Uncounted()).compile(checkpointer=saver),
        EDITS,
        {"messages": [("user", scenario.suggestions[0]["en"])]},
    )


ALL = [*SHAPES.values(), *map(shape_of, SCENARIOS.values())]
each_shape = pytest.mark.parametrize("shape", ALL, ids=lambda shape: shape.id)


def move(backend: Backend, graph: Graph, shape: Shape, thread_id: str, kind: str, at: int) -> None:
    """One move; `at` chooses the checkpoint, the question or the node that it is about."""
    head: Any = config_of(thread_id) | {"recursion_limit": 50}
    past = backend.keys(thread_id) if kind in ("replay", "update_past") else []
    where = head | config_of(thread_id, "", past[at % len(past)].checkpoint_id) if past else head
    if kind == "input":
        graph.invoke(shape.values, head, durability="sync")
    elif kind in ("resume", "replay"):
        graph.invoke(None, where, durability="sync")
    elif kind in ("update", "update_past"):
        nodes = [None, *graph.nodes]
        graph.update_state(where, dict(shape.values), as_node=nodes[at % len(nodes)])
    elif asked := graph.get_state(head).interrupts:
        answer: Any = Command(resume={asked[at % len(asked)].id: "yes"})
        graph.invoke(answer, head, durability="sync")


def walk(backend: Backend, graph: Graph, shape: Shape, moves: Moves) -> list[CheckpointTuple]:
    """Make a first input and the moves on a new thread; all its checkpoints, in every namespace."""
    thread_id = uuid4().hex
    for which, at in [(shape.moves.index("input"), 0), *moves]:
        try:
            move(backend, graph, shape, thread_id, shape.moves[which % len(shape.moves)], at)
        except REFUSED:
            continue
    return list(backend.saver.list({"configurable": {"thread_id": thread_id}}))


def ns_of(found: CheckpointTuple) -> str:
    return str(found.config["configurable"]["checkpoint_ns"])


def run(backend: Backend, *threads: str, shape: str = "linear", **config: Any) -> Graph:
    """One run of a shape on each thread."""
    graph = SHAPES[shape].compiled(backend.saver)
    for thread_id in threads:
        graph.invoke({"log": ["given"]}, config_of(thread_id) | config, durability="sync")
    return graph


def namespaces(backend: Backend, thread_id: str) -> set[str]:
    found = backend.saver.list({"configurable": {"thread_id": thread_id}})
    return {one.config["configurable"]["checkpoint_ns"] for one in found}
