"""`series`: two nodes in a row write the same channels; one channel has a reducer, one has none."""

from __future__ import annotations

import operator
from typing import Annotated, Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph

from lib.graphs.effects import Effects
from lib.graphs.scenario import Scenario
from lib.graphs.speech import asked, is_chinese


class State(MessagesState):
    seen: list[str]
    log: Annotated[list[str], operator.add]


def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def first(state: State) -> dict[str, Any]:
        effects.call("first")
        return {"seen": ["a"], "log": ["a"]}

    def second(state: State) -> dict[str, Any]:
        effects.call("second")
        return {"seen": ["b"], "log": ["b"]}

    def reply(state: State) -> dict[str, Any]:
        effects.call("reply")
        chinese, both = is_chinese(asked(state["messages"])), (state["seen"], state["log"])
        said = "seen 现在是 {}，log 现在是 {}" if chinese else "seen is now {}, log is now {}"
        return {"messages": [AIMessage(said.format(*both))]}

    graph = StateGraph(State)
    for node in (first, second, reply):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "first")
    graph.add_edge("first", "second")
    graph.add_edge("second", "reply")
    graph.add_edge("reply", END)
    return graph


SCENARIO = Scenario(
    id="series",
    build=build,
    title={"en": "series: with and without a reducer", "zh": "series：有无 reducer"},
    look={
        "en": "Two nodes write `seen` and `log`. Only `log` has a reducer: compare row by row.",
        "zh": "两个节点都写 `seen` 和 `log`。只有 `log` 有 reducer：逐行比较它们。",
    },
    suggestions=(
        {"en": "write both", "zh": "两个都写"},
        {"en": "once more", "zh": "再来一次"},
    ),
)
