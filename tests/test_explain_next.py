"""`explain_next` says what LangGraph says, after anything a learner can do."""

from __future__ import annotations

import pytest
from hypothesis import given

from lib.backends import Backend
from lib.evidence import explain_next, graph_of
from tests.shapes import SHAPES, Shape
from tests.walks import MOVES, WALKS, Moves, each_shape, ns_of, walk


@each_shape
@WALKS
@given(moves=MOVES)
def test_the_explanation_is_langgraphs_own_next_in_the_same_order(
    backend: Backend, shape: Shape, moves: Moves
) -> None:
    graph = shape.compiled(backend.saver)
    for found in walk(backend, graph, shape, moves):
        explained = explain_next(graph_of(graph, ns_of(found)), found.checkpoint)
        assert explained.next == graph.get_state(found.config).next


@pytest.mark.parametrize("name", ["subgraph", "remembering_subgraph"])
def test_a_walk_through_a_subgraph_leaves_checkpoints_in_its_namespace(
    backend: Backend, name: str
) -> None:
    found = walk(backend, SHAPES[name].compiled(backend.saver), SHAPES[name], [])
    assert {ns_of(one).split(":")[0] for one in found} == {"", "child"}


@each_shape
def test_versions_without_availability_would_start_a_finished_node_again(
    backend: Backend, shape: Shape
) -> None:
    graph = shape.compiled(backend.saver)
    roots = [one for one in walk(backend, graph, shape, []) if not ns_of(one)]
    explained = [explain_next(graph, one.checkpoint) for one in roots]
    assert any({t.node for t in one.triggers if t.newer} - {*one.next} for one in explained)


def test_a_trigger_tells_the_version_of_its_channel_and_the_one_its_node_has_seen(
    backend: Backend,
) -> None:
    graph = SHAPES["linear"].compiled(backend.saver)
    waiting = next(
        explained
        for found in walk(backend, graph, SHAPES["linear"], [])
        if (explained := explain_next(graph, found.checkpoint)).next == ("b",)
    )
    by_node = {trigger.node: trigger for trigger in waiting.triggers}
    assert list(by_node) == list(graph.nodes)
    assert (by_node["a"].newer, by_node["a"].available) == (True, False)
    assert (by_node["b"].channel, by_node["b"].seen) == ("branch:to:b", None)
    assert by_node["b"].version and by_node["b"].runs
    assert by_node["c"].version is None and not by_node["c"].runs
