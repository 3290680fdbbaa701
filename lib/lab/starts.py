"""What each kind of command starts LangGraph with."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.types import Command as Resumption

from lib.evidence import config_of
from lib.evidence.explain import Graph
from lib.identity.commands import Command


def start_of(
    graph: Graph, thread_id: str, command: Command, noted: RunnableConfig
) -> tuple[Any, RunnableConfig]:
    """The input and the config of a command's first run. A checkpoint is pinned once, here.

    `noted` is the config's part that names command and run. A fork writes its change first.
    """
    asked = command.payload
    match command.kind:
        case "send":
            message = asked["message"]
            given = {"messages": [HumanMessage(message["text"], id=message["id"])]}
            at = asked.get("at") if asked["options"].get("pinned") else None
            return given, {**noted, **config_of(thread_id, "", at)}
        case "replay" | "regenerate":
            return None, {**noted, **config_of(thread_id, "", asked["at"])}
        case "fork":
            pinned: RunnableConfig = {**noted, **config_of(thread_id, "", asked["at"])}
            graph.update_state(pinned, asked["values"], as_node=asked["as_node"])
            # What was written is the head now: no pin, or LangGraph would copy it once more.
            return None, {**noted, **config_of(thread_id)}
        case "resume":
            return Resumption(resume=asked["answers"]), {**noted, **config_of(thread_id)}
        case "call":
            message = asked.get("message")
            said = message and [HumanMessage(message["text"], id=message["id"])]
            # The config as it was given, whatever is missing in it: that is what the call is for.
            called: RunnableConfig = {**noted, "configurable": dict(asked["config"])}
            return {"messages": said} if said else None, called
    raise ValueError(f"no start for {command.kind!r}")
