"""`trip`: a conditional edge, then two look-ups in one super-step, joined by `reply`."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph

from lib.graphs.effects import Effects
from lib.graphs.scenario import Scenario
from lib.graphs.speech import asked, destination, is_chinese


class State(MessagesState):
    city: str
    flight: str
    hotel: str


def fare(city: str, base: int) -> int:
    """A made-up price that depends on the name alone, so that every run finds the same one."""
    return base + sum(map(ord, city)) % 90


def found(state: State) -> str:
    """Both look-ups in one line, in the language of the message."""
    city, flight, hotel = state["city"], state["flight"], state["hotel"]
    if is_chinese(asked(state["messages"])):
        return f"{city}：机票 {flight}，酒店 {hotel}"
    return f"{city}: flight {flight}, hotel {hotel}"


def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def read(state: State) -> dict[str, Any]:
        effects.call("read")
        return {"city": destination(asked(state["messages"])) or ""}

    def find_flight(state: State) -> dict[str, Any]:
        effects.call("find_flight")
        return {"flight": f"{fare(state['city'], 100)} EUR"}

    def find_hotel(state: State) -> dict[str, Any]:
        effects.call("find_hotel")
        return {"hotel": f"{fare(state['city'], 60)} EUR"}

    def ask_city(state: State) -> dict[str, Any]:
        number = effects.call("ask_city")
        chinese = is_chinese(asked(state["messages"]))
        answer = "想去哪座城市？" if chinese else "which city?"
        return {"messages": [AIMessage(f"{answer} (#{number})")]}

    def reply(state: State) -> dict[str, Any]:
        number = effects.call("reply")
        return {"messages": [AIMessage(f"{found(state)} (#{number})")]}

    def route(state: State) -> list[str]:
        return ["find_flight", "find_hotel"] if state["city"] else ["ask_city"]

    graph = StateGraph(State)
    for node in (read, find_flight, find_hotel, ask_city, reply):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "read")
    graph.add_conditional_edges("read", route, ["find_flight", "find_hotel", "ask_city"])
    graph.add_edge(["find_flight", "find_hotel"], "reply")
    graph.add_edge("reply", END)
    graph.add_edge("ask_city", END)
    return graph


SCENARIO = Scenario(
    id="trip",
    build=build,
    title={"en": "trip: side by side, then join", "zh": "trip：并行后汇合"},
    look={
        "en": "Two look-ups share one super-step and one row. `reply` waits for both.",
        "zh": "两个查询同在一个超步里，只占一行。`reply` 要等两者都完成。",
    },
    suggestions=(
        {"en": "a trip to Tokyo", "zh": "去东京旅行"},
        {"en": "surprise me", "zh": "给我个惊喜"},
        {"en": "Paris, please", "zh": "去巴黎吧"},
    ),
)
