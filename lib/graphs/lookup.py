"""`lookup`: seat and fare are looked up in one super-step; the fare can be made to fail once."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph

from lib.graphs.effects import Effects
from lib.graphs.scenario import Scenario
from lib.graphs.speech import asked, is_chinese, seat_preference


class State(MessagesState):
    seat: str
    fare: int


def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def lookup_seat(state: State) -> dict[str, Any]:
        effects.call("lookup_seat")
        chinese = is_chinese(asked(state["messages"]))
        return {"seat": seat_preference(state["messages"]) or ("任意" if chinese else "any")}

    def lookup_fare(state: State) -> dict[str, Any]:
        effects.call("lookup_fare")
        effects.may_fail("lookup_fare", beside="lookup_seat")
        return {"fare": 100}

    def reply(state: State) -> dict[str, Any]:
        number = effects.call("reply")
        chinese = is_chinese(asked(state["messages"]))
        words = ("座位", "票价") if chinese else ("seat", "fare")
        answer = f"{words[0]} {state['seat']}, {words[1]} {state['fare']} (#{number})"
        return {"messages": [AIMessage(answer)]}

    graph = StateGraph(State)
    for node in (lookup_seat, lookup_fare, reply):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "lookup_seat")
    graph.add_edge(START, "lookup_fare")
    graph.add_edge(["lookup_seat", "lookup_fare"], "reply")
    graph.add_edge("reply", END)
    return graph


SCENARIO = Scenario(
    id="lookup",
    build=build,
    title={"en": "lookup: one of two may fail", "zh": "lookup：两者之一可能失败"},
    look={
        "en": "Two nodes share a super-step. Make one fail: the other's output stays stored.",
        "zh": "两个节点同在一个超步。让其中一个失败：另一个的输出仍然存着。",
    },
    suggestions=(
        {"en": "seat: window", "zh": "座位偏好：靠窗"},
        {"en": "what does it cost?", "zh": "票价多少？"},
    ),
    may_fail="lookup_fare",
)
