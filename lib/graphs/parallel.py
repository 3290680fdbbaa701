"""`parallel`: two nodes of one super-step write the same channels, which only a reducer allows."""

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
    def written(state: State, value: str) -> dict[str, Any]:
        """What a node returns; a message that names the log alone leaves `seen` untouched."""
        wanted = asked(state["messages"]).lower()
        only_log = "log" in wanted or "日志" in wanted
        return {"log": [value]} if only_log else {"seen": [value], "log": [value]}

    def first(state: State) -> dict[str, Any]:
        effects.call("first")
        return written(state, "a")

    def second(state: State) -> dict[str, Any]:
        effects.call("second")
        return written(state, "b")

    def reply(state: State) -> dict[str, Any]:
        effects.call("reply")
        chinese, log = is_chinese(asked(state["messages"])), state["log"]
        return {"messages": [AIMessage(f"log 现在是 {log}" if chinese else f"log is now {log}")]}

    graph = StateGraph(State)
    for node in (first, second, reply):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "first")
    graph.add_edge(START, "second")
    graph.add_edge(["first", "second"], "reply")
    graph.add_edge("reply", END)
    return graph


SCENARIO = Scenario(
    id="parallel",
    build=build,
    title={"en": "parallel: two writers, one step", "zh": "parallel：一步两个写入者"},
    look={
        "en": "Both nodes write in one super-step. `seen` has no reducer and takes only one value.",
        "zh": "两个节点在同一个超步写入。`seen` 没有 reducer，只接受一个值。",
    },
    suggestions=(
        {"en": "write the log only", "zh": "只写日志"},
        {"en": "write both", "zh": "两个都写"},
    ),
)
