"""Who wrote a checkpoint: what `writers` says, and LangGraph's own record of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from langgraph.types import Command

from lib.backends import Backend
from lib.evidence import Decoder, Row, config_of, read_record
from tests.shapes import SHAPES, Graph, Shape
from tests.walks import MOVES, WALKS, Moves, each_shape, ns_of, walk

NOT_OUTPUT = {"__error__", "__interrupt__", "__resume__"}


def rows_of(backend: Backend, graph: Graph, thread_id: str, ns: str = "") -> list[Row]:
    keys = backend.keys(thread_id, ns)
    window = Decoder().window("lab", backend.saver, graph, thread_id, ns, keys, len(keys))
    return list(window.rows)


def tasks_with_output(backend: Backend, graph: Graph, config: Any) -> list[str]:
    """The tasks of one checkpoint that have a stored write of their own, in LangGraph's order."""
    found = backend.saver.get_tuple(config)
    writes = (found.pending_writes if found else None) or []
    done = {task for task, channel, _ in writes if channel not in NOT_OUTPUT}
    return [task.name for task in graph.get_state(config).tasks if task.id in done]


def steps(
    backend: Backend, graph: Graph, shape: Shape, moves: Moves, *sources: str
) -> list[tuple[tuple[str, ...], list[str]]]:
    """Of each row of a walk: its writers, and its parent's tasks with output."""
    found = walk(backend, graph, shape, moves)
    thread_id = found[0].config["configurable"]["thread_id"]
    spaces = {ns_of(one) for one in found}
    rows = {r.checkpoint_id: r for ns in spaces for r in rows_of(backend, graph, thread_id, ns)}
    return [
        (rows[one.checkpoint["id"]].decoded.writers, tasks)
        for one in found
        if one.metadata["source"] in sources and one.parent_config
        for tasks in [tasks_with_output(backend, graph, one.parent_config)]
    ]


@each_shape
@WALKS
@given(moves=MOVES)
def test_the_writers_of_a_step_are_its_parents_tasks_with_a_stored_write(
    backend: Backend, shape: Shape, moves: Moves
) -> None:
    graph = shape.compiled(backend.saver)
    for writers, tasks in steps(backend, graph, shape, moves, "loop"):
        assert sorted(writers) == sorted(set(tasks))


@each_shape
@WALKS
@given(moves=MOVES)
def test_a_fork_or_an_edit_was_written_by_no_node(
    backend: Backend, shape: Shape, moves: Moves
) -> None:
    graph = shape.compiled(backend.saver)
    rows = steps(backend, graph, shape, moves, "fork", "update")
    assert [writers for writers, _ in rows] == [()] * len(rows)


def test_a_command_from_outside_starts_a_node_that_no_stored_next_names(
    backend: Backend, thread: str
) -> None:
    graph = SHAPES["interrupted"].compiled(backend.saver)
    graph.invoke({"log": ["given"]}, config_of(thread), durability="sync")
    asked = backend.keys(thread)[-1]
    outside: Any = Command(goto="z", update={"log": ["outside"]}, resume="yes")
    graph.invoke(outside, config_of(thread), durability="sync")
    parent = config_of(thread, "", asked.checkpoint_id)
    row = next(r for r in rows_of(backend, graph, thread) if r.parent_id == asked.checkpoint_id)
    record = read_record(backend.saver, graph, parent, head=False)
    assert record
    assert record.next == ("ask",)
    assert tasks_with_output(backend, graph, parent) == ["ask"]
    assert sorted(row.decoded.writers) == ["ask", "z"]
    assert {"branch:to:z", "log"} <= {w.channel for w in record.writes if w.node is None}


def test_the_writers_of_a_step_stand_in_the_order_of_next(backend: Backend) -> None:
    shape = SHAPES["parallel_failure"]
    graph, resumed = shape.compiled(backend.saver), [(shape.moves.index("resume"), 0)]
    for writers, tasks in steps(backend, graph, shape, resumed, "loop"):
        assert list(writers) == tasks


def test_a_new_input_has_no_writers_even_when_it_discards_a_failed_step(
    backend: Backend, thread: str
) -> None:
    graph = SHAPES["parallel_failure"].compiled(backend.saver)
    with pytest.raises(TimeoutError):
        graph.invoke({"log": ["given"]}, config_of(thread), durability="sync")
    graph.invoke({"log": ["given"]}, config_of(thread), durability="sync")
    rows = rows_of(backend, graph, thread)
    assert [row.decoded.writers for row in rows if row.source == "input"] == [(), ()]
