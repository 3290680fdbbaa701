"""`keeper`: an inner graph with a memory of its own, kept under one namespace for all its runs."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from typing_extensions import TypedDict

from lib.graphs.effects import Effects
from lib.graphs.scenario import Scenario
from lib.graphs.speech import asked, is_chinese


class Visits(TypedDict, total=False):
    visits: int
    kept: int


class State(MessagesState):
    visits: int


def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def count(state: Visits) -> dict[str, Any]:
        effects.call("count")
        kept = state.get("kept", 0) + 1
        return {"kept": kept, "visits": kept}

    def reply(state: State) -> dict[str, Any]:
        effects.call("reply")
        chinese, visits = is_chinese(asked(state["messages"])), state["visits"]
        return {"messages": [AIMessage(f"第 {visits} 次来访" if chinese else f"visit {visits}")]}

    inner = StateGraph(Visits)
    inner.add_node("count", count)
    inner.add_edge(START, "count")
    inner.add_edge("count", END)
    graph = StateGraph(State)
    # `checkpointer=True`: what is inside goes on from its own last checkpoint.
    graph.add_node("memory", inner.compile(checkpointer=True))
    graph.add_node("reply", reply)
    graph.add_edge(START, "memory")
    graph.add_edge("memory", "reply")
    graph.add_edge("reply", END)
    return graph


SCENARIO = Scenario(
    id="keeper",
    build=build,
    title={"en": "keeper: inner graph with memory", "zh": "keeper：有记忆的内层图"},
    look={
        "en": "`memory` keeps its state in one namespace. Send twice and compare with `team`.",
        "zh": "`memory` 把状态存在同一个命名空间里。发两次，再和 `team` 比较。",
    },
    suggestions=(
        {"en": "hello", "zh": "你好"},
        {"en": "hello again", "zh": "又见面了"},
    ),
)
