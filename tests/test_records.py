"""The record of one checkpoint, also where a thread went wrong."""

from __future__ import annotations

import operator
from threading import Event
from typing import Annotated, TypedDict
from uuid import uuid4

import pytest
from langgraph.errors import InvalidUpdateError
from langgraph.graph import START, StateGraph

from lib.backends import Backend, Stored
from lib.evidence import config_of, graph_of, read_record
from tests.reading import ASKED, STATED, record, say, seat, window
from tests.shapes import SHAPES, Graph, parallel_failure


def test_a_record_is_complete_in_itself(backend: Backend, thread: str) -> None:
    graph = seat(backend)
    say(graph, thread, STATED)
    for key in backend.keys(thread):
        found = record(backend, graph, config_of(thread, "", key.checkpoint_id))
        assert (found.checkpoint_id, found.parent_id) == (key.checkpoint_id, key.parent_id)
        assert (found.ns, dict(found.metadata)) == ("", dict(key.metadata))
        assert found.explanation.next == found.next
        assert (found.live_next, found.live_error) == ((), None)
    assert [change.channel for change in found.changes if change.message_id] == ["messages"]
    assert found.changes[-1].after["content"] == "已记录：靠窗"


def test_sizes_count_the_bytes_of_each_channel(backend: Backend, thread: str) -> None:
    graph = seat(backend)
    say(graph, thread, "?")
    small = record(backend, graph, config_of(thread))
    say(graph, thread, "靠" * 2000)
    large = record(backend, graph, config_of(thread))
    assert small.sizes.keys() == small.checkpoint["channel_values"].keys()
    assert 0 < small.sizes["messages"] < 6000 < large.sizes["messages"] < 8000


def test_after_a_parallel_failure_the_record_names_both_nodes_and_the_live_view_one(
    backend: Backend, thread: str
) -> None:
    sibling_is_stored = Event()

    def observer(stored: Stored) -> None:
        where = config_of(stored.thread_id, stored.ns, stored.checkpoint_id)
        step = backend.reader.get_tuple(where)
        if any(value == ["works"] for *_, value in (step.pending_writes if step else None) or ()):
            sibling_is_stored.set()

    backend.saver.observer = observer  # type: ignore[attr-defined]
    builder = parallel_failure(before_failing=lambda: sibling_is_stored.wait(10))
    graph: Graph = builder.compile(checkpointer=backend.saver)
    with pytest.raises(TimeoutError):
        graph.invoke({"log": ["given"]}, config_of(thread), durability="sync")
    found = record(backend, graph, config_of(thread))
    assert (found.next, found.live_next) == (("works", "fails_once"), ("fails_once",))
    writes = {(write.node, write.channel): write.value for write in found.writes}
    assert writes["works", "log"] == ["works"]
    assert "TimeoutError" in writes["fails_once", "__error__"]
    assert ("fails_once", "log") not in writes
    aside = record(backend, graph, config_of(thread), head=False)
    assert (aside.next, aside.live_next, aside.live_error) == (found.next, None, None)


def test_an_open_question_is_a_pending_write_of_its_node(backend: Backend, thread: str) -> None:
    graph = SHAPES["interrupted"].compiled(backend.saver)
    graph.invoke({"log": ["given"]}, config_of(thread), durability="sync")
    found = record(backend, graph, config_of(thread))
    (question,) = [write for write in found.writes if write.channel == "__interrupt__"]
    assert question.node == "ask" and question.value[0].value == "sure?"
    assert found.next == found.live_next == ("ask",)


def test_a_poisoned_thread_is_told_and_does_not_raise(backend: Backend, thread: str) -> None:
    class One(TypedDict):
        seat: str
        log: Annotated[list[str], operator.add]

    builder = StateGraph(One)
    for name in ("left", "right"):
        builder.add_node(name, lambda state, name=name: {"seat": name})
        builder.add_edge(START, name)
    graph: Graph = builder.compile(checkpointer=backend.saver)
    with pytest.raises(InvalidUpdateError):
        graph.invoke({"seat": ""}, config_of(thread), durability="sync")
    with pytest.raises(InvalidUpdateError):
        graph.get_state(config_of(thread))
    found = record(backend, graph, config_of(thread))
    assert found.live_next is None
    assert found.live_error and "InvalidUpdateError" in found.live_error
    assert found.next == ("left", "right")
    assert {write.node: write.value for write in found.writes} == {"left": "left", "right": "right"}


def test_an_unknown_checkpoint_or_thread_has_no_record(backend: Backend, thread: str) -> None:
    graph = seat(backend)
    assert read_record(backend.reader, graph, config_of(thread), head=True) is None
    say(graph, thread, STATED)
    unknown = config_of(thread, "", "1f000000-0000-6000-8000-000000000000")
    assert read_record(backend.reader, graph, unknown, head=False) is None


def test_dangling_parents_and_several_roots_are_drawn(backend: Backend, thread: str) -> None:
    graph = seat(backend)
    say(graph, thread, STATED)
    lost = [str(uuid4()) for _ in range(2)]
    for checkpoint_id in lost:
        where = config_of(thread, "", checkpoint_id)
        graph.invoke({"messages": [("user", ASKED)]}, where, durability="sync")
    seen = window(backend, graph, thread)
    roots = [row for row in seen.rows if row.cut or row.parent_id is None]
    assert [row.parent_id for row in roots] == [None, *lost]
    assert [row.cut for row in roots] == [False, True, True]
    assert seen.path_to(seen.head)[0] == roots[-1]
    found = record(backend, graph, config_of(thread, "", roots[-1].checkpoint_id))
    assert found.parent_id == lost[-1] and {c.kind for c in found.changes} == {"added"}


@pytest.mark.parametrize("shape", ["subgraph", "remembering_subgraph"])
def test_a_subgraphs_checkpoints_are_read_with_the_subgraph(
    backend: Backend, thread: str, shape: str
) -> None:
    graph = SHAPES[shape].compiled(backend.saver)
    graph.invoke({"log": ["given"]}, config_of(thread), durability="sync")
    stored = list(backend.saver.list({"configurable": {"thread_id": thread}}))
    ns = next(n for one in stored if (n := one.config["configurable"]["checkpoint_ns"]))
    child = window(backend, graph, thread, ns)
    assert [row.decoded.next for row in child.rows] == [("__start__",), ("in",), ("ask",)]
    assert "ask" in graph_of(graph, ns).nodes and "ask" not in graph.nodes
    found = record(backend, graph, config_of(thread, ns, child.head))
    assert (found.ns, found.next, found.live_next) == (ns, ("ask",), ("ask",))
    assert found.writers == ("in",)
