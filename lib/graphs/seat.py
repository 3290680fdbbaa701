"""`seat`: one node that repeats the last seat preference it finds in the state."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph

from lib.graphs.effects import Effects
from lib.graphs.scenario import Scenario
from lib.graphs.speech import asked, is_chinese, seat_preference


def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def reply(state: MessagesState) -> dict[str, Any]:
        effects.call("reply")
        chinese = is_chinese(asked(state["messages"]))
        seat = seat_preference(state["messages"])
        if seat is None:
            answer = "尚未记录座位偏好" if chinese else "no seat preference yet"
        else:
            answer = f"已记录：{seat}" if chinese else f"noted: {seat}"
        return {"messages": [AIMessage(answer)]}

    graph = StateGraph(MessagesState)
    graph.add_node("reply", reply)
    graph.add_edge(START, "reply")
    graph.add_edge("reply", END)
    return graph


SCENARIO = Scenario(
    id="seat",
    build=build,
    title={"en": "seat: one node", "zh": "seat：一个节点"},
    look={
        "en": "One turn of one node writes three checkpoints. Look at `next` in each.",
        "zh": "一轮对话、一个节点，会写下三个检查点。看看每一行的 `next`。",
    },
    suggestions=(
        {"en": "seat: window", "zh": "座位偏好：靠窗"},
        {"en": "what is my seat?", "zh": "我的座位偏好是什么？"},
        {"en": "seat: aisle", "zh": "座位偏好：过道"},
    ),
)
