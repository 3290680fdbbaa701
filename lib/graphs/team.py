"""`team`: a graph inside a graph; the inner one keeps its checkpoints in a namespace of its own."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from typing_extensions import TypedDict

from lib.graphs.effects import Effects
from lib.graphs.scenario import Scenario
from lib.graphs.speech import asked, destination, is_chinese


class Notes(TypedDict, total=False):
    city: str
    facts: str
    draft: str


class State(MessagesState):
    city: str
    draft: str


def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def brief(state: State) -> dict[str, Any]:
        effects.call("brief")
        return {"city": destination(asked(state["messages"])) or "?"}

    def reply(state: State) -> dict[str, Any]:
        number = effects.call("reply")
        return {"messages": [AIMessage(f"{state['draft']} (#{number})")]}

    graph = StateGraph(State)
    graph.add_node("brief", brief)
    graph.add_node("research", inner(effects).compile())
    graph.add_node("reply", reply)
    graph.add_edge(START, "brief")
    graph.add_edge("brief", "research")
    graph.add_edge("research", "reply")
    graph.add_edge("reply", END)
    return graph


def inner(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    """The graph inside: it shares `city` and `draft` with the outer one."""

    def gather(state: Notes) -> dict[str, Any]:
        effects.call("gather")
        return {"facts": str(len(state["city"]))}

    def write(state: Notes) -> dict[str, Any]:
        effects.call("write")
        city, facts = state["city"], state["facts"]
        chinese = is_chinese(city)
        draft = (
            f"{city}：名字有 {facts} 个字" if chinese else f"{city}: {facts} letters in its name"
        )
        return {"draft": draft}

    graph = StateGraph(Notes)
    graph.add_node("gather", gather)
    graph.add_node("write", write)
    graph.add_edge(START, "gather")
    graph.add_edge("gather", "write")
    graph.add_edge("write", END)
    return graph


SCENARIO = Scenario(
    id="team",
    build=build,
    title={"en": "team: a graph in a graph", "zh": "team：图中之图"},
    look={
        "en": "`research` is a graph of its own: switch the namespace to see its checkpoints.",
        "zh": "`research` 本身是一张图：切换命名空间，就能看到它的检查点。",
    },
    suggestions=(
        {"en": "tell me about Tokyo", "zh": "讲讲东京"},
        {"en": "and London?", "zh": "伦敦呢？"},
    ),
)
