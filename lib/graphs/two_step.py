"""`two_step`: two nodes in a row; the first leaves a note in the state, the second reads it."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph

from lib.graphs.effects import Effects
from lib.graphs.scenario import Scenario
from lib.graphs.speech import asked, destination, is_chinese


class State(MessagesState):
    topic: str


def build(effects: Effects) -> StateGraph[Any, Any, Any, Any]:
    def understand(state: State) -> dict[str, Any]:
        effects.call("understand")
        text = asked(state["messages"])
        return {"topic": destination(text) or ("随便哪里" if is_chinese(text) else "anywhere")}

    def reply(state: State) -> dict[str, Any]:
        number = effects.call("reply")
        chinese = is_chinese(asked(state["messages"]))
        answer = f"记下目的地：{state['topic']}" if chinese else f"destination: {state['topic']}"
        return {"messages": [AIMessage(f"{answer} (#{number})")]}

    graph = StateGraph(State)
    graph.add_node("understand", understand)
    graph.add_node("reply", reply)
    graph.add_edge(START, "understand")
    graph.add_edge("understand", "reply")
    graph.add_edge("reply", END)
    return graph


SCENARIO = Scenario(
    id="two_step",
    build=build,
    title={"en": "two_step: two nodes in a row", "zh": "two_step：两个节点依次运行"},
    look={
        "en": "A second node adds one checkpoint a turn. See who wrote `topic`, and when.",
        "zh": "多一个节点，每轮就多一个检查点。看看 `topic` 由谁、在何时写入。",
    },
    suggestions=(
        {"en": "I want to go to Tokyo", "zh": "我想去东京"},
        {"en": "make it Paris instead", "zh": "改成巴黎吧"},
        {"en": "somewhere warm", "zh": "去个暖和的地方"},
    ),
)
