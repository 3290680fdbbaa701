"""`plain_add`: `messages` with `operator.add`, which knows no ids: it appends whatever comes."""

from __future__ import annotations

import operator
from typing import Annotated, Any

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from lib.graphs.effects import Effects
from lib.graphs.scenario import Scenario
from lib.graphs.speech import asked, is_chinese


class State(TypedDict):
    messages: Annotated[list[AnyMessage], operator.add]


def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def reply(state: State) -> dict[str, Any]:
        number = effects.call("reply")
        stored = len(state["messages"])
        chinese = is_chinese(asked(state["messages"]))
        answer = f"已有 {stored} 条消息" if chinese else f"messages so far: {stored}"
        # This reducer gives no ids either, so that the node has to.
        return {"messages": [AIMessage(answer, id=f"answer-{number}")]}

    graph = StateGraph(State)
    graph.add_node("reply", reply)
    graph.add_edge(START, "reply")
    graph.add_edge("reply", END)
    return graph


SCENARIO = Scenario(
    id="plain_add",
    build=build,
    title={"en": "plain_add: appends blindly", "zh": "plain_add：只管追加"},
    look={
        "en": "`operator.add` appends. A message with a known id is stored a second time.",
        "zh": "`operator.add` 只会追加。带已知 id 的消息会被再存一遍。",
    },
    suggestions=(
        {"en": "seat: window", "zh": "座位偏好：靠窗"},
        {"en": "how many messages?", "zh": "有几条消息？"},
    ),
)
