"""`approval`: two nodes ask before anything is booked; the thread waits until both are answered."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import interrupt

from lib.graphs.effects import Effects
from lib.graphs.scenario import Scenario
from lib.graphs.speech import asked, destination, is_chinese

YES = frozenset(("yes", "y", "ok", "是", "好", "可以", "同意"))


class State(MessagesState):
    flight: str
    hotel: str


def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def ask_flight(state: State) -> dict[str, Any]:
        effects.call("ask_flight")
        return {"flight": _ask(state, "flight", "航班")}

    def ask_hotel(state: State) -> dict[str, Any]:
        effects.call("ask_hotel")
        return {"hotel": _ask(state, "hotel", "酒店")}

    def reply(state: State) -> dict[str, Any]:
        number = effects.call("reply")
        chinese = is_chinese(asked(state["messages"]))
        words = ("航班", "酒店") if chinese else ("flight", "hotel")
        answer = f"{words[0]}: {state['flight']}, {words[1]}: {state['hotel']} (#{number})"
        return {"messages": [AIMessage(answer)]}

    graph = StateGraph(State)
    for node in (ask_flight, ask_hotel, reply):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "ask_flight")
    graph.add_edge(START, "ask_hotel")
    graph.add_edge(["ask_flight", "ask_hotel"], "reply")
    graph.add_edge("reply", END)
    return graph


def _ask(state: State, what: str, chinese_what: str) -> str:
    """Everything before `interrupt` runs again when the answer comes."""
    text = asked(state["messages"])
    chinese, city = is_chinese(text), destination(text)
    if chinese:
        question = f"预订{city or '这次旅行'}的{chinese_what}吗？"
    else:
        question = f"Book the {what} for {city or 'this trip'}?"
    agreed = str(interrupt(question)).strip().lower() in YES
    if chinese:
        return "已预订" if agreed else "未预订"
    return "booked" if agreed else "not booked"


SCENARIO = Scenario(
    id="approval",
    build=build,
    title={"en": "approval: asks before it books", "zh": "approval：预订前先询问"},
    look={
        "en": "The run stops at its questions. Answer them: the asking nodes run from their top.",
        "zh": "运行停在提问处。作答后，提问的节点会从头再运行一遍。",
    },
    suggestions=(
        {"en": "book a trip to Tokyo", "zh": "预订去东京的旅行"},
        {"en": "book a trip to Paris", "zh": "预订去巴黎的旅行"},
    ),
)
