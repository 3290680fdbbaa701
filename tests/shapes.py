"""One small graph for every shape of LangGraph, with the moves a random walk can make on it.

Every state has the one list `log`; each node adds its own name, so a value says what ran.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from langgraph.channels import LastValue
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.func import entrypoint, task
from langgraph.graph import END, START, StateGraph
from langgraph.pregel import NodeBuilder, Pregel
from langgraph.types import Command, Send, interrupt

Builder = StateGraph[Any, Any, Any, Any]
Graph = Pregel[Any, Any, Any, Any]

RUNS = ("input", "resume", "replay")
"""Moves of every shape: a new input, `invoke(None)` at the head, `invoke(None)` further back."""
EDITS = (*RUNS, "update", "update_past")
ANSWERS = (*EDITS, "answer")


class State(TypedDict):
    log: Annotated[list[str], operator.add]


def says(name: str) -> Any:
    """A node that adds its name to the log."""

    def node(state: State) -> dict[str, Any]:
        return {"log": [name]}

    node.__name__ = name
    return node


def graph_with(*names: str) -> Builder:
    """A builder with one `says` node per name and an edge from START to the first."""
    graph = StateGraph(State)
    for name in names:
        graph.add_node(name, says(name))
    graph.add_edge(START, names[0])
    return graph


def linear() -> Builder:
    return graph_with("a", "b", "c").add_edge("a", "b").add_edge("b", "c")


def fan_out_and_join() -> Builder:
    graph = graph_with("a", "b", "c", "d").add_edge("a", "b").add_edge("a", "c")
    return graph.add_edge(["b", "c"], "d")


def uneven_join() -> Builder:
    graph = graph_with("a", "b", "c", "b2", "d").add_edge("a", "b").add_edge("a", "c")
    return graph.add_edge("b", "b2").add_edge(["b2", "c"], "d")


def deferred() -> Builder:
    graph = graph_with("a", "b", "c", "b2").add_edge("a", "b").add_edge("a", "c")
    graph.add_node("last", says("last"), defer=True)
    return graph.add_edge("b", "b2").add_edge("b2", "last").add_edge("c", "last")


def conditional() -> Builder:
    def route(state: State) -> str:
        return "even" if len(state["log"]) % 2 == 0 else "odd"

    return graph_with("a", "even", "odd").add_conditional_edges("a", route, ["even", "odd"])


def send() -> Builder:
    """`beside` is started by an edge in the step of the packets, and stands before their node."""

    def deal(state: State) -> list[str | Send]:
        return ["beside", *(Send("worker", {"log": [f"packet {n}"]}) for n in range(3))]

    graph = graph_with("a", "beside", "worker", "z")
    graph.add_conditional_edges("a", deal, ["beside", "worker"])
    return graph.add_edge("worker", "z").add_edge("beside", "z")


def loop() -> Builder:
    def again(state: State) -> str:
        return END if state["log"][-4:] == ["a", "b"] * 2 else "a"

    return graph_with("a", "b").add_edge("a", "b").add_conditional_edges("b", again, ["a", END])


def goto() -> Builder:
    def choose(state: State) -> Command[Any]:
        return Command(goto=["left", "right"][len(state["log"]) % 2], update={"log": ["choose"]})

    graph = StateGraph(State).add_node("choose", choose, destinations=("left", "right"))
    for side in ("left", "right"):
        graph.add_node(side, says(side))
    return graph.add_edge(START, "choose")


def ask(state: State) -> dict[str, Any]:
    return {"log": [str(interrupt("sure?"))]}


def interrupted() -> Builder:
    return graph_with("a", "z").add_node("ask", ask).add_edge("a", "ask").add_edge("ask", "z")


def interrupted_twice() -> Builder:
    graph = graph_with("a", "z").add_node("ask", ask).add_node("ask too", ask)
    graph.add_edge("a", "ask").add_edge("a", "ask too")
    return graph.add_edge(["ask", "ask too"], "z")


def subgraph() -> Builder:
    return _with_child(None)


def remembering_subgraph() -> Builder:
    return _with_child(True)


def _with_child(checkpointer: bool | None) -> Builder:
    child = graph_with("in", "out").add_node("ask", ask)
    child.add_edge("in", "ask").add_edge("ask", "out")
    graph = graph_with("a", "z").add_node("child", child.compile(checkpointer=checkpointer))
    return graph.add_edge("a", "child").add_edge("child", "z")


def at_once() -> None:
    """Fail without waiting for anything."""


def parallel_failure(before_failing: Callable[[], object] = at_once) -> Builder:
    """The failing node's sibling may lose its write to the failure, unless that waits for it."""
    failed: list[str] = []

    def fails_once(state: State) -> dict[str, Any]:
        if not failed:
            failed.append("once")
            before_failing()
            raise TimeoutError("no answer")
        return {"log": ["fails_once"]}

    graph = graph_with("a", "works", "z").add_node("fails_once", fails_once)
    graph.add_edge("a", "works").add_edge("a", "fails_once")
    return graph.add_edge(["works", "fails_once"], "z")


@task
def double(log: list[str]) -> list[str]:
    return log * 2


def functional(saver: BaseCheckpointSaver[Any]) -> Graph:
    @entrypoint(checkpointer=saver)
    def flow(given: dict[str, Any], *, previous: Any = None) -> Any:
        doubled = double(given["log"]).result()
        return entrypoint.final(value=doubled, save=[*(previous or []), *doubled])

    return flow


def subscribed(saver: BaseCheckpointSaver[Any]) -> Graph:
    """Nodes started by channels that keep their value: here only versions tell what is due."""
    first = NodeBuilder().subscribe_only("given").do(lambda log: [*log, "first"])
    second = NodeBuilder().subscribe_only("middle").do(lambda log: [*log, "second"])
    return Pregel(
        nodes={"second": second.write_to("done"), "first": first.write_to("middle")},
        channels={name: LastValue(list) for name in ("given", "middle", "done")},
        input_channels=["given"],
        output_channels=["done"],
        checkpointer=saver,
    )


@dataclass(frozen=True)
class Shape:
    """A graph to compile, the moves that make sense on it and an input for both runs and edits."""

    id: str
    compiled: Callable[[BaseCheckpointSaver[Any]], Graph]
    moves: tuple[str, ...]
    values: Mapping[str, Any]


def shape(build: Callable[[], Builder], moves: tuple[str, ...] = EDITS) -> Shape:
    def compiled(saver: BaseCheckpointSaver[Any]) -> Graph:
        return build().compile(checkpointer=saver)

    return Shape(build.__name__, compiled, moves, {"log": ["given"]})


SHAPES: dict[str, Shape] = {
    one.id: one
    for one in (
        shape(linear),
        shape(fan_out_and_join),
        shape(uneven_join),
        shape(deferred),
        shape(conditional),
        shape(send),
        shape(loop),
        shape(goto),
        shape(interrupted, ANSWERS),
        shape(interrupted_twice, ANSWERS),
        shape(subgraph, ANSWERS),
        shape(remembering_subgraph, ANSWERS),
        shape(parallel_failure),
        Shape("functional", functional, RUNS, {"log": ["given"]}),
        Shape("subscribed", subscribed, RUNS, {"given": ["given"]}),
    )
}
